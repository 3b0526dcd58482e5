package crooks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Format writes a position, one thing a line.
func (Positions) Format(g games.Game) string {
	v, ok := g.View(games.Engine).(View)
	if !ok {
		return ""
	}
	var b strings.Builder
	say := func(words ...string) { fmt.Fprintln(&b, strings.Join(words, " ")) }
	seats := []string{"seats"}
	for _, p := range v.Engine.Seats {
		seats = append(seats, p.ID)
	}
	say(seats...)
	if v.Active == "" {
		say("turn", strconv.Itoa(v.Turn))
	} else {
		say("turn", strconv.Itoa(v.Turn), v.Active)
	}
	say("phase", v.Phase)
	say("bank", strconv.Itoa(v.Bank))
	if v.Engine.Lone > 0 {
		say("lone", strconv.Itoa(v.Engine.Lone))
	}
	for _, p := range v.Engine.Piles {
		say("pile", p.Place, orNone(p.Crooks))
	}
	for _, p := range v.Engine.Seats {
		p.format(say)
	}
	for _, c := range v.Engine.Box {
		say(c.Seat, "box", Standing{c.ID, c.Up, c.Known}.text())
	}
	if v.Pending != "" {
		say("paid", v.Pending)
	}
	formatEnd(v, say)
	return b.String()
}

func (p Seat) format(say func(...string)) {
	say(p.ID, "cash", strconv.Itoa(p.Cash))
	if p.Passed {
		say(p.ID, "passed")
	}
	for _, row := range p.Rows {
		var crooks []string
		for _, c := range row.Crooks {
			crooks = append(crooks, c.text())
		}
		say(p.ID, strconv.Itoa(row.Target), strings.Join(crooks, " "))
	}
	for _, n := range p.Seen {
		say(p.ID, "seen", n.text())
	}
}

func (c Standing) text() string {
	out := c.ID
	if !c.Up {
		out = "-" + out
	}
	if len(c.Known) > 0 {
		out += ":" + strings.Join(c.Known, ",")
	}
	return out
}

func (n Sheet) text() string {
	cards, what := slices.Clone(n.Cards), n.Place
	if n.Target > 0 {
		what = strconv.Itoa(n.Target)
		for i := range cards {
			cards[i] = n.Seats[i] + ":" + cards[i]
		}
	}
	out := what + " " + strconv.Itoa(n.Turn) + " " + orNone(cards)
	if n.Gone > 0 {
		out += " gone " + strconv.Itoa(n.Gone)
	}
	return out
}

// orNone writes crooks, "-" when there is none.
func orNone(cards []string) string {
	if len(cards) == 0 {
		return "-"
	}
	return strings.Join(cards, " ")
}

// formatEnd writes what an ended game came to.
func formatEnd(v View, say func(...string)) {
	if why := v.Engine.Ended.Why; why != "" {
		say("decided", why)
	}
	for i, r := range v.Engine.Ended.Ranks {
		say(append([]string{"rank", strconv.Itoa(i + 1)}, r.Seats...)...)
	}
	for _, t := range v.Totals {
		say(t.Seat, "points", strconv.Itoa(t.points()))
	}
}
