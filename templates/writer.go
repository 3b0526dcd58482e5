package templates

import (
	"maps"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fivepoints/games"
	"fivepoints/games/order"
)

const nbsp = "\u00a0"

// Writer says things to one reader: in his language, with his game's names
// and in his game's time zone.
type Writer struct {
	lang    games.Lang
	texts   catalogue
	grammar *games.Grammar
	parser  *order.Parser
	zone    *time.Location
	names   string          // prefix of the forms of names: "ny"
	met     map[string]bool // places whose code was told already; nil: codes are not told
}

// NewWriter makes a writer for a game: its grammar for names, its parser for
// orders. Both may be nil where no game is known; a nil zone is UTC.
func (t *Texts) NewWriter(lang games.Lang, g *games.Grammar, orders *order.Parser, zone *time.Location) *Writer {
	if g == nil {
		g = &games.Grammar{}
	}
	w := &Writer{lang: lang, texts: t.in(lang), grammar: g, parser: orders, zone: zone}
	if _, mild := g.Word("kw", "mild"); mild {
		w.texts = w.texts.mild()
	}
	return w
}

// mild is the catalogue with milder sentences in the places of their own.
func (c catalogue) mild() catalogue {
	out := maps.Clone(c)
	for key, s := range c {
		if plain, ok := strings.CutPrefix(key, "mild."); ok {
			out[plain] = s
		}
	}
	return out
}

// spell writes orders as their player would type them.
func (w *Writer) spell(lines []games.Line) []string {
	if w.parser != nil {
		return w.parser.FormatAll(lines, w.lang)
	}
	var out []string
	for _, l := range lines {
		out = append(out, l.Verb)
	}
	return out
}

// arg makes an argument of a message from a value that is already a word.
func arg(name, kind string, vals ...string) games.MsgArg {
	return games.MsgArg{Name: name, Kind: kind, Vals: vals}
}

func number(name string, n int) games.MsgArg { return arg(name, "int", itoa(n)) }

func itoa(n int) string { return strconv.Itoa(n) }

// say writes a message as a sentence with its capital.
func (w *Writer) say(m games.Msg) inline { return capital(w.fill(m)) }

// t writes a text of the platform as the catalogue has it.
func (w *Writer) t(key string, args ...games.MsgArg) inline {
	return w.fill(games.Msg{Key: key, Args: args})
}

// fill fills the holes of a sentence. A key that is not in the catalogue, from
// a newer or a broken rulebook, is written out with its values rather than lost.
func (w *Writer) fill(m games.Msg) inline {
	s, ok := w.texts[m.Key]
	if !ok {
		return w.raw(m)
	}
	var out inline
	for _, p := range s {
		out = append(out, w.piece(p, m.Args)...)
	}
	return out
}

func (w *Writer) piece(p piece, args []games.MsgArg) inline {
	if p.arg == "" {
		return text(w.typography(p.text))
	}
	for _, a := range args {
		if a.Name != p.arg {
			continue
		}
		if p.forms {
			return text(w.typography(w.form(p, a)))
		}
		return w.value(a, p.form)
	}
	return text("{" + p.arg + "}")
}

// form chooses by number: French says zero in the singular.
func (w *Writer) form(p piece, a games.MsgArg) string {
	n, _ := strconv.Atoi(strings.TrimLeft(first(a.Vals), "-"))
	if n == 1 || (n == 0 && w.lang == games.FR) {
		return p.one
	}
	return p.many
}

func (w *Writer) raw(m games.Msg) inline {
	out := text(m.Key)
	for i, a := range m.Args {
		out = append(out, span{text: map[bool]string{true: ": ", false: ", "}[i == 0]})
		out = append(out, w.value(a, "")...)
	}
	return out
}

// value writes an argument by its kind, in a form of its names: a list as a
// phrase, several values of another kind with commas.
func (w *Writer) value(a games.MsgArg, form string) inline {
	set, isList := strings.CutPrefix(a.Kind, "list:")
	var out inline
	for i, v := range a.Vals {
		switch {
		case i > 0 && isList && articled(set, form): // "the Whyos and the Eastmans"
			key := map[bool]string{true: ".and.", false: ".comma."}[i == len(a.Vals)-1]
			out = append(out, w.t(w.names+key+form)...)
		case i > 0 && isList && i == len(a.Vals)-1:
			out = append(out, w.t("and")...)
		case i > 0:
			out = append(out, span{text: ", "})
		}
		out = append(out, w.formed(set, form, v)...)
	}
	return out
}

func (w *Writer) one(kind, v string) inline {
	switch kind {
	case "int":
		return text(strings.Replace(v, "-", "\u2212", 1))
	case "money":
		return text(w.money(v))
	case "text":
		return text(v)
	case "line":
		return typed(v)
	case "sexes":
		return text(w.sexes(v))
	case "moment", "day":
		return w.when(kind, v)
	case "role":
		return w.t("role." + v)
	case "gang", "seat":
		return strongly(w.name(kind, v))
	}
	return text(w.name(kind, v))
}

func (w *Writer) money(v string) string {
	v = strings.Replace(v, "-", "\u2212", 1)
	if w.lang == games.FR {
		return v + nbsp + "$"
	}
	if minus, ok := strings.CutPrefix(v, "\u2212"); ok {
		return "\u2212$" + minus
	}
	return "$" + v
}

// sexes writes "2m1f" as two men and a woman.
func (w *Writer) sexes(v string) string {
	var parts []inline
	for len(v) > 0 {
		i := strings.IndexAny(v, "mf")
		if i < 1 {
			return v
		}
		parts = append(parts, w.t("sex."+v[i:i+1], arg("n", "int", v[:i])))
		v = strings.TrimLeft(v[i+1:], "+, ")
	}
	return join(w.t("and").String(), parts...).String()
}

// name is what people call a word of the grammar: its first form. A seat may
// be named by the game's gangs.
func (w *Writer) name(set, id string) string {
	word, ok := w.grammar.Word(set, id)
	if !ok && set == "seat" {
		word, ok = w.grammar.Word("gang", id)
	}
	if !ok {
		return id
	}
	if w.lang == games.FR {
		return first(word.FR)
	}
	return first(word.EN)
}

func first(vals []string) string {
	if len(vals) == 0 {
		return ""
	}
	return vals[0]
}

// typography sets the apostrophe, and French signs where a line may not break.
func (w *Writer) typography(s string) string {
	if w.lang == games.FR {
		s = frenchSigns.Replace(s)
	}
	return strings.ReplaceAll(s, "'", "’")
}

var frenchSigns = strings.NewReplacer(" :", nbsp+":", " ;", nbsp+";", " !", nbsp+"!", " ?", nbsp+"?", "« ", "«"+nbsp, " »", nbsp+"»")

// capital begins a sentence with a capital letter.
func capital(in inline) inline {
	for i, s := range in {
		if s.text == "" {
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text)
		if s.style != code {
			in[i].text = string(unicode.ToUpper(r)) + s.text[n:]
		}
		break
	}
	return in
}

// Say writes a message as a sentence, without marks: for a terminal or a log.
func (t *Texts) Say(lang games.Lang, m games.Msg) string {
	return t.NewWriter(lang, nil, nil, nil).say(m).String()
}
