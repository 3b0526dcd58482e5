package outbox

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"

	"fivepoints/events"
)

// fields are all that our mails may hold.
var fields = []string{
	"Content-Type", "Content-Transfer-Encoding", "Date", "From", "To", "Reply-To", "Subject", "Message-Id", "In-Reply-To", "References",
	"Mime-Version", "Content-Language", "Auto-Submitted", "X-Auto-Response-Suppress", LoopHeader,
}

// Whatever a post holds, its mail has our fields alone, plain short lines, and
// says what it was given; or there is none.
func FuzzCompose(f *testing.F) {
	ids, err := NewIDs(events.NewMemoryKeys("test"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add("[ny12] Été", "Zoé", "a@b", "Bonjour.\n.\nFrom x\n", false, uint16(1))
	f.Add("x\r\nBcc: eve@example.org", "a\nb", "<c>\r\nX: y", "\r\n--=_alternative_x--\r\n", true, uint16(2))
	f.Add(strings.Repeat("é", 300)+"=?utf-8?q?x?=", "\"<a@b>\"", "a b@c", strings.Repeat("x", 3000)+" \r\x00", true, uint16(9))
	f.Add("0  "+strings.Repeat("$", 3000)+" 00 0", strings.Repeat("n", 3000), "", "x", false, uint16(0))
	f.Fuzz(func(t *testing.T, subject, name, reply, body string, html bool, thread uint16) {
		m := mailing{
			content: content{Subject: subject, Text: []byte(body)}, post: &Post{Seq: 9, At: time.UnixMilli(1_770_000_000_000), Queued: events.Queued{Kind: "receipt", Lang: "fr"}},
			club: Club{Address: "play@example.org", Name: "Club"}, ids: ids, name: name, to: "ann@example.org", inReplyTo: reply, thread: events.Seq(thread),
		}
		if html {
			m.HTML, m.Twin = []byte("<p>"+body), []byte("{}")
		}
		raw, err := m.compose()
		if err != nil {
			return
		}
		for line := range bytes.SplitSeq(raw, []byte("\r\n")) {
			if len(line) > 998 || bytes.ContainsFunc(line, func(r rune) bool { return r > 126 || r < ' ' && r != '\t' }) {
				t.Fatalf("line %q", line)
			}
		}
		checkComposed(t, raw, subject, body)
	})
}

func checkComposed(t *testing.T, raw []byte, subject, body string) {
	t.Helper()
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for it := r.Header.Fields(); it.Next(); {
		if !slices.Contains(fields, it.Key()) || it.Key() == "Subject" && r.Header.FieldsByKey("Subject").Len() > 1 {
			t.Errorf("there is a field %s:\n%s", it.Key(), raw)
		}
	}
	if got, err := r.Header.Subject(); err != nil || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(subject), " ") {
		t.Errorf("subject %q becomes %q %v", subject, got, err)
	}
	if to, err := r.Header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != "ann@example.org" {
		t.Errorf("to %v %v:\n%s", to, err, raw)
	}
	p, err := r.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(p.Body)
	if want := lines([]byte(body)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("text %q becomes %q %v", want, got, err)
	}
}

// A name may hold any character; readers see the address, and the name.
func TestNames(t *testing.T) {
	t.Parallel()
	ids, err := NewIDs(events.NewMemoryKeys("test"))
	if err != nil {
		t.Fatal(err)
	}
	for c := rune(' '); c < 0x7f; c++ {
		for _, name := range []string{"a" + string(c) + "b", "a" + string(c) + "é", string(c) + "é" + string(c), string(c)} {
			m := mailing{post: &Post{Seq: 9, At: time.UnixMilli(0)}, club: Club{Address: "play@example.org"}, ids: ids, name: name, to: "ann@example.org"}
			raw, err := m.compose()
			if err != nil {
				t.Fatal(err)
			}
			r, err := mail.CreateReader(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			want := strings.TrimSpace(strings.ReplaceAll(name, `\`, ""))
			if to, err := r.Header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != "ann@example.org" || strings.TrimSpace(to[0].Name) != want {
				t.Errorf("%q becomes %v %v", name, to, err)
			}
		}
	}
}
