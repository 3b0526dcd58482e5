package app_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// What is wrong with a mailbox stands in the log and in the metrics, and once it
// is mended the mail that waited is taken.
func TestTroubleIsTold(t *testing.T) {
	t.Parallel()
	nonsense := listen(t)
	t.Cleanup(func() { nonsense.Close() })
	go func() {
		for {
			conn, err := nonsense.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = io.WriteString(conn, "220 this is no mailbox\r\n") // until it is hung up on
				_, _ = io.Copy(io.Discard, conn)
			}()
		}
	}()
	for kind, breakIt := range map[string]func(w *mailWorld){
		"auth":        func(w *mailWorld) { w.write("password", "wrong\n") },
		"secret":      func(w *mailWorld) { w.write("password", "") },
		"nonsense":    func(w *mailWorld) { w.toServer(nonsense.Addr()) },
		"unreachable": func(w *mailWorld) { w.toServer(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}) },
		"folder": func(w *mailWorld) {
			w.reconfigure(func(text string) string { return strings.Replace(text, "poll =", "folder = \"Nowhere\"\npoll =", 1) })
		},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := newMailWorld(t)
			addr := freeAddr(t)
			w.configure(fmt.Sprintf("[serve]\nlisten = %q\nlog = \"json\"\n[mail.lmtp]\n", addr))
			w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
			w.arrive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: alix@example.org\nTo: play@example.org\nSubject: [ny1]\nMessage-ID: <a1@example.org>\n\nouvrir tripot MUL\n")
			good := map[string]string{"password": w.read("password"), "fivepoints.toml": w.read("fivepoints.toml")}
			breakIt(w)
			stop := w.serve()
			defer stop()
			w.until(addr, "/metrics", fmt.Sprintf(`fivepoints_mailbox_troubles_total{source="main",kind=%q}`, kind))
			w.until(addr, "/metrics", `fivepoints_mailbox_up{source="main"} 0`)
			stop()
			if log := w.say.String(); !strings.Contains(log, "the mailbox main ") || strings.Contains(log, "wrong") {
				t.Errorf("the log tells\n%s", log)
			}
			for name, text := range good {
				w.write(name, text)
			}
			defer w.serve()()
			w.until(addr, "/metrics", "fivepoints_sheets_total 1\n")
			w.until(addr, "/metrics", `fivepoints_mailbox_up{source="main"} 1`)
		})
	}
}

// toServer has the mailbox looked for elsewhere.
func (w *mailWorld) toServer(addr net.Addr) {
	w.t.Helper()
	w.reconfigure(func(text string) string { return strings.Replace(text, w.imap, addr.String(), 1) })
}

// A mail that came tomorrow tells that this machine's clock is wrong; it counts
// from now.
func TestClockADayOff(t *testing.T) {
	t.Parallel()
	w := newMailWorld(t)
	w.configure("")
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman=sam@example.net,en")
	raw := strings.ReplaceAll("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nFrom: alix@example.org\nTo: play@example.org\nSubject: [ny1]\nMessage-ID: <a1@example.org>\n\nouvrir tripot MUL\n", "\n", "\r\n")
	began := time.Now().Truncate(time.Second)
	if _, err := w.user.Append("INBOX", literal{strings.NewReader(raw), int64(len(raw))}, &imap.AppendOptions{Time: began.Add(24 * time.Hour)}); err != nil {
		t.Fatal(err)
	}
	stop := w.serve()
	w.nextTo("alix@example.org", "Re:")
	stop()
	if say := w.say.String(); !strings.Contains(say, "this machine's clock is 23h59m") && !strings.Contains(say, "this machine's clock is 24h0m") {
		t.Errorf("the server says\n%s", say)
	}
	log := w.run("log", "ny1")
	if i := strings.Index(log, "t.sheet {"); i < 0 || strings.Contains(log[i:], began.Add(24*time.Hour).UTC().Format("2006-01-02")) {
		t.Errorf("the sheet counts from tomorrow\n%s", log)
	}
}
