package main

import (
	"embed"
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
)

//go:embed hand/*/*.txt
var handFiles embed.FS

// written is a mail written by hand: it comes so many hours after a window opened.
//
//	Window: 1890c          the mail that is open, or "over"
//	After: 26              hours after its opening
//	From: bowery           a player, or a whole address
//	Subject: …
//	Habit: 2               of the player's, 1 when absent
//	Cc: all                the other players
//	Charset, Encoding, Form: of a stranger's mail
//	anything else: a header of its own
//
// Paragraphs follow; a line with "| " in front is kept as it is.
type written struct {
	window string
	after  int
	letter letter
}

func (c *campaign) readWritten() ([]written, error) {
	folder := "hand/" + c.stage.Rulebook
	entries, err := handFiles.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("listing the mails written by hand: %w", err)
	}
	var out []written
	for _, e := range entries {
		data, err := handFiles.ReadFile(folder + "/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", e.Name(), err)
		}
		w, err := c.parseWritten(strings.TrimSuffix(e.Name(), ".txt"), string(data))
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", e.Name(), err)
		}
		out = append(out, w)
	}
	return out, nil
}

func (c *campaign) parseWritten(name, text string) (written, error) {
	head, body, _ := strings.Cut(text, "\n\n")
	w := written{letter: letter{to: c.to(), habit: habit{form: "plain", charset: "utf-8", encoding: "8bit", width: 76, posting: "none", zone: time.UTC}}}
	h := &w.letter.habit
	all := false
	for line := range strings.SplitSeq(head, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return w, fmt.Errorf("%q is no header", line)
		}
		switch key {
		case "Window":
			w.window = value
		case "After":
			n, err := strconv.Atoi(value)
			if err != nil {
				return w, err
			}
			w.after = n
		case "From":
			if err := c.sender(&w, value); err != nil {
				return w, err
			}
		case "Subject":
			w.letter.subject = value
		case "Habit":
			w.letter.habit = habits()[w.letter.from.Call][1]
		case "Cc":
			all = true
		case "Charset":
			h.charset = value
		case "Encoding":
			h.encoding = value
		case "Form":
			h.form = value
		default:
			w.letter.headers = append(w.letter.headers, line)
		}
	}
	_, domain, _ := strings.Cut(w.letter.from.Address, "@")
	w.letter.id = name + "@" + domain
	if all {
		w.letter.cc = c.others(w.letter.from)
	}
	w.letter.paragraphs(body)
	return w, nil
}

func (c *campaign) sender(w *written, value string) error {
	if i := slices.IndexFunc(c.people, func(p demo.Player) bool { return p.Seat == value }); i >= 0 {
		w.letter.from = c.people[i]
		w.letter.habit = habits()[c.people[i].Call][0]
		return nil
	}
	a, err := mail.ParseAddress(value)
	if err != nil {
		return err
	}
	w.letter.from = demo.Player{Name: a.Name, Address: a.Address}
	return nil
}

func (c *campaign) others(but demo.Player) []string {
	var out []string
	for _, p := range c.people {
		if p.Seat != but.Seat {
			out = append(out, p.Name+" <"+p.Address+">")
		}
	}
	return out
}

// paragraphs joins the lines of a paragraph; lines with a bar stay as they are.
func (l *letter) paragraphs(body string) {
	for par := range strings.SplitSeq(strings.TrimSpace(body), "\n\n") {
		if strings.HasPrefix(par, "| ") {
			for line := range strings.SplitSeq(par, "\n") {
				l.orders = append(l.orders, strings.TrimPrefix(line, "| "))
			}
			continue
		}
		text := strings.Join(strings.Fields(par), " ")
		if len(l.orders) == 0 {
			l.before = append(l.before, text)
		} else {
			l.after = append(l.after, text)
		}
	}
}
