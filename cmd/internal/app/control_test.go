package app

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/events/vault"
)

// A server that dies with a command in its hands leaves a sentence, not "EOF".
func TestServerDiesBeforeItAnswers(t *testing.T) {
	data := damageable(t)
	lock, err := vault.LockFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	l, err := net.Listen("unix", filepath.Join(data, controlName))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Read(make([]byte, 100))
			conn.Close()
		}
	}()
	for lang, want := range map[string]string{"en": "the server stopped before it answered", "fr": "le serveur s'est arrêté avant de répondre"} {
		if out, code := run(t, data, "--lang", lang, "adjudicate", "ny1"); code != exitFailed || !strings.Contains(out, want) {
			t.Errorf("exit %d: %s", code, out)
		}
	}
}
