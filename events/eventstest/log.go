package eventstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"fivepoints/events"
)

// Log runs the suite. open returns a new empty log with its own keys, and a
// function that closes it and opens the same log again (which may return the
// log itself when it does not outlive its process).
func Log(t *testing.T, open func(t *testing.T) (log events.Log, reopen func() events.Log)) {
	for _, c := range []struct {
		name string
		test func(s *suite)
	}{
		{"append and read", (*suite).appendAndRead},
		{"conflict", (*suite).conflict},
		{"duplicate key", (*suite).duplicate},
		{"key reuse", (*suite).keyReuse},
		{"key per stream", (*suite).keyPerStream},
		{"read ranges", (*suite).ranges},
		{"unsound commits", (*suite).unsound},
		{"race for one place", (*suite).race},
		{"many writers", (*suite).manyWriters},
		{"wait", (*suite).wait},
		{"follow", (*suite).follow},
		{"cancelled", (*suite).cancelled},
		{"blobs", (*suite).blobs},
		{"parts", (*suite).parts},
		{"erased", (*suite).erased},
		{"reopen", (*suite).reopen},
		{"closed", (*suite).closed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			log, reopen := open(t)
			s := &suite{T: t, ctx: t.Context(), log: log, again: reopen}
			c.test(s)
		})
	}
}

type suite struct {
	*testing.T
	ctx   context.Context
	log   events.Log
	again func() events.Log
}

// start is the time of every commit of the suite.
var start = time.UnixMilli(1_900_000_000_123).UTC()

// said makes a payload; the texts of the suite can always be written.
func said(text string) []byte {
	b, err := events.Marshal(struct {
		Text string `json:"text"`
	}{text})
	if err != nil {
		panic(err)
	}
	return b
}

// commit makes a small commit whose key follows from its text.
func commit(stream string, expect events.Seq, text string) events.Commit {
	pub := said(text)
	return events.Commit{Stream: stream, Expect: expect, Key: events.NewKey("test", text), At: start, Facts: []events.Fact{{Type: "test.said", V: 1, Pub: pub}}}
}

// whisper adds a private part.
func whisper(c events.Commit, audience, key, plain string) events.Commit {
	c.Facts[0].Priv = append(c.Facts[0].Priv, events.Part{Audience: audience, Key: key, Plain: said(plain)})
	return c
}

func (s *suite) must(c events.Commit) events.Seq {
	s.Helper()
	seq, dup, err := s.log.Append(s.ctx, c)
	if err != nil || dup {
		s.Fatalf("append to %s after %d: seq %d, dup %v, %v", c.Stream, c.Expect, seq, dup, err)
	}
	return seq
}

func (s *suite) all(stream string, after events.Seq) []events.Stored {
	s.Helper()
	var out []events.Stored
	for st, err := range s.log.Read(s.ctx, stream, after) {
		if err != nil {
			s.Fatalf("read %q after %d: %v", stream, after, err)
		}
		out = append(out, st)
	}
	return out
}

func (s *suite) seqs(stream string, after events.Seq, want ...events.Seq) {
	s.Helper()
	var got []events.Seq
	for _, st := range s.all(stream, after) {
		got = append(got, st.Seq)
	}
	if !slices.Equal(got, want) {
		s.Errorf("read %q after %d: commits %v, want %v", stream, after, got, want)
	}
}

func (s *suite) tip(stream string, want events.Seq) {
	s.Helper()
	if got, err := s.log.Tip(s.ctx, stream); err != nil || got != want {
		s.Errorf("tip of %q: %d, %v, want %d", stream, got, err, want)
	}
}

func (s *suite) appendAndRead() {
	s.tip("", 0)
	s.tip("game/ny12", 0)
	s.seqs("", 0)
	c := whisper(commit("game/ny12", 0, "hé <&> \u2028"), "whyos", "games/ny12", "gold")
	c.Cause = 0
	if seq := s.must(c); seq != 1 {
		s.Errorf("first seq is %d", seq)
	}
	got, err := events.Open(s.all("", 0)[0], s.log.Keys())
	if err != nil {
		s.Fatal(err)
	}
	f, want := got.Facts[0], c.Facts[0]
	if got.Stream != c.Stream || got.Key != c.Key || !got.At.Equal(c.At) || f.Type != want.Type || f.V != 1 || !bytes.Equal(f.Pub, want.Pub) {
		s.Errorf("read back %+v, want %+v", got, c)
	}
	if len(f.Priv) != 1 || f.Priv[0].Audience != "whyos" || !bytes.Equal(f.Priv[0].Plain, want.Priv[0].Plain) {
		s.Errorf("parts read back: %+v", f.Priv)
	}
}

func (s *suite) conflict() {
	first := s.must(commit("game/ny12", 0, "a"))
	s.must(commit("people", 0, "p"))
	for _, expect := range []events.Seq{0, first + 1, 99} {
		if _, _, err := s.log.Append(s.ctx, commit("game/ny12", expect, "b")); !errors.Is(err, events.ErrConflict) {
			s.Errorf("expect %d: %v", expect, err)
		}
	}
	if _, _, err := s.log.Append(s.ctx, commit("game/new", 1, "b")); !errors.Is(err, events.ErrConflict) {
		s.Errorf("a new stream that expects commit 1: %v", err)
	}
	if seq := s.must(commit("game/ny12", first, "b")); seq != 3 {
		s.Errorf("seq after refusals is %d, want 3", seq)
	}
}

func (s *suite) duplicate() {
	c := whisper(commit("game/ny12", 0, "a"), "whyos", "games/ny12", "gold")
	s.must(c)
	s.must(commit("game/ny12", 1, "b"))
	for _, expect := range []events.Seq{0, 2, 77} {
		c.Expect, c.At = expect, start.Add(time.Hour)
		if seq, dup, err := s.log.Append(s.ctx, c); seq != 1 || !dup || err != nil {
			s.Errorf("again, expecting %d: seq %d, dup %v, %v", expect, seq, dup, err)
		}
	}
	s.tip("", 2)
	if seq, err := s.log.Lookup(s.ctx, "game/ny12", c.Key); seq != 1 || err != nil {
		s.Errorf("lookup: %d, %v", seq, err)
	}
	if seq, err := s.log.Lookup(s.ctx, "game/ny12", events.NewKey("none")); seq != 0 || err != nil {
		s.Errorf("lookup of an unknown key: %d, %v", seq, err)
	}
}

func (s *suite) keyReuse() {
	c := whisper(commit("game/ny12", 0, "a"), "whyos", "games/ny12", "gold")
	s.must(c)
	other := commit("game/ny12", 1, "z")
	secret := whisper(commit("game/ny12", 1, "a"), "whyos", "games/ny12", "silver")
	naked := commit("game/ny12", 1, "a")
	longer := whisper(commit("game/ny12", 1, "a"), "whyos", "games/ny12", "gold")
	longer.Facts = append(longer.Facts, other.Facts[0])
	for i, d := range []events.Commit{other, secret, naked, longer} {
		d.Key = c.Key
		if _, _, err := s.log.Append(s.ctx, d); !errors.Is(err, events.ErrKeyReuse) {
			s.Errorf("reuse %d: %v", i, err)
		}
	}
	s.tip("", 1)
}

func (s *suite) keyPerStream() {
	a, b := commit("game/ny12", 0, "a"), commit("game/ny13", 0, "a")
	s.must(a)
	if seq := s.must(b); seq != 2 {
		s.Errorf("the same key in another stream has seq %d", seq)
	}
	if seq, err := s.log.Lookup(s.ctx, "game/ny13", a.Key); seq != 2 || err != nil {
		s.Errorf("lookup in the other stream: %d, %v", seq, err)
	}
}

func (s *suite) ranges() {
	tips := map[string]events.Seq{}
	for i, stream := range []string{"game/aa", "game/bb", "people", "game/aa", "inbox/file", "game/aa", "game/bb"} {
		tips[stream] = s.must(commit(stream, tips[stream], fmt.Sprint(i)))
	}
	s.seqs("", 0, 1, 2, 3, 4, 5, 6, 7)
	s.seqs("", 5, 6, 7)
	s.seqs("", 7)
	s.seqs("", 1000)
	s.seqs("game/aa", 0, 1, 4, 6)
	for after, want := range [][]events.Seq{{1, 4, 6}, {4, 6}, {4, 6}, {4, 6}, {6}, {6}, {}, {}} {
		s.seqs("game/aa", events.Seq(after), want...)
	}
	s.seqs("game/none", 0)
	s.tip("game/aa", 6)
	s.tip("people", 3)
	s.tip("", 7)
	games, err := s.log.Streams(s.ctx, "game/")
	if err != nil || !slices.Equal(games, []string{"game/aa", "game/bb"}) {
		s.Errorf("streams of games: %v, %v", games, err)
	}
	for st := range s.log.Read(s.ctx, "", 2) {
		if st.Seq != 3 {
			s.Errorf("a broken-off reading began with %d", st.Seq)
		}
		break
	}
}

func (s *suite) unsound() {
	good := func() events.Commit { return commit("game/ny12", 0, "a") }
	for name, spoil := range map[string]func(c *events.Commit){
		"stream":         func(c *events.Commit) { c.Stream = "game/../x" },
		"no facts":       func(c *events.Commit) { c.Facts = nil },
		"too many facts": func(c *events.Commit) { c.Facts = slices.Repeat(c.Facts, 1001) },
		"type":           func(c *events.Commit) { c.Facts[0].Type = "Said" },
		"version":        func(c *events.Commit) { c.Facts[0].V = 0 },
		"spaces":         func(c *events.Commit) { c.Facts[0].Pub = []byte(`{"a": 1}`) },
		"no object":      func(c *events.Commit) { c.Facts[0].Pub = []byte(`[1]`) },
		"two values":     func(c *events.Commit) { c.Facts[0].Pub = []byte(`{}{}`) },
		"not UTF-8":      func(c *events.Commit) { c.Facts[0].Pub = []byte("{\"a\":\"\xff\"}") },
		"too big":        func(c *events.Commit) { *c = commit("game/ny12", 0, string(bytes.Repeat([]byte("a"), 512<<10))) },
		"no time":        func(c *events.Commit) { c.At = time.Time{} },
		"unknown cause":  func(c *events.Commit) { c.Cause = 1 },
		"audience":       func(c *events.Commit) { *c = whisper(*c, "public", "games/ny12", "x") },
		"key name":       func(c *events.Commit) { *c = whisper(*c, "whyos", "games/../club", "x") },
		"unsorted":       func(c *events.Commit) { *c = whisper(whisper(*c, "bb", "games/ny12", "x"), "aa", "games/ny12", "x") },
	} {
		c := good()
		spoil(&c)
		if seq, _, err := s.log.Append(s.ctx, c); err == nil {
			s.Errorf("%s: accepted as %d", name, seq)
		}
	}
	s.tip("", 0)
	s.must(good())
}

func (s *suite) race() {
	const writers, rounds = 8, 12
	var tip events.Seq
	for round := range rounds {
		var wg sync.WaitGroup
		seqs, errs := make([]events.Seq, writers), make([]error, writers)
		for i := range writers {
			wg.Go(func() {
				seqs[i], _, errs[i] = s.log.Append(s.ctx, commit("game/ny12", tip, fmt.Sprintf("%d/%d", round, i)))
			})
		}
		wg.Wait()
		winners := 0
		for i := range writers {
			switch {
			case errs[i] == nil:
				winners, tip = winners+1, seqs[i]
			case !errors.Is(errs[i], events.ErrConflict):
				s.Fatalf("round %d: %v", round, errs[i])
			}
		}
		if winners != 1 {
			s.Fatalf("round %d has %d winners", round, winners)
		}
	}
	s.tip("", rounds)
}

func (s *suite) manyWriters() {
	const writers, each = 16, 20
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			stream, tip := fmt.Sprintf("game/g%d", i), events.Seq(0)
			for n := range each {
				c := commit(stream, tip, fmt.Sprint(n))
				seq, dup, err := s.log.Append(s.ctx, c)
				if err != nil || dup || seq <= tip {
					s.Errorf("%s: seq %d after %d, dup %v, %v", stream, seq, tip, dup, err)
					return
				}
				if again, dup, err := s.log.Append(s.ctx, c); again != seq || !dup || err != nil {
					s.Errorf("%s again: seq %d, want %d, dup %v, %v", stream, again, seq, dup, err)
					return
				}
				tip = seq
			}
		})
	}
	wg.Wait()
	for i, st := range s.all("", 0) {
		if st.Seq != events.Seq(i+1) {
			s.Fatalf("commit %d has seq %d", i+1, st.Seq)
		}
	}
	s.tip("", writers*each)
	for i := range writers {
		s.streamOf(fmt.Sprintf("game/g%d", i), each)
	}
}

// streamOf compares a stream of a longer log with its own commits.
func (s *suite) streamOf(stream string, n int) {
	s.Helper()
	all := s.all(stream, 0)
	if len(all) != n {
		s.Fatalf("%s has %d commits, want %d", stream, len(all), n)
	}
	var tip events.Seq
	var seqs []events.Seq
	for _, st := range all {
		c, err := events.Decode(st)
		if err != nil || c.Stream != stream || c.Expect != tip {
			s.Fatalf("commit %d of %s: %+v, %v", st.Seq, stream, c, err)
		}
		tip, seqs = st.Seq, append(seqs, st.Seq)
	}
	s.tip(stream, tip)
	for i, seq := range seqs {
		s.seqs(stream, seq, seqs[i+1:]...)
	}
	if _, _, err := s.log.Append(s.ctx, commit(stream, seqs[n-2], "late")); !errors.Is(err, events.ErrConflict) {
		s.Errorf("a fork of %s: %v", stream, err)
	}
}

func (s *suite) wait() {
	s.must(commit("people", 0, "a"))
	if err := s.log.Wait(s.ctx, 0); err != nil {
		s.Errorf("waiting for what is there: %v", err)
	}
	done := make(chan error, 1)
	go func() { done <- s.log.Wait(s.ctx, 1) }()
	select {
	case err := <-done:
		s.Errorf("waiting ended with nothing new: %v", err)
	default:
	}
	s.must(commit("people", 1, "b"))
	if err := <-done; err != nil {
		s.Errorf("waiting: %v", err)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	go func() { done <- s.log.Wait(ctx, 2) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		s.Errorf("waiting until cancelled: %v", err)
	}
}

func (s *suite) follow() {
	s.must(commit("game/aa", 0, "1"))
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	var got []events.Seq
	for st, err := range events.Follow(ctx, s.log, "game/aa", 0) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				s.Errorf("following: %v", err)
			}
			break
		}
		switch got = append(got, st.Seq); len(got) {
		case 1:
			s.must(commit("people", 0, "p"))
			s.must(commit("game/aa", 1, "2"))
		case 2:
			s.must(commit("game/aa", 3, "3"))
		default:
			cancel()
		}
	}
	if !slices.Equal(got, []events.Seq{1, 3, 4}) {
		s.Errorf("followed %v", got)
	}
}

func (s *suite) cancelled() {
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	if _, _, err := s.log.Append(ctx, commit("people", 0, "a")); !errors.Is(err, context.Canceled) {
		s.Errorf("append: %v", err)
	}
	if _, err := s.log.PutBlob(ctx, "games/ny12", []byte("x")); !errors.Is(err, context.Canceled) {
		s.Errorf("put blob: %v", err)
	}
	s.must(commit("people", 0, "a"))
	for _, err := range s.log.Read(ctx, "", 0) {
		if !errors.Is(err, context.Canceled) {
			s.Errorf("read: %v", err)
		}
	}
}

func (s *suite) blobs() {
	data := []byte("From: a@example.org\r\n\r\nhello")
	h, err := s.log.PutBlob(s.ctx, "people/pabc", data)
	if err != nil {
		s.Fatal(err)
	}
	again, err := s.log.PutBlob(s.ctx, "people/pabc", data)
	if err != nil || again != h {
		s.Errorf("the same blob again: %s, %v, want %s", again, err, h)
	}
	other, err := s.log.PutBlob(s.ctx, "people/pxyz", data)
	if err != nil || other == h {
		s.Errorf("the name of a blob does not depend on its key: %s, %v", other, err)
	}
	s.must(commit("people", 0, "a"))
	s.blob(h, data)
	empty, err := s.log.PutBlob(s.ctx, "club", nil)
	if err != nil {
		s.Fatal(err)
	}
	s.blob(empty, nil)
	for _, bad := range []string{"", "zz", h[:62], h[:62] + "00"} {
		if _, err := s.log.Blob(s.ctx, bad); !errors.Is(err, events.ErrNotFound) {
			s.Errorf("blob %q: %v", bad, err)
		}
	}
	if err := s.log.Keys().Destroy("people/pabc"); err != nil {
		s.Fatal(err)
	}
	if _, err := s.log.Blob(s.ctx, h); !errors.Is(err, events.ErrErased) {
		s.Errorf("erased blob: %v", err)
	}
	s.blob(other, data)
}

func (s *suite) blob(h string, want []byte) {
	s.Helper()
	if got, err := s.log.Blob(s.ctx, h); err != nil || !bytes.Equal(got, want) {
		s.Errorf("blob %s: %q, %v, want %q", h, got, err, want)
	}
}

func (s *suite) parts() {
	c := whisper(whisper(commit("game/ny12", 0, "a"), "engine", "games/ny12", "deck"), "whyos", "people/pabc", "hello")
	s.must(c)
	st := s.all("", 0)[0]
	if bytes.Contains(events.Frame(st), []byte("deck")) || bytes.Contains(events.Frame(st), []byte("hello")) {
		s.Error("a private value stands in the stored bytes")
	}
	closed, err := events.Decode(st)
	if err != nil {
		s.Fatal(err)
	}
	for _, p := range closed.Facts[0].Priv {
		if p.Plain != nil || p.H == [32]byte{} {
			s.Errorf("decoded part: %+v", p)
		}
	}
	elsewhere, err := events.Open(st, events.NewMemoryKeys("elsewhere"))
	if err != nil {
		s.Fatal(err)
	}
	if p := elsewhere.Facts[0].Priv[0]; p.Plain != nil || p.Erased {
		s.Errorf("without its key: %+v", p)
	}
}

func (s *suite) erased() {
	c := whisper(whisper(commit("game/ny12", 0, "a"), "engine", "games/ny12", "deck"), "whyos", "people/pabc", "hello")
	s.must(c)
	if err := s.log.Keys().Destroy("people/pabc"); err != nil {
		s.Fatal(err)
	}
	got, err := events.Open(s.all("", 0)[0], s.log.Keys())
	if err != nil {
		s.Fatal(err)
	}
	if p := got.Facts[0].Priv; string(p[0].Plain) != `{"text":"deck"}` || p[0].Erased || p[1].Plain != nil || !p[1].Erased {
		s.Errorf("after erasing: %+v", p)
	}
	if seq, dup, err := s.log.Append(s.ctx, c); seq != 1 || !dup || err != nil {
		s.Errorf("the same commit again: %d, %v, %v", seq, dup, err)
	}
	d := whisper(commit("game/ny12", 1, "b"), "whyos", "people/pabc", "hello")
	if _, _, err := s.log.Append(s.ctx, d); !errors.Is(err, events.ErrErased) {
		s.Errorf("a new part under a destroyed key: %v", err)
	}
}

func (s *suite) reopen() {
	var tip events.Seq
	for i := range 5 {
		tip = s.must(whisper(commit("game/ny12", tip, fmt.Sprint(i)), "whyos", "games/ny12", "gold"))
	}
	h, err := s.log.PutBlob(s.ctx, "games/ny12", []byte("raw"))
	if err != nil {
		s.Fatal(err)
	}
	before := s.all("", 0)
	s.log = s.again()
	after := s.all("", 0)
	if len(after) != len(before) {
		s.Fatalf("%d commits, before %d", len(after), len(before))
	}
	for i := range before {
		if !bytes.Equal(events.Frame(after[i]), events.Frame(before[i])) || after[i].Leaf != before[i].Leaf || after[i].Seq != before[i].Seq {
			s.Errorf("commit %d changed", i+1)
		}
	}
	s.blob(h, []byte("raw"))
	if seq, dup, err := s.log.Append(s.ctx, whisper(commit("game/ny12", 0, "2"), "whyos", "games/ny12", "gold")); seq != 3 || !dup || err != nil {
		s.Errorf("an old commit again: %d, %v, %v", seq, dup, err)
	}
	if seq := s.must(commit("game/ny12", tip, "next")); seq != tip+1 {
		s.Errorf("the next commit is %d", seq)
	}
}

func (s *suite) closed() {
	if err := s.log.Close(); err != nil {
		s.Fatal(err)
	}
	if _, _, err := s.log.Append(s.ctx, commit("people", 0, "a")); !errors.Is(err, events.ErrClosed) {
		s.Errorf("append after close: %v", err)
	}
	if err := s.log.Close(); err != nil {
		s.Errorf("closing twice: %v", err)
	}
}
