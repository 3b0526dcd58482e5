package gamestest_test

import (
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
		games.Erase(gamestest.Bids{}), games.Erase(gamestest.Peek{}), games.Erase(gamestest.Race{}), games.Erase(gamestest.Stall{}),
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
				err := gamestest.Leaks(book, s, pick, 1, gamestest.FindLeak)
				if err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

func TestPlantedLeaksAreFound(t *testing.T) {
	gamestest.PlantedLeaks(t, 200, func(leak string, seed int) error {
		book, d := games.Erase(gamestest.Bids{Leak: leak}), gamestest.Dice(seed)
		return gamestest.Leaks(book, setup(book), d.Pick, 2, gamestest.FindLeak)
	})
}

func TestLanguage(t *testing.T) {
	for _, book := range minis() {
		gamestest.Language(t, book)
	}
}
