package outbox_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

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

// openSMTPD starts a mail server that hands mail for example.org to local and
// everything else to relay, and returns where it listens.
func openSMTPD(t *testing.T, local, relay string) string {
	t.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	addr := at.Addr().(*net.TCPAddr)
	at.Close()
	conf := filepath.Join(t.TempDir(), "smtpd.conf")
	text := fmt.Sprintf("listen on 127.0.0.1 port %d\naction \"in\" lmtp %q rcpt-to virtual { \"@\" = nobody }\naction \"out\" relay host \"smtp://%s\"\n"+
		"match from any for domain \"example.org\" action \"in\"\nmatch from any for any action \"out\"\n", addr.Port, local, relay)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.Command("smtpd", "-d", "-f", conf)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr.String()); err == nil {
			c.Close()
			return addr.String()
		}
	}
	t.Fatal("smtpd does not answer")
	return ""
}

// A real mail server takes our mails, delivers one, and sends back the other.
func TestOpenSMTPD(t *testing.T) {
	needSMTPD(t)
	world := &office{rcpt: func(to string) error {
		if to == "bob@example.net" {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		}
		return nil
	}}
	home := &office{}
	addr := openSMTPD(t, home.serve(t, true), world.serve(t, false))
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

// needSMTPD waits until nobody else uses it: it has one queue for the machine.
func needSMTPD(t *testing.T) {
	t.Helper()
	why := smtpdIsMissing()
	for deadline := time.Now().Add(time.Minute); why == "" && time.Now().Before(deadline); <-time.After(100 * time.Millisecond) {
		if !smtpdIsUsed() {
			return
		}
	}
	if why == "" {
		why = "OpenSMTPD is running, or has mails in its queue"
	}
	if os.Getenv("FIVEPOINTS_LONG") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

func smtpdIsMissing() string {
	if _, err := exec.LookPath("smtpd"); err != nil {
		return "OpenSMTPD is not installed"
	}
	if os.Geteuid() != 0 {
		return "OpenSMTPD runs only as root"
	}
	return ""
}

func smtpdIsUsed() bool {
	mails, err := filepath.Glob("/var/spool/smtpd/queue/*/*")
	_, running := os.Stat("/var/run/smtpd.sock")
	return err != nil || len(mails) > 0 || running == nil
}
