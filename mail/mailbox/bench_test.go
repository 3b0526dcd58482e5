package mailbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// BenchmarkFollow fetches and marks 1,000 waiting messages of 3 kB over the
// loopback, with a log that takes no time.
func BenchmarkFollow(b *testing.B) {
	mem, user := imapmemserver.New(), imapmemserver.NewUser("zoe", "secret")
	mem.AddUser(user)
	if err := user.Create("INBOX", nil); err != nil {
		b.Fatal(err)
	}
	for i := range 1000 {
		raw := fmt.Appendf(nil, "From: zoe@example.org\r\nSubject: %d\r\n\r\n%s", i, bytes.Repeat([]byte("MOVE 3 les -> bow\r\n"), 160))
		if _, err := user.Append("INBOX", literal{bytes.NewReader(raw)}, &imap.AppendOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	srv := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: true, Logger: log.New(io.Discard, "", 0),
	})
	go srv.Serve(ln)
	defer srv.Close()
	m := &IMAP{
		Account: Account{Addr: ln.Addr().String(), TLS: TLSNone, User: "zoe", Secret: Secret{Command: []string{"echo", "secret"}}},
		Now:     time.Now, After: time.After, Rand: func() float64 { return 0 },
	}
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		n := 0
		_ = m.Follow(ctx, Handler{
			Take: func(context.Context, Item) error { n++; return nil },
			State: func(s State) {
				if s.Err != nil {
					b.Fatal(s.Err)
				}
				cancel()
			},
		})
		if n != 1000 {
			b.Fatalf("%d messages", n)
		}
	}
}
