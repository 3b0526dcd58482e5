package desk

import (
	"slices"
	"strings"
	"time"

	"fivepoints/games/order"
)

// reader reads what stands behind a word.
type reader struct {
	Sender
	c     Command
	rest  string // in plain characters
	raw   string // as typed
	loud  bool   // the word stands in capitals
	meant bool   // what follows looks like an argument
}

func (r *reader) nothing() bool { return strings.Trim(r.rest, "?!. ") == "" }

// topic is at most two words: HELP move, RULES b.m.2.
func (r *reader) topic() bool {
	r.c.Value = strings.TrimRight(r.rest, "?!. ")
	n := len(strings.Fields(r.c.Value))
	return n <= 1 || n == 2 && r.loud
}

// turn is one word that names a mail or a turn, or nothing.
func (r *reader) turn() bool {
	f := strings.Fields(strings.Trim(r.rest, "[]?!. "))
	switch {
	case len(f) == 0:
		return true
	case len(f) == 1 && isTag(f[0]):
		r.c.Turn = f[0]
		return true
	}
	return false
}

// window is turn with a word that must be there: nothing is resolved by a
// command that was written for another mail.
func (r *reader) window() bool { return r.turn() && r.c.Turn != "" }

func isTag(s string) bool {
	if len(s) > 24 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789/-") != "" {
		return false
	}
	return strings.ContainsAny(s, "0123456789")
}

// absence is FROM UNTIL [SITTER address] [: reason].
func (r *reader) absence() bool {
	rest, ok := r.span(r.rest)
	if !ok {
		return false
	}
	first, behind := cutWord(rest)
	if first == "suppleant" || first == "suppleante" || first == "sitter" || first == "remplacant" || first == "remplacante" {
		who, more := cutWord(behind)
		if !isAddress(who) {
			return false
		}
		r.c.Address, rest = who, more
	}
	r.c.Reason = r.typed(rest)
	return true
}

// sitter is ADDRESS FROM UNTIL.
func (r *reader) sitter() bool {
	who, rest := cutWord(r.rest)
	if !isAddress(who) {
		return false
	}
	r.meant, r.c.Address = true, who
	rest, ok := r.span(rest)
	return ok && rest == ""
}

// span reads two dates and returns what follows.
func (r *reader) span(s string) (rest string, ok bool) {
	f := fields(s)
	f = skip(f, "du", "from", "de", "le")
	r.meant = r.meant || len(f) > 0 && strings.ContainsAny(f[0], "0123456789")
	from, n := readDate(f, r.Now)
	if n == 0 {
		return "", false
	}
	f = skip(f[n:], "au", "to", "until", "jusqu'au", "jusqu", "-", "..", "->", "au", "le", "till")
	until, n := readDate(f, from.Time())
	if n == 0 {
		return "", false
	}
	r.c.From, r.c.Until = from, until
	return strings.Join(f[n:], " "), true
}

// press is [GREY] TO a, b: text, or with the text on the lines below.
func (r *reader) press() bool {
	s := r.rest
	for _, grey := range []string{"grise ", "gris ", "grey ", "gray ", "anonyme "} {
		if after, ok := strings.CutPrefix(s, grey); ok {
			s, r.c.Grey = after, true
		}
	}
	to, told := cutTo(s)
	names, text, inline := strings.Cut(to, ":")
	if !told && !inline && !r.loud { // "Message received"
		return false
	}
	if inline {
		r.c.Value = r.typed(strings.TrimSpace(text))
	}
	for _, name := range strings.FieldsFunc(names, func(c rune) bool { return c == ',' || c == ' ' || c == ';' }) {
		switch name {
		case "et", "and", "&":
		case "tous", "toutes", "all", "everybody", "everyone":
			r.c.All = true
		default:
			r.c.To = append(r.c.To, name)
		}
	}
	known := r.c.All || slices.ContainsFunc(r.c.To, func(name string) bool { return slices.Contains(r.Seats, name) })
	r.meant = r.meant || known
	return r.c.All != (len(r.c.To) > 0) && (known || r.loud)
}

// cutTo drops TO or A in front of names; without it, names end at a colon.
func cutTo(s string) (string, bool) {
	for _, to := range []string{"to ", "a ", "pour ", "aux ", "for "} {
		if after, ok := strings.CutPrefix(s, to); ok {
			return strings.TrimSpace(after), true
		}
	}
	return s, false
}

// announce is a text on its line or below.
func (r *reader) announce() bool {
	r.c.Value, r.c.All = r.raw, true
	return true
}

// typed finds the end of the line as it was typed, from its plain form.
func (r *reader) typed(plain string) string {
	if plain == "" {
		return ""
	}
	raw := []rune(r.raw)
	for n := range raw { // the shortest tail that reads the same
		tail := strings.TrimSpace(string(raw[len(raw)-1-n:]))
		if p, _ := order.Plain(tail); strings.Join(strings.Fields(p), " ") == plain {
			return tail
		}
	}
	return plain
}

// language is fr or en, also spelt out.
func (r *reader) language() bool {
	switch strings.Trim(r.rest, ". ") {
	case "fr", "french", "francais":
		r.c.Value = "fr"
	case "en", "english", "anglais":
		r.c.Value = "en"
	}
	return r.c.Value != ""
}

// zone is an IANA name, as typed: Europe/Paris.
func (r *reader) zone() bool {
	name := strings.Trim(r.raw, ". ")
	r.meant = strings.Contains(name, "/")
	loc, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return false
	}
	r.c.Value = loc.String()
	return true
}

// notices is immediate, digest or quiet.
func (r *reader) notices() bool {
	kinds := map[string]string{
		"immediate": "immediate", "immediats": "immediate", "immediat": "immediate", "digest": "digest", "resume": "digest",
		"quotidien": "digest", "daily": "digest", "quiet": "quiet", "silence": "quiet", "aucun": "quiet", "none": "quiet",
	}
	r.c.Value = kinds[strings.Trim(r.rest, ". ")]
	return r.c.Value != ""
}

// address is [ADD|REMOVE] ADDRESS.
func (r *reader) address() bool {
	first, rest := cutWord(r.rest)
	switch first {
	case "add", "ajouter":
		r.c.Value = "add"
	case "remove", "retirer", "enlever":
		r.c.Value = "remove"
	default:
		rest = r.rest
	}
	r.c.Address = strings.Trim(rest, "<>., ")
	return isAddress(r.c.Address)
}

// isAddress tells what has the look of a mail address; whoever uses it parses it.
func isAddress(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && strings.Contains(domain, ".") && len(s) <= 254 && !strings.ContainsAny(s, " <>\"(),:;\\[]") && strings.Count(s, "@") == 1
}

// join is nothing, a seat, or OBSERVER.
func (r *reader) join() bool {
	f := strings.Fields(r.rest)
	if len(f) == 1 {
		r.c.Seat = f[0]
	}
	return len(f) == 0 || len(f) == 1 && isSeat(f[0])
}

// seat is nothing or one seat.
func (r *reader) seat() bool { return r.join() }

func isSeat(s string) bool {
	return len(s) <= 16 && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// contest is a mail, and why.
func (r *reader) contest() bool {
	tag, _ := cutWord(r.rest)
	if !isTag(tag) {
		return false
	}
	r.meant, r.c.Turn = true, tag
	_, why := cutWord(r.raw)
	r.c.Reason = why
	return true
}

// reason is any text behind a word in capitals: "Pause for thought" is talk.
func (r *reader) reason() bool {
	r.c.Reason = r.raw
	return r.raw == "" || r.loud
}

// substitute is SEAT ADDRESS [LANG].
func (r *reader) substitute() bool {
	f := strings.Fields(r.rest)
	if len(f) > 1 && (f[1] == "par" || f[1] == "by" || f[1] == "with") {
		f = slices.Delete(f, 1, 2)
	}
	if len(f) < 2 || len(f) > 3 || !isSeat(f[0]) || !isAddress(f[1]) {
		return false
	}
	r.c.Seat, r.c.Address = f[0], f[1]
	if len(f) == 3 {
		r.c.Value = f[2]
	}
	return len(f) == 2 || f[2] == "fr" || f[2] == "en"
}

// calendar is the plan of deadlines, as games/deadline reads it.
func (r *reader) calendar() bool {
	r.c.Value = r.raw
	return r.raw != "" && r.loud
}

// admit is a PERSON, as the log names people, and a seat.
func (r *reader) admit() bool {
	f := strings.Fields(r.rest)
	if len(f) < 1 || len(f) > 2 || !isSeat(f[0]) || len(f) == 2 && !isSeat(f[1]) {
		return false
	}
	r.c.Value = f[0]
	if len(f) == 2 {
		r.c.Seat = f[1]
	}
	return true
}

// become is one seat; the orders are below.
func (r *reader) become() bool { return r.seat() && r.c.Seat != "" }

// adjust is items of a position, as typed; the reason is behind " : " or on lines of its own.
func (r *reader) adjust() bool {
	items, why, _ := strings.Cut(r.raw, " : ")
	r.c.Value, r.c.Reason = strings.TrimSpace(items), strings.TrimSpace(why)
	return r.c.Value != ""
}

// length is [TAG] LENGTH [reason].
func (r *reader) length() bool {
	f := fields(r.rest)
	if len(f) > 0 && isTag(f[0]) {
		if _, n := readLength(f); n == 0 {
			r.c.Turn, f = f[0], f[1:]
		}
	}
	d, n := readLength(f)
	if n == 0 {
		return false
	}
	r.c.For, r.c.Reason = d, r.typed(strings.Join(f[n:], " "))
	return true
}

// moment is [TAG] DATE [HOUR] [reason], or [TAG] +LENGTH.
func (r *reader) moment() bool {
	f := fields(r.rest)
	if len(f) > 0 && isTag(f[0]) {
		if _, n := readDate(f, r.Now); n == 0 && !isLength(f) {
			r.c.Turn, f = f[0], f[1:]
		}
	}
	if isLength(f) {
		d, n := readLength(f)
		r.c.For, r.c.Reason = d, r.typed(strings.Join(f[n:], " "))
		return true
	}
	at, n := readMoment(f, r.Now)
	if n == 0 {
		return false
	}
	r.c.At, r.c.Reason = at, r.typed(strings.Join(f[n:], " "))
	return true
}

func isLength(f []string) bool {
	_, n := readLength(f)
	return n > 0
}
