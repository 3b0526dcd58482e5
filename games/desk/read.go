package desk

import (
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/order"
)

// maxCommands bounds what one mail may ask; what comes behind is left unread.
const maxCommands = 20

// Command is one thing that a mail asks of the desk.
type Command struct {
	Word      string // one of the words of this package
	Moderator bool   // only a moderator may
	N         int    // its line
	Text      string // as typed

	Seat    string        // whose it is about
	To      []string      // readers of press, seats; empty with All
	All     bool          // press for everybody
	Grey    bool          // press without a name
	Turn    string        // the mail or turn it names: "1893c"
	From    Date          // first day
	Until   Date          // last day
	At      Moment        // of a deadline
	For     time.Duration // of an extension, a deadline from now
	Address string
	Value   string // a language, a zone, a topic, a kind of notices, items of a position
	Reason  string

	Body  []events.Line // of a block
	Ended bool          // the block has its own end

	Problem *games.Msg // why it was not understood; the rest is then empty
	Nearest string     // what to type instead
}

// Sender is who wrote a message, as far as reading it goes.
type Sender struct {
	Lang      games.Lang
	Now       time.Time // when the message came: it settles dates without a year
	Seats     []string  // of the game: press in small letters is to one of them
	Moderator bool      // his words count in small letters, too
}

// Read takes what is asked of the desk out of a message and returns the lines
// that are left for the order sheet.
func Read(lines []events.Line, from Sender) (asked []Command, rest []events.Line) {
	table := forms()
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.Class != "" || len(asked) == maxCommands {
			rest = append(rest, l)
			continue
		}
		c, ok := one(table, l, from)
		if !ok {
			rest = append(rest, l)
			continue
		}
		if c.block() {
			var n int
			c.Body, c.Ended, n = body(lines[i+1:])
			i += n
		}
		asked = append(asked, c)
	}
	return asked, rest
}

// block tells whether lines follow that belong to the command, understood or not:
// what was written for one pair of eyes must not become anything else.
func (c Command) block() bool {
	switch c.Word {
	case Press:
		return c.Value == ""
	case Announce:
		return c.Value == ""
	case Become:
		return true
	}
	return false
}

// body takes the lines of a block up to its end, its end included.
func body(lines []events.Line) (body []events.Line, ended bool, n int) {
	for i, l := range lines {
		if l.Class != "" {
			return trimmed(body), false, i
		}
		if isEnd(l.Text) {
			return trimmed(body), true, i + 1
		}
		body = append(body, l)
	}
	return trimmed(body), false, len(lines)
}

func isEnd(text string) bool {
	s, ok := order.Plain(text)
	s = strings.Join(strings.Fields(strings.TrimRight(s, ". ")), "")
	switch s {
	case "fin", "end", "endpress", "finmessage", "finpresse", "endannounce", "finannonce", "endbecome":
		return ok
	}
	return false
}

// trimmed drops empty lines at both ends.
func trimmed(lines []events.Line) []events.Line {
	empty := func(l events.Line) bool { return strings.TrimSpace(l.Text) == "" }
	for len(lines) > 0 && empty(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && empty(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// forms maps every folded form to its word.
func forms() map[string]word {
	out := map[string]word{}
	for _, w := range words() {
		for _, f := range append(slices.Clone(w.fr), w.en...) {
			plain, _ := order.Plain(f)
			out[plain] = w
		}
	}
	return out
}

// Forms lists all words of the desk as they are typed, in plain characters.
func Forms() []string {
	var out []string
	for f := range forms() {
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

// one reads a line; ok is false when it asks nothing of the desk.
func one(table map[string]word, l events.Line, from Sender) (Command, bool) {
	s, ok := order.Plain(l.Text)
	if !ok || s == "" {
		return Command{}, false
	}
	verb, rest := cutWord(s)
	w, known := table[verb]
	r := reader{Sender: from, rest: rest, raw: rawRest(l.Text), loud: isLoud(l.Text)}
	if !known || w.moderator && !from.Moderator && !r.loud {
		return Command{}, false
	}
	r.c = Command{Word: w.id, Moderator: w.moderator, N: l.N, Text: strings.TrimSpace(l.Text)}
	if w.shape(&r) {
		return r.c, true
	}
	if !r.meant && !r.loud {
		return Command{}, false
	}
	name := strings.ToUpper(firstForm(w, from.Lang))
	m := games.Say("desk.shape", games.With("word", "text", name))
	return Command{
		Word: w.id, Moderator: w.moderator, N: l.N, Text: r.c.Text, Problem: &m,
		Nearest: strings.TrimSpace(name + " " + w.example),
	}, true
}

// Spell writes a word of the desk as it is typed in a language.
func Spell(id string, lang games.Lang) string {
	for _, w := range words() {
		if w.id == id {
			return strings.ToUpper(firstForm(w, lang))
		}
	}
	return id
}

func firstForm(w word, lang games.Lang) string {
	if lang == games.FR {
		return w.fr[0]
	}
	return w.en[0]
}

// cutWord parts the first word from the rest; a colon behind it is dropped.
func cutWord(s string) (first, rest string) {
	i := strings.IndexFunc(s, func(r rune) bool { return r == ' ' || r == ':' || r == '\t' })
	if i < 0 {
		return strings.TrimRight(s, ".!"), ""
	}
	return s[:i], strings.TrimSpace(strings.TrimLeft(s[i:], ": \t"))
}

// rawRest is what stands behind the first word as it was typed.
func rawRest(text string) string {
	s := strings.TrimLeft(text, " \t*_\"\u00a0")
	i := strings.IndexFunc(s, func(r rune) bool { return r == ' ' || r == ':' || r == '\t' || r == '\u00a0' })
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(strings.TrimRight(strings.TrimLeft(s[i:], ": \t\u00a0"), "*_\""))
}

// isLoud tells a line whose first word is typed in capitals: a command was meant.
func isLoud(text string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(text, " \t*_\"\u00a0"), " ")
	first = strings.TrimRight(first, ":.")
	return len(first) > 1 && strings.ToUpper(first) == first && strings.ToLower(first) != first
}
