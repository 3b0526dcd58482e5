package judge

import (
	"slices"
	"strings"

	"fivepoints/games"
	"fivepoints/games/table"
)

// oneTurn finds the turn a sheet is for. Subject and header may name it both,
// one more closely than the other; when they mean different mails nothing is
// guessed (order.ahead).
func oneTurn(t *table.Table, s Submission, header string) (string, *games.Msg) {
	subject := strings.Fields(s.Turn)
	if s.By == "moderator" || len(subject) == 0 {
		return header, nil
	}
	if header == "" {
		turn, ok := subject[0], true
		for _, other := range subject[1:] {
			if turn, ok = narrower(t, turn, other); !ok {
				return "", twoTurns("judge.two-tags", t, s, "", subject)
			}
		}
		return turn, nil
	}
	for _, turn := range subject { // a subject may quote an older one: the header then chooses
		if turn, ok := narrower(t, turn, header); ok {
			return turn, nil
		}
	}
	return "", twoTurns("judge.two-turns", t, s, header, subject)
}

// twoTurns asks, and tells how to send the sheet again: for the first of the
// mails it names that is open, else for the one that is.
func twoTurns(key string, t *table.Table, s Submission, header string, subject []string) *games.Msg {
	best, _, _ := strings.Cut(openTags(t, s.Seat), ", ")
	if best == "" { // it is not this seat's time to write
		best = subject[len(subject)-1]
	}
	for _, turn := range slices.Backward(append([]string{header}, subject...)) {
		if turn != "" && slices.ContainsFunc(t.Windows, func(w *table.Window) bool {
			return w.Open() && w.Named(turn) && slices.Contains(w.Seats, s.Seat)
		}) {
			best = turn
		}
	}
	m := problem(key, "subject", strings.Join(subject, ", "))
	m.Args = append(m.Args, textArg("sheet", header), textArg("best", best), textArg("tag", strings.TrimSpace("["+t.ID+" "+best)+"]"))
	return m
}

// narrower returns the one of two turn words whose mails are among the
// other's: "1893c" of "1893" and "1893c".
func narrower(t *table.Table, a, b string) (string, bool) {
	mailsA, mailsB := named(t, a), named(t, b)
	switch {
	case len(mailsA) == 0 || len(mailsB) == 0: // one is not known yet
		return longer(a, b)
	case within(mailsB, mailsA):
		return b, true
	case within(mailsA, mailsB):
		return a, true
	}
	return "", false
}

func within(part, all []string) bool {
	return !slices.ContainsFunc(part, func(id string) bool { return !slices.Contains(all, id) })
}

// named lists the mails, closed, open or to come, that a turn word means.
func named(t *table.Table, turn string) []string {
	var ids []string
	for _, w := range t.Windows {
		if w.Named(turn) {
			ids = append(ids, w.ID())
		}
	}
	ahead, _ := t.Game.Ahead()
	for _, w := range ahead {
		if w.Named(turn) && !slices.Contains(ids, w.ID) {
			ids = append(ids, w.ID)
		}
	}
	return ids
}

// longer returns the longer of "1893" and "1893c".
func longer(a, b string) (string, bool) {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	rest, ok := strings.CutPrefix(b, a)
	return b, ok && (rest == "" || rest[0] < '0' || rest[0] > '9')
}
