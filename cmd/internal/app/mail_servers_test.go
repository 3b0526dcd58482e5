package app_test

import (
	"bytes"
	"fmt"
	"io"
	"net/mail"
	"net/smtp"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/mail/mailtest"
)

// The whole way of a player's mail, by real mail servers: his is taken by
// OpenSMTPD, comes to the club by LMTP or through a mailbox of Dovecot, and the
// answers of the club go out through OpenSMTPD into his own mailbox in Dovecot.
func TestMailByRealServers(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"lmtp", "imap"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			l := newRealMail(t, way)
			stop := l.serve()
			defer stop()
			l.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.net,fr", "--seat", "eastman=sam@example.com,en")
			invitation := l.delivered(1)
			to, err := mail.ParseAddress(invitation.Header.Get("Reply-To"))
			if err != nil {
				t.Fatal(err)
			}
			l.submit(to.Address, "Subject: ordres\nMessage-ID: <a1@example.net>\n\nouvrir tripot FVP\n")
			question := l.delivered(2) // nobody has vouched for him
			line := code.FindString(question.text)
			if line == "" {
				t.Fatalf("no code is asked for:\n%s", question.text)
			}
			l.submit(to.Address, "Subject: Re: code\nMessage-ID: <a2@example.net>\nIn-Reply-To: "+question.Header.Get("Message-ID")+"\n\n"+line+"\n")
			receipt := l.delivered(3)
			if !strings.Contains(receipt.text, "ouvrir tripot FVP") || receipt.Header.Get("In-Reply-To") != "<a1@example.net>" || len(receipt.Header["Received"]) < 2 {
				t.Errorf("the receipt has the head %v and says\n%s", receipt.Header, receipt.text)
			}
			stop()
			if log := l.run("log", "ny1"); strings.Count(log, "\n    t.sheet {") != 1 {
				t.Errorf("one mail became\n%s", log)
			}
		})
	}
}

// realMail is a club and its players between real servers.
type realMail struct {
	*mailWorld
	smtp  string
	boxes *mailtest.Mailboxes
}

func newRealMail(t *testing.T, way string) *realMail {
	boxes := mailtest.Dovecot(t)
	club := boxes.LMTP
	in := fmt.Sprintf("[[mail.imap]]\nname = \"main\"\nserver = %q\ntls = \"none\"\nuser = \"play@example.org\"\npassword_file = \"password\"\n", boxes.IMAP)
	if way == "lmtp" {
		club = fmt.Sprintf("127.0.0.1:%d", mailtest.FreePort(t))
		in = fmt.Sprintf("[mail.lmtp]\nlisten = %q\n", club)
	}
	l := &realMail{&mailWorld{t: t, dir: filepath.Join(t.TempDir(), "data"), say: &safeBuffer{}}, "", boxes}
	l.smtp = mailtest.OpenSMTPD(t, map[string]string{"example.org": club, "example.net": boxes.LMTP, "example.com": boxes.LMTP}, boxes.LMTP)
	l.run("init")
	l.write("password", "secret\n")
	l.write("fivepoints.toml", fmt.Sprintf("origin = \"example.org/club\"\n[mail]\naddress = \"play@example.org\"\nname = \"The Club\"\n%s"+
		"[mail.smtp]\nserver = %q\ntls = \"none\"\nauth = \"none\"\n", in, l.smtp))
	return l
}

// submit sends a mail as the player's program does.
func (l *realMail) submit(to, text string) {
	l.t.Helper()
	text = strings.ReplaceAll("From: Alix <alix@example.net>\nTo: "+to+"\n"+text, "\n", "\r\n")
	if err := smtp.SendMail(l.smtp, nil, "alix@example.net", []string{to}, []byte(text)); err != nil {
		l.t.Fatal(err)
	}
}

// letter is a mail that was delivered.
type letter struct {
	*mail.Message
	text string // as it is encoded
}

// delivered is the nth mail that the player finds in his mailbox.
func (l *realMail) delivered(n int) letter {
	l.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		mails, err := l.boxes.Mails("alix@example.net")
		if err != nil {
			l.t.Fatal(err)
		}
		if len(mails) < n {
			continue
		}
		m, err := mail.ReadMessage(bytes.NewReader(mails[n-1]))
		if err != nil {
			l.t.Fatal(err)
		}
		body, err := io.ReadAll(m.Body)
		if err != nil {
			l.t.Fatal(err)
		}
		return letter{m, string(body)}
	}
	l.t.Fatalf("mail %d is not delivered; the server says\n%s\n%s", n, l.say, l.run("posts", "ny1"))
	return letter{}
}
