package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"fivepoints/events"
	"fivepoints/events/jetstream"

	"github.com/nats-io/nats.go"
)

// follow shows what is public of a game, from its beginning and then as it
// comes, until show has enough. It knows nothing of fivepoints but what the
// package's documentation says.
func follow(ctx context.Context, url, keyFile, game string, show func(*nats.Msg) bool) error {
	key, err := nats.NkeyOptionFromSeed(keyFile)
	if err != nil {
		return err
	}
	nc, err := nats.Connect(url, key, nats.CustomInboxPrefix("_INBOX_reader"))
	if err != nil {
		return err
	}
	defer nc.Close()
	subject, seen, more := "public."+game, uint64(0), "true"
	live, err := nc.SubscribeSync(subject) // before the past, so that nothing falls between
	if err != nil {
		return err
	}
	past, err := nc.SubscribeSync(nc.NewInbox())
	if err != nil {
		return err
	}
	for sub := past; ; {
		if sub == past && more != "" { // ask for the first, or for more
			if err := nc.PublishRequest("history."+subject, past.Subject, strconv.AppendUint(nil, seen, 10)); err != nil {
				return err
			}
		}
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return err
		}
		if more = m.Header.Get("Fp-More"); more == "false" {
			sub = live
		}
		if seq, _ := strconv.ParseUint(m.Header.Get("Fp-Seq"), 10, 64); seq > seen {
			if seen = seq; !show(m) {
				return nil
			}
		}
	}
}

func Example_follower() {
	dir, err := os.MkdirTemp("", "feed")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	log := events.NewMemory(nil)
	say := func(text string) {
		tip, err1 := log.Tip(context.Background(), "")
		_, _, err2 := log.Append(context.Background(), events.Commit{
			Stream: "game/ny12", Expect: tip, Key: events.NewKey(text), At: time.UnixMilli(0),
			Facts: []events.Fact{{Type: "test.said", V: 1, Pub: []byte(`{"text":"` + text + `"}`)}},
		})
		if err := errors.Join(err1, err2); err != nil {
			fmt.Println(err)
		}
	}
	node, err := jetstream.Start(context.Background(), log, jetstream.Options{
		Dir: dir, Listen: "127.0.0.1:0", Derive: func(_ context.Context, st events.Stored) ([]jetstream.Telling, error) {
			c, err := events.Decode(st)
			return []jetstream.Telling{{Game: "ny12", Data: c.Facts[0].Pub}}, err
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer node.Close()
	key, err := jetstream.Grant(dir, jetstream.Reader)
	if err != nil {
		fmt.Println(err)
		return
	}
	say("one")
	say("two")
	err = follow(context.Background(), node.Status().URL, key, "ny12", func(m *nats.Msg) bool {
		fmt.Println(m.Header.Get("Fp-Seq"), string(m.Data))
		if m.Header.Get("Fp-Seq") == "2" {
			say("three")
		}
		return m.Header.Get("Fp-Seq") != "3"
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 {"text":"one"}
	// 2 {"text":"two"}
	// 3 {"text":"three"}
}
