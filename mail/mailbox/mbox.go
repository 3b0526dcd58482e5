package mailbox

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fivepoints/mail"
)

const bom = "\ufeff"

// Mbox reads the messages of an mbox file. Text before the first separator is
// a message of its own: nothing is lost.
func Mbox(r io.Reader) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		m := &mboxReader{r: bufio.NewReaderSize(r, 64<<10), empty: true, lineStart: true}
		for {
			more, err := m.step()
			if err != nil {
				yield(Item{}, fmt.Errorf("reading the mbox at byte %d: %w", m.pos, err))
				return
			}
			for _, item := range m.done {
				if !yield(item, nil) {
					return
				}
			}
			m.done = nil
			if !more {
				return
			}
		}
	}
}

// mboxReader collects lines until the next separator. A line longer than its
// buffer comes in pieces.
type mboxReader struct {
	r         *bufio.Reader
	pos       int64
	item      Item
	done      []Item
	begun     bool
	empty     bool // the line before is empty, or there is none
	lineStart bool
}

// step reads one piece of a line.
func (m *mboxReader) step() (more bool, err error) {
	piece, err := m.r.ReadSlice('\n')
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return false, err
	}
	more = !errors.Is(err, io.EOF)
	if bytes.HasPrefix(piece, []byte("From ")) {
		piece = bytes.Clone(piece) // isSeparator looks ahead, which moves the buffer
	}
	at := m.pos
	m.pos += int64(len(piece))
	if at == 0 {
		piece = bytes.TrimPrefix(piece, []byte(bom))
	}
	if m.lineStart && m.isSeparator(piece) {
		m.close()
		m.begin(at, fromDate(string(bytes.TrimSpace(piece))))
	} else {
		m.add(at, piece)
	}
	full := bytes.HasSuffix(piece, []byte{'\n'})
	m.empty = m.lineStart && full && len(bytes.TrimRight(piece, "\r\n")) == 0
	m.lineStart = full
	if !more {
		m.close()
	}
	return more, nil
}

func (m *mboxReader) begin(at int64, received time.Time) {
	m.item = Item{Cursor: "mbox:" + strconv.FormatInt(at, 10), At: received}
	if !received.IsZero() {
		m.item.Clock = "from-line"
	}
	m.begun, m.empty = true, true
}

// add appends a piece of a line, one quoting mark less, up to the limit.
func (m *mboxReader) add(at int64, piece []byte) {
	if !m.begun {
		if len(bytes.TrimSpace(piece)) == 0 {
			return
		}
		m.begin(at, time.Time{})
	}
	if m.lineStart && quotedFrom(piece) {
		piece = piece[1:]
	}
	m.item.Size += int64(len(piece))
	room := mail.MaxRaw + 1 - len(m.item.Raw)
	m.item.Raw = append(m.item.Raw, piece[:min(room, len(piece))]...)
}

func quotedFrom(line []byte) bool {
	rest := bytes.TrimLeft(line, ">")
	return len(rest) < len(line) && bytes.HasPrefix(rest, []byte("From "))
}

// close ends the message; the empty line in front of a separator is not its.
func (m *mboxReader) close() {
	if !m.begun {
		return
	}
	item := m.item
	if int64(len(item.Raw)) == item.Size {
		raw := trimEmptyLine(item.Raw)
		item.Raw, item.Size = raw, int64(len(raw))
	}
	m.done, m.begun = append(m.done, item), false
}

func trimEmptyLine(b []byte) []byte {
	for _, end := range []string{"\n\r\n", "\n\n"} {
		if bytes.HasSuffix(b, []byte(end)) {
			return b[:len(b)-len(end)+1]
		}
	}
	return b
}

// isSeparator judges a line that begins with "From ": it must give a date and
// follow an empty line or stand before a header field. Without a date it needs
// both; prose like "From Bowery to Docks" has neither.
func (m *mboxReader) isSeparator(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("From ")) {
		return false
	}
	if !m.begun && m.item.Cursor == "" {
		return true
	}
	dated := !fromDate(string(bytes.TrimSpace(line))).IsZero()
	next, _ := m.r.Peek(200)
	header := headerField.Match(next)
	return dated && (m.empty || header) || m.empty && header
}

// headerField matches the fields that a stored message begins with.
var headerField = regexp.MustCompile(`^(?i:return-path|received|from|to|date|subject|message-id|delivered-to|mime-version|content-type|` +
	`dkim-signature|authentication-results|arc-[a-z-]+|x-[a-z0-9-]+|status|envelope-to|reply-to|sender|delivery-date)[ \t]*:`)

var (
	fromStamp = regexp.MustCompile(`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +)?(?:` +
		`([A-Z][a-z]{2}) +(\d{1,2})|(\d{1,2}) +([A-Z][a-z]{2}) +(\d{4}))` +
		` +(\d{1,2}:\d{2}(?::\d{2})?)((?: +(?:[A-Z]{1,5}|[+-]\d{4}|\d{4}))*)$`)
	isoStamp = regexp.MustCompile(`(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)?$`)
)

// fromDate reads the date of a separator, zero when it has none. A date
// without a zone is UTC (RFC 4155).
func fromDate(line string) time.Time {
	if m := isoStamp.FindStringSubmatch(line); m != nil {
		zone := m[3]
		if zone == "" {
			zone = "Z"
		}
		at, _ := time.Parse(time.RFC3339, m[1]+"T"+m[2]+zone)
		return at.UTC()
	}
	m := fromStamp.FindStringSubmatch(line)
	if m == nil {
		return time.Time{}
	}
	return assemble(m[1]+m[4], m[2]+m[3], m[5], m[6], m[7])
}

// assemble parses the pieces of an asctime date; year and zone follow the
// clock in either order.
func assemble(month, day, year, clock, tail string) time.Time {
	zone := "+0000"
	for w := range strings.FieldsSeq(tail) {
		switch {
		case w[0] == '+' || w[0] == '-':
			zone = w
		case w[0] >= '0' && w[0] <= '9':
			year = w
		default:
			zone = zoneOffset(w, zone)
		}
	}
	if strings.Count(clock, ":") == 1 {
		clock += ":00"
	}
	at, err := time.Parse("Jan 2 2006 15:04:05 -0700", strings.Join([]string{month, day, year, clock, zone}, " "))
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// zoneOffset knows the names that mail programs write; others are read as UTC.
func zoneOffset(name, old string) string {
	switch name {
	case "CET", "MET":
		return "+0100"
	case "CEST", "MEST":
		return "+0200"
	case "EST":
		return "-0500"
	case "EDT":
		return "-0400"
	case "PST":
		return "-0800"
	case "PDT":
		return "-0700"
	case "BST":
		return "+0100"
	}
	return old
}
