package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// mark in a stream's metadata tells whose it is; its value what it holds.
const mark = "fivepoints"

// streamConfig pins everything that could lose or change a message.
func streamConfig(name, holds, description string, subjects ...string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: name, Description: description, Subjects: subjects, Metadata: map[string]string{mark: holds},
		Storage: jetstream.FileStorage, Replicas: 1, Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardNew,
		MaxMsgs: -1, MaxBytes: -1, MaxMsgsPerSubject: -1, MaxMsgSize: -1, MaxConsumers: -1,
		DenyDelete: true, DenyPurge: true, AllowDirect: true,
	}
}

// wrongLimits names what of a stream is not as it was made.
func wrongLimits(got, want jetstream.StreamConfig) []string {
	var wrong []string
	for _, c := range []struct {
		name string
		ok   bool
	}{
		{"subjects", slices.Equal(got.Subjects, want.Subjects)},
		{"metadata", got.Metadata[mark] == want.Metadata[mark]},
		{"storage", got.Storage == want.Storage},
		{"retention", got.Retention == want.Retention},
		{"discard", got.Discard == want.Discard && !got.DiscardNewPerSubject},
		{"max_msgs", got.MaxMsgs == want.MaxMsgs},
		{"max_bytes", got.MaxBytes == want.MaxBytes},
		{"max_age", got.MaxAge == want.MaxAge},
		{"max_msgs_per_subject", got.MaxMsgsPerSubject == want.MaxMsgsPerSubject},
		{"max_msg_size", got.MaxMsgSize == want.MaxMsgSize},
		{"deny_delete", got.DenyDelete},
		{"deny_purge", got.DenyPurge},
		{"allow_rollup_hdrs", !got.AllowRollup},
		{"allow_msg_ttl", !got.AllowMsgTTL},
		{"allow_msg_counter", !got.AllowMsgCounter},
		{"allow_msg_schedules", !got.AllowMsgSchedules},
		{"persist_mode", got.PersistMode == want.PersistMode},
		{"no_ack", !got.NoAck},
		{"allow_direct", got.AllowDirect},
		{"sealed", !got.Sealed},
		{"first_seq", got.FirstSeq <= 1},
		{"mirror or sources", got.Mirror == nil && len(got.Sources) == 0},
		{"republish", got.RePublish == nil},
		{"subject_transform", got.SubjectTransform == nil},
	} {
		if !c.ok {
			wrong = append(wrong, c.name)
		}
	}
	return wrong
}

// openStream finds a stream of ours, or makes it.
func openStream(ctx context.Context, js jetstream.JetStream, want jetstream.StreamConfig) (*jetstream.StreamInfo, error) {
	st, err := js.Stream(ctx, want.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		st, err = create(ctx, js, want)
	}
	if err != nil {
		return nil, fmt.Errorf("opening stream %s: %w", want.Name, err)
	}
	info := st.CachedInfo()
	if kind, _, _ := strings.Cut(info.Config.Metadata[mark], " "); kind != strings.ToLower(want.Name) {
		return nil, fmt.Errorf("opening stream %s: %w", want.Name, ErrForeign)
	}
	return info, nil
}

// limit brings a stream of ours back to its limits; it is damaged if it cannot be.
func limit(ctx context.Context, js jetstream.JetStream, info *jetstream.StreamInfo, want jetstream.StreamConfig) error {
	wrong := wrongLimits(info.Config, want)
	if len(wrong) == 0 {
		return nil
	}
	names := strings.Join(wrong, ", ")
	st, err := js.UpdateStream(ctx, want)
	if err != nil {
		return fmt.Errorf("%w: its limits (%s) are others and cannot be put back: %w", errDamaged, names, err)
	}
	if wrong = wrongLimits(st.CachedInfo().Config, want); len(wrong) > 0 {
		return fmt.Errorf("%w: its limits (%s) are others and stay so", errDamaged, strings.Join(wrong, ", "))
	}
	return nil
}

// whole tells whether a stream has every message from the first.
func whole(s jetstream.StreamState) bool {
	return s.NumDeleted == 0 && s.Msgs == s.LastSeq && (s.LastSeq == 0 || s.FirstSeq == 1)
}

// remake removes a stream of ours and makes it empty.
func remake(ctx context.Context, js jetstream.JetStream, at *place, want jetstream.StreamConfig) error {
	at.release()
	if err := js.DeleteStream(ctx, want.Name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("removing stream %s: %w", want.Name, err)
	}
	if _, err := create(ctx, js, want); err != nil {
		return fmt.Errorf("making stream %s: %w", want.Name, err)
	}
	return nil
}

// blocked says that a stream cannot be made for the files that are in its place.
type blocked struct {
	stream string
	err    error
}

func (b *blocked) Error() string { return b.err.Error() }
func (b *blocked) Unwrap() error { return b.err }

func create(ctx context.Context, js jetstream.JetStream, want jetstream.StreamConfig) (jetstream.Stream, error) {
	const noStore = 10049 // "error creating store for stream"
	st, err := js.CreateStream(ctx, want)
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == noStore {
		err = &blocked{want.Name, err}
	}
	return st, err
}
