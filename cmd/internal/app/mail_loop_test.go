package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fivepoints/cmd/internal/app"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
	"golang.org/x/net/dns/dnsmessage"
)

// mailWorld is a mailbox that the club reads, a server that takes its mails,
// and a data folder.
type mailWorld struct {
	t    testing.TB
	dir  string
	user *imapmemserver.User
	sent chan sentMail

	imap, smtp string // addresses
	boundary   string // what our boundary writes on top of a mail that we send to ourselves
	say        *safeBuffer
	robot      atomic.Value // func(sentMail), answers by itself; without it nobody does
}

// sentMail is a mail as the server got it.
type sentMail struct {
	from, to, subject, replyTo, id string
	text, page                     string // the two ways it is written
	raw                            []byte
	twin                           map[string]any // its JSON
}

// safeBuffer is what the server says, read while it runs.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func newMailWorld(t testing.TB) *mailWorld {
	w := &mailWorld{t: t, dir: filepath.Join(t.TempDir(), "data"), sent: make(chan sentMail, 100), say: &safeBuffer{}}
	w.user = imapmemserver.NewUser("play", "secret")
	if err := w.user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	mem := imapmemserver.New()
	mem.AddUser(w.user)
	quiet := log.New(io.Discard, "", 0)
	is := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapUIDPlus: {}, imap.CapMove: {}, imap.CapIdle: {}}, InsecureAuth: true, Logger: quiet,
	})
	il, sl := listen(t), listen(t)
	go is.Serve(il)
	ss := smtp.NewServer(w)
	ss.AllowInsecureAuth, ss.ErrorLog = true, quiet
	go ss.Serve(sl)
	t.Cleanup(func() { is.Close(); ss.Close() })
	w.imap, w.smtp = il.Addr().String(), sl.Addr().String()
	return w
}

// configure makes the folder; more is added to the [mail] section.
func (w *mailWorld) configure(more string) {
	w.t.Helper()
	w.run("init")
	w.write("password", "secret\n")
	w.write("fivepoints.toml", fmt.Sprintf(`origin = "example.org/club"
[mail]
address = "play@example.org"
name = "The Club"
authserv = "mx.example.org"
%s
[[mail.imap]]
name = "main"
server = %q
tls = "none"
user = "play"
password_file = "password"
poll = "200ms" # the server in memory forgets to announce what comes between two commands
[mail.smtp]
server = %q
tls = "none"
auth = "none"
`, more, w.imap, w.smtp))
}

func (w *mailWorld) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// run runs a command and returns what it says.
func (w *mailWorld) run(args ...string) string {
	w.t.Helper()
	var out bytes.Buffer
	if code := app.Run(w.t.Context(), w.system(&out, args...)); code != 0 {
		w.t.Fatalf("%v: exit %d\n%s", args, code, out.String())
	}
	return out.String()
}

func (w *mailWorld) system(out io.Writer, args ...string) app.System {
	return app.System{
		Args: append([]string{"--data", w.dir}, args...), Env: func(string) string { return "" },
		In: strings.NewReader(""), Out: out, Err: out, Now: time.Now,
	}
}

// serve runs the server until stop is called, which waits for its end.
func (w *mailWorld) serve() (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int, 1)
	go func() { done <- app.Run(ctx, w.system(w.say, "serve", "--every", "1h")) }()
	socket := filepath.Join(w.dir, "control.sock")
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(5 * time.Millisecond) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			conn.Close()
			break
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("the server does not answer: %v\n%s", err, w.say)
		}
	}
	return sync.OnceFunc(func() {
		cancel()
		if code := <-done; code != 0 {
			w.t.Errorf("the server ends with %d\n%s", code, w.say)
		}
	})
}

// arrive puts a mail into the mailbox, as our boundary would have.
func (w *mailWorld) arrive(raw string) {
	w.t.Helper()
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	if _, err := w.user.Append("INBOX", literal{strings.NewReader(raw), int64(len(raw))}, &imap.AppendOptions{Time: time.Now()}); err != nil {
		w.t.Fatal(err)
	}
}

type literal struct {
	io.Reader
	size int64
}

func (l literal) Size() int64 { return l.size }

// next is the next mail that the club sends.
func (w *mailWorld) next() sentMail {
	w.t.Helper()
	select {
	case m := <-w.sent:
		return m
	case <-time.After(30 * time.Second):
		w.t.Fatalf("no mail comes; the server says\n%s", w.say)
		panic("unreachable")
	}
}

// nextTo is the next mail to somebody; those to others before it are returned to nobody.
func (w *mailWorld) nextTo(to, subject string) sentMail {
	w.t.Helper()
	for {
		if m := w.next(); m.to == to && strings.Contains(m.subject, subject) {
			return m
		}
	}
}

// The SMTP side.

func (w *mailWorld) NewSession(*smtp.Conn) (smtp.Session, error) { return &visit{world: w}, nil }

type visit struct {
	world    *mailWorld
	from, to string
}

func (v *visit) Mail(from string, _ *smtp.MailOptions) error { v.from = from; return nil }
func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error   { v.to = to; return nil }
func (v *visit) Reset()                                      {}
func (v *visit) Logout() error                               { return nil }

func (v *visit) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m := sentMail{from: v.from, to: v.to, raw: raw}
	read, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	m.subject, _ = read.Header.Subject()
	m.id, _ = read.Header.MessageID()
	if list, err := read.Header.AddressList("Reply-To"); err == nil && len(list) == 1 {
		m.replyTo = list[0].Address
	}
	for {
		p, err := read.NextPart()
		if err != nil {
			break
		}
		body, err := io.ReadAll(p.Body)
		switch kind, _, _ := strings.Cut(p.Header.Get("Content-Type"), ";"); {
		case err != nil:
		case kind == "text/plain":
			m.text = string(body)
		case kind == "text/html":
			m.page = string(body)
		case kind == "application/json":
			if err := json.Unmarshal(body, &m.twin); err != nil {
				return err
			}
		}
	}
	if v.to == "play@example.org" {
		v.world.arrive(v.world.boundary + strings.ReplaceAll(string(raw), "\r\n", "\n"))
		return nil
	}
	if answer, ok := v.world.robot.Load().(func(sentMail)); ok {
		answer(m)
	}
	v.world.sent <- m
	return nil
}

var code = regexp.MustCompile(`CONFIRME? [a-z2-7]{4}-[a-z2-7]{4}`)

// A mail goes in by IMAP, its answer comes out by SMTP; who is not proven is
// asked for a code, and then counts. Nothing is sent twice after a restart.
func TestMailInAndOut(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.configure("twin = true")
	stop := w.serve()
	defer stop()
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	invitation := w.nextTo("sam@example.net", "ny1")
	if !strings.HasPrefix(invitation.replyTo, "play+ny1.eastman.") || !strings.HasPrefix(invitation.from, "play+") {
		t.Errorf("from %s, answers to %s", invitation.from, invitation.replyTo)
	}

	w.arrive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nReceived: from a by mx.example.org; Sun, 1 Jan 2034 10:00:00 +0000\n" +
		"From: Alix <alix@example.org>\nTo: play@example.org\nSubject: [ny1] ordres\nMessage-ID: <a1@example.org>\n\nouvrir tripot FVP\n")
	receipt := w.nextTo("alix@example.org", "ny1")
	if !strings.Contains(receipt.text, "ouvrir tripot FVP") || !bytes.Contains(receipt.raw, []byte("a1@example.org")) {
		t.Errorf("the receipt says\n%s", receipt.raw)
	}

	w.arrive("From: sam@example.net\nTo: " + invitation.replyTo + "\nSubject: orders\nMessage-ID: <s1@example.net>\n\nopen gambling den COR\n")
	question := w.nextTo("sam@example.net", "")
	if !strings.Contains(receipt.page, "<h1 style=") || !strings.Contains(receipt.page, "ouvrir tripot FVP</code>") {
		t.Errorf("the receipt as a page is\n%s", receipt.page)
	}
	line := code.FindString(question.text)
	if line == "" {
		t.Fatalf("no code is asked for:\n%s", question.text)
	}
	w.arrive("From: sam@example.net\nTo: play@example.org\nSubject: Re: x\nMessage-ID: <s2@example.net>\nIn-Reply-To: <" + question.id + ">\n\n" + line + "\n\n> quoted\n")
	if m := w.nextTo("sam@example.net", ""); !strings.Contains(m.text, "open gambling den COR") {
		t.Errorf("after the code comes\n%s", m.text)
	}
	stop()
	again := w.serve()
	defer again()
	w.arrive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: Alix <alix@example.org>\nTo: play@example.org\nSubject: [ny1] encore\nMessage-ID: <a2@example.org>\n\nouvrir distillerie FVP\n")
	if m := w.next(); m.to != "alix@example.org" || !strings.Contains(m.text, "distillerie") {
		t.Errorf("after a restart the first mail goes to %s:\n%s", m.to, m.text)
	}
	w.arrive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: Alix <alix@example.org>\nTo: play@example.org\nSubject: [ny1]\nMessage-ID: <a3@example.org>\n\nrenvoyer\n")
	if m := w.next(); m.to != "alix@example.org" || !bytes.Contains(m.raw, []byte("text/html")) {
		t.Errorf("RENVOYER is answered to %s with\n%s", m.to, m.raw)
	}
	w.run("adjudicate", "ny1")
	if m := w.nextTo("alix@example.org", "1890"); m.twin["for"] != "whyos" || m.twin["view"] == nil || m.twin["seq"] != nil {
		t.Errorf("the report's JSON is %v", m.twin)
	}
}

// names is a name server that knows these TXT records.
type names map[string]string

// serve answers on the loopback until the test ends.
func (n names) serve(t *testing.T) (addr string) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if answer, err := n.answer(buf[:size]); err == nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()
	return conn.LocalAddr().String()
}

func (n names) answer(query []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil {
		return nil, err
	}
	m.Response, m.Additionals = true, nil
	if txt, ok := n[m.Questions[0].Name.String()]; ok {
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Type: dnsmessage.TypeTXT, Class: dnsmessage.ClassINET},
			Body:   &dnsmessage.TXTResource{TXT: []string{txt}},
		}}
	} else {
		m.RCode = dnsmessage.RCodeNameError
	}
	return m.Pack()
}

// doctor runs it and returns its exit code and what it says.
func (w *mailWorld) doctor(args ...string) (int, string) {
	var out bytes.Buffer
	code := app.Run(w.t.Context(), w.system(&out, append([]string{"doctor"}, args...)...))
	return code, out.String()
}

// All is well, with a server that runs and without; then one thing after the
// other is not.
func TestDoctorLooksAtTheMail(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.boundary = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nDKIM-Signature: v=1; d=example.org; s=k1; b=x\n"
	dns := names{"example.org.": "v=spf1 mx -all", "_dmarc.example.org.": "v=DMARC1; p=reject", "k1._domainkey.example.org.": "v=DKIM1; p=abc"}
	w.configure(fmt.Sprintf("dns = %q", dns.serve(t)))
	good := []string{"mailbox main: " + w.imap, "announces new ones: yes", "sending by " + w.smtp, "mail to ourselves: came in", "sender: aligned", "SPF of example.org is in order", "DKIM of k1._domainkey.example.org is in order", "nothing to mend"}
	check := func(wantCode int, want []string, args ...string) {
		t.Helper()
		code, out := w.doctor(args...)
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("%q is missing", text)
			}
		}
		if code != wantCode || t.Failed() {
			t.Fatalf("exit %d\n%s", code, out)
		}
	}
	check(0, good)
	stop := w.serve()
	check(0, good)
	stop()
	check(0, []string{"sending by"}, "--no-mail")
	proof := w.boundary
	for skew, want := range map[time.Duration]string{24 * time.Hour: "behind the mail server's", -24 * time.Hour: "ahead of the mail server's"} {
		w.boundary = proof + "Received: from a by mx.example.org; " + time.Now().Add(skew).Format(time.RFC1123Z) + "\n"
		check(1, []string{"this machine's clock is 2", want})
	}
	w.boundary = proof

	w.reconfigure(func(text string) string {
		return strings.Replace(text, "dns = ", fmt.Sprintf("dns = %q #", names{"example.org.": "v=spf1 +all"}.serve(t)), 1)
	})
	check(1, []string{"SPF of example.org forbids nobody anything; add for example TXT v=spf1 mx -all", "DMARC of _dmarc.example.org is missing", "DKIM of k1._domainkey.example.org is missing"})
	w.write("password", "wrong\n")
	check(1, []string{"the mailbox main cannot be read"})
	if _, out := w.doctor(); strings.Contains(out, "wrong") {
		t.Errorf("the password is shown:\n%s", out)
	}
	w.write("password", "secret\n")
	w.reconfigure(func(text string) string { return strings.Replace(text, w.smtp, "127.0.0.1:1", 1) })
	check(1, []string{"the sending server does not let us in"})
}

func (w *mailWorld) read(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

func (w *mailWorld) reconfigure(change func(string) string) {
	w.t.Helper()
	old := w.read("fivepoints.toml")
	text := change(old)
	if text == old {
		w.t.Fatal("the settings do not change")
	}
	w.write("fivepoints.toml", text)
}

// A mail server hands a mail over by LMTP: it is answered for once it is in the
// log, and the address that it came to tells the seat.
func TestMailByLMTP(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.configure("")
	socket := filepath.Join(t.TempDir(), "lmtp")
	w.reconfigure(func(text string) string { return text + fmt.Sprintf("[mail.lmtp]\nlisten = %q\n", socket) })
	stop := w.serve()
	defer stop()
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	invitation := w.nextTo("alix@example.org", "ny1")
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	if err := c.SendMail("alix@example.org", []string{"stranger@example.org"}, strings.NewReader("\r\n")); err == nil {
		t.Error("a mail to a stranger is accepted")
	}
	c.Reset()
	letter := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\nFrom: alix@example.org\r\nTo: play@example.org\r\nMessage-ID: <a1@example.org>\r\n\r\nouvrir tripot FVP\r\n"
	if err := c.SendMail("alix@example.org", []string{invitation.replyTo}, strings.NewReader(letter)); err != nil {
		t.Fatal(err)
	}
	if m := w.nextTo("alix@example.org", "ny1"); !strings.Contains(m.text, "ouvrir tripot FVP") {
		t.Errorf("the receipt says\n%s", m.text)
	}
}

// BenchmarkWaitingMails measures a thousand mails that wait in the mailbox: all
// are fetched, stored, judged and their receipts committed.
func BenchmarkWaitingMails(b *testing.B) {
	const mails = 1000
	for b.Loop() {
		b.StopTimer()
		w := newMailWorld(b)
		w.configure("")
		w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
		for i := range mails {
			who, domain := "alix", "example.org"
			if i%2 == 1 {
				who, domain = "sam", "example.net"
			}
			w.arrive(fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=%[1]s\nFrom: %[2]s@%[1]s\nTo: play@example.org\nSubject: [ny1] %[3]d\nMessage-ID: <m%[3]d@%[1]s>\n\nmove 1 Port\nready\n", domain, who, i))
		}
		b.StartTimer()
		stop := w.serve()
		for strings.Count(w.run("posts", "ny1", "--kind", "receipt"), "receipt") < mails {
			<-time.After(100 * time.Millisecond)
		}
		b.StopTimer()
		stop()
		b.StartTimer()
	}
	b.ReportMetric(float64(mails*b.N)/b.Elapsed().Seconds(), "mails/s")
}

// A program that answers each of our mails as a person would, at once, is left
// alone after twenty answers in an hour; one that says what it is gets none.
func TestRobotsAreLeftAlone(t *testing.T) {
	t.Parallel()
	for kind, most := range map[string]int{"": 22, "Auto-Submitted: auto-replied\n": 1, "Precedence: bulk\n": 1} {
		w := newMailWorld(t)
		w.configure("")
		n := 0
		w.robot.Store(func(m sentMail) {
			if m.to != "alix@example.org" {
				return
			}
			n++
			w.arrive(fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: alix@example.org\nTo: %s\n"+
				"Subject: Re: %s\nMessage-ID: <r%d@example.org>\nIn-Reply-To: <%s>\n%s\nYour message has reached me. (%[3]d)\n", m.replyTo, m.subject, n, m.id, kind))
		})
		stop := w.serve()
		w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
		w.nextTo("alix@example.org", "ny1")
		if most > 1 {
			w.capped("ny1")
		} else {
			w.settled(1)
		}
		stop()
		if n > most {
			t.Errorf("%q: %d mails to a robot, want at most %d", kind, n, most)
		}
	}
}

// capped waits until an answer is held because there were too many.
func (w *mailWorld) capped(game string) {
	w.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if list := w.run("posts", game); strings.Contains(list, "held capped") && !strings.Contains(list, "waiting") {
			return
		}
	}
	w.t.Fatalf("nothing is held:\n%s", w.run("posts", game))
}

// settled waits until the log has dealt with so many mails.
func (w *mailWorld) settled(n int) {
	w.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if bytes.Count(append(w.bytes("log.db"), w.bytes("log.db-wal")...), []byte(`"message.settled"`)) >= n {
			return
		}
	}
	w.t.Fatalf("%d mails are not dealt with; the server says\n%s", n, w.say)
}

// bytes is a file of the folder, nothing when there is none.
func (w *mailWorld) bytes(name string) []byte {
	data, _ := os.ReadFile(filepath.Join(w.dir, name))
	return data
}

// A server that was down over a deadline reads the mailbox before it runs the
// deadline: what came in time counts.
func TestMailsThatWaitedCountBeforeTheDeadline(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.configure("")
	now := time.Now().UTC()
	w.run("game", "new", "ny1", "newyork1890", "--deadline", "24h", "--at", now.Add(-30*time.Hour).Format(time.RFC3339),
		"--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	w.arrive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nReceived: from a by mx.example.org; " + now.Add(-8*time.Hour).Format(time.RFC1123Z) +
		"\nFrom: alix@example.org\nTo: play@example.org\nSubject: [ny1]\nMessage-ID: <a1@example.org>\n\nouvrir tripot MUL\n")
	stop := w.serve()
	defer stop()
	log := ""
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(log, "t.window_closed") && time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		log = w.run("log", "ny1")
	}
	if sheet, closed := strings.Index(log, "t.sheet {"), strings.Index(log, "t.window_closed"); sheet < 0 || closed < sheet {
		t.Errorf("the deadline was run first:\n%s\n%s", log, w.say)
	}
}

// A server stops at once beside one that takes a mail and says nothing more; the
// mail leaves after the next start.
func TestStopsBesideASilentServer(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.configure("")
	good, silent := w.smtp, listen(t)
	defer silent.Close()
	reached := make(chan bool, 10)
	go func() {
		for {
			conn, err := silent.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			reached <- true
		}
	}()
	w.reconfigure(func(text string) string { return strings.Replace(text, good, silent.Addr().String(), 1) })
	stop := w.serve()
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	<-reached
	stopped := make(chan bool)
	go func() { stop(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(time.Minute): // the server would wait for two
		t.Errorf("it does not stop\n%s", w.say)
	}
	w.reconfigure(func(text string) string { return strings.Replace(text, silent.Addr().String(), good, 1) })
	defer w.serve()()
	w.nextTo("alix@example.org", "ny1")
}
