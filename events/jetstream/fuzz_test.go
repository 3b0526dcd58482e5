package jetstream_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/events/jetstream"

	"github.com/nats-io/nats.go"
)

// FuzzCommit: whatever stands in a message, it is read as a commit with the leaf
// that its header names, or refused.
func FuzzCommit(f *testing.F) {
	log := filled(f, 6)
	var root [32]byte
	for st := range log.Read(f.Context(), "", 0) {
		frame := events.Frame(st)
		f.Add("log.people", hex.EncodeToString(st.Leaf[:]), strings.Repeat("00", 32), jetstream.Sum(root, frame), frame)
	}
	f.Add("", "", "zz", "", []byte("\n"))
	f.Fuzz(func(t *testing.T, subject, leaf, root, sum string, data []byte) {
		st, err := jetstream.ReadCommit(subject, nats.Header{"Fp-Leaf": {leaf}, "Fp-Root": {root}, "Fp-Sum": {sum}}, data)
		if err == nil && (!strings.EqualFold(leaf, hex.EncodeToString(st.Leaf[:])) || len(root) != 64 || string(events.Frame(st)) != string(data)) {
			t.Errorf("%q, %q, %q was read as a commit", leaf, root, data)
		}
		subject, err = jetstream.LogSubject(data)
		if err == nil && (!strings.HasPrefix(subject, "log.") || strings.ContainsAny(subject, "*>/ \x00")) {
			t.Errorf("%q has the subject %q", data, subject)
		}
	})
}

// FuzzMayReply: an answer goes to nothing but the inbox of a user who may read
// the subject.
func FuzzMayReply(f *testing.F) {
	f.Add("public.ny12", "_INBOX_reader.abc")
	f.Add("private.ny12.whyos", "_INBOX_ny12_whyos.abc")
	f.Add("private.ny12.whyos", "private.ny12.whyos")
	f.Fuzz(func(t *testing.T, subject, reply string) {
		if !jetstream.MayReply(subject, reply) {
			return
		}
		user, private := strings.CutPrefix(subject, "private.")
		public := strings.HasPrefix(subject, "public.")
		switch {
		case strings.ContainsAny(reply+subject, "*> "), !private && !public:
		case private && strings.HasPrefix(reply, jetstream.Inbox(user)+"."):
			return
		case public && strings.HasPrefix(reply, "_INBOX_"):
			return
		}
		t.Errorf("what %q tells may go to %q", subject, reply)
	})
}
