package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/mail"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Topmost is the authserv-id of boundaries that write none (Exchange Online).
const Topmost = "topmost"

// Verdicts of [events.Evidence].
const (
	Aligned   = "aligned"   // it comes from the domain of its From field
	Partial   = "partial"   // something holds that the same sender will show again
	None      = "none"      // nothing holds
	Failed    = "failed"    // our boundary says that it is forged
	Malformed = "malformed" // there is not one sender
)

// Checker knows our side of the mail. Its zero value believes nobody.
type Checker struct {
	AuthServ string   // authserv-id of our boundary, [Topmost], or "": it checks nothing
	Hosts    []string // names by which our boundary signs Received fields, ".example.org" for all below; none: AuthServ
	Own      []string // addresses of ours; a mail to none of them is a replay (T5). none: not looked at
	// TXT answers DNS queries for keys of signatures; nil: they are not checked here.
	TXT func(ctx context.Context, name string) ([]string, error)
}

// maxSignatures bounds the signatures, and DNS queries, of one message.
const maxSignatures = 5

// Examine collects what speaks for the From field of a message, which was read
// from raw. It never fails: what cannot be checked now proves nothing.
func (c Checker) Examine(ctx context.Context, raw []byte, m *mail.Message) events.Evidence {
	ev := events.Evidence{Verdict: None, Domain: domainOf(m.From)}
	if why := twoFaced(raw, m); why != "" {
		return events.Evidence{Verdict: Malformed, Detail: why}
	}
	if why := c.elsewhere(m); why != "" {
		ev.Detail = why
		return ev
	}
	fields, by := c.trusted(m.Headers)
	if best := judge(fields, by, ev.Domain); best.Verdict != None {
		return best
	}
	if c.TXT == nil {
		return ev
	}
	return c.signatures(ctx, raw, ev.Domain)
}

// fromLine finds every field that some reader may take for From.
var fromLine = regexp.MustCompile(`(?i)^from[ \t]*:`)

// twoFaced says why a message has no single sender.
func twoFaced(raw []byte, m *mail.Message) string {
	if m.From == "" || m.Class == mail.ClassMalformed {
		return "there is not exactly one sender"
	}
	for _, note := range []string{"from-repaired", "two-date", "two-message-id", "two-subject", "two-content-type"} {
		if slices.Contains(m.Notes, note) {
			return note
		}
	}
	n := 0
	for line := range headerLines(raw) {
		if fromLine.Match(line) {
			n++
		}
	}
	if n != 1 {
		return fmt.Sprintf("%d lines of the header begin with From:", n)
	}
	return ""
}

// headerLines yields the lines of the header, whatever ends them.
func headerLines(raw []byte) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(raw) > 0 {
			end := bytes.IndexAny(raw, "\r\n")
			if end < 0 {
				end = len(raw)
			}
			line := raw[:end]
			raw = raw[end:]
			switch {
			case bytes.HasPrefix(raw, []byte("\r\n")):
				raw = raw[2:]
			case len(raw) > 0:
				raw = raw[1:]
			}
			if len(line) == 0 || !yield(line) {
				return
			}
		}
	}
}

// elsewhere says why a message was not meant for us.
func (c Checker) elsewhere(m *mail.Message) string {
	if len(c.Own) == 0 {
		return ""
	}
	for _, f := range m.Headers {
		if !strings.EqualFold(f.Name, "To") && !strings.EqualFold(f.Name, "Cc") {
			continue
		}
		for _, own := range c.Own {
			if names(strings.ToLower(f.Value), own) {
				return ""
			}
		}
	}
	return "neither To nor Cc names us"
}

// names tells whether a list of recipients holds an address, with or without a
// part behind a plus.
func names(list, own string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(own), "@")
	for {
		at := strings.Index(list, local)
		if at < 0 {
			return false
		}
		before := at == 0 || strings.ContainsAny(list[at-1:at], " <,;\"")
		list = list[at+len(local):]
		rest := list
		if strings.HasPrefix(rest, "+") {
			end := strings.IndexAny(rest, "@ ,;<>")
			rest = rest[max(end, 0):]
		}
		rest, ok := strings.CutPrefix(rest, "@"+domain)
		if before && ok && (rest == "" || strings.ContainsAny(rest[:1], " >,;")) {
			return true
		}
	}
}

// receivedBy finds the host that wrote a Received field.
var receivedBy = regexp.MustCompile(`(?i)\bby\s+([a-z0-9._-]+)`)

// trusted returns the results that our boundary wrote: those above the first
// Received field of another host, under the pinned id.
func (c Checker) trusted(h []mail.Field) (list []result, by string) {
	if c.AuthServ == "" {
		return nil, ""
	}
	for _, f := range h {
		switch {
		case strings.EqualFold(f.Name, "Received"):
			if !c.ours(f.Value) {
				return list, c.AuthServ
			}
		case strings.EqualFold(f.Name, "Authentication-Results"):
			r, err := parseResults(f.Value, c.AuthServ != Topmost)
			if c.AuthServ == Topmost {
				if err != nil {
					return nil, c.AuthServ
				}
				return r.list, c.AuthServ
			}
			if err == nil && r.id == strings.ToLower(c.AuthServ) {
				list = append(list, r.list...)
			}
		}
	}
	return list, c.AuthServ
}

// ours tells whether our boundary wrote a Received field. The comments of the
// field are the sender's words.
func (c Checker) ours(value string) bool {
	hosts := c.Hosts
	if len(hosts) == 0 {
		hosts = []string{c.AuthServ}
	}
	by := receivedBy.FindStringSubmatch(uncommented(value))
	return by != nil && slices.ContainsFunc(hosts, func(h string) bool {
		h = strings.ToLower(h)
		return h == strings.ToLower(by[1]) || strings.HasPrefix(h, ".") && strings.HasSuffix(strings.ToLower(by[1]), h)
	})
}

// uncommented is a field without comments and quoted strings; "" when one is
// not closed.
func uncommented(value string) string {
	parts, err := segments(value)
	if err != nil {
		return ""
	}
	var out []string
	for _, p := range parts[:1] { // behind the semicolon stands the date
		for _, w := range p {
			if !w.quoted {
				out = append(out, w.text)
			}
		}
	}
	return strings.Join(out, " ")
}

// judge weighs what the boundary found.
func judge(list []result, by, domain string) events.Evidence {
	best := events.Evidence{Verdict: None, Domain: domain}
	for _, r := range list {
		if r.method == "dmarc" && r.value == "fail" {
			return events.Evidence{Verdict: Failed, Domain: domain, Method: r.method, By: by}
		}
		if r.value != "pass" || r.twice {
			continue
		}
		if ev := weigh(r, domain); better(ev, best) {
			ev.Domain, ev.By = domain, by
			best = ev
		}
	}
	return best
}

// weigh tells what one pass is worth for a From domain.
func weigh(r result, domain string) events.Evidence {
	ev := events.Evidence{Verdict: None, Method: r.method}
	switch r.method {
	case "dmarc":
		if ev.Signer = ascii(r.props["header.from"]); ev.Signer == domain && domain != "" {
			ev.Verdict = Aligned
		}
	case "dkim":
		ev.Signer = ascii(r.props["header.d"])
		if ev.Signer == "" {
			ev.Signer = domainOf(r.props["header.i"])
		}
		ev.Verdict = signed(ev.Signer, domain)
	case "spf":
		from := r.props["smtp.mailfrom"]
		if strings.Contains(from, "@") {
			from = domainOf(from)
		}
		if ev.Signer = ascii(from); sameOwner(ev.Signer, domain) {
			ev.Verdict = Partial
		}
	}
	return ev
}

func better(a, b events.Evidence) bool {
	rank := []string{None, Partial, Aligned}
	return slices.Index(rank, a.Verdict) > slices.Index(rank, b.Verdict)
}

// signed weighs a signature that holds.
func signed(signer, domain string) string {
	switch {
	case signer == "":
		return None
	case sameOwner(signer, domain):
		return Aligned
	}
	return Partial
}

// signatures checks the DKIM signatures of a message ourselves (RFC 6376).
func (c Checker) signatures(ctx context.Context, raw []byte, domain string) events.Evidence {
	best := events.Evidence{Verdict: None, Domain: domain}
	list, err := dkim.VerifyWithOptions(bytes.NewReader(crlf(raw)), &dkim.VerifyOptions{
		MaxVerifications: maxSignatures,
		LookupTXT:        func(name string) ([]string, error) { return c.TXT(ctx, name) },
	})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		best.Detail = "its signatures cannot be read"
		return best
	}
	for _, v := range list {
		if v.Err != nil {
			best.Detail = why(v.Err)
			continue
		}
		ev := events.Evidence{Domain: domain, Method: "dkim", By: "self", Signer: ascii(v.Domain)}
		if ev.Verdict = signed(ev.Signer, domain); better(ev, best) {
			best = ev
		}
	}
	return best
}

// why tells a signature that does not hold from one that could not be checked:
// a name server that is away proves nothing against anybody.
func why(err error) string {
	var dns *net.DNSError
	if dkim.IsTempFail(err) || errors.As(err, &dns) && (dns.IsTemporary || dns.IsTimeout) {
		return "a signature could not be checked: DNS does not answer"
	}
	return "a signature does not hold"
}

// crlf ends lines as signatures want it; mailbox files hold bare LF.
func crlf(raw []byte) []byte {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}

// sameOwner tells whether two domains are under one registrable domain
// (relaxed alignment, RFC 7489 section 3.1).
func sameOwner(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	oa, err1 := publicsuffix.EffectiveTLDPlusOne(a)
	ob, err2 := publicsuffix.EffectiveTLDPlusOne(b)
	return err1 == nil && err2 == nil && oa == ob
}

func domainOf(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return ""
	}
	return ascii(strings.TrimSuffix(address[at+1:], ">"))
}

// ascii is a domain as DNS knows it, "" when it is none.
func ascii(domain string) string {
	out, err := idna.Lookup.ToASCII(strings.TrimSuffix(strings.ToLower(domain), "."))
	if err != nil || strings.ContainsAny(out, " \t@<>") {
		return ""
	}
	return out
}
