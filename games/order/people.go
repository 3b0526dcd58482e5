package order

import (
	"strconv"
	"strings"

	"fivepoints/games"
)

// sexesCount is a number of males and females; -1 is not mentioned.
type sexesCount struct{ males, females int }

func (c sexesCount) n() int { return c.males + c.females }

// value is the canonical spelling: "2m1f", "3m", "1f".
func (c sexesCount) value() string {
	s := ""
	if c.males > 0 {
		s = strconv.Itoa(c.males) + "m"
	}
	if c.females > 0 {
		s += strconv.Itoa(c.females) + "f"
	}
	return s
}

func isMale(word string) bool {
	switch word {
	case "h", "m", "homme", "hommes", "male", "males", "man", "men":
		return true
	}
	return false
}

func isFemale(word string) bool {
	switch word {
	case "f", "femme", "femmes", "female", "females", "woman", "women":
		return true
	}
	return false
}

// sexesReader reads [INT] sex {"+" [INT] sex}, also glued: 2h1f.
type sexesReader struct {
	t       *text
	pos     int
	count   sexesCount
	letterM bool // males written as a numbered m
	ok      bool
	twice   bool // a sex was named twice
}

func readSexes(t *text, pos int) sexesReader {
	r := sexesReader{t: t, pos: pos}
	for r.one() {
		r.ok = true
		if r.t.at(r.pos) != "+" {
			break
		}
		before := r.pos
		r.pos++
		if !r.peek() {
			r.pos = before
			break
		}
	}
	r.ok = r.ok && r.count.value() != ""
	return r
}

func (r *sexesReader) peek() bool {
	i := r.pos
	if r.t.isInt(i) {
		i++
	}
	return isMale(r.t.at(i)) || isFemale(r.t.at(i)) || glued(r.t.at(i)) != nil
}

// one reads one number of one sex; it fails on a sex named twice.
func (r *sexesReader) one() bool {
	n, i := 1, r.pos
	numbered := r.t.isInt(i)
	if numbered {
		if n = atoi(r.t.at(i)); n < 1 || n > 999 {
			return false
		}
		i++
	}
	word := r.t.at(i)
	if numbered {
		if more := glued(word); more != nil {
			r.pos = i + 1
			return r.add(n, word[:1], true) && r.addAll(more)
		}
	}
	r.pos = i + 1
	return r.add(n, word, numbered)
}

func (r *sexesReader) addAll(pairs []string) bool {
	for i := 0; i < len(pairs); i += 2 {
		if !r.add(atoi(pairs[i]), pairs[i+1], true) {
			return false
		}
	}
	return true
}

func (r *sexesReader) add(n int, sex string, numbered bool) bool {
	switch {
	case isMale(sex) && r.count.males == 0:
		r.count.males = n
		r.letterM = sex == "m" && numbered
		return true
	case isFemale(sex) && r.count.females == 0:
		r.count.females = n
		return true
	}
	r.twice = r.twice || isMale(sex) || isFemale(sex)
	r.ok = false
	r.count = sexesCount{}
	return false
}

// glued cuts the word behind the first number of "2h1f", which is "h1f", into
// number and sex pairs after its first letter; nil when it is something else.
func glued(word string) []string {
	if len(word) < 3 || !strings.ContainsRune("hmf", rune(word[0])) {
		return nil
	}
	var out []string
	for rest := word[1:]; rest != ""; {
		n := 0
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if n == 0 || n > 3 || n == len(rest) || !strings.ContainsRune("hmf", rune(rest[n])) {
			return nil
		}
		out = append(out, rest[:n], rest[n:n+1])
		rest = rest[n+1:]
	}
	return out
}

// atoi reads a token of at most nine digits; longer ones are too many anyway.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || len(s) > 9 {
		return -1
	}
	return n
}

// sexes reads a value like 2h+1f. In a French game a bare 3m could mean three
// members: it is asked back with 3h.
func (m *match) sexes(out []reading, k *kind, pos int) []reading {
	r := readSexes(m.t, pos)
	if r.twice {
		m.refuse(pos, r.pos-pos, &problem{key: "order.sexes", rule: "order.7", args: []games.MsgArg{textArg("word", m.t.run(pos, r.pos-pos))}})
	}
	if !r.ok {
		return out
	}
	if m.lang == games.FR && r.letterM && r.count.females == 0 {
		n := strconv.Itoa(r.count.males)
		m.refuse(pos, r.pos-pos, &problem{
			key: "order.males", rule: "order.7", hints: []string{n + "h"},
			args: []games.MsgArg{textArg("word", n+"m"), textArg("hint", n+"h")},
		})
		return out
	}
	if !m.addsUp(k.sum, pos, r) || !m.within(k, pos, r.pos-pos, strconv.Itoa(r.count.n())) {
		return out
	}
	return append(out, reading{r.count.value(), r.pos, byID})
}

// addsUp refuses sexes that are more or fewer than the number read before them
// into the argument sum.
func (m *match) addsUp(sum string, pos int, r sexesReader) bool {
	i := len(m.parts) - 1
	for i >= 0 && (m.parts[i].take == nil || m.parts[i].take.name != sum) {
		i--
	}
	return i < 0 || m.isSum(pos, r, m.parts[i].value)
}

func (m *match) isSum(pos int, r sexesReader, n string) bool {
	if r.count.n() == atoi(n) {
		return true
	}
	sexes, _ := spellSexes(r.count.value(), m.lang)
	m.refuse(pos, r.pos-pos, &problem{
		key: "order.sum", rule: "order.3", args: []games.MsgArg{textArg("n", n), textArg("sexes", sexes)},
	})
	return false
}

// group reads INT ["(" sexes ")"] | sexes | all.
func (m *match) group(out []reading, k *kind, pos int) []reading {
	switch m.t.at(pos) {
	case "tous", "toutes", "tout", "all":
		return append(out, reading{"all", pos + 1, byID})
	}
	out = m.sexes(out, k, pos)
	n := m.t.at(pos)
	if !m.t.isInt(pos) || !m.smallInt(pos) || !m.within(k, pos, 1, n) {
		return out
	}
	out = append(out, reading{n, pos + 1, byID})
	if m.t.at(pos+1) != "(" {
		return out
	}
	r := readSexes(m.t, pos+2)
	if !r.ok || m.t.at(r.pos) != ")" {
		return out
	}
	if !m.isSum(pos, r, n) {
		return out
	}
	return append(out, reading{r.count.value(), r.pos + 1, byID})
}

// spellSexes writes "2m1f" for people: 2h+1f, 3 hommes, 1 femme.
func spellSexes(value string, lang games.Lang) (string, bool) {
	c, ok := parseSexes(value)
	if !ok {
		return "", false
	}
	males := "m"
	if lang == games.FR {
		males = "h"
	}
	switch {
	case c.males == 0:
		return strconv.Itoa(c.females) + " " + memberWord(c.females, "femme", "female", lang), true
	case c.females == 0:
		return strconv.Itoa(c.males) + " " + memberWord(c.males, "homme", "male", lang), true
	}
	return strconv.Itoa(c.males) + males + "+" + strconv.Itoa(c.females) + "f", true
}

// memberWord spells one sex out: a lone m reads differently in French.
func memberWord(n int, fr, en string, lang games.Lang) string {
	word := games.Text{FR: fr, EN: en}.In(lang)
	if n > 1 {
		word += "s"
	}
	return word
}

func parseSexes(value string) (sexesCount, bool) {
	t := fold(value)
	r := readSexes(&t, 0)
	return r.count, r.ok && r.pos == t.len() && r.count.value() == value
}
