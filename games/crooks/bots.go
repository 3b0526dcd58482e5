package crooks

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Styles of bots.
const (
	styleRandom = "random"
	styleGreedy = "greedy"
)

// Styles lists the bots whose figures the specification gives in its section
// 7.4, the better one first.
func (Rules) Styles() []string { return []string{styleGreedy, styleRandom} }

// Play is what a bot writes for an open mail. It sees its own view only.
func (r Rules) Play(s *State, seat games.Seat, w games.Window, style string, pick func(n int) int) []games.Line {
	v, _ := r.View(s, seat).(View)
	b := bot{v: v, me: string(seat), pick: pick, greedy: style == styleGreedy}
	switch {
	case slices.Contains(w.Kinds, kindTurn):
		return []games.Line{b.turn()}
	case len(v.Hand) > 0:
		return []games.Line{b.take()}
	}
	return nil
}

// bot is a player who knows its view. Weights are hundredths of a point.
type bot struct {
	v      View
	me     string
	pick   func(n int) int
	greedy bool
}

func (b bot) cash() int {
	for _, p := range b.v.Seats {
		if p.Seat == b.me {
			return p.Cash
		}
	}
	return 0
}

// row is what a seat has at a target.
func (b bot) row(seat string, target int) []CrookView {
	for _, r := range b.v.Targets[target-firstCard].Rows {
		if r.Seat == seat {
			return r.Crooks
		}
	}
	return nil
}

// room lists the free targets, used those that are not.
func (b bot) room() (free, used []int) {
	for t := firstCard; t <= lastCard; t++ {
		if len(b.row(b.me, t)) == 0 {
			free = append(free, t)
		} else {
			used = append(used, t)
		}
	}
	return free, used
}

// turn recruits where it can; it passes when all its targets are used.
func (b bot) turn() games.Line {
	free, _ := b.room()
	var may []PileView
	for _, p := range b.v.Piles {
		if p.Size > 0 && p.Size <= b.cash() {
			may = append(may, p)
		}
	}
	if len(free) == 0 || len(may) == 0 {
		return games.Order("pass")
	}
	if b.greedy {
		return games.Order("recruit", "at", b.likedPlace(may, len(free)))
	}
	return games.Order("recruit", "at", may[b.pick(len(may))].Place)
}

// likedPlace is the pile nearest to the size the purse can bear for the targets
// still free; a small chance decides between two like it.
func (b bot) likedPlace(may []PileView, free int) string {
	want := min(4000, max(1000, 1000*b.cash()/max(1, free-2)))
	place, best := "", 0
	for _, p := range may {
		off := 1000*p.Size - want
		score := b.pick(500) - max(off, -off)
		if place == "" || score > best {
			place, best = p.Place, score
		}
	}
	return place
}

// take chooses crook, target and ability from the pile in hand.
func (b bot) take() games.Line {
	var may []CrookView
	for _, c := range b.v.Hand {
		if c.Ability != caid || len(b.v.Hand) == 1 {
			may = append(may, c)
		}
	}
	free, used := b.room()
	if len(free) == 0 {
		return games.Order("take", "sel", may[0].ID) // it passes before that
	}
	c, target := may[b.pick(len(may))], free[b.pick(len(free))]
	if b.greedy {
		c, target = b.best(may, free)
	}
	if b.hides(c) {
		return take(c, target, "face", "hidden")
	}
	return b.use(c, target, free, used)
}

func take(c CrookView, target int, more ...string) games.Line {
	return games.Order("take", append([]string{"sel", c.ID, "to", strconv.Itoa(target)}, more...)...)
}

// hides tells whether the bot lays a crook face down.
func (b bot) hides(c CrookView) bool {
	switch {
	case c.Ability == caid || b.cash() < b.v.Fee:
		return false
	case b.greedy:
		return c.Ability == "" && c.Level >= 7 && b.cash() > 6 && b.pick(100) < 30
	}
	return b.pick(100) < 20
}

// use places a crook face up with his ability.
func (b bot) use(c CrookView, target int, free, used []int) games.Line {
	if c.Ability == accomplice {
		used = b.open(used)
	}
	joins := len(used) > 0 && (b.greedy || b.pick(2) == 0)
	switch {
	case c.Ability == accomplice && joins && b.greedy:
		return take(c, used[len(used)-1])
	case c.Ability == accomplice && joins:
		return take(c, used[b.pick(len(used))])
	case c.Ability == transfer && joins:
		return take(c, used[b.pick(len(used))], "move", strconv.Itoa(free[b.pick(len(free))]))
	case c.Ability == killer:
		if v := b.victim(free); v.seat != "" {
			return take(c, v.target, "kill", v.seat)
		}
	}
	return take(c, target)
}

// open lists the targets that an Accomplice may join.
func (b bot) open(used []int) []int {
	return slices.DeleteFunc(slices.Clone(used), func(t int) bool {
		return b.v.Pairs && len(b.row(b.me, t)) > 1
	})
}

// mark is a rival's crooks that a Killer could reach.
type mark struct {
	seat          string
	target, level int
}

// victim is a rival at a target where the bot has nothing: the strongest one,
// or any. A crook face down counts as level 6.
func (b bot) victim(free []int) mark {
	var all []mark
	for _, p := range b.v.Seats {
		for _, t := range free {
			m := mark{p.Seat, t, 0}
			for _, c := range b.row(p.Seat, t) {
				m.level += guess(c)
			}
			if m.level > 0 && p.Seat != b.me {
				all = append(all, m)
			}
		}
	}
	if len(all) == 0 {
		return mark{}
	}
	best := all[b.pick(len(all))]
	for _, m := range all {
		if b.greedy && m.level >= best.level {
			best = m
		}
	}
	return best
}

// guess is a crook's level, 6 when it is not seen.
func guess(c CrookView) int {
	if c.ID == "" {
		return 6
	}
	return c.Level
}

// best is the crook and free target that promise most.
func (b bot) best(may []CrookView, free []int) (CrookView, int) {
	type choice struct {
		c      CrookView
		target int
	}
	var like []choice
	most := 0
	for _, c := range may {
		for _, t := range free {
			score := b.worth(c, t)
			if len(like) == 0 || score > most {
				like, most = nil, score
			}
			if score == most {
				like = append(like, choice{c, t})
			}
		}
	}
	one := like[b.pick(len(like))]
	return one.c, one.target
}

// worth weighs a crook at a target: the value if nobody is stronger there, less
// for a weak crook; a little for spoiling it otherwise; gangs; a theft.
func (b bot) worth(c CrookView, t int) int {
	value, strongest := t+c.Mod, 0
	for _, r := range b.v.Targets[t-firstCard].Rows {
		sum, unseen := 0, false
		for _, o := range r.Crooks {
			if o.Down {
				unseen = true
				continue
			}
			sum += o.Level
			value += o.Mod
		}
		if sum == 0 && unseen {
			sum = 6
		}
		if r.Seat != b.me {
			strongest = max(strongest, sum)
		}
	}
	value = max(0, value)
	score := 10 * value * min(10, c.Level+1)
	if strongest > c.Level {
		score = -15 * value
		if c.Mod < 0 {
			score += 30
		}
	}
	score += 70 * len(c.Gangs)
	if c.Ability == pickpocket {
		score += 150
	}
	return score
}
