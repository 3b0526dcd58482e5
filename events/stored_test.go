package events_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"fivepoints/events"
)

func sealed(t testing.TB, c events.Commit) (events.Stored, events.Keys) {
	t.Helper()
	keys := events.NewMemoryKeys("stored")
	st, err := events.Seal(c, keys, &ramp{})
	if err != nil {
		t.Fatal(err)
	}
	return st, keys
}

func TestFrame(t *testing.T) {
	t.Parallel()
	st, _ := sealed(t, sampleCommit())
	frame := events.Frame(st)
	back, err := events.Unframe(frame)
	if err != nil || !bytes.Equal(back.Bytes, st.Bytes) || len(back.Parts) != 2 {
		t.Fatalf("taken apart: %+v, %v", back, err)
	}
	for i, p := range back.Parts {
		if p.Key != st.Parts[i].Key || !bytes.Equal(p.Data, st.Parts[i].Data) {
			t.Errorf("part %d: %+v, want %+v", i, p, st.Parts[i])
		}
	}
	whole := len(st.Bytes) + 1
	first := whole + 1 + len(st.Parts[0].Key) + 4 + len(st.Parts[0].Data)
	for n := range len(frame) {
		if n == whole || n == first {
			continue // a shorter frame, which Decode refuses
		}
		if _, err := events.Unframe(frame[:n]); err == nil {
			t.Errorf("the first %d bytes of a frame are taken for one", n)
		}
	}
	short, err := events.Unframe(frame[:first])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := events.Decode(short); err == nil {
		t.Error("a commit without its last part was read")
	}
	if _, err := events.Decode(events.Stored{Bytes: st.Bytes, Parts: append(slices.Clone(st.Parts), st.Parts[0])}); err == nil {
		t.Error("a commit with a part too many was read")
	}
}

// TestOpenDamaged flips every byte of every part: each is found.
func TestOpenDamaged(t *testing.T) {
	t.Parallel()
	st, keys := sealed(t, sampleCommit())
	for i := range st.Parts {
		for at := range st.Parts[i].Data {
			st.Parts[i].Data[at] ^= 0x10
			if _, err := events.Open(st, keys); err == nil {
				t.Errorf("byte %d of part %d was changed and not noticed", at, i)
			}
			st.Parts[i].Data[at] ^= 0x10
		}
	}
	// A part that was sealed rightly, but for another place.
	other := sampleCommit()
	other.Facts[0].Priv[0].Plain = []byte(`{"n":2}`)
	swapped, err := events.Seal(other, keys, &ramp{n: 7})
	if err != nil {
		t.Fatal(err)
	}
	st.Parts[0] = swapped.Parts[0]
	if _, err := events.Open(st, keys); err == nil {
		t.Error("the part of another commit was accepted")
	}
}

func TestSealNeedsItsKey(t *testing.T) {
	t.Parallel()
	keys := events.NewMemoryKeys("stored")
	if err := keys.Destroy("people/pabcdefghijkl"); err != nil {
		t.Fatal(err)
	}
	if _, err := events.Seal(sampleCommit(), keys, &ramp{}); !errors.Is(err, events.ErrErased) {
		t.Errorf("sealed under a destroyed key: %v", err)
	}
	if _, err := events.Seal(sampleCommit(), events.NewMemoryKeys(""), strings.NewReader("short")); err == nil {
		t.Error("sealed without salt")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"club", "people", "game/ny12", "game/a-1", "outbox/ny12", "inbox/file", "inbox/1", "inbox/imap-main", "game/a234567890123456"} {
		if err := events.CheckStream(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "game", "game/", "game/a", "game/1a", "game/Aa", "game/a/b", "game/a.b", "game/..", "game/a2345678901234567", "inbox", "inbox/", "inbox/-a", "inbox/a b", "club/x", "games/ny12", "game/é1", "inbox/\x00a", "/club"} {
		if events.CheckStream(name) == nil {
			t.Errorf("stream name %q is accepted", name)
		}
	}
	for _, name := range []string{"club", "games/ny12", "people/pabcdefghijkl"} {
		if err := events.CheckKeyName(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "games", "people/", "people/../club", "games/.x", "games/a/b", "/club", "club/a", "keys/ny12", "people/P", "games/ny12\n"} {
		if events.CheckKeyName(name) == nil {
			t.Errorf("key name %q is accepted", name)
		}
	}
}

// FuzzUnframe: nothing panics, and what can be decoded is canonical: it frames
// to the same bytes, and every change of the text would have been refused.
func FuzzUnframe(f *testing.F) {
	st, keys := sealed(f, sampleCommit())
	f.Add(events.Frame(st))
	f.Add([]byte("{\"v\":1,\"stream\":\"club\",\"prev\":0,\"at\":0,\"key\":\"00000000000000000000000000000000\",\"cause\":0,\"facts\":[{\"t\":\"a\",\"v\":1,\"pub\":{}}]}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		st, err := events.Unframe(data)
		if err != nil {
			return
		}
		if !bytes.Equal(events.Frame(st), data) {
			t.Fatalf("%q frames to %q", data, events.Frame(st))
		}
		c, err := events.Decode(st)
		if err != nil {
			return
		}
		if _, err := events.Open(st, keys); err == nil && len(st.Parts) > 0 {
			c, _ = events.Open(st, keys)
		}
		if !json.Valid(st.Bytes) {
			t.Fatalf("%q was decoded", st.Bytes)
		}
		if len(st.Parts) > 0 {
			return
		}
		again, err := events.Seal(c, keys, &ramp{})
		if err != nil {
			return // Decode is more lenient about names inside
		}
		if !bytes.Equal(again.Bytes, st.Bytes) {
			t.Fatalf("%q sealed again is %q", st.Bytes, again.Bytes)
		}
	})
}
