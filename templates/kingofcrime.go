package templates

import (
	"slices"
	"strings"

	"fivepoints/games"
	koc "fivepoints/games/kingofcrime"
)

// kingOfCrime shows the table: to a seat first its hand with what each card
// does, then the round under way, then the Families as a picture.
func (w *Writer) kingOfCrime(v koc.View, own games.Seat) []block {
	var out []block
	if len(v.Seats) == 0 {
		return nil
	}
	if own != "" {
		out = append(out, w.kocOwn(v)...)
	}
	if v.Round.N > 0 {
		out = append(out, w.kocRound(v, own)...)
	}
	out = append(out, heading{3, w.t("kingofcrime.view.table")}, pre{w.kocTable(v)}, para{w.t("kingofcrime.view.legend")})
	if kept := w.kocRackets(v); len(kept) > 0 {
		out = append(out, list{kept})
	}
	return append(out, w.kocStock(v)...)
}

// kocOwn is the hand, a card a line, and what its owner must settle.
func (w *Writer) kocOwn(v koc.View) []block {
	if len(v.Hand) == 0 {
		return []block{para{w.t("kingofcrime.view.hand.empty")}}
	}
	var cards []inline
	for i, id := range v.Hand {
		if i > 0 && v.Hand[i-1] == id {
			continue
		}
		line := append(typed(id), text(" "+w.kocShort(v, id))...)
		if n := strings.Count(" "+strings.Join(v.Hand, " ")+" ", " "+id+" "); n > 1 {
			line = append(line, text(" ×"+itoa(n))...)
		}
		cards = append(cards, append(line, text(colon(w.lang)+w.kocDoes(v, id))...))
	}
	out := []block{heading{3, w.t("kingofcrime.view.hand")}, list{cards}}
	if v.Owed > 0 {
		out = append(out, para{w.t("kingofcrime.view.owed", number("n", v.Owed))})
	}
	if len(v.Options) > 0 {
		out = append(out, para{w.t("kingofcrime.view.options", arg("cards", "list:card", v.Options...))})
	}
	return out
}

func kocCard(v koc.View, id string) koc.Card {
	for _, c := range v.Cards {
		if c.ID == id {
			return c
		}
	}
	return koc.Card{ID: id, Name: id}
}

// kocShort is a card's name without its id.
func (w *Writer) kocShort(v koc.View, id string) string {
	c := kocCard(v, id)
	if w.lang == games.FR && c.FR != "" {
		return c.FR
	}
	return c.Name
}

// kocDoes says what a card is good for.
func (w *Writer) kocDoes(v koc.View, id string) string {
	c := kocCard(v, id)
	switch c.Kind {
	case "boss", "mug":
		return w.kocMugLine(c)
	case "racket":
		return w.name("type", c.Type) + ", " + w.kocBonus(c)
	}
	return w.kocEffect(c.Effect, true)
}

// kocMugLine is a Mug in short: "3 FP, VM, 5x, *V, M4".
func (w *Writer) kocMugLine(c koc.Card) string {
	out := []string{itoa(c.FP) + " FP", c.Icons, kocDie(c)}
	if c.Control != "" {
		out = append(out, "*"+c.Control)
	}
	if c.Override != "" {
		out = append(out, c.Override[:1]+"="+c.Override[1:])
	}
	if c.DrawOn != "" {
		out = append(out, "+1 ("+c.DrawOn+")")
	}
	return strings.Join(out, ", ")
}

// kocDie is the number that hits a Mug and what happens: 6t! turns and retaliates.
func kocDie(c koc.Card) string {
	out := itoa(c.Die) + map[bool]string{true: "t", false: "x"}[c.OnHit == "turn"]
	if c.Retaliation {
		out += "!"
	}
	return out
}

func (w *Writer) kocBonus(c koc.Card) string {
	effect := word("effect", text(w.kocEffect(c.Effect, c.Bonus == "option")))
	switch c.Bonus {
	case "combo":
		return w.t("kingofcrime.view.bonus.combo", arg("types", "text", c.Trigger), effect).String()
	case "option":
		return w.t("kingofcrime.view.bonus.option", effect).String()
	}
	trigger, n, _ := strings.Cut(c.Trigger, ":")
	on := w.t("kingofcrime.view.trigger."+trigger, arg("n", "int", n))
	return w.t("kingofcrime.view.bonus.extra", word("trigger", on), effect).String()
}

// kocEffect says what an effect does, and on whom where that is a choice.
func (w *Writer) kocEffect(e koc.Effect, aimed bool) string {
	key := "kingofcrime.view.effect." + e.Verb
	n := itoa(e.N)
	args := []games.MsgArg{number("n", e.N), number("drop", e.Drop)}
	switch {
	case e.Verb == "fp":
		if e.N > 0 {
			n = "+" + n
		}
		args = []games.MsgArg{arg("n", "text", strings.Replace(n, "-", "\u2212", 1))}
		if !aimed {
			key += ".own"
		}
	case e.Verb == "attach":
		gives, types, _ := strings.Cut(e.Give, ":")
		key += "." + gives
		args = append(args, arg("types", "text", types))
	case e.Verb == "discard" && e.On == "hand":
		key += ".hand"
	case e.Verb == "draw" && e.Drop > 0:
		key += ".drop"
	case e.Verb == "straighten" && e.N > 8:
		key += ".all"
	case e.Verb == "recover":
		args = append(args, word("what", w.t("kingofcrime.view.what."+e.What)))
	}
	out := w.t(key, args...).String()
	who := map[string]string{"self": "self", "other": "other", "each_other": "each"}[e.Who]
	if aimed && who != "" && e.On != "card" && e.On != "hand" {
		out += " (" + w.t("kingofcrime.view.who."+who).String() + ")"
	}
	return out
}

// kocRound is the round under way: who stands how before the dice, and what waits.
func (w *Writer) kocRound(v koc.View, own games.Seat) []block {
	rd := v.Round
	args := []games.MsgArg{number("n", rd.N), arg("card", "card", rd.Racket), arg("type", "type", rd.Type)}
	title := w.t("kingofcrime.view.round", args...)
	if rd.Holder != "" {
		title = w.t("kingofcrime.view.takeover", append(args, arg("holder", "seat", rd.Holder))...)
	}
	g := grid{right: []bool{false, true, true, true, true}}
	for _, c := range []string{"seat", "mugs", "combo", "cards", "sum"} {
		g.head = append(g.head, w.t("kingofcrime.view.col."+c))
	}
	for _, t := range rd.Sums {
		g.rows = append(g.rows, []inline{w.one("seat", t.Seat), text(itoa(t.Mugs)), text(itoa(t.Combo)), w.one("int", itoa(t.Cards)), w.one("int", itoa(t.Total-t.Die))})
	}
	out := []block{heading{3, title}, g}
	if waits := w.kocEntries(v); len(waits) > 0 {
		out = append(out, para{w.t("kingofcrime.view.entries", word("list", join(", ", waits...)))})
	}
	return append(out, w.kocAnswers(v, own)...)
}

func (w *Writer) kocEntries(v koc.View) []inline {
	var out []inline
	for _, e := range v.Round.Entries {
		if e.Dead {
			continue
		}
		on := w.name("seat", e.Seat)
		if e.Mug != "" {
			on = w.name("card", e.Mug)
		}
		if e.Seat == "" && e.Mug == "" {
			on = "*"
		}
		out = append(out, text(w.name("card", e.Card)+" → "+on))
	}
	return out
}

// kocAnswers tells a seat that is asked for answers what it may do.
func (w *Writer) kocAnswers(v koc.View, own games.Seat) []block {
	if v.Round.Wave == 0 || own == "" || v.Round.Stage != "play" {
		return nil
	}
	key := "kingofcrime.view.answer"
	if v.Round.NoMore {
		key = "kingofcrime.view.nomore"
	}
	out := []block{para{w.t(key)}}
	if v.Round.Last {
		out = append(out, para{w.t("kingofcrime.view.last")})
	}
	return out
}

// kocTable draws the Families, a Mug a line: code, name, points, icons, die,
// what it may control, the Racket over it.
func (w *Writer) kocTable(v koc.View) []string {
	var lines []string
	for _, s := range v.Seats {
		mark := "  "
		if s.Seat == v.Active {
			mark = "> "
		}
		lines = append(lines, mark+w.name("seat", s.Seat)+" ("+w.t("kingofcrime.view.col.hand").String()+colon(w.lang)+itoa(s.Hand)+")")
		var rows [][]string
		for _, m := range s.Mugs {
			rows = append(rows, w.kocRow(v, m))
		}
		for i, l := range picture(rows) {
			lines = append(lines, "    "+strings.TrimRight(l, " "))
			for _, under := range s.Mugs[i].Under {
				lines = append(lines, "        + "+under+" "+w.kocShort(v, under))
			}
		}
		for _, h := range s.Rackets {
			if h.On == "" {
				lines = append(lines, "    ? "+h.ID+" "+w.kocShort(v, h.ID))
			}
		}
	}
	return lines
}

func (w *Writer) kocRow(v koc.View, m koc.MugView) []string {
	c := kocCard(v, m.ID)
	control := ""
	if c.Control != "" {
		control = "*" + c.Control
	}
	state := ""
	if m.Turned {
		state = w.t("kingofcrime.view.turned").String()
	}
	if m.Racket != "" {
		state = strings.TrimSpace(state + " [" + m.Racket + "]")
	}
	return []string{m.ID, w.kocShort(v, m.ID), itoa(m.FP), c.Icons, kocDie(c), control, state}
}

// kocRackets names the Rackets on the table with their bonus, each once.
func (w *Writer) kocRackets(v koc.View) []inline {
	var out []inline
	for _, s := range v.Seats {
		for _, h := range s.Rackets {
			line := append(typed(h.ID), text(" "+w.kocShort(v, h.ID)+" (")...)
			line = append(append(line, w.one("seat", s.Seat)...), text(")"+colon(w.lang)+w.kocDoes(v, h.ID))...)
			out = append(out, line)
		}
	}
	return out
}

func (w *Writer) kocStock(v koc.View) []block {
	stock := w.t("kingofcrime.view.stock", number("pile", v.Pile), number("discard", len(v.Discard)))
	if n := len(v.Discard); n > 0 {
		newest := slices.Clone(v.Discard[max(0, n-4):])
		slices.Reverse(newest)
		stock = append(append(stock, text(" ")...), w.t("kingofcrime.view.newest", arg("cards", "list:card", newest...))...)
	}
	goal := w.t("kingofcrime.view.goal")
	if v.Cap > 0 {
		goal = append(append(goal, text(" ")...), w.t("kingofcrime.view.cap", number("turn", v.Cap))...)
	}
	return []block{para{stock}, para{goal}}
}
