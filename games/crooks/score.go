package crooks

import (
	"cmp"
	"slices"
	"strings"

	"fivepoints/games"
)

// finish turns all crooks up (score.reveal, info.down) and the piles with them
// (info.piles), counts the targets from the lowest, then the gangs.
func (s *State) finish() []games.Fact {
	facts := []games.Fact{fact(factRevealed, s.reveal())}
	targets, gangs, totals := s.count(everybody)
	for _, f := range targets {
		facts = append(facts, fact(factTarget, f))
	}
	for _, f := range gangs {
		facts = append(facts, fact(factGang, f))
	}
	return append(facts, fact(factEnded, s.rank(totals)))
}

// seen tells whether a crook of a seat's row is known.
type seen func(owner string, c Standing) bool

func everybody(string, Standing) bool { return true }

// count is the score by the crooks that are known.
func (s *State) count(known seen) ([]TargetScored, []GangScored, []Total) {
	var targets []TargetScored
	var gangs []GangScored
	totals := make([]Total, len(s.Seats))
	for i, p := range s.Seats {
		totals[i] = Total{Seat: p.ID, Cash: p.Cash}
	}
	for t := firstCard; t <= lastCard; t++ {
		f := s.scoreTarget(t, known)
		for _, w := range f.Winners {
			totals[s.index(w)].Targets += f.Points
		}
		targets = append(targets, f)
	}
	for _, g := range gangNames {
		f := s.scoreGang(string(g), known)
		if f.Winner != "" {
			totals[s.index(f.Winner)].Gangs += f.Points
		}
		gangs = append(gangs, f)
	}
	return targets, gangs, totals
}

func (s *State) reveal() Revealed {
	r := Revealed{Aside: slices.Clone(s.Aside)}
	for _, p := range s.Seats {
		for _, row := range p.Rows {
			up := RowUp{Seat: p.ID, Target: row.Target}
			for _, c := range row.Crooks {
				up.Cards = append(up.Cards, c.ID)
				if !c.Up {
					up.Down = append(up.Down, c.ID)
				}
			}
			r.Rows = append(r.Rows, up)
		}
	}
	for _, p := range s.Piles {
		if len(p.Crooks) > 0 {
			r.Piles = append(r.Piles, Pile{p.Place, slices.Clone(p.Crooks)})
		}
	}
	for _, b := range s.Box {
		r.Box = append(r.Box, b.ID)
	}
	return r
}

// value is the worth of a target: its number and the modifiers of the crooks
// known there, never below zero (score.value).
func (s *State) value(target int, known seen) int {
	v := target
	for _, p := range s.Seats {
		for _, c := range p.at(target) {
			if known(p.ID, c) {
				v += s.crook(c.ID).Mod
			}
		}
	}
	return max(0, v)
}

// scoreTarget gives a target's value to the strongest of those present
// (score.target); several share it, rounded down (score.tie).
func (s *State) scoreTarget(t int, known seen) TargetScored {
	f := TargetScored{Target: t, Value: s.value(t, known)}
	best := 0
	for _, p := range s.Seats {
		sum := 0
		for _, c := range p.at(t) {
			if known(p.ID, c) {
				sum += s.crook(c.ID).Level
			}
		}
		if sum > 0 {
			f.Levels = append(f.Levels, Amount{p.ID, sum})
			best = max(best, sum)
		}
	}
	for _, a := range f.Levels {
		if a.N == best {
			f.Winners = append(f.Winners, a.Seat)
		}
	}
	if len(f.Winners) > 0 {
		f.Points = f.Value / len(f.Winners)
	}
	return f
}

// scoreGang gives the bonus to who has strictly most members, or more than
// half of all where that was agreed (score.gang). A crook counts for each of
// his gangs; who left the game counts for none (score.members).
func (s *State) scoreGang(g string, known seen) GangScored {
	f := GangScored{Gang: g}
	best, all, tied := Amount{}, 0, false
	for _, p := range s.Seats {
		n := s.members(&p, g, known)
		if n == 0 {
			continue
		}
		all += n
		f.Members = append(f.Members, Amount{p.ID, n})
		tied = n == best.N || tied && n < best.N
		if n > best.N {
			best = Amount{p.ID, n}
		}
	}
	if best.N == 0 || tied || s.option("gang_majority") == "half" && 2*best.N <= all {
		return f
	}
	f.Winner, f.Points = best.Seat, s.Numbers.GangBonus
	return f
}

// members counts a seat's members of a gang among those known.
func (s *State) members(p *Seat, g string, known seen) int {
	n := 0
	for _, row := range p.Rows {
		for _, c := range row.Crooks {
			if known(p.ID, c) && strings.Contains(s.crook(c.ID).Gangs, g) {
				n++
			}
		}
	}
	return n
}

func (t Total) points() int { return t.Targets + t.Gangs }

// rank orders the seats by points, then by cash; equal ones share a place
// (score.winner). Why says what decided the first one.
func (s *State) rank(totals []Total) Ended {
	slices.SortStableFunc(totals, func(a, b Total) int {
		return cmp.Or(cmp.Compare(b.points(), a.points()), cmp.Compare(b.Cash, a.Cash))
	})
	e := Ended{Totals: totals, Why: "points"}
	for i, t := range totals {
		if i > 0 && t.points() == totals[i-1].points() && t.Cash == totals[i-1].Cash {
			last := &e.Ranks[len(e.Ranks)-1]
			last.Seats = append(last.Seats, t.Seat)
			continue
		}
		e.Ranks = append(e.Ranks, Rank{[]string{t.Seat}})
	}
	switch {
	case len(e.Ranks[0].Seats) > 1 && s.option("tie") == "playoff":
		e.Why = "playoff"
	case len(e.Ranks[0].Seats) > 1:
		e.Why = "shared"
	case totals[0].points() == totals[1].points():
		e.Why = "cash"
	}
	return e
}

func (s *State) result() *games.Result {
	out := &games.Result{Why: "crooks.over." + s.Scores.Ended.Why}
	for _, r := range s.Scores.Ended.Ranks {
		var seats []games.Seat
		for _, id := range r.Seats {
			seats = append(seats, games.Seat(id))
		}
		out.Ranks = append(out.Ranks, seats)
	}
	return out
}
