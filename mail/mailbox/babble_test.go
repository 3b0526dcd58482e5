package mailbox

import (
	"bufio"
	"context"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// babble is a server that says what it was told to, a piece after each line of
// the client, whose tag stands for TAG.
func babble(conn net.Conn, script string) {
	defer conn.Close()
	pieces := strings.Split(script, "\x00")
	if _, err := conn.Write([]byte(pieces[0])); err != nil {
		return
	}
	for in := bufio.NewScanner(conn); in.Scan(); {
		if pieces = pieces[1:]; len(pieces) == 0 {
			return
		}
		tag, _, _ := strings.Cut(in.Text(), " ")
		if _, err := conn.Write([]byte(strings.ReplaceAll(pieces[0], "TAG", tag))); err != nil {
			return
		}
	}
}

const greeting = "* PREAUTH [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] hello\r\n"

// opened is a folder without messages, open.
const opened = greeting + "\x00* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 3] ok\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\nTAG OK [READ-WRITE] done\r\n\x00TAG OK noop\r\n"

// FuzzServer: whatever a server says, the follower neither panics nor hangs,
// takes no message twice and stays within its limits.
func FuzzServer(f *testing.F) {
	f.Add(opened + "\x00* SEARCH 2\r\nTAG OK x\r\n\x00* 1 FETCH (UID 2 FLAGS (\\Seen) INTERNALDATE \"03-Mar-2025 10:00:00 +0000\" RFC822.SIZE 3)\r\nTAG OK x\r\n" +
		"\x00* 1 FETCH (UID 2 BODY[]<0> {3}\r\nabc)\r\nTAG OK x\r\n\x00TAG OK stored\r\n\x00TAG OK noop\r\n\x00* SEARCH\r\nTAG OK x\r\n\x00+ idling\r\n* 2 EXISTS\r\n\x00TAG OK idle\r\n")
	f.Add(opened + "\x00* ESEARCH (TAG \"TAG\") UID ALL 1:4294967295\r\nTAG OK x\r\n\x00* 1 FETCH (UID 2 RFC822.SIZE 99999999999)\r\nTAG OK x\r\n")
	f.Add("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] x\r\n\x00+ \r\n\x00TAG NO [AUTHENTICATIONFAILED] x\r\n")
	f.Add("* BYE\r\n")
	f.Fuzz(func(t *testing.T, script string) {
		script = script[:min(len(script), 10_000)] // longer ones say nothing new
		synctest.Test(t, func(t *testing.T) {
			taken := map[string]bool{}
			m := &IMAP{
				Account: Account{Addr: "127.0.0.1", TLS: TLSNone, User: "zoe", Secret: Secret{File: "/dev/null"}},
				Now:     time.Now, After: time.After, Rand: func() float64 { return 0 },
				Dial: func(context.Context, string, string) (net.Conn, error) {
					ours, theirs := net.Pipe()
					go babble(theirs, script)
					return ours, nil
				},
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			err := m.Follow(ctx, Handler{
				Take: func(_ context.Context, item Item) error {
					if taken[item.Cursor] || item.Size < int64(len(item.Raw)) {
						t.Errorf("%+v", item)
					}
					taken[item.Cursor] = true
					return nil
				},
				Unread: func(context.Context, string, time.Time, string) error { return nil },
				State: func(s State) {
					if s.Err != nil && (kind(s.Err) == "" || len(s.Err.Error()) > 2000) {
						t.Errorf("%v", s.Err)
					}
				},
			})
			if err != ctx.Err() {
				t.Error(err)
			}
		})
	})
}
