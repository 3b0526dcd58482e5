package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/newyork1890"
	"fivepoints/games/table"
	"fivepoints/mail"
)

// Drunk is the level of the alcohol dial from which a gang is drunk.
const Drunk = 6

// Count is how often something happened.
type Count struct {
	Name  games.Text
	Key   string
	N     int
	Least int // what the campaign must hold
}

// Tally counts what the campaign holds.
type Tally []Count

// NewTally lists what is counted, and how much of it there must be.
func NewTally() Tally {
	c := func(key string, least int, fr, en string) Count {
		return Count{games.Text{FR: fr, EN: en}, key, 0, least}
	}
	return Tally{
		c("mails", 110, "messages", "messages"),
		c("openings", 40, "ouvertures", "openings"),
		c("battles", 6, "batailles", "battles"),
		c("wars", 4, "guerres", "wars"),
		c("robberies", 12, "agressions", "robberies"),
		c("raids", 2, "rafles", "raids"),
		c("drunk", 1, "gangs ivres", "drunk gangs"),
		c("equipments", 5, "équipements", "equipments"),
		c("fired", 2, "conditions remplies", "guards that fired"),
		c("unfired", 2, "conditions non remplies", "guards that did not fire"),
		c("plain", 30, "mails en texte seul", "plain mails"),
		c("html", 15, "mails en HTML", "mails with HTML"),
		c("html-only", 5, "mails en HTML seul", "mails with HTML only"),
		c("flowed", 8, "mails en format=flowed", "flowed mails"),
		c("quoted-printable", 15, "mails en quoted-printable", "quoted-printable mails"),
		c("base64", 8, "mails en base64", "base64 mails"),
		c("8bit", 8, "mails en 8 bits", "8bit mails"),
		c("latin-1", 8, "mails en latin-1", "latin-1 mails"),
		c("windows-1252", 8, "mails en windows-1252", "windows-1252 mails"),
		c("nbsp", 3, "mails à espaces insécables", "mails with non-breaking spaces"),
		c("above", 8, "réponses au-dessus d'une citation", "replies above a quotation"),
		c("below", 8, "réponses sous une citation", "replies below a quotation"),
		c("signed", 20, "mails signés", "signed mails"),
		c("robots", 2, "réponses automatiques", "automatic replies"),
		c("strangers", 2, "mails d'inconnus", "mails of strangers"),
		c("duplicates", 1, "doublons", "duplicates"),
		c("corrections", 2, "feuilles corrigées", "corrected sheets"),
		c("late", 2, "mails en retard ou pour un autre courrier", "late mails, or for another turn"),
		c("mistakes", 2, "fautes de frappe", "typing mistakes"),
		c("illegal", 1, "ordres impossibles", "illegal orders"),
		c("checks", 1, "essais à blanc", "dry runs"),
		c("standing", 3, "ordres permanents", "standing orders"),
		c("cancelled", 1, "ordres permanents annulés", "cancelled standing orders"),
		c("alternatives", 1, "ordres à alternative", "orders with alternatives"),
		c("ready", 1, "mails sans ordre, « terminé »", "mails that only say ready"),
		c("silent", 2, "courriers laissés sans réponse", "mails left unanswered"),
	}
}

func (t Tally) add(key string, n int) {
	i := slices.IndexFunc(t, func(c Count) bool { return c.Key == key })
	t[i].N += n
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
func (t Tally) CountLog(ctx context.Context, log events.Log, tab *table.Table) error {
	raids := map[string]bool{}
	for st, err := range log.Read(ctx, "game/"+tab.ID, 0) {
		if err != nil {
			return err
		}
		facts, err := tab.Facts(st, log.Keys())
		if err != nil {
			return err
		}
		for _, f := range facts {
			t.fact(f)
			if p, ok := f.Pub.(newyork1890.Taken); ok && f.Type == "raided" {
				raids[fmt.Sprint(st.Seq, p.Place)] = true
			}
			if p, ok := f.Pub.(table.Used); ok {
				t.when("fired", p.Sheet > 0 && guarded(tab, p))
			}
		}
	}
	t.add("raids", len(raids))
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

func (t Tally) fact(f games.Fact) {
	switch f.Type {
	case "joint_opened", "traffic_opened":
		t.add("openings", 1)
	case "battle_fought":
		t.add("battles", 1)
	case "war_fought":
		t.add("wars", 1)
	case "robbed":
		t.add("robberies", 1)
	case "member_equipped":
		t.add("equipments", 1)
	}
	switch p := f.Pub.(type) {
	case newyork1890.AlcoholApplied:
		t.when("drunk", p.Level >= Drunk)
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
		}
		for _, l := range p.Lines {
			t.when("standing", l.Always)
			t.when("alternatives", l.Join == games.Or)
		}
	}
}

func (t Tally) text(f games.Fact) {
	for _, part := range f.Priv {
		p, ok := part.Payload.(table.Text)
		if !ok {
			continue
		}
		mistake, late := false, false
		for _, n := range p.Lines {
			mistake = mistake || n.Kind == "near" || n.Kind == "error" && n.Problem != nil && n.Problem.Key == "order.verb"
			late = late || n.Problem != nil && n.Problem.Key == "judge.late"
		}
		t.when("mistakes", mistake)
		t.when("late", late)
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
