package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"fivepoints/events"
)

// Classes of a message, as in events.Received.
const (
	ClassMail      = "mail"
	ClassAuto      = "auto"
	ClassBounce    = "bounce"
	ClassList      = "list"
	ClassMalformed = "malformed"
	ClassTooBig    = "too_big"
)

// Message is a mail as it was read. Its JSON form is what "mail inspect" shows.
type Message struct {
	Class      string        `json:"class"`
	Notes      []string      `json:"notes,omitempty"` // what was repaired or looks odd, stable words
	From       string        `json:"from"`            // bare address, lower case
	To         []string      `json:"to,omitempty"`    // To, Cc and Delivered-To, bare, lower case
	Subject    string        `json:"subject,omitempty"`
	MessageID  string        `json:"message_id,omitempty"` // without angle brackets
	InReplyTo  string        `json:"in_reply_to,omitempty"`
	References []string      `json:"references,omitempty"`
	Date       string        `json:"date,omitempty"`     // as written, never trusted
	Received   time.Time     `json:"received,omitzero"`  // when our side got it, by its Received field
	Content    string        `json:"content"`            // hex SHA-256 of the canonical content
	Headers    []Field       `json:"headers,omitempty"`  // top first, unfolded
	Parts      []PartInfo    `json:"parts,omitempty"`    // leaves in order
	Attached   int           `json:"attached,omitempty"` // files that were not read and may hold words
	Lines      []events.Line `json:"lines,omitempty"`    // every line of the text

	other []events.Line // lines that only the HTML half shows
}

// PartInfo describes one leaf of the message.
type PartInfo struct {
	Type     string `json:"type"`
	Charset  string `json:"charset,omitempty"`
	Encoding string `json:"encoding,omitempty"`
	Size     int    `json:"size"`          // of the decoded bytes
	Use      string `json:"use,omitempty"` // "text", "attachment" or "" when another part was shown
}

// Reader holds what is known about our side of the mail.
type Reader struct {
	Host string   // name our boundary writes in "Received: ... by HOST"; empty: the topmost field
	Own  []string // our own addresses, lower case: mail from them is a loop
}

// Read reads a message. Bytes beyond MaxRaw make it ClassTooBig.
func (r Reader) Read(raw []byte) Message {
	m := r.read(raw)
	if m.Content == "" {
		m.Content = rawHash(raw)
	}
	return m
}

func (r Reader) read(raw []byte) Message {
	m := Message{Class: ClassMail}
	head, body, notes := repair(raw[:min(len(raw), MaxRaw)])
	m.note(notes...)
	if err := checkHeader(head); err != nil {
		m.tooBig(err)
		return m
	}
	h := m.readHeader(head)
	r.envelope(&m, h)
	if len(raw) > MaxRaw {
		m.tooBig(errRaw)
		return m
	}
	root, err := parseParts(h, body)
	if err != nil {
		m.tooBig(err)
		return m
	}
	m.Content = contentHash(h, root)
	if err := m.readText(root); err != nil {
		m.tooBig(err)
		return m
	}
	r.classify(&m, h, root)
	return m
}

// Broken is the reading of a message on which Read failed: nothing but its bytes.
func (r Reader) Broken(raw []byte) Message {
	return Message{Class: ClassMalformed, Content: rawHash(raw), Notes: []string{"unreadable"}}
}

// When tells when the message reached us and by which clock: "received", the
// source's own ("from-line", "internaldate"), or "ours".
func (m *Message) When(source time.Time, clock string, now time.Time) (time.Time, string) {
	switch {
	case plausible(m.Received):
		return m.Received, "received"
	case plausible(source):
		return source, clock
	}
	return now, "ours"
}

// plausible: a log holds no time before 1970, and a player's year has four digits.
func plausible(t time.Time) bool { return t.Unix() > 0 && t.Year() < 10000 }

func (m *Message) note(notes ...string) {
	for _, n := range notes {
		if n != "" && !slices.Contains(m.Notes, n) {
			m.Notes = append(m.Notes, n)
		}
	}
}

func (m *Message) tooBig(err error) {
	m.Class = ClassTooBig
	m.Lines = nil
	m.note(err.Error())
}

// readHeader parses the header block and remembers its fields.
func (m *Message) readHeader(block []byte) header {
	h, notes := parseHeader(block)
	m.note(notes...)
	m.Headers = h
	return h
}

// rawHash names content that is not read: too big, or broken before its header.
func rawHash(raw []byte) string {
	sum := sha256.Sum256(append([]byte("fivepoints raw mail 1\n"), raw...))
	return hex.EncodeToString(sum[:])
}

// contentHash is the same for the same mail however it reached us: line ends,
// trace fields, folding and transfer encodings do not count. What marks a robot
// does: a list's copy must not shadow the mail itself. A mail without Date also
// counts its Message-ID, so that two of them stay two.
func contentHash(h header, root *part) string {
	d := digest{sha256.New()}
	d.add("fivepoints mail 1")
	names := []string{"From", "Date", "Subject", "In-Reply-To", "References", "Auto-Submitted", "Precedence", "List-Id"}
	if h.get("Date") == "" {
		names = append(names, "Message-ID")
	}
	for _, name := range names {
		d.add(name)
		for _, v := range h.all(name) {
			d.add(v)
		}
	}
	root.leaves(func(p *part) {
		d.add(p.media)
		d.addBytes(bytes.TrimRight(p.data(), "\r\n"))
	})
	return hex.EncodeToString(d.Sum(nil))
}
