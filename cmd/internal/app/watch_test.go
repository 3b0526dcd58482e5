package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/mail/mailtest"
)

// get asks the running server; it answers with the status, 0 when it does not listen yet.
func (w *mailWorld) get(addr, path string) (int, string) {
	w.t.Helper()
	r, err := http.Get("http://" + addr + path)
	if err != nil {
		return 0, err.Error()
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, err.Error()
	}
	return r.StatusCode, string(body)
}

// freeAddr is a port of this machine that nobody uses now.
func freeAddr(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf("127.0.0.1:%d", mailtest.FreePort(t))
}

// Who watches a server sees that it lives, what it does and what is wrong, and
// nobody's address or words.
func TestWatch(t *testing.T) {
	w := newMailWorld(t)
	addr := freeAddr(t)
	w.configure(fmt.Sprintf("[serve]\nlisten = %q\nlog = \"json\"\n[mail.lmtp]\n", addr))
	socket := filepath.Join(t.TempDir(), "notify")
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer systemd.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	stop := w.serve()
	defer stop()
	told(t, systemd, "READY=1")
	w.run("game", "new", "ny1", "newyork1890", "--seat", "whyos=alix@example.org,fr", "--seat", "eastman")
	w.nextTo("alix@example.org", "ny1")
	w.arrive("Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" +
		"From: Alix <alix@example.org>\nTo: play@example.org\nSubject: [ny1] ordres secrets\nMessage-ID: <a1@example.org>\n\nouvrir tripot FVP\n")
	w.nextTo("alix@example.org", "ny1")
	w.until(addr, "/readyz", "ok")
	w.until(addr, "/metrics", "fivepoints_sheets_total 1\n")
	w.until(addr, "/metrics", "fivepoints_posts_sent_total 2\n")
	w.until(addr, "/metrics", `fivepoints_mailbox_up{source="main"} 1`)
	if code, body := w.get(addr, "/healthz"); code != 200 || body != "ok\n" {
		t.Errorf("healthz says %d %s", code, body)
	}
	_, metrics := w.get(addr, "/metrics")
	stop()
	told(t, systemd, "STOPPING=1")
	log := w.say.String()
	for _, secret := range []string{"alix", "secret", "tripot"} {
		if strings.Contains(metrics, secret) || strings.Contains(log, secret) {
			t.Errorf("%q is told:\n%s\n%s", secret, metrics, log)
		}
	}
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "{") && !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if !strings.Contains(log, `"msg":"started"`) || !strings.Contains(log, `"sheets":1`) || !strings.Contains(log, `"msg":"stopped"`) {
		t.Errorf("the log tells\n%s", log)
	}
}

// until waits for an answer that holds a text.
func (w *mailWorld) until(addr, path, want string) {
	w.t.Helper()
	var body string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		if _, body = w.get(addr, path); strings.Contains(body, want) {
			return
		}
	}
	w.t.Errorf("%s never says %q:\n%s", path, want, body)
}

// told reads notices until one is as wanted.
func told(t *testing.T, from *net.UnixConn, want string) {
	t.Helper()
	if err := from.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for buf := make([]byte, 1024); ; {
		n, err := from.Read(buf)
		if err != nil {
			t.Fatalf("%s is never told: %v", want, err)
		}
		if string(buf[:n]) == want {
			return
		}
	}
}

func TestWatchConfig(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[serve]\nlisten = \"0.0.0.0:1\"\n": "address of this machine",
		"[serve]\nlog = \"loud\"\n":         "plain, text or json",
	} {
		w := newMailWorld(t)
		w.run("init")
		w.write("fivepoints.toml", text)
		if code, out := w.doctor(); code == 0 || !strings.Contains(out, want) {
			t.Errorf("%q: exit %d\n%s", text, code, out)
		}
	}
}
