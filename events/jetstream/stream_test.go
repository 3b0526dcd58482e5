package jetstream_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fivepoints/events/jetstream"

	js "github.com/nats-io/nats.go/jetstream"
)

// createAgain makes a stream whose namesake was just removed: nats-server may
// still be clearing that one's files, and then cannot make the new store.
func createAgain(t *testing.T, stream js.JetStream, config js.StreamConfig) {
	t.Helper()
	const noStore = 10049
	for {
		_, err := stream.CreateStream(t.Context(), config)
		var api *js.APIError
		if err == nil {
			return
		}
		if !errors.As(err, &api) || api.ErrorCode != noStore {
			t.Fatal(err)
		}
		<-time.After(10 * time.Millisecond)
	}
}

// TestForeignStream: what fivepoints did not make is named and left alone.
func TestForeignStream(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]js.StreamConfig{
		"the mirror's name":    {Name: "LOG", Subjects: []string{"logs.>"}},
		"name and subjects":    {Name: "LOG", Subjects: []string{"log.>"}},
		"another mark":         {Name: "LOG", Subjects: []string{"log.>"}, Metadata: map[string]string{"fivepoints": "backup"}},
		"the mirror's subject": {Name: "OTHERS", Subjects: []string{"log.*"}},
		"the feed's name":      {Name: "FEED", Subjects: []string{"news.>"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			b := bare(t, dir)
			if _, err := b.JS().CreateStream(t.Context(), config); err != nil {
				t.Fatal(err)
			}
			subject := strings.NewReplacer("*", "x", ">", "x").Replace(config.Subjects[0])
			if _, err := b.JS().Publish(t.Context(), subject, []byte("precious")); err != nil {
				t.Fatal(err)
			}
			b.Stop()
			_, err := jetstream.Start(t.Context(), filled(t, 5), jetstream.Options{Dir: dir, Derive: derived})
			if err == nil || config.Name != "OTHERS" && !errors.Is(err, jetstream.ErrForeign) || config.Name == "OTHERS" && !strings.Contains(err.Error(), "subjects overlap") {
				t.Errorf("started: %v", err)
			}
			st, err := bare(t, dir).JS().Stream(t.Context(), config.Name)
			if err != nil {
				t.Fatal(err)
			}
			if m, err := st.GetMsg(t.Context(), 1); err != nil || string(m.Data) != "precious" {
				t.Errorf("the foreign message is %v, %v", m, err)
			}
		})
	}
}

// TestLimits: limits that were changed are put back at the start, or the
// stream is made anew; either way nothing of it may be deleted afterwards.
func TestLimits(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c *js.StreamConfig){
		"as they were": func(*js.StreamConfig) {},
		"age":          func(c *js.StreamConfig) { c.MaxAge = time.Hour },
		"messages":     func(c *js.StreamConfig) { c.MaxMsgs = 1000 },
		"too few":      func(c *js.StreamConfig) { c.MaxMsgs = 10 },
		"bytes":        func(c *js.StreamConfig) { c.MaxBytes = 1 << 30 },
		"discard":      func(c *js.StreamConfig) { c.Discard = js.DiscardOld },
		"delete":       func(c *js.StreamConfig) { c.DenyDelete = false },
		"purge":        func(c *js.StreamConfig) { c.DenyPurge = false },
		"rollup":       func(c *js.StreamConfig) { c.DenyPurge, c.AllowRollup = false, true },
		"per subject":  func(c *js.StreamConfig) { c.MaxMsgsPerSubject = 3 },
		"subjects":     func(c *js.StreamConfig) { c.Subjects = []string{"log.>", "more.>"} },
		"memory":       func(c *js.StreamConfig) { c.Storage = js.MemoryStorage },
		"interest":     func(c *js.StreamConfig) { c.Retention = js.InterestPolicy },
		"no reading":   func(c *js.StreamConfig) { c.AllowDirect = false },
		"no ack":       func(c *js.StreamConfig) { c.NoAck = true },
		"asynchronous": func(c *js.StreamConfig) { c.PersistMode = js.AsyncPersistMode },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log, dir := filled(t, 30), t.TempDir()
			n := node(t, log, jetstream.Options{Dir: dir})
			wait(t, n, 30)
			st, err := n.JS().Stream(t.Context(), jetstream.MirrorStream)
			if err != nil {
				t.Fatal(err)
			}
			want := st.CachedInfo().Config
			config := want
			change(&config)
			if err := n.JS().DeleteStream(t.Context(), jetstream.MirrorStream); err != nil {
				t.Fatal(err)
			}
			createAgain(t, n.JS(), config)
			if err := n.Close(); err != nil {
				t.Fatal(err)
			}
			n = node(t, log, jetstream.Options{Dir: dir})
			wait(t, n, 30)
			mirrored(t, n.JS(), log)
			if st, err = n.JS().Stream(t.Context(), jetstream.MirrorStream); err != nil {
				t.Fatal(err)
			}
			got := st.CachedInfo().Config
			if !got.DenyDelete || !got.DenyPurge || got.MaxAge != 0 || got.MaxMsgs != -1 || got.MaxBytes != -1 || got.Discard != js.DiscardNew ||
				got.AllowRollup || got.MaxMsgsPerSubject != -1 || len(got.Subjects) != 1 || got.Storage != js.FileStorage ||
				got.Retention != js.LimitsPolicy || got.NoAck || got.PersistMode != want.PersistMode {
				t.Errorf("the limits are %+v", got)
			}
			if st.DeleteMsg(t.Context(), 3) == nil || st.Purge(t.Context()) == nil {
				t.Error("a message could be deleted")
			}
			mirrored(t, n.JS(), log)
		})
	}
}
