package intake

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/mail"
	"fivepoints/mail/trust"
)

// claims lists every proposal once. Conflicting ones are all there: the judge
// asks, nobody guesses.
func (in *Intake) claims(ctx context.Context, m *mail.Message, seats []events.Claim) ([]events.Claim, error) {
	list := fromSubject(m.Subject)
	if in.Dir != nil {
		replies, err := in.fromReply(ctx, m)
		if err != nil {
			return nil, err
		}
		list = append(list, replies...)
	}
	list = append(list, fromLines(m.Lines)...)
	for _, s := range seats {
		list = append(list, events.Claim{Game: s.Game, Seat: s.Seat, By: "address"})
	}
	return unique(list), nil
}

// Claims lists what a message itself says it is about: its subject's tags and
// its lines.
func Claims(m *mail.Message) []events.Claim {
	return unique(append(fromSubject(m.Subject), fromLines(m.Lines)...))
}

// fromReply asks about the answered message, the nearest one first.
func (in *Intake) fromReply(ctx context.Context, m *mail.Message) ([]events.Claim, error) {
	ids := []string{m.InReplyTo}
	for _, id := range slices.Backward(m.References) {
		ids = append(ids, id)
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		about, err := in.Dir.MessageID(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("looking up the answered message: %w", err)
		}
		if len(about) > 0 {
			return by("reply", about), nil
		}
	}
	return nil, nil
}

// tokens lists the seats whose token stands in an address that the message
// came to. A token of an earlier holder is none.
func (in *Intake) tokens(ctx context.Context, to []string) (list []events.Claim, err error) {
	if in.Dir == nil {
		return nil, nil
	}
	club, err := in.Log.Keys().Key("club")
	if err != nil {
		return nil, fmt.Errorf("reading the club's key: %w", err)
	}
	for _, t := range trust.Tokens(to) {
		since, err := in.Dir.Since(ctx, t.Game, t.Seat)
		if err != nil {
			return nil, fmt.Errorf("looking up a seat: %w", err)
		}
		if since > 0 && t.Holds(club, since) {
			list = append(list, events.Claim{Game: t.Game, Seat: t.Seat, By: "token"})
		}
	}
	return unique(list), nil
}

func by(how string, list []events.Claim) []events.Claim {
	list = slices.Clone(list)
	for i := range list {
		list[i].By = how
	}
	return list
}

// subjectTag finds "[ny12]", "[ny12 1893c]", "[NY12 T3c]". The words of mail
// gateways in brackets name no game.
var (
	subjectTag = regexp.MustCompile(`\[\s*([a-z][a-z0-9-]{1,15})(?:[\s:,]+([a-z]?[0-9][a-z0-9.-]{0,11}))?\s*\]`)
	gateways   = regexp.MustCompile(`^(?:external|externe|exterieur|ext|spam|suspect|suspected-spam|bulk|virus|secure|encrypted|confidentiel)$`)
)

func fromSubject(subject string) []events.Claim {
	var list []events.Claim
	for _, t := range subjectTag.FindAllStringSubmatch(strings.ToLower(subject), -1) {
		if !gateways.MatchString(t[1]) {
			list = append(list, events.Claim{Game: t[1], Turn: t[2], By: "subject"})
		}
	}
	return list
}

// gameLine is the header of an order sheet: nothing else may stand on it.
var gameLine = regexp.MustCompile(`^(?:game|partie) ?:? ?([a-z][a-z0-9-]{1,15})(?:[ ,]+(?:turn|tour|year|annee|année)[ :]*([a-z0-9]{1,8}))?(?:[ ,]+phase[ :]*([a-z]))?$`)

func fromLines(lines []events.Line) []events.Claim {
	var list []events.Claim
	for _, l := range lines {
		if l.Class != "" {
			continue
		}
		text, _, _ := strings.Cut(l.Text, "#")
		text, _, _ = strings.Cut(text, "//")
		text = strings.ToLower(strings.Join(strings.Fields(text), " "))
		if m := gameLine.FindStringSubmatch(text); m != nil {
			list = append(list, events.Claim{Game: m[1], Turn: m[2] + m[3], By: "line"})
		}
	}
	return list
}

func unique(list []events.Claim) []events.Claim {
	var out []events.Claim
	for _, c := range list {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
