package templates

import (
	"slices"
	"strings"

	"fivepoints/games"
	"fivepoints/games/order"
)

// How many legal lines a template shows of one verb.
const shown = 6

// template is the last part of a mail: every legal kind of order, as comments.
func (w *Writer) template(a About, due []Due) []block {
	var lines []string
	for _, d := range due {
		lines = append(lines, w.sheet(a.Game, d)...)
	}
	if len(lines) == 0 {
		return nil
	}
	return []block{heading{2, w.t("template.head")}, pre{lines}}
}

func (w *Writer) sheet(game string, d Due) []string {
	header := w.t("template.game", arg("game", "text", game))
	if d.Tag != "" {
		header = w.t("template.turn", arg("game", "text", game), arg("tag", "text", d.Tag))
	}
	lines := []string{w.t("template.frame").String(), header.String(), w.t("template.how").String()}
	before := len(lines)
	var also []string
	for _, h := range d.Hints {
		hint, rest := w.hint(h)
		lines, also = append(lines, hint...), append(also, rest...)
	}
	switch {
	case len(also) > 0:
		lines = append(lines, "#", w.t("template.also", arg("verbs", "text", also...)).String())
	case len(lines) == before:
		lines = append(lines, w.t("template.none").String())
	}
	return append(lines, w.t("template.ready").String(), w.t("template.end").String())
}

// hint shows the legal lines of each verb of a kind, or for want of them an
// example; also lists the verbs of which neither can be shown.
func (w *Writer) hint(h Hint) (lines, also []string) {
	for _, v := range w.grammar.Verbs {
		if v.Kind != h.Kind {
			continue
		}
		legal, more := w.legal(v.ID, h.Choice)
		if len(legal) == 0 {
			example, foreign := w.example(v)
			if foreign {
				also = append(also, w.verb(v))
			}
			if example == "" {
				continue
			}
			legal = []string{example}
		}
		lines = append(lines, "#")
		if note := v.Note.In(w.lang); note != "" {
			lines = append(lines, "# ("+note+")")
		}
		lines = append(lines, legal...)
		if more {
			lines = append(lines, w.t("template.more").String())
		}
	}
	return lines, also
}

// example shows the form of an order, unless it names what this game leaves
// out, or a place: that would be foreign to the reader.
func (w *Writer) example(v games.Verb) (line string, foreign bool) {
	help := v.Help.In(w.lang)
	if help == "" || w.parser == nil {
		return "", false
	}
	for _, n := range w.parser.Parse(w.lang, []order.Input{{N: 1, Text: help}}).Notes {
		if n.Problem != nil {
			return "", false
		}
		if slices.ContainsFunc(n.Orders, w.namesPlace) {
			return "", true
		}
	}
	return w.t("template.example").String() + help, false
}

func (w *Writer) namesPlace(l games.Line) bool {
	for _, a := range l.Args {
		for _, v := range a.Vals {
			place, _, _ := strings.Cut(v, " ")
			if _, ok := w.grammar.Word("place", place); ok {
				return true
			}
		}
	}
	return false
}

// verb is what people type to begin an order.
func (w *Writer) verb(v games.Verb) string {
	if w.lang == games.FR {
		return first(v.FR)
	}
	return first(v.EN)
}

func (w *Writer) legal(verb string, c games.Choice) (lines []string, more bool) {
	for _, l := range c.Lines {
		if l.Verb != verb {
			continue
		}
		if len(lines) == shown {
			return lines, true
		}
		lines = append(lines, "# "+strings.Join(w.spell([]games.Line{l}), " "))
	}
	return lines, c.More && len(lines) > 0
}

// orders writes an order with its alternatives as it would be typed.
func (w *Writer) orders(lines []games.Line) inline {
	return typed(strings.Join(w.spell(lines), " "))
}
