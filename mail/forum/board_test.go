package forum

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/mail/intake"
)

// house is a fake board on a server of this machine.
type house struct {
	*httptest.Server
	fake  *fake
	agent []string
	asked int
	trip  func(w http.ResponseWriter, r *http.Request) bool // takes a question over
}

func newHouse(t testing.TB, f *fake) *house {
	t.Helper()
	h := &house{fake: f}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

// ServeHTTP answers as the kind of board does.
func (h *house) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.asked++
	h.agent = append(h.agent, r.UserAgent())
	if h.trip != nil && h.trip(w, r) {
		return
	}
	if r.Method == http.MethodPost {
		h.post(w, r)
		return
	}
	q := r.URL.Query()
	n, per := 1, 10
	switch h.fake.kind {
	case PhpBB:
		n = atoi(q.Get("start"))/per + 1
	case SMF:
		_, start, _ := strings.Cut(q.Get("topic"), ".")
		n = atoi(start)/per + 1
	case MyBB, NodeBB, Discourse:
		n = max(1, atoi(q.Get("page")))
	}
	io.WriteString(w, h.fake.page(n))
}

func (h *house) post(w http.ResponseWriter, r *http.Request) {
	var p struct{ Content, Raw string }
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil || r.Header.Get("Authorization")+r.Header.Get("Api-Key") == "" {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	id := 900 + len(h.fake.posts)
	lines := strings.ReplaceAll(p.Content+p.Raw, "\n", "<br>")
	h.fake.posts = append(h.fake.posts, fakePost{id: id, author: 7, name: "Le MJ", at: noon, body: lines})
	switch h.fake.kind {
	case NodeBB:
		fmt.Fprintf(w, `{"status":{"code":"ok"},"response":{"pid":%d}}`, id)
	default:
		fmt.Fprintf(w, `{"id":%d}`, id)
	}
}

// client asks the house on a clock of its own, which waits by moving on.
func (h *house) client(t testing.TB) *Client {
	t.Helper()
	u, err := url.Parse(h.URL)
	if err != nil {
		t.Fatal(err)
	}
	now := noon
	return &Client{
		Base: u, Local: true, Agent: "fivepoints-test", Pause: time.Second, Token: "secret", User: "mj",
		Now: func() time.Time { return now },
		After: func(d time.Duration) <-chan time.Time {
			now = now.Add(d)
			c := make(chan time.Time, 1)
			c <- now
			return c
		},
	}
}

func (h *house) board(t *testing.T) Board {
	t.Helper()
	b, err := Open(h.fake.kind, h.client(t), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func longTopic(k Kind) *fake {
	f := topicOf(k)
	for i := range 21 {
		f.posts = append(f.posts, fakePost{id: 200 + i, author: 42, name: "Zoé", at: noon, body: "post " + strconv.Itoa(i)})
	}
	return f
}

// conformance is what every Board must do.
func conformance(t *testing.T, f *fake, h *house) {
	b := h.board(t)
	var ids []string
	for n, last := 1, 1; n <= last; n++ {
		p, err := b.Read(t.Context(), "12", n)
		if err != nil {
			t.Fatalf("page %d: %v", n, err)
		}
		if p.Topic != "12" || p.Number != n || p.Title != f.title {
			t.Errorf("page %d is %d of topic %s %q", n, p.Number, p.Topic, p.Title)
		}
		last = p.Last
		for _, post := range p.Posts {
			ids = append(ids, post.ID)
		}
	}
	var want []string
	for _, p := range f.posts {
		want = append(want, strconv.Itoa(p.id))
	}
	if strings.Join(ids, " ") != strings.Join(want, " ") {
		t.Errorf("posts %v; want %v", ids, want)
	}
	if h.agent[0] != "fivepoints-test" {
		t.Errorf("it calls itself %q", h.agent[0])
	}
	for topic, want := range map[string]error{"13": ErrNotUnderstood, "../x": ErrNoTopic, "": ErrNoTopic} {
		if _, err := b.Read(t.Context(), topic, 1); !errors.Is(err, want) {
			t.Errorf("topic %q: %v", topic, err)
		}
	}
	for _, trouble := range troubles() {
		h.trip = trouble.trip
		if _, err := h.board(t).Read(t.Context(), "12", 1); !trouble.told(err) {
			t.Errorf("%s: %v", trouble.name, err)
		}
	}
	h.trip = nil
}

type trouble struct {
	name string
	trip func(w http.ResponseWriter, r *http.Request) bool
	told func(error) bool
}

func status(code int, retry string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		if retry != "" {
			w.Header().Set("Retry-After", retry)
		}
		w.WriteHeader(code)
		return true
	}
}

func says(text string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		io.WriteString(w, text)
		return true
	}
}

func leads(to string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, to, http.StatusFound)
		return true
	}
}

func is(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }

func busy(code int, after time.Duration) func(error) bool {
	return func(err error) bool {
		var b *Busy
		return errors.As(err, &b) && b.Status == code && b.After == after
	}
}

func troubles() []trouble {
	return []trouble{
		{"login expired", status(401, ""), is(ErrLogin)},
		{"forbidden", status(403, ""), is(ErrLogin)},
		{"gone", status(404, ""), is(ErrNoTopic)},
		{"too many", status(429, "120"), busy(429, 2*time.Minute)},
		{"too many, by a date", status(429, noon.Add(time.Minute).Format(http.TimeFormat)), busy(429, time.Minute)},
		{"failure", status(500, ""), busy(500, 0)},
		{"away for a year", status(503, "31536000"), busy(503, time.Hour)},
		{"login page", leads("/ucp.php?mode=login"), is(ErrLogin)},
		{"login page of SMF", leads("/index.php?action=login"), is(ErrLogin)},
		{"login form", says(`<!DOCTYPE html><form><input type="password"></form>`), is(ErrLogin)},
		{"elsewhere", leads("http://board.example.org/x"), is(ErrAddress)},
		{"metadata of a cloud", leads("http://169.254.169.254/latest"), is(ErrAddress)},
		{"upgraded", says(`<!DOCTYPE html><div id="message-1" class="message">move 1</div>`), is(ErrNotUnderstood)},
		{"post without text", says(`<link rel="canonical" href="/viewtopic.php?t=12"><div id="p1" class="post"></div>`), is(ErrNotUnderstood)},
		{"empty", says(""), is(ErrNotUnderstood)},
		{"not JSON", says(`{"tid":12,"posts":[{]}`), is(ErrNotUnderstood)},
		{"no posts", says(`{"tid":12,"posts":[]}`), is(ErrNotUnderstood)},
		{"too much", func(w http.ResponseWriter, _ *http.Request) bool {
			block := strings.Repeat(" ", 1<<20)
			for range MaxPage>>20 + 1 {
				io.WriteString(w, block)
			}
			return true
		}, is(ErrTooMuch)},
	}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds() {
		t.Run(string(k), func(t *testing.T) {
			t.Parallel()
			f := longTopic(k)
			conformance(t, f, newHouse(t, f))
		})
	}
}

// Nothing is asked before the board wants to be asked again, and never faster
// than the pause.
func TestPoliteness(t *testing.T) {
	t.Parallel()
	h := newHouse(t, topicOf(NodeBB))
	c := h.client(t)
	b, err := Open(NodeBB, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	start := c.Now()
	for range 3 {
		if _, err := b.Read(t.Context(), "12", 1); err != nil {
			t.Fatal(err)
		}
	}
	if d := c.Now().Sub(start); d != 2*time.Second {
		t.Errorf("three questions took %s", d)
	}
	h.trip = status(429, "600")
	b.Read(t.Context(), "12", 1)
	h.trip = nil
	asked := h.asked
	if _, err := b.Read(t.Context(), "12", 1); !busy(429, 10*time.Minute)(err) || h.asked != asked {
		t.Errorf("asked again: %v", err)
	}
}

// Addresses of this machine and of private networks are not read, whatever name
// leads there.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1": false, "10.1.2.3": false, "192.168.1.1": false, "172.16.0.1": false, "169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false,
		"::1": false, "fe80::1": false, "fc00::1": false, "::ffff:127.0.0.1": false, "224.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
		"8.8.8.8": true, "2606:4700::1": true,
	} {
		if got := public(netip.MustParseAddr(address).Unmap()); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
	h := newHouse(t, topicOf(PhpBB))
	c := h.client(t)
	c.Local = false
	b, err := Open(PhpBB, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Read(t.Context(), "12", 1); !errors.Is(err, ErrAddress) || h.asked > 0 {
		t.Errorf("a board on this machine was asked: %v", err)
	}
	for address, ok := range map[string]bool{
		"https://forum.example.org": true, "https://forum.example.org/board": true, "http://forum.example.org": false, "file:///etc/passwd": false,
		"https://me:secret@forum.example.org": false, "https://forum.example.org/?x=1": false, "gopher://forum.example.org": false, "": false,
	} {
		if _, err := CheckURL(address, false); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// Where a board has an interface to write, what is written can be read again.
func TestWrite(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds() {
		h := newHouse(t, topicOf(k))
		b := h.board(t)
		id, err := b.Write(t.Context(), "12", "The story\n\nny12 · fp-0123456789")
		if k != NodeBB && k != Discourse {
			if !errors.Is(err, ErrReadOnly) || h.asked > 0 {
				t.Errorf("%s: %v", k, err)
			}
			continue
		}
		if err != nil || id == "" {
			t.Fatalf("%s: %q, %v", k, id, err)
		}
		p, err := b.Read(t.Context(), "12", 1)
		if err != nil {
			t.Fatal(err)
		}
		last := p.Posts[len(p.Posts)-1]
		if last.ID != id || Footer(last.Lines) != "fp-0123456789" || last.Lines[0].Class != LineOwn {
			t.Errorf("%s: %+v", k, last)
		}
	}
}

// A follower reads what is new, everything once an hour, and looks around deadlines.
func TestFollow(t *testing.T) {
	t.Parallel()
	f := longTopic(PhpBB)
	h := newHouse(t, f)
	now := noon
	ctx, stop := context.WithCancel(t.Context())
	deadline := noon.Add(25 * time.Minute)
	var looks []Look
	var states []Pass
	c := h.client(t)
	c.Now = func() time.Time { return now }
	b, err := Open(PhpBB, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Pause = 0
	fo := &Follower{
		Board: b, Name: "tavern", Topics: []Topic{{ID: "12", Game: "ny12", Edits: "never"}}, Every: 10 * time.Minute, Own: "7",
		Now:       func() time.Time { return now },
		Deadlines: func() []time.Time { return []time.Time{deadline} },
		Take:      func(_ context.Context, l Look) error { looks = append(looks, l); return nil },
		State:     func(p Pass) { states = append(states, p) },
	}
	fo.After = func(d time.Duration) <-chan time.Time {
		now = now.Add(d)
		if now.After(noon.Add(2 * time.Hour)) {
			stop()
		}
		ch := make(chan time.Time, 1)
		ch <- now
		return ch
	}
	fo.Follow(ctx)
	var final []string
	whole := 0
	for _, l := range looks {
		if l.Final {
			final = append(final, l.At.Sub(deadline).String())
		}
		if l.Whole {
			whole++
		}
		for _, p := range l.Posts {
			if p.Author == "7" {
				t.Fatal("our own post was taken")
			}
		}
	}
	if strings.Join(final, " ") != "-20s 1s" {
		t.Errorf("looks around the deadline: %v", final)
	}
	if whole < 4 || whole == len(looks) { // the first, those around the deadline, once an hour
		t.Errorf("%d of %d looks saw everything", whole, len(looks))
	}
	if last := states[len(states)-1]; last.Err != nil || last.ReadTo.IsZero() {
		t.Errorf("%+v", last)
	}
	f.posts = f.posts[:3] // most of the topic is split off
	if err := fo.topic(t.Context(), fo.Topics[0], false); err != nil || !looks[len(looks)-1].Whole {
		t.Errorf("a topic that became shorter: %v", err)
	}
}

// A board that fails is asked less and less, and told; one that recovers is read on.
func TestFollowTrouble(t *testing.T) {
	t.Parallel()
	h := newHouse(t, topicOf(MyBB))
	h.trip = status(500, "")
	now := noon
	ctx, stop := context.WithCancel(t.Context())
	var waits []time.Duration
	var last Pass
	c := h.client(t)
	c.Pause, c.Now = 0, func() time.Time { return now }
	b, _ := Open(MyBB, c, nil)
	fo := &Follower{
		Board: b, Topics: []Topic{{ID: "12"}}, Now: c.Now, Every: time.Hour, Deadlines: func() []time.Time { return nil },
		Take: func(context.Context, Look) error { return nil }, State: func(p Pass) { last = p },
		After: func(d time.Duration) <-chan time.Time {
			waits = append(waits, d)
			now = now.Add(d)
			if len(waits) == 3 {
				h.trip = nil
			}
			if len(waits) == 4 {
				stop()
			}
			ch := make(chan time.Time, 1)
			ch <- now
			return ch
		},
	}
	fo.Follow(ctx)
	if fmt.Sprint(waits) != "[1m0s 2m0s 4m0s 1h0m0s]" || last.Err != nil {
		t.Errorf("waits %v, then %v", waits, last.Err)
	}
}

func TestBell(t *testing.T) {
	t.Parallel()
	one := fingerprint([]byte(`<rss><item><guid>1</guid></item></rss>`))
	if fingerprint([]byte(`<rss><lastBuildDate>x</lastBuildDate><item><guid>1</guid></item></rss>`)) != one {
		t.Error("a feed that was only built anew rings")
	}
	if fingerprint([]byte(`<rss><item><guid>2</guid></item></rss>`)) == one || fingerprint([]byte(`{"items":[{"id": "1"}]}`)) == fingerprint([]byte(`{"items":[{"id": "2"}]}`)) {
		t.Error("a new post does not ring")
	}
	h := newHouse(t, topicOf(MyBB))
	feed := "<guid>1</guid>"
	h.trip = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/feed" {
			io.WriteString(w, feed)
		}
		return r.URL.Path == "/feed"
	}
	looks := 0
	now := noon
	fo := &Follower{
		Board: h.board(t), Bell: Bell(h.client(t), "/feed"), Topics: []Topic{{ID: "12"}}, Now: func() time.Time { return now }, seen: map[string]*seen{},
		Take: func(context.Context, Look) error { looks++; return nil },
	}
	for i, want := range []int{1, 1, 2, 3, 4} { // first; silent; rung; before a deadline; an hour later
		if i == 2 {
			feed = "<guid>2</guid>"
		}
		if i == 4 {
			now = now.Add(wholeEvery)
		}
		if err := fo.pass(t.Context(), i == 3); err != nil || looks != want {
			t.Errorf("step %d: %d looks, %v", i, looks, err)
		}
	}
}

// One look at a topic in which nothing is new, over HTTP: what 500 boards cost.
func BenchmarkPoll(b *testing.B) {
	f := longTopic(PhpBB)
	h := newHouse(b, f)
	c := h.client(b)
	c.Pause = 0
	board, err := Open(PhpBB, c, nil)
	if err != nil {
		b.Fatal(err)
	}
	log := events.NewMemory(events.NewMemoryKeys("bench"))
	l := &Ledger{Log: log, Source: "tavern", Intake: &intake.Intake{Log: log, Now: func() time.Time { return noon }}}
	fo := &Follower{
		Board: board, Name: "tavern", Topics: []Topic{{ID: "12"}}, Now: func() time.Time { return noon }, seen: map[string]*seen{},
		Take: func(ctx context.Context, look Look) error { _, err := l.Take(ctx, look); return err },
	}
	for b.Loop() {
		if err := fo.pass(b.Context(), false); err != nil {
			b.Fatal(err)
		}
	}
}
