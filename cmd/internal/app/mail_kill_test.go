package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"fivepoints/cmd/internal/app"
)

// child makes the test binary run as the program itself.
const child = "FIVEPOINTS_APP_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(child) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	code := app.Run(ctx, app.System{
		Args: os.Args[1:], Env: os.Getenv, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Now: time.Now,
	})
	stop()
	os.Exit(code)
}

// process starts a server as a process of its own; what it says goes to w.say.
func (w *mailWorld) process() *exec.Cmd {
	w.t.Helper()
	cmd := exec.Command(os.Args[0], "--data", w.dir, "serve", "--every", "1h")
	cmd.Env = append(os.Environ(), child+"=1", "LANG=C")
	cmd.Stdout, cmd.Stderr = w.say, w.say
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	return cmd
}

// A server that is killed again and again while mails come and go loses none,
// judges each once, and sends each answer at least once, always as the same mail.
func TestMailSurvivesKills(t *testing.T) {
	t.Parallel()
	const mails, kills = 24, 8
	w := newMailWorld(t)
	w.configure("")
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	chance := rand.New(rand.NewPCG(1, 2))
	arrived := 0
	for range kills {
		cmd := w.process()
		for range mails / kills {
			w.arrive(fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: alix@example.org\nTo: play@example.org\n"+
				"Subject: [ny1] %d\nMessage-ID: <m%[1]d@example.org>\n\nouvrir tripot MUL\n", arrived))
			arrived++
		}
		w.killWhen(cmd, chance.IntN(12))
	}
	stop := w.serve()
	posts := w.receiptsSent(mails)
	stop()
	if len(posts) != mails {
		t.Errorf("%d receipts for %d mails", len(posts), mails)
	}
	if out := w.run("verify"); !strings.Contains(out, "the log is sound") {
		t.Error(out)
	}
	if n := strings.Count(w.run("log", "ny1"), "\n    t.sheet {"); n != mails {
		t.Errorf("%d sheets are recorded for %d mails", n, mails)
	}
	ids := map[string]string{} // by the mail that is answered
	for len(w.sent) > 0 {
		m := <-w.sent
		_, answered, _ := bytes.Cut(m.raw, []byte("References: "))
		answered, _, _ = bytes.Cut(answered, []byte("\r\n"))
		if old, again := ids[string(answered)]; again && old != m.id && strings.HasPrefix(m.subject, "Re:") {
			t.Errorf("%s is answered by <%s> and <%s>", answered, old, m.id)
		}
		ids[string(answered)] = m.id
	}
}

// killWhen kills a server after it has said hello and the log has grown by so
// many pages since.
func (w *mailWorld) killWhen(cmd *exec.Cmd, pages int) {
	w.t.Helper()
	size := func() int64 {
		var sum int64
		for _, name := range []string{"log.db", "log.db-wal"} {
			if info, err := os.Stat(w.dir + "/" + name); err == nil {
				sum += info.Size()
			}
		}
		return sum
	}
	began := size()
	for deadline := time.Now().Add(10 * time.Second); size() < began+int64(pages)*4096 && time.Now().Before(deadline); {
		<-time.After(time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		w.t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
}

// receiptsSent waits until so many receipts are sent or held, none waiting.
func (w *mailWorld) receiptsSent(n int) []string {
	w.t.Helper()
	var out []string
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		var posts []struct{ Kind, State, Subject string }
		if err := json.Unmarshal([]byte(w.run("--json", "posts", "ny1", "--kind", "receipt")), &posts); err != nil {
			w.t.Fatal(err)
		}
		out = nil
		for _, p := range posts {
			if p.State == "sent" || p.State == "held" {
				out = append(out, p.Subject)
			}
		}
		if len(out) >= n {
			return out
		}
	}
	w.t.Fatalf("only %d of %d receipts were sent; the server says\n%s", len(out), n, w.say)
	return nil
}

// Killed when the next server has a receipt and before that is recorded, and
// with a mailbox that a person has emptied and made anew meanwhile: the receipt
// is sent again, the same mail, and nothing else happens twice or is lost.
func TestKilledWithTheReceiptOut(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.configure("")
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	const head = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: alix@example.org\nTo: play@example.org\nSubject: [ny1]\n"
	w.arrive(head + "Message-ID: <a1@example.org>\n\nouvrir tripot MUL\n")
	var cmd *exec.Cmd
	started := make(chan bool)
	w.robot.Store(func(m sentMail) {
		<-started
		if bytes.Contains(m.raw, []byte("a1@example.org")) {
			_ = cmd.Process.Kill() // before it hears that the mail is taken
		}
	})
	cmd = w.process()
	close(started)
	_ = cmd.Wait() // it was killed
	first := w.nextTo("alix@example.org", "Re:")
	if err := errors.Join(w.user.Delete("INBOX"), w.user.Create("INBOX", nil)); err != nil {
		t.Fatal(err)
	}
	w.arrive(head + "Message-ID: <a2@example.org>\n\nouvrir distillerie MUL\n")
	stop := w.serve()
	again, next := w.nextTo("alix@example.org", "Re:"), w.nextTo("alix@example.org", "Re:")
	stop()
	if again.id != first.id || !bytes.Equal(again.raw, first.raw) {
		t.Errorf("the receipt <%s> is sent again as <%s>", first.id, again.id)
	}
	if next.id == first.id || !strings.Contains(next.text, "distillerie") {
		t.Errorf("the next mail is answered with\n%s", next.text)
	}
	if n := strings.Count(w.run("log", "ny1"), "\n    t.sheet {"); n != 2 {
		t.Errorf("%d sheets are recorded for two mails", n)
	}
}
