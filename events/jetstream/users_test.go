package jetstream_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/jetstream"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// tap records every byte that a client receives.
type tap struct {
	mu  sync.Mutex
	got bytes.Buffer
}

// Dial implements nats.CustomDialer.
func (p *tap) Dial(network, address string) (net.Conn, error) {
	c, err := net.Dial(network, address)
	return tapped{c, p}, err
}

func (p *tap) bytes() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got.String()
}

type tapped struct {
	net.Conn
	tap *tap
}

func (c tapped) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.tap.mu.Lock()
	defer c.tap.mu.Unlock()
	c.tap.got.Write(b[:n])
	return n, err
}

// client is a user's connection with all it received and was refused.
type client struct {
	*nats.Conn
	tap    *tap
	errors chan error
}

func connect(t *testing.T, n *jetstream.Node, dir, user string) client {
	t.Helper()
	path, err := jetstream.Grant(dir, user)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Reload(); err != nil {
		t.Fatal(err)
	}
	key, err := nats.NkeyOptionFromSeed(path)
	if err != nil {
		t.Fatal(err)
	}
	c := client{tap: &tap{}, errors: make(chan error, 1000)}
	c.Conn, err = nats.Connect(n.Status().URL, key, nats.CustomInboxPrefix(jetstream.Inbox(user)), nats.SetCustomDialer(c.tap), nats.NoReconnect(),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.errors <- err }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// refused wants the server to refuse what do does.
func (c client) refused(t *testing.T, what string, do func() error) {
	t.Helper()
	if err := do(); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if err := c.Flush(); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if err := <-c.errors; !errors.Is(err, nats.ErrPermissionViolation) {
		t.Errorf("%s: %v", what, err)
	}
}

func listening(t *testing.T) (*jetstream.Node, string) {
	t.Helper()
	dir := t.TempDir()
	n := node(t, filled(t, 0), jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Derive: derived})
	return n, dir
}

// TestReaderGetsNoPrivateByte has a reader try everything and then looks at
// all that ever reached its socket.
func TestReaderGetsNoPrivateByte(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 30), t.TempDir()
	n := node(t, log, jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Derive: derived})
	wait(t, n, 30)
	seat := connect(t, n, dir, "ny12.whyos")
	own, err := seat.SubscribeSync("private.ny12.whyos")
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, n, dir, jetstream.Reader)
	for _, subject := range []string{
		">", "*.>", "private.>", "private.ny12.whyos", "private.*.*", "log.>", "*.*.*", "_INBOX.>", "_INBOX_ny12_whyos.>", "$JS.>", "$SYS.>", "history.>", "history.public.ny12",
	} {
		c.refused(t, "subscribing to "+subject, func() error {
			_, err := c.SubscribeSync(subject)
			return err
		})
	}
	live, err := c.SubscribeSync("public.>")
	if err != nil {
		t.Fatal(err)
	}
	inbox := c.NewInbox()
	answers, err := c.SubscribeSync(inbox)
	if err != nil {
		t.Fatal(err)
	}
	for subject, body := range map[string]string{
		"$JS.API.STREAM.MSG.GET.FEED":                `{"seq":1}`,
		"$JS.API.STREAM.MSG.GET.LOG":                 `{"seq":1}`,
		"$JS.API.DIRECT.GET.FEED":                    `{"seq":1}`,
		"$JS.API.DIRECT.GET.FEED.private.ny12.whyos": ``,
		"$JS.API.STREAM.INFO.FEED":                   `{"subjects_filter":">"}`,
		"$JS.API.STREAM.DELETE.FEED":                 ``,
		"$JS.API.CONSUMER.CREATE.FEED":               `{"stream_name":"FEED","config":{"deliver_subject":"` + inbox + `"}}`,
		"$JS.API.CONSUMER.CREATE.FEED.x.public.ny12": `{"stream_name":"FEED","config":{"name":"x","filter_subject":"public.ny12","deliver_subject":"$JS.API.STREAM.DELETE.FEED"}}`,
		"$JS.API.CONSUMER.MSG.NEXT.FEED.x":           `1`,
		"history.private.ny12.whyos":                 `0`,
		"history.>":                                  `0`,
		"public.ny12":                                `{"seq":999}`,
		"private.ny12.whyos":                         `{"secret":"forged"}`,
		"log.people":                                 `x`,
	} {
		c.refused(t, "publishing to "+subject, func() error { return c.PublishRequest(subject, inbox, []byte(body)) })
	}
	// The node may not be made to speak where the reader may not.
	for _, reply := range []string{"private.ny12.whyos", "public.ny12", "$JS.API.STREAM.DELETE.FEED", "log.people", "_INBOX.x", "x"} {
		if err := c.PublishRequest("history.public.ny12", reply, []byte("0")); err != nil {
			t.Fatal(err)
		}
	}
	for _, to := range []string{"public.ny12", "log.people", inbox} { // where the server itself would tell how a message went
		c.refused(t, "tracing to "+to, func() error {
			return c.PublishMsg(&nats.Msg{Subject: "history.public.ny12", Reply: inbox, Header: nats.Header{"Nats-Trace-Dest": {to}}, Data: []byte("0")})
		})
	}
	if err := c.PublishRequest("history.public.ny12", inbox, []byte("0")); err != nil {
		t.Fatal(err)
	}
	past := 0
	for {
		m, err := answers.NextMsgWithContext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if m.Header.Get("Fp-More") != "" {
			break
		}
		past++
	}
	if past != 10 {
		t.Errorf("the past has %d messages, want 10", past)
	}
	grow(t, log, 61)
	for range 11 {
		m, err := live.NextMsgWithContext(t.Context())
		if err != nil || m.Subject != "public.ny12" {
			t.Fatalf("live: %v, %v", m, err)
		}
	}
	wait(t, n, 61)
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if all := c.tap.bytes(); strings.Contains(all, "secret") || strings.Contains(all, "MSG private") || strings.Contains(all, "HMSG private") || !strings.Contains(all, `{"seq":61}`) {
		t.Errorf("the reader received\n%s", all)
	} else if counts := regexp.MustCompile("(?m)^(?:Nats-|Fp-[^SLM]).*").FindString(all); counts != "" {
		t.Errorf("the reader can count what others are told: %s", counts)
	}
	for range 2 { // commits 31 and 46 of the game have a part for the seat; nothing else may come in between
		m, err := own.NextMsgWithContext(t.Context())
		if err != nil || !strings.HasPrefix(string(m.Data), `{"secret":"whyos-`) {
			t.Fatalf("the seat received %q, %v", m.Data, err)
		}
	}
	if len(c.errors) > 0 {
		t.Errorf("refused beyond what was wanted: %v", <-c.errors)
	}
}

// TestSeatGetsItsOwn: a seat reads what is its own, live and past, and nobody else's.
func TestSeatGetsItsOwn(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 20), t.TempDir()
	n := node(t, log, jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Derive: derived})
	wait(t, n, 20)
	c := connect(t, n, dir, "ny12.whyos")
	for _, subject := range []string{">", "private.>", "private.ny12.*", "private.ny12.rabbits", "public.>", "public.ny13", "_INBOX_reader.>", "_INBOX_ny12_rabbits.>"} {
		c.refused(t, "subscribing to "+subject, func() error {
			_, err := c.SubscribeSync(subject)
			return err
		})
	}
	for _, subject := range []string{"history.private.ny12.rabbits", "history.public.ny13", "$JS.API.INFO"} {
		c.refused(t, "asking "+subject, func() error { return c.PublishRequest(subject, c.NewInbox(), []byte("0")) })
	}
	inbox := c.NewInbox()
	answers, err := c.SubscribeSync(inbox)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PublishRequest("history.private.ny12.whyos", inbox, []byte("0")); err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		m, err := answers.NextMsgWithContext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if m.Header.Get("Fp-More") != "" {
			break
		}
		got = append(got, string(m.Data))
	}
	if want := `{"secret":"whyos-1"} {"secret":"whyos-16"}`; strings.Join(got, " ") != want {
		t.Errorf("the past of the seat is %s, want %s", got, want)
	}
	if strings.Contains(c.tap.bytes(), "rabbits-") {
		t.Error("the seat received what is another's")
	}
}

// TestHistoryIsPaged asks for more than one answer holds, and for nonsense.
func TestHistoryIsPaged(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 2000), t.TempDir()
	n := node(t, log, jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Derive: derived})
	wait(t, n, 2000)
	c := connect(t, n, dir, jetstream.Reader)
	ask := func(subject, after string) (seqs []string, end nats.Header) {
		inbox := c.NewInbox()
		answers, err := c.SubscribeSync(inbox)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.PublishRequest(subject, inbox, []byte(after)); err != nil {
			t.Fatal(err)
		}
		for {
			m, err := answers.NextMsgWithContext(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Data) == 0 {
				return seqs, m.Header
			}
			seqs = append(seqs, m.Header.Get("Fp-Seq"))
		}
	}
	var all []string
	for after, pages := "0", 1; ; pages++ {
		seqs, end := ask("history.public.ny12", after)
		all = append(all, seqs...)
		if end.Get("Fp-More") != "true" {
			if pages != 3 {
				t.Errorf("%d pages", pages)
			}
			break
		}
		after = seqs[len(seqs)-1]
	}
	for i, seq := range all {
		if seq != fmt.Sprint(3*i+1) {
			t.Fatalf("message %d is of commit %s", i+1, seq)
		}
	}
	if len(all) != 667 {
		t.Errorf("%d messages, want 667", len(all))
	}
	for _, nonsense := range []string{"", "-1", "x", strings.Repeat("9", 40), "1 2"} {
		if seqs, end := ask("history.public.ny12", nonsense); len(seqs) > 0 || end.Get("Fp-Error") == "" {
			t.Errorf("%q is answered by %v, %v", nonsense, seqs, end)
		}
	}
	if seqs, end := ask("history.public.none", "0"); len(seqs) > 0 || end.Get("Fp-More") != "false" {
		t.Errorf("a game that is not there is answered by %v, %v", seqs, end)
	}
}

// TestLargestCommits mirrors commits of the greatest size that the log takes,
// compares all of them, and answers for their past in pages that a reader can take.
func TestLargestCommits(t *testing.T) {
	t.Parallel()
	log, dir := events.NewMemory(nil), t.TempDir()
	const commits = 40
	text := strings.Repeat("a", events.MaxCommit-400)
	for i := range commits {
		_, _, err := log.Append(t.Context(), events.Commit{
			Stream: "game/ny12", Expect: events.Seq(i), Key: events.NewKey(fmt.Sprint(i)), At: start,
			Facts: []events.Fact{{Type: "test.said", V: 1, Pub: fmt.Appendf(nil, `{"text":%q}`, text)}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	whole := func(_ context.Context, st events.Stored) ([]jetstream.Telling, error) {
		return []jetstream.Telling{{Game: "ny12", Data: st.Bytes}}, nil
	}
	o := jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Derive: whole, Check: true}
	n := node(t, log, o)
	wait(t, n, commits)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	n = node(t, log, o)
	mirrored(t, n.JS(), log)
	c := connect(t, n, dir, jetstream.Reader)
	inbox := c.NewInbox()
	answers, err := c.SubscribeSync(inbox)
	if err != nil {
		t.Fatal(err)
	}
	after, pages := "0", 0
	for more := "true"; more == "true"; pages++ {
		if err := c.PublishRequest("history.public.ny12", inbox, []byte(after)); err != nil {
			t.Fatal(err)
		}
		for more = ""; more == ""; {
			m, err := answers.NextMsgWithContext(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			after, more = cmp.Or(m.Header.Get("Fp-Seq"), after), m.Header.Get("Fp-More")
		}
	}
	if after != fmt.Sprint(commits) || pages != 3 {
		t.Errorf("%d pages up to commit %s", pages, after)
	}
}

func TestWrongCredentials(t *testing.T) {
	t.Parallel()
	n, dir := listening(t)
	url := n.Status().URL
	if !strings.HasPrefix(url, "nats://127.0.0.1:") {
		t.Fatalf("it listens at %s", url)
	}
	stranger, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	pub, err := stranger.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, option := range map[string]nats.Option{
		"no key":     nats.Name("x"),
		"a stranger": nats.Nkey(pub, stranger.Sign),
		"a password": nats.UserInfo("reader", "reader"),
		"a token":    nats.Token("reader"),
	} {
		if err := jetstream.Dial(t.Context(), url, option); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := connect(t, n, dir, jetstream.Reader)
	gone := make(chan struct{})
	c.SetClosedHandler(func(*nats.Conn) { close(gone) })
	if err := jetstream.Revoke(dir, jetstream.Reader); err != nil {
		t.Fatal(err)
	}
	if err := n.Reload(); err != nil {
		t.Fatal(err)
	}
	<-gone
}

// TestGrantedBetweenServers gives a key while the server is away: the next one knows it.
func TestGrantedBetweenServers(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 10), t.TempDir()
	n := node(t, log, jetstream.Options{Dir: dir, Listen: "127.0.0.1:0", Derive: derived})
	wait(t, n, 10)
	before := n.Status().URL
	n.StopServer()
	path, err := jetstream.Grant(dir, "ny12.whyos")
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := n.WaitStatus(t.Context(), func(st jetstream.Status) bool { return st.URL != before }); err != nil {
		t.Fatal(err)
	}
	key, err := nats.NkeyOptionFromSeed(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := nats.Connect(n.Status().URL, key)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func TestUserFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, user := range []string{"reader", "ny12.whyos", "a-1.b"} {
		path, err := jetstream.Grant(dir, user)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", path, info.Mode(), err)
		}
		before, _ := os.ReadFile(path)
		if again, err := jetstream.Grant(dir, user); again != path || err != nil {
			t.Errorf("granted again: %s, %v", again, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Error("a second grant made another key")
		}
	}
	for _, user := range []string{"", "node", "ny12", "ny12.", ".whyos", "ny12.engine", "ny12.public", "../x.y", "ny12.a.b", "ny12.*", "ny12.>", "Reader"} {
		if _, err := jetstream.Grant(dir, user); err == nil {
			t.Errorf("user %q was granted", user)
		}
	}
	names, err := jetstream.Users(dir)
	if err != nil || strings.Join(names, " ") != "a-1.b ny12.whyos reader" {
		t.Errorf("users %v, %v", names, err)
	}
	path := filepath.Join(dir, "users", "reader.nk")
	seed, _ := os.ReadFile(path)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := jetstream.Start(t.Context(), filled(t, 1), jetstream.Options{Dir: dir, Listen: "127.0.0.1:0"}); err == nil || !strings.Contains(err.Error(), "may be read by others") {
		t.Errorf("a key that others may read: %v", err)
	}
	if err := os.WriteFile(path, append(seed[:20], "broken"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := jetstream.Start(t.Context(), filled(t, 1), jetstream.Options{Dir: dir, Listen: "127.0.0.1:0"}); err == nil || strings.Contains(err.Error(), string(seed[:20])) {
		t.Errorf("a broken key: %v", err)
	}
	if n, err := jetstream.Start(t.Context(), filled(t, 1), jetstream.Options{Dir: dir}); err != nil {
		t.Errorf("without a port no key is needed: %v", err)
	} else if err := n.Close(); err != nil {
		t.Error(err)
	}
}

func TestListensOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"0.0.0.0:4222", ":4222", "192.0.2.1:4222", "example.org:4222", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", "[::]:4222"} {
		if _, err := jetstream.Start(t.Context(), filled(t, 1), jetstream.Options{Dir: t.TempDir(), Listen: bad}); err == nil {
			t.Errorf("it listens on %s", bad)
		}
	}
	for _, good := range []string{"127.0.0.1:4222", "localhost:4222", "[::1]:4222", "127.0.0.2:0"} {
		if _, _, err := jetstream.CheckListen(good); err != nil {
			t.Error(err)
		}
	}
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	_, err = jetstream.Start(t.Context(), filled(t, 1), jetstream.Options{Dir: t.TempDir(), Listen: busy.Addr().String()})
	if err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("a port in use: %v", err)
	}
}

// TestOlderServer meets a server that introduces itself as an old one.
func TestOlderServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		io.WriteString(c, `INFO {"server_id":"X","version":"2.9.25","proto":1,"headers":true,"max_payload":1048576,"jetstream":true}`+"\r\n")
		buf := make([]byte, 4096)
		for all := ""; !strings.Contains(all, "PING\r\n"); {
			n, err := c.Read(buf)
			if err != nil {
				return
			}
			all += string(buf[:n])
		}
		io.WriteString(c, "PONG\r\n")
		io.Copy(io.Discard, c)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := jetstream.Dial(ctx, "nats://"+l.Addr().String()); err == nil || !strings.Contains(err.Error(), "version 2.9.25; 2.15.0 or newer is needed") {
		t.Errorf("an old server: %v", err)
	}
}

func TestMayReply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		subject, reply string
		want           bool
	}{
		{"public.ny12", "_INBOX_reader.abc", true},
		{"public.ny12", "_INBOX_ny12_whyos.abc", true},
		{"public.ny12", "_INBOX_ny13_whyos.abc", false},
		{"public.ny12", "_INBOX_reader", false},
		{"public.ny12", "_INBOX_reader.", false},
		{"public.ny12", "_INBOX_reader.>", false},
		{"public.ny12", "_INBOX.abc", false},
		{"public.ny12", "public.ny12", false},
		{"public.ny12", "private.ny12.whyos", false},
		{"public.ny12.x", "_INBOX_reader.abc", false},
		{"public.*", "_INBOX_reader.abc", false},
		{"private.ny12.whyos", "_INBOX_ny12_whyos.abc", true},
		{"private.ny12.whyos", "_INBOX_reader.abc", false},
		{"private.ny12.whyos", "_INBOX_ny12_rabbits.abc", false},
		{"private.ny12.*", "_INBOX_ny12_*.abc", false},
		{"log.people", "_INBOX_reader.abc", false},
		{"", "", false},
	} {
		if got := jetstream.MayReply(c.subject, c.reply); got != c.want {
			t.Errorf("%s to %s: %v", c.subject, c.reply, got)
		}
	}
}
