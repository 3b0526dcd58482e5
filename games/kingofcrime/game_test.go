package kingofcrime

import (
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func book(t testing.TB) (Rules, games.Rulebook) {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r, games.Erase(r)
}

func setup(n int, options ...games.KV) games.Setup {
	return games.Setup{Game: "koc1", Seats: []games.Seat{"tisha", "danny", "seth", "judie"}[:n], Options: options}
}

// Bots reproduce turns, win share and rounds of the specification.
func TestBotsReproduceTheTable(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Table(t, b)
}

func BenchmarkBotGame(b *testing.B) {
	_, book := book(b)
	gamestest.BenchBots(b, book, setup(4), styleGreedy)
}
