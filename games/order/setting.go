package order

import (
	"slices"
	"strings"
	"time"

	"fivepoints/games"
)

// setting reads a line about the sheet itself; ok is false when it is none.
func (s *sheetReader) setting(t *text, in Input) (outcome, bool) {
	if t.bidi || t.long {
		return outcome{}, false
	}
	raw := strings.TrimSpace(in.Text)
	id, n := s.p.settingWord(t), t.len()
	if s.namesGame(t, raw) {
		id = wordGame
	}
	if n > 1 && t.at(n-1) == ":" {
		n--
	}
	switch id {
	case wordReady, wordWait, wordClear, wordAdd, wordCheck, wordResend:
		return s.flag(id, t, n)
	case wordCancel:
		return s.cancel(t, in.N)
	case wordAbsent:
		return s.absent(raw, in.N)
	case wordGame, wordTurn:
		return s.header(raw)
	case wordEnd:
		s.ended = n == 1
		return outcome{kind: Comment}, n == 1
	}
	if n == 1 && (t.at(0) == "pret" || t.at(0) == "prets" || t.at(0) == "prete") {
		return failed(Error, &problem{
			key: "order.ready", rule: "order.ready",
			nearest: []string{strings.ToUpper(platform(wordReady, s.lang))},
		}), true
	}
	return outcome{}, false
}

// settingWord returns the platform word a line begins with, "" when a verb of
// the game begins there.
func (p *Parser) settingWord(t *text) string {
	if _, n := p.words.at(t, 0); n > 0 {
		return ""
	}
	return p.reserved[t.at(0)]
}

// namesGame tells a line that begins with the game's own id and no verb.
func (s *sheetReader) namesGame(t *text, raw string) bool {
	_, verb := s.p.words.at(t, 0)
	return s.game != "" && verb == 0 && strings.HasPrefix(strings.ToLower(strings.TrimLeft(raw, "[( ")), s.game)
}

// flag reads a setting of one word; CHECK may also stand before an order.
func (s *sheetReader) flag(id string, t *text, n int) (outcome, bool) {
	if n > 1 {
		return s.checkedOrder(id, t)
	}
	switch id {
	case wordReady:
		s.sheet.Ready = true
	case wordWait:
		s.sheet.Wait = true
	case wordClear:
		s.sheet.Clear = true
	case wordAdd:
		s.sheet.Add = true
	case wordCheck:
		s.sheet.Check = true
	case wordResend:
		s.sheet.Resend = true
	}
	return outcome{kind: Setting}, true
}

// checkedOrder reads "CHECK order" and "ADD order" on one line.
func (s *sheetReader) checkedOrder(id string, t *text) (outcome, bool) {
	if id != wordCheck && id != wordAdd {
		return outcome{}, false
	}
	rest := fold(strings.TrimPrefix(t.run(1, t.len()-1), ": "))
	r := reader{p: s.p, t: &rest, lang: s.lang}
	o := r.read()
	if o.kind != Order && o.kind != Error {
		return outcome{}, false
	}
	s.sheet.Check = s.sheet.Check || id == wordCheck
	s.sheet.Add = s.sheet.Add || id == wordAdd
	return o, true
}

// cancel reads ANNULE [TOUJOURS] [verb [object]] (order.cancel).
func (s *sheetReader) cancel(t *text, src int) (outcome, bool) {
	c := Cancel{Src: src}
	pos := 1
	if s.p.is(t, pos, wordAlways) {
		c.Always = true
		pos++
	}
	if pos == t.len() {
		s.sheet.Cancel = append(s.sheet.Cancel, c)
		return outcome{kind: Setting}, true
	}
	i, n := s.p.words.at(t, pos)
	if n == 0 {
		r := reader{p: s.p, t: t, lang: s.lang, retry: true}
		if !c.Always && t.len() > pos+1 && len(r.nearVerbs(t.at(pos), false)) == 0 {
			return outcome{}, false
		}
		return failed(Error, r.unknownVerb(pos)), true
	}
	if v := s.p.g.Verbs[i]; v.Closed {
		r := reader{p: s.p, t: t, lang: s.lang, retry: true}
		return failed(Error, r.off(v)), true
	}
	c.Verb = s.p.g.Verbs[i].ID
	if pos += n; pos < t.len() {
		var prob *problem
		if c.Object, prob = s.object(t, i, pos); prob != nil {
			return failed(Error, prob), true
		}
	}
	s.sheet.Cancel = append(s.sheet.Cancel, c)
	return outcome{kind: Setting}, true
}

// object reads the object of a standing order behind its verb.
func (s *sheetReader) object(t *text, verb, pos int) (string, *problem) {
	v := s.p.g.Verbs[verb]
	m := match{t: t, lang: s.lang}
	for _, st := range s.p.verbs[verb].code {
		if st.op != opTake || st.take.name != v.Object {
			continue
		}
		alone := program{[]step{st, {op: opEnd}}}
		args, _, ok := m.whole(&alone, pos, func(at int) bool { return at == t.len() })
		if ok {
			return args[0].Vals[0], nil
		}
	}
	r := reader{p: s.p, t: t, lang: s.lang, retry: true}
	return "", &problem{key: "order.cancel", rule: "order.cancel", args: []games.MsgArg{
		textArg("verb", r.verbName(v)), textArg("word", t.run(pos, t.len()-pos)),
	}}
}

// absent reads ABSENT date..date: ISO dates only (order.absent).
func (s *sheetReader) absent(raw string, src int) (outcome, bool) {
	line, _ := plain(uncomment(raw))
	_, rest, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
	from, to, ok := strings.Cut(strings.TrimSpace(rest), "..")
	if !ok {
		from, to, ok = strings.Cut(strings.TrimSpace(rest), " ")
		to = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(to), "au "), "to ")
	}
	a := Absence{strings.TrimSpace(from), strings.TrimSpace(to), src}
	if ok && isDate(a.From) && isDate(a.To) && a.From <= a.To {
		s.sheet.Absent = &a
		return outcome{kind: Setting}, true
	}
	if !strings.ContainsAny(rest, "0123456789") {
		return outcome{}, false
	}
	return failed(Error, &problem{
		key: "order.absent", rule: "order.absent",
		args: []games.MsgArg{textArg("example", strings.ToUpper(platform(wordAbsent, s.lang))+" 2025-03-12..2025-03-20")},
	}), true
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// header reads PARTIE id [TOUR n] [PHASE c], TOUR n alone, or the game's own
// id and a turn (order.ahead).
func (s *sheetReader) header(raw string) (outcome, bool) {
	game, turn := s.headerWords(raw)
	if game+turn == "" {
		return outcome{}, false
	}
	late := s.sheet.Game == "" && s.orders > 0 && game != "" && game != s.game
	if late && !strings.ContainsAny(raw, "0123456789") {
		return outcome{}, false // "game over"
	}
	if late || s.sheet.Game != "" && game != "" && s.sheet.Game != game || s.otherTurn(turn) {
		s.foreign = true
		return failed(Error, &problem{key: "order.header", rule: "order.ahead"}), true
	}
	if game != "" {
		s.sheet.Game = game
	}
	if turn != "" {
		s.sheet.Turn = turn
	}
	return outcome{kind: Setting}, true
}

// otherTurn: a sheet is for one mail; before its orders "1893" may still become
// "1893c".
func (s *sheetReader) otherTurn(turn string) bool {
	old := s.sheet.Turn
	return turn != "" && old != "" && turn != old && (s.orders > 0 || !strings.HasPrefix(turn, old))
}

// headerWords returns the game and the turn that a line names when nothing
// else stands on it.
func (s *sheetReader) headerWords(raw string) (game, turn string) {
	line, _ := plain(uncomment(raw))
	f := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return strings.ContainsRune(" \t:,[]()", r) })
	named := len(f) >= 2 && s.p.reserved[f[0]] == wordGame
	if named {
		f = f[1:]
	}
	if own := len(f) == 2 && f[0] == s.game; named && isGame(f[0]) || own && isTag(f[1]) {
		game, f = f[0], f[1:]
	}
	if len(f) >= 2 && (s.p.reserved[f[0]] == wordTurn || f[0] == "annee" || f[0] == "year") {
		f, named = f[1:], true
	}
	if len(f) > 0 && isTag(f[0]) && (game != "" || named) {
		turn, f = f[0], f[1:]
	}
	if len(f) == 2 && f[0] == "phase" && len(f[1]) == 1 && turn != "" {
		turn, f = turn+f[1], nil
	}
	if len(f) > 0 {
		return "", ""
	}
	return game, turn
}

// isTag tells a word that names a mail: "1893", "1893c", "t12".
func isTag(s string) bool {
	if len(s) > 1 && s[0] >= 'a' && s[0] <= 'z' {
		s = s[1:]
	}
	return isDigit(s[0])
}

// isGame tells a game id: [a-z][a-z0-9-]{1,15}.
func isGame(s string) bool {
	if len(s) < 2 || len(s) > 16 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	return !slices.ContainsFunc([]byte(s), func(b byte) bool {
		return b != '-' && !isDigit(b) && (b < 'a' || b > 'z')
	})
}
