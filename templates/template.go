package templates

import (
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
	for _, h := range d.Hints {
		lines = append(lines, w.hint(h)...)
	}
	if len(lines) == before {
		lines = append(lines, w.t("template.none").String())
	}
	return append(lines, w.t("template.ready").String(), w.t("template.end").String())
}

// hint shows each verb of a kind once with an example, then its legal lines.
func (w *Writer) hint(h Hint) []string {
	var lines []string
	for _, v := range w.grammar.Verbs {
		if v.Kind != h.Kind {
			continue
		}
		legal, more := w.legal(v.ID, h.Choice)
		example := w.example(v)
		if len(legal)+len(example) == 0 {
			continue
		}
		lines = append(append(append(lines, "#"), example...), legal...)
		if more {
			lines = append(lines, w.t("template.more").String())
		}
	}
	return lines
}

// example shows the form of an order, unless it names what this game leaves out.
func (w *Writer) example(v games.Verb) []string {
	help := v.Help.In(w.lang)
	if help == "" || w.parser == nil {
		return nil
	}
	for _, n := range w.parser.Parse(w.lang, []order.Input{{N: 1, Text: help}}).Notes {
		if n.Problem != nil {
			return nil
		}
	}
	return []string{w.t("template.example").String() + help}
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
