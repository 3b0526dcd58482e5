package main

import (
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
)

// letter is a mail as somebody thinks of it, before a mail program gets it.
type letter struct {
	from    demo.Player
	to      string    // the game, as mail programs write it
	at      time.Time // when it reaches the game
	subject string
	id      string // Message-ID without brackets
	reply   string // what it answers
	cc      []string

	before []string // paragraphs above the orders
	orders []string // one a line, never wrapped
	after  []string // paragraphs below them
	bare   bool     // no signature: a mail sent in haste
	quote  *quote

	habit   habit
	headers []string // more of them
}

// quote is the mail that a letter answers, as its program shows it.
type quote struct {
	who, address string
	at           time.Time
	subject      string
	lines        []string
}

// piece is a part of a letter's text, top first.
type piece struct {
	kind  string // "talk", "orders", "sign", "attribution", "quote"
	lines []string
}

// pieces puts a letter together the way its writer posts.
func (l letter) pieces() []piece {
	h := l.habit
	var own []piece
	for _, p := range l.before {
		own = append(own, piece{"talk", []string{p}})
	}
	if len(l.orders) > 0 {
		own = append(own, piece{"orders", l.orders})
	}
	for _, p := range l.after {
		own = append(own, piece{"talk", []string{p}})
	}
	sign := piece{"sign", h.sign}
	switch {
	case l.quote == nil || h.posting == "none":
		return l.signed(own, sign)
	case h.posting == "bottom":
		return l.signed(append(h.quoted(*l.quote), own...), sign)
	case h.posting == "inline":
		q := h.quoted(*l.quote)
		last := q[len(q)-1]
		half := (len(last.lines) + 1) / 2
		q[len(q)-1].lines = last.lines[:half]
		n := len(own) - len(l.after)
		out := append(q, own[:n]...)
		if half < len(last.lines) {
			out = append(out, piece{"quote", last.lines[half:]})
		}
		return l.signed(append(out, own[n:]...), sign)
	}
	return append(l.signed(own, sign), h.quoted(*l.quote)...)
}

func (l letter) signed(text []piece, sign piece) []piece {
	if l.bare || len(sign.lines) == 0 {
		return text
	}
	return append(text, sign)
}

// plain is the text of a letter for a plain part, wrapped.
func (l letter) plain(width int) []string {
	var out []string
	for _, p := range l.pieces() {
		if len(out) > 0 && p.kind != "quote" {
			out = append(out, "")
		}
		switch p.kind {
		case "talk", "attribution":
			out = append(out, wrap(p.lines[0], width)...)
		case "quote":
			for _, q := range p.lines {
				out = append(out, strings.TrimRight(l.habit.mark+q, " "))
			}
		default:
			out = append(out, p.lines...)
		}
	}
	return out
}

// wrap breaks a paragraph at spaces. A width of 0 leaves it whole.
func wrap(text string, width int) []string {
	if width == 0 {
		return []string{text}
	}
	var out []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > width:
			out = append(out, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(out, line)
}

var months = [2][12]string{
	{"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."},
	{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
}
