package mail

import (
	"strings"
	"testing"
	"time"
)

func TestReceived(t *testing.T) {
	t.Parallel()
	const (
		ours  = "Received: from mx.example.net (mx.example.net [192.0.2.1])\n by mail.example.org (Postfix) with ESMTPS id 1;\n Mon, 3 Mar 2025 10:00:00 +0100 (CET)\n"
		other = "Received: from zoe by mx.example.net; Mon, 3 Mar 2025 07:00:00 +0000\n"
		trick = "Received: from zoe (by mail.example.org) by evil.example.net; Mon, 3 Mar 2025 01:00:00 +0000\n"
		empty = "Received: by mail.example.org\n"
	)
	for name, tt := range map[string]struct{ host, fields, want string }{
		"topmost":               {"", ours + other, "09:00"},
		"topmost without date":  {"", empty + other, ""},
		"pinned":                {"mail.example.org", other + ours, "09:00"},
		"pinned, capitals":      {"Mail.Example.ORG", ours, "09:00"},
		"pinned, none is ours":  {"mail.example.org", other, ""},
		"pinned, in a comment":  {"mail.example.org", trick, ""},
		"pinned, no date":       {"mail.example.org", empty + ours, ""},
		"no field":              {"", "", ""},
		"nonsense":              {"", "Received: ;;;\n", ""},
		"pinned, word at end":   {"by", "Received: from by\n", ""},
		"comment never closed":  {"mail.example.org", "Received: from x ((( by mail.example.org; Mon, 3 Mar 2025 01:00:00 +0000\n", ""},
		"comment closed before": {"", "Received: from x ))) by y; Mon, 3 Mar 2025 01:00:00 +0000\n", "01:00"},
	} {
		m := Reader{Host: tt.host}.Read([]byte(tt.fields + head + "\nPASS\n"))
		got := ""
		if !m.Received.IsZero() {
			got = m.Received.Format("15:04")
		}
		if got != tt.want {
			t.Errorf("%s: %q instead of %q", name, got, tt.want)
		}
	}
}

// TestWhen: our trace, then the source, then our clock; Date never.
func TestWhen(t *testing.T) {
	t.Parallel()
	now := time.Date(2025, 3, 10, 0, 0, 0, 0, time.UTC)
	source := now.Add(-time.Hour)
	m := Reader{}.Read([]byte(head + "\nPASS\n"))
	if at, clock := m.When(time.Time{}, "", now); !at.Equal(now) || clock != "ours" {
		t.Errorf("%v by %s", at, clock)
	}
	if at, clock := m.When(source, "internaldate", now); !at.Equal(source) || clock != "internaldate" {
		t.Errorf("%v by %s", at, clock)
	}
	if at, clock := m.When(time.Unix(-5, 0), "from-line", now); !at.Equal(now) || clock != "ours" {
		t.Errorf("before 1970: %v by %s", at, clock)
	}
	m.Received = now.Add(-2 * time.Hour)
	if at, clock := m.When(source, "internaldate", now); !at.Equal(m.Received) || clock != "received" {
		t.Errorf("%v by %s", at, clock)
	}
}

func TestEnvelope(t *testing.T) {
	t.Parallel()
	m := Reader{}.Read([]byte("From: zoe@example.org\nTo: Orders <ORDERS@example.org>, broken <<\nCc: a@example.org, \"b, c\" <b@example.org>\n" +
		"Delivered-To: orders+x@example.org\nMessage-ID: <one@example.org> (comment)\nIn-Reply-To: <two@example.org>\n" +
		"References: <r1@example.org>\n\t<r2@example.org> nonsense <r3@example.org>\nSubject: " + strings.Repeat("é", 2000) + "\n\nPASS\n"))
	if got := strings.Join(m.To, " "); got != "orders@example.org a@example.org b@example.org orders+x@example.org" {
		t.Errorf("to %s", got)
	}
	if m.MessageID != "one@example.org" || m.InReplyTo != "two@example.org" || strings.Join(m.References, " ") != "r1@example.org r2@example.org r3@example.org" {
		t.Errorf("ids %q %q %q", m.MessageID, m.InReplyTo, m.References)
	}
	if n := len([]rune(m.Subject)); n != 998 {
		t.Errorf("a subject of %d letters", n)
	}
}

func TestManyReferences(t *testing.T) {
	t.Parallel()
	m := Reader{}.Read([]byte(head + "References: " + strings.Repeat("<x@example.org> ", 300) + "<last@example.org>\n\nPASS\n"))
	if len(m.References) != maxRefs || m.References[maxRefs-1] != "last@example.org" {
		t.Errorf("%d references", len(m.References))
	}
}

// TestContent: what does not belong to the words does not change their hash,
// what does, does.
func TestContent(t *testing.T) {
	t.Parallel()
	base := head + "To: a@example.org\n\nMOVE 3\n"
	content := func(raw string) string { return Reader{}.Read([]byte(raw)).Content }
	for name, raw := range map[string]string{
		"line ends": strings.ReplaceAll(base, "\n", "\r\n"),
		"mbox line": "From x Mon Mar  3 10:00:00 2025\n" + base,
		"trace":     "Received: x\nX-Spam: no\nDKIM-Signature: y\n" + base,
		"folding":   strings.Replace(base, "Date: Mon,", "Date:\n Mon,", 1),
		"base64":    strings.Replace(base, "\n\nMOVE 3\n", "\nContent-Transfer-Encoding: base64\n\nTU9WRSAzCg==\n", 1),
	} {
		if content(raw) != content(base) {
			t.Errorf("%s changes the content", name)
		}
	}
	for name, raw := range map[string]string{
		"text":    strings.Replace(base, "MOVE 3", "MOVE 4", 1),
		"sender":  strings.Replace(base, "zoe", "ali", 1),
		"date":    strings.Replace(base, "10:00:00", "10:00:01", 1),
		"subject": strings.Replace(base, "Subject: x", "Subject: y", 1),
		"thread":  "In-Reply-To: <a@b>\n" + base,
		"list":    "List-Id: <l>\n" + base,
	} {
		if content(raw) == content(base) {
			t.Errorf("%s does not change the content", name)
		}
	}
}
