package kingofcrime

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
)

// look compares two worlds in all that a seat is shown, its bots and guards included.
func look(g games.Game, facts []games.Fact, seat games.Seat, pick func(int) int) error {
	errs := []error{gamestest.FindLeak(g, facts, seat, pick)}
	other := g.Redeal(seat, pick)
	if err := other.Check(); err != nil {
		errs = append(errs, fmt.Errorf("the other world is none: %w", err))
	}
	seed := pick(1 << 20)
	for _, w := range g.Windows() {
		if !slices.Contains(w.Seats, seat) {
			continue
		}
		a, b := gamestest.Dice(seed), gamestest.Dice(seed)
		x, y := fmt.Sprint(g.Play(seat, w, styleGreedy, a.Pick)), fmt.Sprint(other.Play(seat, w, styleGreedy, b.Pick))
		if x != y {
			errs = append(errs, fmt.Errorf("the bot of %s plays %s, in another world %s", seat, x, y))
		}
	}
	for _, c := range conds() {
		if g.Test(seat, c) != other.Test(seat, c) {
			errs = append(errs, fmt.Errorf("the guard %v tells %s something", c, seat))
		}
	}
	return errors.Join(errs...)
}

func conds() []games.Cond {
	var out []games.Cond
	for _, pred := range []string{"targeted", "total", "lead", "played", "participants"} {
		c := games.Cond{Pred: pred}
		for _, kv := range [][2]string{{"seat", "danny"}, {"is", ">="}, {"n", "4"}, {"card", "R01"}} {
			c.Args = append(c.Args, games.Arg{Name: kv[0], Vals: []string{kv[1]}})
		}
		out = append(out, c)
	}
	return out
}

func findLeak(b games.Rulebook, seed, every int) error {
	d := gamestest.Dice(seed)
	return gamestest.Leaks(b, setup(minSeats+seed%3, variants(seed*7919)...), d.Pick, every, look)
}

// No seat is shown what it may not know: hands, the pile.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range gamestest.Runs(30, 90) {
		if err := findLeak(b, seed, 12); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// sieve is the rulebook with a leak planted in one of its answers.
type sieve struct {
	Rules
	leak string
}

func (l sieve) View(s *State, to games.Seat) games.View {
	v, _ := l.Rules.View(s, to).(View)
	if l.leak == "view" && len(s.Pile) > 0 {
		v.PileCards = s.Pile[:1]
	}
	return v
}

func (l sieve) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	c := l.Rules.Options(s, seat, k)
	if l.leak == "options" && len(s.Pile) > 0 {
		c.More = s.Pile[0] < "M14"
	}
	return c
}

func (l sieve) Decide(s *State, d games.Decision, line games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := l.Rules.Decide(s, d, line)
	if l.leak == "refusal" && ref != nil && len(s.Pile) > 0 && s.Pile[0] < "M14" {
		ref.Rule = "round.tie"
	}
	return facts, ref
}

func (l sieve) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	out := l.Rules.Narrate(s, facts, to)
	if l.leak == "story" && len(s.Pile) > 0 {
		out = append(out, games.Say("x", cardArg("card", s.Pile[0])))
	}
	return out
}

func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	gamestest.PlantedLeaks(t, 100, func(leak string, seed int) error {
		return findLeak(games.Erase(sieve{r, leak}), seed, 3)
	})
}

// Who asked not to be asked for answers is his own secret (cmd.more, mail.wave).
func TestNoMoreIsASecret(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	w := atTable(t, r, waveTable)
	w.Send("koc1", "danny", "RACKET XV1\nPLAY FEAR ON tisha\nNO MORE")
	w.Tick("koc1", 0)
	w.Send("koc1", "tisha", "JOIN")
	w.Send("koc1", "seth", "JOIN")
	w.Tick("koc1", 0)
	g := w.Table("koc1").Game
	if v := g.View("danny").(View); !v.Round.NoMore {
		t.Fatalf("danny is asked for answers: %+v", v.Round)
	}
	for _, seat := range []games.Seat{"tisha", "seth", games.Public} {
		if v := g.View(seat).(View); v.Round.NoMore {
			t.Errorf("%s sees that danny writes no more", seat)
		}
		seen := gamestest.Text(w.Table("koc1").Visible(w.Facts("koc1", true), seat))
		if strings.Contains(seen, `"no_more":true`) {
			t.Errorf("%s reads that danny writes no more:\n%s", seat, seen)
		}
	}
	// Nobody waits for him: the others' answers close the mail.
	waits(t, w, "answer/1/1")
	w.Send("koc1", "tisha", "PASS")
	w.Send("koc1", "seth", "PASS")
	waits(t, w, "turn/2")
}

// Lines of a plan that were not used are nobody's but their writer's: neither
// their cards nor their number among the lines can be seen (mail.unused).
func TestUnusedLinesAreShownToNobody(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, plan := range []string{"NO MORE", "IF TARGETED YELLA: PLAY UNTOUCHABLE ON *\nIF LEAD >= 90: PLAY R06\nNO MORE", "PLAY R06 \nNO MORE"} {
		w := atTable(t, r, waveTable)
		w.Send("koc1", "danny", "RACKET XV1\n"+plan)
		w.Tick("koc1", 0)
		w.Send("koc1", "tisha", "JOIN\nIF TARGETED: PLAY UNTOUCHABLE ON *\nPLAY R05\nNO MORE")
		w.Send("koc1", "seth", "OUT")
		w.Tick("koc1", 0)
		tbl := w.Table("koc1")
		facts := slices.DeleteFunc(w.Facts("koc1", true), func(f games.Fact) bool { return f.Type == factCreated }) // it names every card
		for _, seat := range []games.Seat{"seth", games.Public} {
			seen := gamestest.Text(tbl.Visible(facts, seat))
			shown := fmt.Sprintf("%s %+v", seen, []any{tbl.Game.View(seat), tbl.Game.Narrate(facts, seat), tbl.Game.Forecast(seat), tbl.Game.Windows()})
			for _, secret := range []string{"R03", map[bool]string{true: `"line":`, false: "R03"}[seat == games.Public]} {
				if strings.Contains(shown, secret) {
					t.Errorf("%s is shown %s of a plan that was not used: %s", seat, secret, shown)
				}
			}
		}
	}
}

const waveTable = "seats danny tisha seth\nfamily danny BO3\nfamily tisha BO6\nfamily seth BO5\nhand danny XV1 R01 R06 F01\nhand tisha R05 R03 M05\nhand seth M06 2R02"

// atTable starts a game by mail in a position; cards are drawn as they lie in the pools.
func atTable(t *testing.T, r Rules, position string) *gamestest.World {
	t.Helper()
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("mail")), games.Erase(r))
	w.Open(judge.NewGame{ID: "koc1", Rulebook: Name}, NewPositions(r), position)
	return w
}

// waits tells which mail is open.
func waits(t *testing.T, w *gamestest.World, want string) {
	t.Helper()
	w.Tick("koc1", 0)
	got := ""
	for _, win := range w.Table("koc1").Windows {
		if win.Open() {
			got = win.ID()
		}
	}
	if got != want {
		t.Fatalf("the mail %q is open, not %q", got, want)
	}
}
