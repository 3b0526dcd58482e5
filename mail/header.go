package mail

import (
	"bufio"
	"bytes"
	"mime"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message/textproto"
)

// Field is one header field, unfolded, its encoded words as sent.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// header is a header block, top field first.
type header []Field

func parseHeader(block []byte) (header, []string) {
	var h header
	var notes []string
	fields, err := textproto.ReadHeader(bufio.NewReaderSize(bytes.NewReader(block), min(len(block), 4096)))
	if err != nil {
		notes = append(notes, "broken-header")
	}
	for it := fields.Fields(); it.Next(); {
		value, _ := decodeCharset([]byte(it.Value()), "")
		h = append(h, Field{it.Key(), collapse(value)})
	}
	return h, notes
}

// collapse makes one space of every run of white space.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// get returns the topmost value of a field, "" when there is none.
func (h header) get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

func (h header) all(name string) []string {
	var out []string
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			out = append(out, f.Value)
		}
	}
	return out
}

func (h header) has(name string) bool { return len(h.all(name)) > 0 }

// envelope fills the fields that say who wrote what to whom and when.
func (r Reader) envelope(m *Message, h header) {
	m.From = m.sender(h)
	m.Subject = clip(decodeWords(h.get("Subject")), 998)
	m.Date = clip(h.get("Date"), 200)
	m.MessageID = first(messageIDs(h.get("Message-Id")))
	m.InReplyTo = first(messageIDs(h.get("In-Reply-To")))
	m.References = messageIDs(h.get("References"))
	m.Received = r.received(h)
	for _, name := range []string{"Date", "Message-Id", "Subject", "Content-Type"} {
		if len(h.all(name)) > 1 {
			m.note("two-" + strings.ToLower(name))
		}
	}
	for _, name := range []string{"To", "Cc", "Delivered-To"} {
		for _, v := range h.all(name) {
			m.To = append(m.To, addresses(v)...)
		}
	}
	if len(m.To) > maxAddresses {
		m.To = nil
		m.tooBig(errAddresses)
	}
}

// sender returns the one mailbox of the one From field; anything else is noted
// and makes the message malformed: two readers could see two senders (T4).
func (m *Message) sender(h header) string {
	from := h.all("From")
	switch len(from) {
	case 0:
		m.note("no-from")
		return ""
	case 1:
	default:
		m.note("two-from")
		return ""
	}
	list, err := parseAddresses(from[0])
	if err == nil && len(list) == 1 && !strings.ContainsAny(from[0], ";") {
		return list[0]
	}
	if a := loneAddress.FindStringSubmatch(from[0]); a != nil && err != nil {
		m.note("from-repaired")
		return strings.ToLower(a[1])
	}
	m.note("bad-from")
	return ""
}

// loneAddress finds "anything <a@b>" that has a single @ in it.
var (
	loneAddress = regexp.MustCompile(`^[^@<>]*<\s*([^@<>\s,;:"()]+@[^@<>\s,;:"()]+)\s*>\s*$`)
	anyAddress  = regexp.MustCompile(`[^@<>\s,;:"()\[\]]+@[^@<>\s,;:"()\[\]]+`)
	anyID       = regexp.MustCompile(`<([^<>\s]{1,250})>`)
)

func parseAddresses(value string) ([]string, error) {
	words := &mime.WordDecoder{CharsetReader: charsetReader}
	list, err := (&netmail.AddressParser{WordDecoder: words}).ParseList(value)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, a := range list {
		out = append(out, strings.ToLower(a.Address))
	}
	return out, nil
}

// addresses reads a list of recipients as well as it can.
func addresses(value string) []string {
	if list, err := parseAddresses(value); err == nil {
		return list
	}
	return anyAddress.FindAllString(strings.ToLower(value), maxAddresses+1)
}

// messageIDs lists the ids of a field, at most maxRefs, the last ones.
func messageIDs(value string) []string {
	var ids []string
	for _, m := range anyID.FindAllStringSubmatch(value, -1) {
		ids = append(ids, m[1])
	}
	return slices.Clone(ids[max(0, len(ids)-maxRefs):])
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// clip cuts a string after n runes.
func clip(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// received reads the time of our boundary's trace field.
func (r Reader) received(h header) time.Time {
	for _, v := range h.all("Received") {
		trace, date, ok := cutLast(v, ';')
		if r.Host != "" && !writtenBy(trace, r.Host) {
			continue
		}
		if at, err := netmail.ParseDate(strings.TrimSpace(date)); ok && err == nil {
			return at.UTC()
		}
		return time.Time{}
	}
	return time.Time{}
}

func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// writtenBy tells whether a trace field says "by host". The word is searched
// outside comments: their text belongs to the sender.
func writtenBy(trace, host string) bool {
	words := strings.Fields(strings.ToLower(dropComments(trace)))
	for i, w := range words[:max(0, len(words)-1)] {
		if w == "by" {
			return words[i+1] == strings.ToLower(host)
		}
	}
	return false
}

func dropComments(s string) string {
	var b strings.Builder
	depth := 0
	for _, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}
