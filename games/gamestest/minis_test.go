package gamestest_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func setup(book games.Rulebook) games.Setup {
	seats := []games.Seat{"ann", "bob", "cyd"}
	return games.Setup{Game: "mini", Seats: seats[:book.Info().MinSeats]}
}

func minis() []games.Rulebook {
	return []games.Rulebook{
		games.Erase(gamestest.Bids{}), games.Erase(gamestest.Peek{}), games.Erase(gamestest.Race{}),
	}
}

func picker(t *rapid.T) func(int) int {
	return func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
}

func TestMinisPlayToTheEndAndLeakNothing(t *testing.T) {
	for _, book := range minis() {
		t.Run(book.Info().Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				pick := picker(t)
				s := setup(book)
				err := gamestest.Play(book, s, pick, func(g games.Game, facts []games.Fact) error {
					seat := append(s.Seats, games.Public)[pick(len(s.Seats)+1)]
					return gamestest.FindLeak(g, facts, seat, pick)
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// Every planted leak must be found: a fuzz that finds nothing in a sieve proves nothing.
func TestPlantedLeaksAreFound(t *testing.T) {
	for _, leak := range []string{"view", "options", "refusal", "story"} {
		t.Run(leak, func(t *testing.T) {
			book := games.Erase(gamestest.Bids{Leak: leak})
			s := setup(book)
			found := ""
			for seed := range 200 {
				n := seed
				pick := func(k int) int { n = (n*1103515245 + 12345) & 0x7fffffff; return n / 8 % k }
				err := gamestest.Play(book, s, pick, func(g games.Game, facts []games.Fact) error {
					return gamestest.FindLeak(g, facts, s.Seats[1], pick)
				})
				if err != nil {
					found = err.Error()
					break
				}
			}
			if !strings.Contains(found, leak) {
				t.Errorf("the leak in %s was not found (%q)", leak, found)
			}
		})
	}
}

func TestLanguage(t *testing.T) {
	for _, book := range minis() {
		gamestest.Language(t, book)
	}
}
