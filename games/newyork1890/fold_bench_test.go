package newyork1890

import (
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// sent is what one seat wrote for one round of mails.
type sent struct {
	seat  string
	lines []string
}

// campaign plays a preset with six gangs by mail, each with a bot of its own style,
// and returns its world and the sheets of every round.
func campaign(t testing.TB, preset string) (*gamestest.World, [][]sent) {
	_, b := book(t)
	w := newCampaign(t, b, preset)
	d, styles := gamestest.Dice(1), b.Styles()
	var rounds [][]sent
	for w.Table("ny1").Over == nil {
		g := w.Table("ny1").Game
		parser, err := order.New(g.Grammar())
		if err != nil {
			t.Fatal(err)
		}
		var round []sent
		for _, win := range g.Windows() {
			for i, seat := range win.Seats {
				lines := parser.FormatAll(g.Play(seat, win, styles[i%len(styles)], d.Pick), games.EN)
				round = append(round, sent{string(seat), append(lines, "ready")})
			}
		}
		rounds = append(rounds, round)
		send(w, round)
	}
	return w, rounds
}

func newCampaign(t testing.TB, b games.Rulebook, preset string) *gamestest.World {
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("fold")), b)
	w.Create(judge.NewGame{ID: "ny1", Rulebook: Name, Preset: preset}, "whyos", "eastman", "dusters", "rabbits", "bowery", "charlton")
	return w
}

// eachPreset runs a benchmark for seven years, and for ten with politics.
func eachPreset(b *testing.B, run func(b *testing.B, preset string)) {
	for _, preset := range []string{"base7", "politique10"} {
		b.Run(preset, func(b *testing.B) { run(b, preset) })
	}
}

func send(w *gamestest.World, round []sent) {
	for _, s := range round {
		w.Send("ny1", s.seat, s.lines...)
	}
	w.Tick("ny1", time.Minute)
}

// BenchmarkJudge judges a campaign from its sheets: reading, walking, logging.
func BenchmarkJudge(b *testing.B) { eachPreset(b, benchJudge) }

func benchJudge(b *testing.B, preset string) {
	_, rounds := campaign(b, preset)
	_, bk := book(b)
	b.ReportAllocs()
	sheets := 0
	for b.Loop() {
		w := newCampaign(b, bk, preset)
		for _, round := range rounds {
			send(w, round)
			sheets += len(round)
		}
	}
	b.ReportMetric(float64(sheets)/float64(b.N), "sheets/game")
}

// BenchmarkFold folds a campaign from its stored bytes, private parts decrypted and
// checked, to the table: facts a second.
func BenchmarkFold(b *testing.B) { eachPreset(b, benchFold) }

func benchFold(b *testing.B, preset string) {
	w, _ := campaign(b, preset)
	facts := len(w.Facts("ny1", false))
	var stored []events.Stored
	for st, err := range w.Log.Read(b.Context(), "game/ny1", 0) {
		if err != nil {
			b.Fatal(err)
		}
		stored = append(stored, st)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := table.FoldStored("ny1", stored, w.Log.Keys(), w.Books); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(facts)*float64(b.N)/b.Elapsed().Seconds(), "facts/s")
	b.ReportMetric(float64(facts), "facts")
}
