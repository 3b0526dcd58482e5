package templates

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/table"
)

// People answer under the subject they got: no subject may name a closed mail
// where a turn is read, and each has one tag.
func TestSubjectsNameTheMailToWrite(t *testing.T) {
	t.Parallel()
	w := load(t).NewWriter("fr", testGrammar(), nil, nil)
	past := about()
	past.Tag = "1892d"
	due := dues()[:1] // 1893c
	for got, want := range map[string]string{
		w.Report(Report{About: past, Due: due}).Title:                                  "[ny12 1893c] votre rapport 1892d",
		w.Report(Report{About: past}).Title:                                            "[ny12] votre rapport 1892d",
		w.Summary(Summary{About: past, Due: due}).Title:                                "[ny12] compte rendu 1892d",
		w.Receipt(Receipt{About: about(), Subject: "[NY12 1892d] x"}).Title:            "Re: x [ny12 1893c] aucun ordre",
		w.Receipt(Receipt{About: about(), Subject: "[club] Re: [ny12:1892d] x"}).Title: "Re: [club] Re: x [ny12 1893c] aucun ordre",
		w.Receipt(Receipt{About: about(), Subject: "a [b] [ny12 1893c]"}).Title:        "Re: a [b] [ny12 1893c] aucun ordre",
		w.Receipt(Receipt{About: about(), Subject: "[ny12 1893c] invitation"}).Title:   "Re: [ny12 1893c] invitation – aucun ordre",
		w.Receipt(Receipt{About: about(), Subject: "[ny12 1892"}).Title:                "Re: [ny12 1892 [ny12 1893c] aucun ordre",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A receipt never says that all is understood when a part was not read.
func TestReceiptTellsWhatWasNotRead(t *testing.T) {
	t.Parallel()
	limit, late := msg("order.limit"), msg("judge.late", arg("turn", "text", "1890c"), arg("open", "text", "1890d"))
	closed := table.Note{N: 1, Kind: "error", Text: "x", Problem: &late, Rule: "order.ahead"}
	wrong := table.Note{N: 2, Kind: "error", Text: "x", Problem: &late, Rule: "order.names"}
	order := table.Note{N: 1, Kind: "order", Text: "x", Orders: []games.Line{move("LES", "FVP")}}
	cut := table.Note{N: 401, Kind: "unread", Text: "x", Problem: &limit}
	for _, tt := range []struct {
		lang      games.Lang
		in        Receipt
		has, none string
	}{
		{games.FR, Receipt{Notes: []table.Note{order}}, "tout est compris", "au plus 400"},
		{games.FR, Receipt{Notes: []table.Note{order, cut}}, "la suite n’est pas lue. Envoyez-la", "tout est compris"},
		{games.EN, Receipt{Notes: []table.Note{order, cut}}, "but not all of it", "all of it is understood"},
		{games.EN, Receipt{Notes: []table.Note{order, cut}, Check: true}, "the rest is not read", "recorded and"},
		{games.EN, Receipt{Notes: []table.Note{closed, closed}}, "closed already", "does not hold up"},
		{games.EN, Receipt{Notes: []table.Note{closed, order}}, "does not hold up", "is understood"},
		{games.EN, Receipt{Notes: []table.Note{wrong}}, "does not hold up", "is understood"},
		{games.EN, Receipt{Files: 1}, "1 attachment was not read", "understood"},
		{games.FR, Receipt{Files: 2, Check: true}, "2 pièces jointes n’ont pas été lues", "compris"},
	} {
		tt.in.About, tt.in.Due = about(), dues()
		page := strings.Join(strings.Fields(string(Render(load(t).NewWriter(tt.lang, testGrammar(), nil, nil).Receipt(tt.in), Plain))), " ")
		if !strings.Contains(page, tt.has) || strings.Contains(page, tt.none) {
			t.Errorf("want %q and not %q in\n%s", tt.has, tt.none, page)
		}
	}
}
