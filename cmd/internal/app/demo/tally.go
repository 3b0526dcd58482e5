package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/mail"
)

// Count is how often something happened.
type Count struct {
	Name  games.Text
	Key   string
	N     int
	Least int // what the campaign must hold
}

// Tally counts what the campaign holds.
type Tally []Count

// count makes one line of a tally.
func count(key string, least int, fr, en string) Count {
	return Count{games.Text{FR: fr, EN: en}, key, 0, least}
}

// Tally lists what the campaign must hold, nothing counted yet.
func (c Campaign) Tally() Tally { return c.counts() }

// add counts what the campaign promises; anything else is not counted.
func (t Tally) add(key string, n int) {
	if i := slices.IndexFunc(t, func(c Count) bool { return c.Key == key }); i >= 0 {
		t[i].N += n
	}
}

func (t Tally) when(key string, yes bool) {
	if yes {
		t.add(key, 1)
	}
}

// of tells how often something happened.
func (t Tally) of(key string) int {
	if i := slices.IndexFunc(t, func(c Count) bool { return c.Key == key }); i >= 0 {
		return t[i].N
	}
	return 0
}

// Missing tells what the campaign lacks, nil when nothing.
func (t Tally) Missing() error {
	var lacks []string
	for _, c := range t {
		if c.N < c.Least {
			lacks = append(lacks, fmt.Sprintf("%d %s, not %d", c.N, c.Name.EN, c.Least))
		}
	}
	if lacks == nil {
		return nil
	}
	return fmt.Errorf("the campaign holds too little: %s", strings.Join(lacks, "; "))
}

// CountLog counts what the facts of the game say.
func (c Campaign) CountLog(ctx context.Context, t Tally, log events.Log, tab *table.Table) error {
	for st, err := range log.Read(ctx, "game/"+tab.ID, 0) {
		if err != nil {
			return err
		}
		facts, err := tab.Facts(st, log.Keys())
		if err != nil {
			return err
		}
		for _, f := range facts {
			t.fact(tab, f)
		}
		c.count(t, facts)
	}
	for _, w := range tab.Windows {
		for _, seat := range w.Seats {
			t.when("silent", w.Closed != nil && !tab.Wrote(seat, w))
		}
	}
	return nil
}

func guarded(tab *table.Table, p table.Used) bool {
	s := tab.SheetOf(p.Seat, p.Sheet)
	return s != nil && p.Line >= 1 && p.Line <= len(s.Lines.Lines) && len(s.Lines.Lines[p.Line-1].If) > 0
}

// fact counts what every rulebook has.
func (t Tally) fact(tab *table.Table, f games.Fact) {
	switch p := f.Pub.(type) {
	case table.Used:
		t.when("fired", p.Sheet > 0 && guarded(tab, p))
	case table.Skipped:
		for _, part := range f.Priv {
			if why, ok := part.Payload.(table.Why); ok {
				t.when("unfired", why.Guard)
				t.when("illegal", !why.Guard)
			}
		}
	case table.Sheet:
		t.when("checks", p.Check)
		t.sheet(f)
	case table.SheetText:
		t.text(f)
	}
}

func (t Tally) sheet(f games.Fact) {
	for _, part := range f.Priv {
		p, ok := part.Payload.(table.Lines)
		if !ok {
			continue
		}
		t.when("ready", p.Ready && len(p.Lines) == 0)
		for _, c := range p.Cancel {
			t.when("cancelled", c.Always)
			t.when("regrets", c.Verb == "pass")
		}
		for _, l := range p.Lines {
			t.when("standing", l.Always || l.Fallback)
			t.when("alternatives", l.Join == games.Or)
			t.when("lists", slices.ContainsFunc(l.Args, func(a games.Arg) bool { return a.Pref && len(a.Vals) > 1 }))
			t.when("brackets", strings.Contains(l.First("end"), " "))
		}
	}
}

func (t Tally) text(f games.Fact) {
	for _, part := range f.Priv {
		p, ok := part.Payload.(table.Text)
		if !ok {
			continue
		}
		mistake, late, warned := false, false, false
		for _, n := range p.Lines {
			mistake = mistake || n.Kind == "near" || n.Kind == "error" && n.Problem != nil && n.Problem.Key == "order.verb"
			warned = warned || n.Kind == "warn"
			late = late || n.Problem != nil && n.Problem.Key == "judge.late"
		}
		t.when("mistakes", mistake)
		t.when("late", late)
		t.when("warned", warned)
	}
}

// CountMails counts what the messages look like and what became of them.
func (t Tally) CountMails(read []Reading, tab *table.Table) {
	wrote := map[string]bool{}
	for _, r := range read {
		t.add("mails", 1)
		t.when("duplicates", r.Known)
		t.when("robots", r.Received.Class == mail.ClassAuto)
		t.when("strangers", r.Received.Class == mail.ClassMail && r.Envelope.Person == "")
		if r.Received.Class != mail.ClassMail {
			continue
		}
		t.looks(mail.Reader{}.Read(r.Item.Raw), string(r.Item.Raw))
		if s := sheetOf(tab, r.Result.Sheet); s != nil && s.Speaks() && s.Window != "" {
			key := s.Seat + " " + s.Window
			t.when("corrections", wrote[key])
			wrote[key] = true
		} else if s != nil && s.Speaks() {
			t.add("ahead", 1)
		}
	}
}

func sheetOf(tab *table.Table, seq events.Seq) *table.SheetIn {
	for _, s := range tab.Sheets {
		if s.Seq == seq && seq > 0 {
			return s
		}
	}
	return nil
}

func (t Tally) looks(m mail.Message, raw string) {
	has := func(part string) bool {
		return slices.ContainsFunc(m.Parts, func(p mail.PartInfo) bool { return p.Type == part })
	}
	t.when("plain", !has("text/html"))
	t.when("html", has("text/html"))
	t.when("html-only", has("text/html") && !has("text/plain"))
	t.when("flowed", strings.Contains(raw, "format=flowed"))
	for key, word := range map[string]string{
		"quoted-printable": "quoted-printable", "base64": "base64", "8bit": "8bit",
	} {
		t.when(key, slices.ContainsFunc(m.Parts, func(p mail.PartInfo) bool { return p.Encoding == word }))
	}
	for key, word := range map[string]string{"latin-1": "iso-8859-1", "windows-1252": "windows-1252"} {
		t.when(key, slices.ContainsFunc(m.Parts, func(p mail.PartInfo) bool { return p.Charset == word }))
	}
	t.places(m.Lines)
}

// places looks at where the quotation stands.
func (t Tally) places(lines []events.Line) {
	first, last, quoted := -1, -1, -1
	nbsp, signed := false, false
	for i, l := range lines {
		nbsp = nbsp || strings.ContainsRune(l.Text, '\u00a0')
		switch {
		case l.Class == mail.LineQuote && quoted < 0:
			quoted = i
		case l.Class == mail.LineSignature:
			signed = true
		case l.Class == "" && strings.TrimSpace(l.Text) != "":
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	t.when("nbsp", nbsp)
	t.when("signed", signed)
	t.when("above", quoted >= 0 && first >= 0 && first < quoted)
	t.when("below", quoted >= 0 && last > quoted)
}

// commonTally is what a recorded game with one player at turn must hold beside
// its own events.
func commonTally(mails int) Tally {
	return Tally{
		count("mails", mails, "messages", "messages"),
		count("fired", 2, "ordres à condition exécutés", "orders with a condition carried out"),
		count("unfired", 1, "conditions non remplies", "guards that did not fire"),
		count("alternatives", 2, "ordres à alternative", "orders with alternatives"),
		count("lists", 3, "listes de préférences", "lists of preferences"),
		count("standing", 1, "ordres permanents ou de secours", "standing or fallback orders"),
		count("ahead", 2, "mails envoyés d'avance", "mails sent ahead"),
		count("corrections", 1, "feuilles corrigées", "corrected sheets"),
		count("duplicates", 1, "doublons", "duplicates"),
		count("mistakes", 1, "fautes de frappe", "typing mistakes"),
		count("warned", 1, "ordres impossibles, signalés à temps", "illegal orders, refused in time"),
		count("late", 1, "mails en retard", "late mails"),
		count("checks", 1, "essais à blanc", "dry runs"),
		count("silent", 1, "courriers laissés sans réponse", "mails left unanswered"),
		count("strangers", 1, "mails d'inconnus", "mails of strangers"),
		count("robots", 1, "réponses automatiques", "automatic replies"),
		count("html", 5, "mails en HTML", "mails with HTML"),
		count("quoted-printable", 5, "mails en quoted-printable", "quoted-printable mails"),
		count("base64", 2, "mails en base64", "base64 mails"),
		count("8bit", 5, "mails en 8 bits", "8bit mails"),
		count("above", 5, "réponses au-dessus d'une citation", "replies above a quotation"),
		count("below", 2, "réponses sous une citation", "replies below a quotation"),
		count("signed", 15, "mails signés", "signed mails"),
	}
}
