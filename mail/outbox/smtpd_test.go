package outbox_test

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"fivepoints/mail/mailtest"
	"fivepoints/mail/outbox"
)

// serve lets an office take mail, by SMTP or LMTP, and returns where.
func (o *office) serve(t *testing.T, lmtp bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := smtp.NewServer(o)
	srv.Domain, srv.LMTP, srv.ErrorLog, srv.AllowInsecureAuth = "localhost", lmtp, quiet{}, true
	var done sync.WaitGroup
	done.Go(func() { srv.Serve(l) })
	t.Cleanup(func() { srv.Close(); done.Wait() })
	return l.Addr().String()
}

// A real mail server takes our mails, delivers one, and sends back the other.
func TestOpenSMTPD(t *testing.T) {
	t.Parallel()
	world := &office{rcpt: func(to string) error {
		if to == "bob@example.net" {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		}
		return nil
	}}
	home := &office{}
	addr := mailtest.OpenSMTPD(t, map[string]string{"example.org": home.serve(t, true)}, world.serve(t, false))
	h := newHouse(t)
	h.who["pann"], h.who["pbob"] = "ann@example.net", "bob@example.net"
	c := h.full()
	c.Transport = &outbox.Server{Addr: addr, TLS: outbox.TLSNone, Auth: outbox.AuthNone}
	s, err := outbox.New(h.log, c)
	if err != nil {
		t.Fatal(err)
	}
	h.run(s)
	h.queue("ny12", "report", "whyos", "pann")
	bob := h.queue("ny12", "report", "bowery", "pbob")
	if p := h.run(s); p.Sent != 2 {
		t.Fatalf("%+v", p)
	}
	for deadline := time.Now().Add(time.Minute); len(home.got()) == 0 || len(world.got()) == 0; <-time.After(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d mails came back, %d arrived", len(home.got()), len(world.got()))
		}
	}
	if m := world.got()[0]; m.to != "ann@example.net" || !strings.HasPrefix(m.from, "play+") || field(m.text, "Reply-To") == "" {
		t.Errorf("%s -> %s\n%s", m.from, m.to, m.text)
	}
	back := home.got()[0]
	h.receive("Delivered-To: " + back.to + "\n" + back.text)
	if p := h.run(s); p.Bounced != 1 {
		t.Errorf("%+v, came back:\n%s", p, back.text)
	}
	if facts := h.facts("ny12", bob); facts[len(facts)-1] != fmt.Sprintf("failed %d bounce 5.1.1 true", bob) {
		t.Errorf("%q", facts)
	}
}
