package trust

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"fivepoints/mail"
)

// Record is a DNS record by which other servers tell our mails from forged ones.
type Record struct {
	Kind  string `json:"kind"`            // "spf", "dkim" or "dmarc"
	Name  string `json:"name"`            // where it stands
	Found string `json:"found,omitempty"` // its text, "" when there is none
	Flaw  string `json:"flaw,omitempty"`  // "missing", "twice", "open" (it forbids nothing), "revoked", "unreachable", "" when all is well
	Add   string `json:"add,omitempty"`   // what to put there
}

// Records looks up the records of a sending domain: SPF (RFC 7208), DMARC
// (RFC 7489), and the DKIM keys (RFC 6376) named by a mail that we sent, when
// there is one.
func Records(ctx context.Context, txt func(context.Context, string) ([]string, error), address string, sent *mail.Message) []Record {
	domain := domainOf(address)
	list := []Record{
		look(ctx, txt, Record{Kind: "spf", Name: domain, Add: "v=spf1 mx -all"}, "v=spf1"),
		look(ctx, txt, Record{Kind: "dmarc", Name: "_dmarc." + domain, Add: "v=DMARC1; p=quarantine; rua=mailto:" + address}, "v=DMARC1"),
	}
	if sent == nil {
		return list
	}
	for _, name := range keyNames(sent) {
		list = append(list, look(ctx, txt, Record{Kind: "dkim", Name: name}, ""))
	}
	if len(list) == 2 {
		list = append(list, Record{Kind: "dkim", Name: domain, Flaw: "missing"})
	}
	return list
}

// look completes a record with what DNS knows; begins tells it from others at
// the same name.
func look(ctx context.Context, txt func(context.Context, string) ([]string, error), r Record, begins string) Record {
	all, err := txt(ctx, r.Name)
	var dns *net.DNSError
	if err != nil && !(errors.As(err, &dns) && dns.IsNotFound) {
		r.Flaw = "unreachable"
		return r
	}
	n := 0
	for _, t := range all {
		if len(t) >= len(begins) && strings.EqualFold(t[:len(begins)], begins) {
			r.Found = t
			n++
		}
	}
	r.Flaw = flaw(r, n)
	if r.Flaw == "" || r.Flaw == "twice" || r.Flaw == "revoked" {
		r.Add = ""
	}
	return r
}

func flaw(r Record, n int) string {
	text := strings.ToLower(strings.ReplaceAll(r.Found, " ", ""))
	switch {
	case n == 0:
		return "missing"
	case n > 1 && r.Kind != "dkim":
		return "twice" // then neither counts
	case r.Kind == "spf" && (strings.Contains(text, "+all") || strings.HasSuffix(text, "?all")):
		return "open"
	case r.Kind == "dmarc" && strings.Contains(text, ";p=none"):
		return "open"
	case r.Kind == "dkim" && (strings.Contains(text, ";p=;") || strings.HasSuffix(text, "p=")):
		return "revoked"
	}
	return ""
}

// keyNames are the places of the keys of a message's signatures.
func keyNames(m *mail.Message) []string {
	var out []string
	for _, f := range m.Headers {
		if !strings.EqualFold(f.Name, "DKIM-Signature") || len(out) == maxSignatures {
			continue
		}
		tags := map[string]string{}
		for t := range strings.SplitSeq(f.Value, ";") {
			name, value, _ := strings.Cut(t, "=")
			tags[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
		if d, s := ascii(tags["d"]), ascii(tags["s"]); d != "" && s != "" {
			out = append(out, fmt.Sprintf("%s._domainkey.%s", s, d))
		}
	}
	return out
}

// Boundaries lists the authserv-ids that a message bears, topmost first. In a
// mail that we sent to ourselves they are what an operator may pin. [Topmost]
// stands for a field without one.
func Boundaries(m *mail.Message) []string {
	var out []string
	for _, f := range m.Headers {
		if !strings.EqualFold(f.Name, "Authentication-Results") {
			continue
		}
		if r, err := parseResults(f.Value, true); err == nil {
			out = append(out, r.id)
		} else if _, err := parseResults(f.Value, false); err == nil {
			out = append(out, Topmost)
		}
	}
	return out
}
