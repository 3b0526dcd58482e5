package app

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/newyork1890"
)

// A tournament follows from its seed; how many workers play it changes nothing.
func TestTournamentIsDeterministic(t *testing.T) {
	book, err := catalog.Find("newyork1890", 0)
	if err != nil {
		t.Fatal(err)
	}
	play := func(seed, workers int) tourney {
		c := contest{Rulebook: "newyork1890", Preset: "base7", Seats: 3, Games: 6, Seed: seed, book: book}
		c.options = []games.KV{{Key: "rounds", Value: "3"}}
		all, err := c.run(t.Context(), workers, &progress{})
		if err != nil {
			t.Fatal(err)
		}
		r := c.report(all)
		r.book, r.options = nil, nil
		return r
	}
	one, three, other := play(4, 1), play(4, 3), play(5, 3)
	if !reflect.DeepEqual(one, three) {
		t.Errorf("one worker: %+v\nthree: %+v", one, three)
	}
	if reflect.DeepEqual(one.Economy, other.Economy) {
		t.Error("another seed gives the same games")
	}
	if one.Unread > 0 || one.Orders < 100 || 20*one.Refused > one.Orders {
		t.Errorf("of %d orders %d were refused, %d not understood", one.Orders, one.Refused, one.Unread)
	}
}

func TestTournamentPrints(t *testing.T) {
	data := filepath.Join(t.TempDir(), "none")
	args := []string{"play", "tournament", "newyork1890", "--preset", "base7", "--option", "rounds=2", "--seats", "2", "--games", "2", "--kinds", "builder,random"}
	for lang, want := range map[string][]string{
		"en": {"2 games for 2, seed 1", "rules, section 10", "gross income, year 2", "builder", "random", "fair share %", "gross income, year  1", "joints $", "COR eastman", "first two years of the police"},
		"fr": {"2 parties à 2, graine 1", "règles, section 10", "revenu brut, an 2", "part égale %", "quartier général", "raflés*"},
	} {
		out, code := run(t, data, append([]string{"--lang", lang}, args...)...)
		for _, w := range want {
			if code != exitOK || !strings.Contains(out, w) {
				t.Errorf("exit %d, no %q in\n%s", code, w, out)
			}
		}
	}
	out, code := run(t, data, append(args, "--json")...)
	var r tourney
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitOK || r.Games != 2 || len(r.Styles) != 2 || r.Economy == nil {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
	if r.Styles[0].Wins+r.Styles[1].Wins != 100 {
		t.Errorf("somebody wins every game: %+v", r.Styles)
	}
}

func TestTournamentRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"--kinds", "burglar"}, {"--seats", "7"}, {"--games", "0"}, {"--option", "rounds"},
	} {
		out, code := run(t, t.TempDir(), append([]string{"play", "tournament", "newyork1890"}, args...)...)
		if code != exitUsage || !strings.Contains(out, "play") {
			t.Errorf("%v: exit %d: %s", args, code, out)
		}
	}
}

// The report says what sets a headquarters apart that wins more than its share.
func TestTournamentExplainsHeadquarters(t *testing.T) {
	gang := func(name, hq string, joint, rob, raided int) newyork1890.GangTally {
		return newyork1890.GangTally{
			Gang: name, HQ: hq, Income: make([]int, 3), Raided: []int{0, raided, raided}, Blocked: make([]int, 3),
			Ledger: []newyork1890.Entry{{Source: "joint", Sum: joint}, {Source: "robbery", Sum: rob}},
		}
	}
	var all []played
	for i := range 10 {
		p := played{seats: []string{"eastman", "whyos"}, styles: []string{"builder", "builder"}, winners: []string{"eastman"}}
		if i == 0 {
			p.winners = []string{"whyos"}
		}
		p.tally.Gangs = []newyork1890.GangTally{gang("eastman", "COR", 90, 10, 0), gang("whyos", "MUL", 70, 12, 2)}
		all = append(all, p)
	}
	r := (&contest{Rulebook: newyork1890.Name}).report(all)
	var out strings.Builder
	if err := (&env{System: System{Out: &out}, lang: "en"}).printReport(r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"COR is +40.0 points away, more than two standard errors; beside the mean: joints +10.0 $, robberies -1.0 $",
		"MUL is -40.0 points away", "COR eastman   90.0    9.5  50.0", "4.00",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
