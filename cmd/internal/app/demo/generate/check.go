package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fivepoints/games"
	"fivepoints/games/order"
	"fivepoints/mail"
)

// widths are tried until no line of small talk reads like an order.
func widths(first int) []int { return []int{first, first - 4, first - 9, first + 3, first - 14} }

// clean writes a letter and makes sure that the game reads it as it is meant:
// the orders, the whole orders, and nothing but the orders.
func (c *campaign) clean(parser *order.Parser, p posted) ([]byte, error) {
	var last error
	for _, width := range widths(p.habit.width) {
		if p.habit.width == 0 {
			width = 0
		}
		l := p.letter
		l.habit.width = width
		raw, err := l.raw()
		if err != nil {
			return nil, err
		}
		if last = misread(parser, p, raw); last == nil {
			return raw, nil
		}
	}
	return nil, fmt.Errorf("the mail %s: %w", p.id, last)
}

func misread(parser *order.Parser, p posted, raw []byte) error {
	if !p.sheet || parser == nil {
		return nil
	}
	m := mail.Reader{}.Read(raw)
	var in []order.Input
	for _, l := range m.Lines {
		in = append(in, order.Input{
			N: l.N, Text: l.Text, Quoted: l.Class == mail.LineQuote || l.Class == mail.LineQuoteHeader,
			Ignored: l.Class == mail.LineSignature || l.Class == mail.LineBanner || l.Class == mail.LineMarker,
		})
	}
	s := parser.Parse(p.from.Lang, in)
	flaws := 0
	for _, n := range s.Notes {
		if n.Kind == order.Near || n.Kind == order.Error || n.Kind == order.Unread {
			flaws++
			if flaws > p.flaws {
				return fmt.Errorf("%q is read as %s", n.Text, n.Kind)
			}
		}
	}
	if flaws != p.flaws {
		return fmt.Errorf("%d lines are mistakes, not %d", flaws, p.flaws)
	}
	if got, want := bare(s.Lines), bare(p.wants); !reflect.DeepEqual(got, want) {
		return fmt.Errorf("it orders %v, not %v", got, want)
	}
	return nil
}

// bare takes the line numbers off.
func bare(lines []games.Line) []games.Line {
	out := slices.Clone(lines)
	for i := range out {
		out[i].Src = 0
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// sameOrders tells whether a text is read as these orders.
func sameOrders(parser *order.Parser, lang games.Lang, text string, want []games.Line) bool {
	var in []order.Input
	for i, line := range strings.Split(text, "\n") {
		in = append(in, order.Input{N: i + 1, Text: line})
	}
	s := parser.Parse(lang, in)
	return len(s.Notes) == len(in) && reflect.DeepEqual(bare(s.Lines), bare(want))
}
