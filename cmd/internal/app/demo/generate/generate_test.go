package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/mail"
	"fivepoints/mail/mailbox"
)

// go generate writes the committed mailboxes, byte for byte. It takes a while,
// so only long runs ask for it.
func TestGenerateReproduces(t *testing.T) {
	if os.Getenv("FIVEPOINTS_LONG") == "" {
		return
	}
	for _, c := range demo.Campaigns() {
		dir := t.TempDir()
		if err := generate(context.Background(), c, dir, 1, 300, demo.Tally.Missing); err != nil {
			t.Fatal(err)
		}
		made, err := os.ReadFile(filepath.Join(dir, c.Rulebook+".mbox"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(made, c.Mailbox) {
			t.Errorf("the committed mailbox of %s is another one; run go generate ./cmd/internal/app", c.Rulebook)
		}
	}
}

// Every habit's mail is read back as it was meant: form, charset, encoding,
// quotation and signature.
func TestHabits(t *testing.T) {
	c := demo.Campaigns()[0]
	parser := parserOf(t, c)
	at := time.Date(2026, 1, 7, 12, 0, 0, 0, time.UTC)
	for _, p := range c.Players {
		for i, h := range habits()[p.Call] {
			l := letter{
				from: p, to: "Game <x@y.example>", at: at, subject: "[ny12 1890c] l’été / summer", id: "a@b.example", habit: h,
				before: []string{"Une phrase, one sentence of plain talk with an l'été in it that is long enough to be wrapped twice by anybody who wraps."},
				orders: []string{"move 1 COR -> LES -> TOM -> GAS -> COR -> LES -> TOM -> GAS -> COR -> LES -> TOM -> GAS"},
				after:  []string{"Bye."}, quote: &quote{"New-York 1890", addressOf(c), at, "x", []string{"move 1 COR -> LES", "y"}},
			}
			if h.charset == "us-ascii" {
				l.before[0] = "Plain talk only."
			}
			raw, err := l.raw()
			if err != nil {
				t.Fatalf("%s %d: %v", p.Seat, i, err)
			}
			m := mail.Reader{}.Read(raw)
			if m.Class != mail.ClassMail || len(m.Notes) > 1 || m.Subject != l.subject {
				t.Errorf("%s %d: class %s, notes %v, subject %q", p.Seat, i, m.Class, m.Notes, m.Subject)
			}
			if err := misread(parser, posted{letter: l, sheet: true}, raw); err == nil {
				t.Errorf("%s %d: an order is not seen", p.Seat, i)
			}
			s := line("move", "group", "1", "from", "COR", "path", "LES,TOM,GAS,COR,LES,TOM,GAS,COR,LES,TOM,GAS")
			if err := misread(parser, posted{letter: l, sheet: true, wants: sheet{{s}}.lines()}, raw); err != nil {
				t.Errorf("%s %d: %v\n%s", p.Seat, i, err, raw)
			}
		}
	}
}

// A mailbox gives back the mails that were put in, lines that begin with From too.
func TestMbox(t *testing.T) {
	var b bytes.Buffer
	raw := []byte("From: a@b.example\n\nFrom here on.\n>From there.\n")
	at := time.Date(2026, 1, 7, 12, 0, 0, 0, time.UTC)
	mbox(&b, "a@b.example", at, raw)
	mbox(&b, "a@b.example", at, raw)
	n := 0
	for item, err := range mailbox.Mbox(&b) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if !bytes.Equal(item.Raw, raw) || !item.At.Equal(at) {
			t.Errorf("at %v came back %q", item.At, item.Raw)
		}
	}
	if n != 2 {
		t.Errorf("%d mails came back", n)
	}
}

// The mails written by hand are in order: known windows, someone who sends them.
func TestWritten(t *testing.T) {
	for _, what := range demo.Campaigns() {
		book, err := books(what.Rulebook)
		if err != nil {
			t.Fatal(err)
		}
		c := &campaign{stage: &demo.Stage{Campaign: what}, book: book, people: what.Players}
		all, err := c.readWritten()
		if err != nil {
			t.Fatal(err)
		}
		if len(all) < 8 {
			t.Errorf("only %d mails of %s are written by hand", len(all), what.Rulebook)
		}
		for _, w := range all {
			if w.window == "" || w.letter.from.Address == "" || w.letter.subject == "" || len(w.letter.before) == 0 {
				t.Errorf("%s lacks something", w.letter.id)
			}
		}
	}
}
