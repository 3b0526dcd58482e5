package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/events/jetstream"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// derived tells the number of a commit to the public and a secret to a seat.
func derived(_ context.Context, st events.Stored) ([]jetstream.Telling, error) {
	c, err := events.Decode(st)
	if err != nil || c.Stream != "game/ny12" {
		return nil, err
	}
	out := []jetstream.Telling{{Game: "ny12", Data: fmt.Appendf(nil, `{"seq":%d}`, st.Seq)}}
	if len(c.Facts[0].Priv) > 0 {
		for _, seat := range []string{"rabbits", "whyos"} {
			out = append(out, jetstream.Telling{Game: "ny12", Seat: seat, Data: fmt.Appendf(nil, `{"secret":"%s-%d"}`, seat, st.Seq)})
		}
	}
	return out, nil
}

// told is what the feed of a log must hold.
func told(t *testing.T, log events.Log) []string {
	t.Helper()
	var want []string
	for st, err := range log.Read(t.Context(), "", 0) {
		if err != nil {
			t.Fatal(err)
		}
		tellings, err := derived(t.Context(), st)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range tellings {
			subject := "public.ny12"
			if x.Seat != "" {
				subject = "private.ny12." + x.Seat
			}
			want = append(want, fmt.Sprintf("%d %s %s", st.Seq, subject, x.Data))
		}
	}
	return want
}

func checkFeed(t *testing.T, n *jetstream.Node, log events.Log) {
	t.Helper()
	var got []string
	for _, m := range content(t.Context(), t, n.JS(), jetstream.FeedStream) {
		got = append(got, fmt.Sprintf("%s %s %s", m.seq, m.subject, m.data))
	}
	if want := told(t, log); !slices.Equal(got, want) {
		t.Errorf("the feed is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestFeedFollows(t *testing.T) {
	t.Parallel()
	log, o := filled(t, 40), jetstream.Options{Dir: t.TempDir(), Derive: derived, Version: 1}
	n := node(t, log, o)
	wait(t, n, 40)
	grow(t, log, 50)
	wait(t, n, 50)
	checkFeed(t, n, log)
	mirrored(t, n.JS(), log)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	grow(t, log, 61)
	n = node(t, log, o)
	wait(t, n, 61)
	checkFeed(t, n, log)
}

// TestFeedAfterEveryMessage starts from every place at which a feed can have
// ended, in the middle of a commit too.
func TestFeedAfterEveryMessage(t *testing.T) {
	t.Parallel()
	log := filled(t, 20)
	whole := node(t, log, jetstream.Options{Dir: t.TempDir(), Derive: derived})
	wait(t, whole, 20)
	st, err := whole.JS().Stream(t.Context(), jetstream.FeedStream)
	if err != nil {
		t.Fatal(err)
	}
	config := st.CachedInfo().Config
	for k := range st.CachedInfo().State.LastSeq {
		dir := t.TempDir()
		b := bare(t, dir)
		if _, err := b.JS().CreateStream(t.Context(), config); err != nil {
			t.Fatal(err)
		}
		for seq := uint64(1); seq <= k; seq++ {
			publishAgain(t, b, st, seq)
		}
		b.Stop()
		n := node(t, log, jetstream.Options{Dir: dir, Derive: derived})
		wait(t, n, 20)
		checkFeed(t, n, log)
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFeedWithAHole leaves one message out, each in turn: the feed is made anew.
func TestFeedWithAHole(t *testing.T) {
	t.Parallel()
	log := filled(t, 20)
	whole := node(t, log, jetstream.Options{Dir: t.TempDir(), Derive: derived})
	wait(t, whole, 20)
	st, err := whole.JS().Stream(t.Context(), jetstream.FeedStream)
	if err != nil {
		t.Fatal(err)
	}
	last := st.CachedInfo().State.LastSeq
	for hole := uint64(1); hole < last; hole++ {
		dir := t.TempDir()
		b := bare(t, dir)
		if _, err := b.JS().CreateStream(t.Context(), st.CachedInfo().Config); err != nil {
			t.Fatal(err)
		}
		for seq := uint64(1); seq <= last; seq++ {
			if seq != hole {
				publishAgain(t, b, st, seq)
			}
		}
		b.Stop()
		n := node(t, log, jetstream.Options{Dir: dir, Derive: derived})
		wait(t, n, 20)
		checkFeed(t, n, log)
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func publishAgain(t *testing.T, b jetstream.Bare, from js.Stream, seq uint64) {
	t.Helper()
	m, err := from.GetMsg(t.Context(), seq)
	if err == nil {
		_, err = b.JS().PublishMsg(t.Context(), &nats.Msg{Subject: m.Subject, Header: m.Header, Data: m.Data})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestFeedIsMadeAnew: for another version, for another log, and when somebody
// wrote into it. The mirror of another log would be a fork, so it is removed.
func TestFeedIsMadeAnew(t *testing.T) {
	t.Parallel()
	log, dir := filled(t, 30), t.TempDir()
	o := jetstream.Options{Dir: dir, Derive: derived, Version: 1}
	for name, c := range map[string]struct {
		log   events.Log
		o     jetstream.Options
		spoil func(n *jetstream.Node) error
	}{
		"version": {log, jetstream.Options{Dir: dir, Derive: derived, Version: 2}, func(*jetstream.Node) error { return nil }},
		"foreign message": {log, o, func(n *jetstream.Node) error {
			_, err := n.JS().Publish(t.Context(), "public.ny12", []byte("x"))
			return err
		}},
		"another log": {filledAs(t, 20, "other"), o, func(n *jetstream.Node) error { return n.JS().DeleteStream(t.Context(), jetstream.MirrorStream) }},
		"deleted":     {log, o, func(n *jetstream.Node) error { return n.JS().DeleteStream(t.Context(), jetstream.FeedStream) }},
	} {
		clean(t, dir)
		n := node(t, log, o)
		wait(t, n, 30)
		if err := c.spoil(n); err != nil {
			t.Fatal(err)
		}
		if err := n.Close(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n = node(t, c.log, c.o)
		tip, _ := c.log.Tip(t.Context(), "")
		wait(t, n, tip)
		checkFeed(t, n, c.log)
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFeedTroubleLeavesTheMirrorAlone: what cannot be derived holds the feed up, not the mirror.
func TestFeedTroubleLeavesTheMirrorAlone(t *testing.T) {
	t.Parallel()
	log := filled(t, 10)
	stuck := errors.New("cannot be derived")
	troubles := make(chan error, 100)
	n := node(t, log, jetstream.Options{Dir: t.TempDir(), Trouble: func(err error) { troubles <- err }, Derive: func(ctx context.Context, st events.Stored) ([]jetstream.Telling, error) {
		if st.Seq > 10 {
			return nil, stuck
		}
		return derived(ctx, st)
	}})
	wait(t, n, 10)
	grow(t, log, 20)
	if err := <-troubles; !errors.Is(err, stuck) {
		t.Errorf("trouble: %v", err)
	}
	if err := n.WaitMirror(t.Context(), 20); err != nil {
		t.Fatal(err)
	}
	mirrored(t, n.JS(), log)
}
