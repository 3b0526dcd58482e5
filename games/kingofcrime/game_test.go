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
	gamestest.TableOf(t, b, gamestest.Runs(150, 400))
}

func BenchmarkBotGame(b *testing.B) {
	_, book := book(b)
	gamestest.BenchBots(b, book, setup(4), styleGreedy)
}

func TestCases(t *testing.T) {
	r, b := book(t)
	gamestest.Cases(t, b, NewPositions(r))
}

func TestStandards(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Standards(t, b, "order", "games")
}

// variants are options that change how a game is played.
func variants(seed int) []games.KV {
	out := []games.KV{{Key: "turn_cap", Value: []string{"30", "12", "60"}[seed%3]}}
	for i, o := range options() {
		if len(o.Values) > 1 && o.Key != "deck" && seed>>i&1 == 1 {
			out = append(out, games.KV{Key: o.Key, Value: o.Values[1+seed%(len(o.Values)-1)]})
		}
	}
	return out
}

// Random games of all sizes and options end, keep the invariants and never
// refuse what they offer.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range gamestest.Runs(60, 240) {
		d := gamestest.Dice(seed)
		s := setup(2+seed%3, variants(seed*2654435761>>7)...)
		if err := gamestest.Play(b, s, d.Pick, gamestest.MailsFit); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, s.Options, err)
		}
	}
}

// Every message has its sentence in both languages.
func TestEveryMessageHasItsSentence(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	var told []games.Msg
	for seed := range 60 {
		d := gamestest.Dice(seed)
		told = append(told, gamestest.Told(t, b, setup(minSeats+seed%3, variants(seed*7919)...), d.Pick)...)
	}
	keys := gamestest.KeysInCode(t, `"(kingofcrime\.(?:[a-z-]+\.)*[a-z-]+)"`)
	for _, more := range []string{"family.on", "family.against", "play.on", "play.against", "turned.die", "lost.die", "joined", "stayed", "die.red", "die.hit", "forecast.join.join", "forecast.join.out"} {
		keys = append(keys, "kingofcrime."+more)
	}
	gamestest.Sentences(t, b, told, keys, "kingofcrime.view.")
}
