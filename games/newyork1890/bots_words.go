package newyork1890

import (
	"strconv"

	"fivepoints/games"
)

// write puts an order on the sheet.
func (b *bot) write(l games.Line) { b.lines = append(b.lines, l) }

// standing writes a setting for good: in the first year as a standing order,
// later only in a mail of its own, where it speaks for itself.
func (b *bot) standing(l games.Line) {
	if b.view.Round == 1 {
		l.Always = true
		b.write(l)
	}
}

// when guards an order with conditions.
func when(l games.Line, conds ...games.Cond) games.Line {
	l.If = append(l.If, conds...)
	return l
}

// atLeast asks for so many own members on a quarter.
func atLeast(n int, place string) games.Cond {
	return games.Cond{Pred: "mine", Args: []games.Arg{
		{Name: "at", Vals: []string{place}},
		{Name: "cmp", Vals: []string{">="}},
		{Name: "n", Vals: []string{strconv.Itoa(n)}},
	}}
}

// nobodyElse asks for a quarter without rivals.
func nobodyElse(place string) games.Cond {
	return games.Cond{Pred: "enemy", Args: []games.Arg{
		{Name: "at", Vals: []string{place}},
		{Name: "cmp", Vals: []string{"="}},
		{Name: "n", Vals: []string{"0"}},
	}}
}

// otherwise makes an order the else branch of the one above.
func otherwise(l games.Line) games.Line {
	l.Join = games.Else
	return l
}

// going is a move of members of given sexes from the first quarter of a way.
func going(who Sexes, way []string) games.Line {
	return games.Line{Verb: "move", Args: []games.Arg{
		{Name: "group", Vals: []string{who.String()}},
		{Name: "from", Vals: []string{way[0]}},
		{Name: "path", Vals: way[1:]},
	}}
}

func number(n int, what string) string { return strconv.Itoa(n) + " " + what }
