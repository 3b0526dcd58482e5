package judge

import (
	"slices"
	"strings"
	"sync"

	"fivepoints/games"
	"fivepoints/games/table"
)

// wrongGameOrTurn refuses a sheet that names another game, a turn whose mail
// is closed, or one that will never come: orders are never reinterpreted for
// another turn (order.ahead).
func wrongGameOrTurn(t *table.Table, s Submission, game, turn string) *games.Msg {
	if game != "" && game != t.ID {
		return problem("judge.other-game", "game", game)
	}
	if turn == "" {
		return nil
	}
	late := false
	for _, w := range t.Windows {
		if !w.Named(turn) {
			continue
		}
		if w.Open() && slices.Contains(w.Seats, s.Seat) {
			return nil
		}
		late = late || !w.Open()
	}
	if late {
		return withOpen(t, s.Seat, problem("judge.late", "turn", turn))
	}
	ahead, known := t.Game.Ahead()
	if known && !slices.ContainsFunc(ahead, func(w games.Window) bool { return w.Named(turn) }) {
		return withOpen(t, s.Seat, problem("judge.no-turn", "turn", turn))
	}
	return nil
}

func problem(key, arg, val string) *games.Msg {
	return &games.Msg{Key: key, Args: []games.MsgArg{textArg(arg, val)}}
}

func textArg(name, val string) games.MsgArg {
	return games.MsgArg{Name: name, Kind: "text", Vals: []string{val}}
}

// withOpen tells what the seat may write instead, "–" for nothing.
func withOpen(t *table.Table, seat string, m *games.Msg) *games.Msg {
	open := openTags(t, seat)
	if open == "" {
		open = "–"
	}
	m.Args = append(m.Args, textArg("open", open))
	return m
}

func openTags(t *table.Table, seat string) string {
	var tags []string
	for _, w := range t.Windows {
		if w.Open() && slices.Contains(w.Seats, seat) {
			tags = append(tags, w.Tag)
		}
	}
	return strings.Join(tags, ", ")
}

func refuseAll(notes []table.Note, problem games.Msg) {
	for i := range notes {
		if notes[i].Kind == "order" || notes[i].Kind == "setting" {
			refuse(&notes[i], problem)
		}
	}
}

func refuse(n *table.Note, problem games.Msg) {
	n.Kind, n.Problem, n.Rule = "error", &problem, "order.ahead"
}

// dropNever leaves out the orders that no mail, open or to come, can take from
// this seat, and says so on their lines.
func dropNever(t *table.Table, seat, turn string, lines []games.Line, notes []table.Note) []games.Line {
	calendar := sync.OnceValues(t.Game.Ahead)
	var out []games.Line
	dropping := false
	for _, l := range lines {
		if l.Join == games.Head {
			dropping = !takenNow(t, seat, turn, l) && !takenAhead(t, calendar, seat, turn, l)
			if dropping {
				refuseLine(notes, l.Src, neverTaken(t, calendar, seat, turn, l))
			}
		}
		if !dropping {
			out = append(out, l)
		}
	}
	return out
}

// neverTaken tells why no mail takes an order, and whose the one is that it names.
func neverTaken(t *table.Table, calendar func() ([]games.Window, bool), seat, turn string, l games.Line) games.Msg {
	if turn == "" {
		return games.Msg{Key: "judge.never-again"}
	}
	ahead, _ := calendar()
	open := t.Game.Windows()
	for _, w := range slices.Concat(open, ahead) {
		verb, _ := t.Verb(l.Verb)
		if w.Named(turn) && games.AnswersAny(verb, w.Kinds) && !slices.Contains(w.Seats, games.Seat(seat)) {
			m := problem("judge.other-seat", "turn", turn)
			var whose []string
			for _, s := range w.Seats {
				whose = append(whose, string(s))
			}
			m.Args = append(m.Args, games.With("seats", "list:seat", whose...))
			return *m
		}
	}
	return *problem("judge.never", "turn", turn)
}

func refuseLine(notes []table.Note, src int, m games.Msg) {
	for i := range notes {
		if notes[i].N == src && (notes[i].Kind == "order" || notes[i].Kind == "setting") {
			refuse(&notes[i], m)
		}
	}
}

// takenNow tells whether an open mail takes an order.
func takenNow(t *table.Table, seat, turn string, l games.Line) bool {
	verb, ok := t.Verb(l.Verb)
	return !ok || slices.ContainsFunc(t.Windows, func(w *table.Window) bool {
		return w.Open() && w.Named(lives(l, turn)) && slices.Contains(w.Seats, seat) && games.AnswersAny(verb, w.Kinds)
	})
}

// takenAhead tells whether a mail to come may take an order.
func takenAhead(t *table.Table, calendar func() ([]games.Window, bool), seat, turn string, l games.Line) bool {
	ahead, known := calendar()
	verb, _ := t.Verb(l.Verb)
	return !known || slices.ContainsFunc(ahead, func(w games.Window) bool {
		return t.Window(w.ID) == nil && w.Named(lives(l, turn)) && slices.Contains(w.Seats, games.Seat(seat)) && games.AnswersAny(verb, w.Kinds)
	})
}

// lives is the turn an order is for: a standing one lives on behind the mail that
// its sheet names.
func lives(l games.Line, turn string) string {
	if l.Always || l.Fallback {
		return ""
	}
	return turn
}

// screen leaves out the orders of which a part can never be done, and says so
// on their lines: an order is refused whole.
func screen(t *table.Table, seat string, lines []games.Line, notes []table.Note) []games.Line {
	var out []games.Line
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && lines[n].Join != games.Head {
			n++
		}
		if ref := never(t, seat, lines[:n]); ref == nil {
			out = append(out, lines[:n]...)
		} else {
			refuseOrder(notes, lines[:n], *ref)
		}
		lines = lines[n:]
	}
	return out
}

// never finds what can never be done of an order with its alternatives.
func never(t *table.Table, seat string, lines []games.Line) *games.Refusal {
	for _, l := range lines {
		if ref := t.Game.Screen(games.Seat(seat), l); ref != nil {
			return ref
		}
	}
	return nil
}

func refuseOrder(notes []table.Note, lines []games.Line, ref games.Refusal) {
	for i := range notes {
		n := &notes[i]
		if n.Kind == "order" && slices.ContainsFunc(lines, func(l games.Line) bool { return l.Src == n.N }) {
			n.Kind, n.Problem, n.Rule = "error", &ref.Msg, ref.Rule
		}
	}
}
