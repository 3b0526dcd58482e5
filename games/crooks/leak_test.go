package crooks

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// sieve is the rulebook with a leak planted in one of its answers.
type sieve struct {
	Rules
	leak string
}

func (l sieve) View(s *State, to games.Seat) games.View {
	v, _ := l.Rules.View(s, to).(View)
	if l.leak == "view" && len(s.Piles) > 0 {
		v.Memory = append(v.Memory, NoteView{Crooks: s.views(s.Piles[0].Crooks)})
	}
	return v
}

// Options with a leak show what others laid face down.
func (l sieve) Options(s *State, seat games.Seat, k games.Kind) games.Choice {
	c := l.Rules.Options(s, seat, k)
	if l.leak == "options" && len(s.Aside) > 0 {
		c.More = s.Aside[0] < "C16"
	}
	return c
}

// Decide with a leak says more of what it refuses when a certain crook is in play.
func (l sieve) Decide(s *State, d games.Decision, line games.Line) ([]games.Fact, *games.Refusal) {
	facts, ref := l.Rules.Decide(s, d, line)
	if l.leak == "refusal" && ref != nil && len(s.Aside) > 0 && s.Aside[0] < "C16" {
		ref.Rule = "choose.caid"
	}
	return facts, ref
}

// Narrate with a leak names a crook that nobody saw.
func (l sieve) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	out := l.Rules.Narrate(s, facts, to)
	if l.leak == "story" {
		for _, b := range s.Box {
			out = append(out, games.Say("crooks.leak", cardArg(b.ID)))
		}
	}
	return out
}

func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	gamestest.PlantedLeaks(t, 200, func(leak string, seed int) error {
		return findLeak(games.Erase(sieve{r, leak}), seed)
	})
}

// Nothing shown to a seat names a crook that no public fact and no part of its
// own has named before: views, stories, forecasts, legal orders (invariant 8).
func TestNobodyNamesWhatHeWasNotShown(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	id := regexp.MustCompile(`C\d\d`)
	for seed := range gamestest.Runs(30, 300) {
		d := gamestest.Dice(seed * 31)
		s := setupOf(2+seed%3, variants(seed*7919)...)
		err := gamestest.Play(b, s, d.Pick, func(g games.Game, facts []games.Fact) error {
			seat := append(s.Seats, games.Public)[d.Pick(len(s.Seats)+1)]
			known := map[string]bool{}
			for _, c := range id.FindAllString(gamestest.Text(games.See(facts[1:], seat)), -1) {
				known[c] = true
			}
			shown := fmt.Sprintf("%+v", []any{
				g.View(seat), g.Narrate(facts[1:], seat), g.Forecast(seat), g.Options(seat, kindTurn), g.Options(seat, kindTake), g.Windows(),
			})
			for _, c := range id.FindAllString(shown, -1) {
				if !known[c] {
					return fmt.Errorf("%s is shown %s in %s", seat, c, shown)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// What a seat is shown of a pile or target is what lies there (invariant 11),
// and what it keeps of it stays true: as many crooks as are left, the unseen
// ones counted.
func TestNotesStayTrue(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	noted := 0
	for seed := range gamestest.Runs(30, 300) {
		d := gamestest.Dice(seed)
		s := midGame(t, r, &d)
		for _, p := range s.Seats {
			for _, n := range p.Seen {
				if n.Place == "" {
					continue
				}
				noted++
				if len(n.Cards)-n.Gone != s.size(n.Place) {
					t.Fatalf("seed %d: %s notes %v of %s, where %v lie", seed, p.ID, n, n.Place, s.pile(n.Place).Crooks)
				}
				for _, c := range s.pile(n.Place).Crooks {
					if !slices.Contains(n.Cards, c) {
						t.Fatalf("seed %d: %s does not note %s at %s", seed, p.ID, c, n.Place)
					}
				}
			}
		}
	}
	if noted < 30 {
		t.Errorf("only %d notes", noted)
	}
}
