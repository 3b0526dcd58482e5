package publish

import (
	"context"
	"fmt"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/judge"
	"fivepoints/templates"
)

// ofAddresses mails the codes that a change of addresses needs: one to the address
// of record, one to the new address, which is nobody's so far.
func (p *Publisher) ofAddresses(st events.Stored, c events.Commit) ([]want, error) {
	keyOfClub, err := p.log.Keys().Key("club")
	if err != nil {
		return nil, fmt.Errorf("reading the club's key: %w", err)
	}
	var out []want
	for _, f := range c.Facts {
		switch f.Type {
		case events.TypeAddressAsked:
			q, err := payload[events.AddressAsked](f)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", f.Type, err)
			}
			out = append(out, p.codeWant(st, q.Person, p.langs[q.Person], games.Say("address."+q.How, moment("until", q.Until)), judge.AddressCode(keyOfClub, q, "record")))
			if q.How != judge.RemoveAddress {
				out = append(out, p.codeWant(st, q.To, p.langs[q.Person], games.Say("address.new", moment("until", q.Until)), judge.AddressCode(keyOfClub, q, "new")))
			}
		case events.TypeAddress:
			a, err := payload[events.Address](f)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", f.Type, err)
			}
			if key := doneKey(a, len(c.Facts)); key != "" {
				out = append(out, p.codeWant(st, a.Person, p.langs[a.Person], games.Say(key), ""))
			}
		}
	}
	return out, nil
}

// doneKey says what became of an address. The old one of a change, which comes
// with the new one and its proof, is not spoken of.
func doneKey(a events.Address, facts int) string {
	switch {
	case a.Record && !a.Gone:
		return "address.done.changed"
	case !a.Gone:
		return "address.done.added"
	case facts == 2:
		return "address.done.removed"
	}
	return ""
}

// codeWant is a letter about somebody's addresses, with a code to send back.
func (p *Publisher) codeWant(st events.Stored, to string, lang games.Lang, msg games.Msg, code string) want {
	if lang == "" {
		lang = games.FR
	}
	q := events.Queued{Kind: "news", Person: to, Lang: string(lang), Title: fmt.Sprintf("address-%d", st.Seq)}
	return want{Queued: q, stream: outbox(club), key: postKey(st.Seq, to, q.Kind, q.Lang), render: func(context.Context) (templates.Doc, error) {
		item := templates.NewsItem{Msg: msg}
		if code != "" {
			item.Answer = p.confirmLine(lang, code)
		}
		return p.texts.NewWriter(lang, nil, nil, nil).Letter("address", item), nil
	}}
}
