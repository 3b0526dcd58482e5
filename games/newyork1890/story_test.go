package newyork1890

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func baseGame(seats ...games.Seat) games.Setup {
	return games.Setup{Game: "ny1", Preset: "base7", Seats: seats}
}

// What facts say they paid is what the ledgers hold, source by source; and in
// every position each living gang is told its prospects, the last year less.
func TestPaymentsAndForecasts(t *testing.T) {
	t.Parallel()
	rules, err := New()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 7))
		paid, told := map[string]int{}, 0
		look := func(g games.Game, facts []games.Fact) error {
			for _, f := range facts[min(told, len(facts)):] {
				for _, p := range Payments(f) {
					paid[p.Gang+" "+p.Source] += p.Sum
				}
			}
			told = len(facts)
			for _, seat := range []games.Seat{"whyos", "bowery", "eastman"} {
				for _, m := range g.Forecast(seat) {
					seen[m.Key]++
				}
			}
			return nil
		}
		if err := gamestest.Play(games.Erase(rules), baseGame("whyos", "bowery", "eastman"), r.IntN, func(g games.Game, facts []games.Fact) error {
			if err := look(g, facts); err != nil {
				return err
			}
			s := new(State)
			for _, f := range facts {
				rules.Evolve(s, f)
			}
			if s.Phase != phaseOver {
				return nil
			}
			for _, gang := range s.Gangs {
				for _, e := range gang.Ledger {
					if got := paid[gang.ID+" "+e.Source]; got != e.Sum {
						t.Errorf("seed %d: %s of %s: payments say %d, the ledger %d", seed, e.Source, gang.ID, got, e.Sum)
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range strings.Fields("income last idle police quiet sober actions actions.next") {
		if seen["ny.forecast."+key] == 0 {
			t.Errorf("nobody was ever told ny.forecast.%s: %v", key, seen)
		}
	}
}

func TestBlockedJointHasAStatusOfItsOwn(t *testing.T) {
	t.Parallel()
	rules, err := New()
	if err != nil {
		t.Fatal(err)
	}
	s := &State{Board: Board{
		Options: []games.KV{{Key: "police", Value: on}, {Key: "rounds", Value: "7"}, {Key: "police.from", Value: "3"}},
		Round:   4, Phase: phaseMoves, Order: []string{"whyos"},
		Gangs:  []Gang{{ID: "whyos", HQ: "MUL", Stacks: []Stack{{"MUL", Sexes{3, 3}}}}},
		Tokens: []Token{{"whyos", "MUL", "racket"}}, Police: &Police{Pawns: []string{"MUL", "CHP", "CHP"}},
	}}
	v, ok := rules.View(s, "whyos").(View)
	if !ok || v.Gangs[0].Tokens[0].Status != "blocked" || v.Patrols != 1892 {
		t.Errorf("the view says %+v", v.Gangs)
	}
	said := ""
	for _, m := range rules.Forecast(s, "whyos") {
		said += m.Key + " "
	}
	if said != "ny.forecast.income ny.forecast.blocked ny.forecast.police.one ny.forecast.sober ny.forecast.actions " {
		t.Errorf("the forecast is %s", said)
	}
}
