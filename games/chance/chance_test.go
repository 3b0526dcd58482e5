package chance_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fivepoints/games/chance"
)

func secret(b byte) chance.Secret {
	return chance.FromGameKey(slices.Repeat([]byte{b}, 32), 0)
}

// The values were computed once with an independent program that follows
// doc.go; a change here breaks every game ever drawn.
func TestFormatIsFinal(t *testing.T) {
	s := secret(7)
	if got, want := s.Commitment(), "2ad8d68e77e184485393278bec224d1fcf48f28431323aa066c6f5f33380186a"; got != want {
		t.Errorf("commitment %s, want %s", got, want)
	}
	k := s.Window("1893/1", chance.Beacon([][32]byte{{1}, {2}}))
	got, err := k.Pick("1893/c/rob/TEN/whyos/1", []string{"black", "red", "white", "white"}, 3)
	if want := []int{0, 3, 1}; err != nil || !slices.Equal(got, want) {
		t.Errorf("picks %v %v, want %v", got, err, want)
	}
}

// A secret is read as it was published, and each has a commitment of its own.
func TestSecretsOfAGame(t *testing.T) {
	seen := map[string]bool{}
	for n := range 12 {
		s := chance.FromGameKey(slices.Repeat([]byte{7}, 32), n)
		back, err := chance.ParseSecret(s.Text())
		if err != nil || back != s || seen[s.Commitment()] {
			t.Errorf("secret %d is %s, read %s, %v", n, s.Text(), back.Text(), err)
		}
		seen[s.Commitment()] = true
	}
	for _, bad := range []string{"", "12", "xy" + secret(1).Text()[2:], secret(1).Text() + "00"} {
		if _, err := chance.ParseSecret(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestPicksAreDistinctAndDetermined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pool := rapid.SliceOfN(rapid.StringMatching(`[a-z]{0,6}`), 1, 30).Draw(t, "pool")
		n := rapid.IntRange(0, len(pool)).Draw(t, "n")
		k := secret(rapid.Byte().Draw(t, "secret")).Hidden()
		a, err := k.Pick("x", pool, n)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := k.Pick("x", pool, n)
		if !slices.Equal(a, b) {
			t.Fatalf("same draw, other outcome: %v %v", a, b)
		}
		slices.Sort(a)
		if len(slices.Compact(a)) != n {
			t.Fatalf("%v are not %d distinct picks", a, n)
		}
	})
}

func TestTooManyPicks(t *testing.T) {
	if _, err := secret(1).Hidden().Pick("x", []string{"a"}, 2); err == nil {
		t.Error("two picks of one thing were drawn")
	}
}

// A chi-squared test over 7 things: 6 degrees of freedom, 22.46 is the 0.1 % point.
func TestUniform(t *testing.T) {
	pool := []string{"a", "b", "c", "d", "e", "f", "g"}
	const draws = 7000
	count := make([]int, len(pool))
	k := secret(9).Hidden()
	for i := range draws {
		p, err := k.Pick(fmt.Sprint("draw/", i), pool, 1)
		if err != nil {
			t.Fatal(err)
		}
		count[p[0]]++
	}
	chi := 0.0
	for _, c := range count {
		d := float64(c) - draws/7.0
		chi += d * d / (draws / 7.0)
	}
	if chi > 22.46 {
		t.Errorf("counts %v, chi-squared %.1f", count, chi)
	}
}

func TestBeaconAndWindowChangeTheKey(t *testing.T) {
	s := secret(3)
	keys := []chance.Key{
		s.Hidden(),
		s.Window("1893/1", chance.Beacon(nil)),
		s.Window("1893/2", chance.Beacon(nil)),
		s.Window("1893/1", chance.Beacon([][32]byte{{1}})),
	}
	for i := range keys {
		for j := range i {
			if keys[i] == keys[j] {
				t.Errorf("keys %d and %d are the same", i, j)
			}
		}
	}
}
