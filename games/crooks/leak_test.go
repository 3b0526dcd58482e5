package crooks

import (
	"strings"
	"testing"

	"fivepoints/games"
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
			out = append(out, msg("crooks.leak", cardArg(b.ID)))
		}
	}
	return out
}

// Every planted leak must be found: a fuzz that finds nothing in a sieve proves nothing.
func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, leak := range []string{"view", "options", "refusal", "story"} {
		b := games.Erase(sieve{r, leak})
		found := ""
		for seed := range 200 {
			if err := findLeak(b, seed); err != nil {
				found = err.Error()
				break
			}
		}
		if !strings.Contains(found, "learns from its "+leak) {
			t.Errorf("the leak in %s was not found (%q)", leak, found)
		}
	}
}
