package newyork1890

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// voted tells whether some gang has ballots in the booth that others must not see.
func voted(g games.Game) bool {
	v, _ := g.View(games.Engine).(View)
	for _, x := range v.Gangs {
		if x.Ballots > 0 {
			return true
		}
	}
	return false
}

// findLeak plays a campaign with politics and looks, while ballots are sealed, at
// what each viewpoint is shown there and in another world.
func findLeak(b games.Rulebook, seed int) error {
	d := gamestest.Dice(seed*13 + 1)
	setup := games.Setup{Game: "t", Preset: "politique10", Seats: six()[:2+seed%5]}
	if seed%2 == 1 {
		setup.Options = anyOptions(&d)
	}
	viewers := append(setup.Seats[:len(setup.Seats):len(setup.Seats)], games.Public)
	return gamestest.Play(b, setup, d.Pick, func(g games.Game, facts []games.Fact) error {
		if d.Pick(6) > 0 || !voted(g) {
			return nil
		}
		return gamestest.FindLeak(g, facts, viewers[d.Pick(len(viewers))], d.Pick)
	})
}

// Nobody sees another gang's ballots before they are counted (invariant 14).
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	for seed := range gamestest.Runs(6, 120) {
		if err := findLeak(b, seed); err != nil {
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
	if l.leak == "view" {
		v.Round += 100 * len(s.booth())
	}
	return v
}

// Options with a leak offer to wreck a full booth only.
func (l sieve) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	c := l.Rules.Options(s, seat, k)
	if l.leak == "options" {
		c.More = len(s.booth()) > 3
	}
	return c
}

// Decide with a leak says more when the booth is full.
func (l sieve) Decide(s *State, d games.Decision, line games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := l.Rules.Decide(s, d, line)
	if l.leak == "refusal" && ref != nil && len(s.booth()) > 3 {
		ref.Rule = "c.a.wreck"
	}
	return facts, ref
}

// Narrate with a leak tells the public treasury as it will be after the count.
func (l sieve) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	out := l.Rules.Narrate(s, facts, to)
	if l.leak == "story" {
		out = append(out, games.Say("ny.leak", games.Int("n", len(s.booth()))))
	}
	return out
}

func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	gamestest.PlantedLeaks(t, 12, func(leak string, seed int) error {
		return findLeak(games.Erase(sieve{r, leak}), seed)
	})
}

// How a secret decision was answered is in no public fact; what was put in the
// booth only in its gang's part.
func TestPublicFactsHideBallots(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	d := gamestest.Dice(3)
	all := gamestest.Whole(t, b, games.Setup{Game: "t", Preset: "politique10", Seats: six()[:3]}, d.Pick)
	put := 0
	for _, f := range all {
		if f.Type != factRigged {
			continue
		}
		put++
		text := gamestest.Text(games.See([]games.Fact{f}, "bowery"))
		if strings.Contains(text, "asked") || len(f.Priv) != 1 || string(f.Priv[0].Audience) != f.Pub.(BallotsRigged).Gang {
			t.Errorf("others read %s", text)
		}
	}
	if put < 6 {
		t.Errorf("only %d votes", put)
	}
}

// A switch that the moderator changes holds from the next phase a on, and the
// grammar follows.
func TestOptionsChangeWithTheYear(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	s := position(t, r, "order whyos eastman\nyear 1892\nphase e\nwhyos MUL 3m\neastman COR 3m\n")
	facts, err := r.Adjust(s, "option pacts on\noption gang_war off")
	if err != nil {
		t.Fatal(err)
	}
	r.evolveAll(s, facts)
	if s.option("pacts") == on {
		t.Error("the option changed at once")
	}
	for range 30 {
		step := r.Next(s)
		if s.Phase == phaseMoves {
			break
		}
		for _, due := range step.Due {
			facts, ref := r.Decide(s, due, r.Default(s, due, 1))
			if ref != nil {
				t.Fatal(ref)
			}
			r.evolveAll(s, facts)
			break
		}
		r.evolveAll(s, step.Auto)
	}
	if s.Round != 4 || s.option("pacts") != on || s.option("gang_war") == on {
		t.Errorf("in round %d the options are %v", s.Round, s.Options)
	}
	if v, _ := r.Grammar(s).Verb("offer"); v.Closed {
		t.Error("offers are not read")
	}
	for _, wrong := range []string{"option data owned", "option rounds 2", "option weather on", "option police", "pact nowar whyos", "pawn nobody", "pact tea whyos eastman"} {
		if _, err := r.Adjust(s, wrong); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}
