package mailbox

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

func TestSecret(t *testing.T) {
	t.Parallel()
	sh := func(script string) Secret { return Secret{Command: []string{"/bin/sh", "-c", script}} }
	for name, tt := range map[string]struct {
		secret Secret
		want   string
		err    string
	}{
		"file":           {secretFile(t, "open sesame\n"), "open sesame", ""},
		"file, CRLF":     {secretFile(t, "open sesame\r\n"), "open sesame", ""},
		"no file":        {Secret{File: "/nowhere/secret"}, "", "reading the secret"},
		"empty file":     {secretFile(t, "\n"), "", "empty"},
		"two lines":      {secretFile(t, "hunter2\nuser: zoe\n"), "", "several lines"},
		"NUL":            {secretFile(t, "hunter2\x00"), "", "control"},
		"long file":      {secretFile(t, strings.Repeat("hunter2", 5000)), "", "longer"},
		"command":        {sh("echo open sesame"), "open sesame", ""},
		"no shell":       {Secret{Command: []string{"echo", "$HOME", ";", "id"}}, "$HOME ; id", ""},
		"failing":        {sh("echo hunter2; echo hunter2 >&2; exit 3"), "", "exit status 3"},
		"killed":         {sh("kill -9 $$"), "", "signal: killed"},
		"endless":        {sh("yes hunter2 | head -c 1000000"), "", "longer"},
		"missing":        {Secret{Command: []string{"/nowhere/hunter"}}, "", "could not be run"},
		"nothing given":  {Secret{}, "", "no file and no command"},
		"both given":     {Secret{File: "a", Command: []string{"b"}}, "", "not from both"},
		"silent command": {sh("true"), "", "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.secret.Read(t.Context())
			if got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%q, %v", got, err)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%v shows the secret", err)
			}
		})
	}
}

// TestSecretTime: a command that hangs is ended, with its children.
func TestSecretTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := Secret{Command: []string{"/bin/sh", "-c", "sleep 60; echo late"}}.Read(ctx)
	if err == nil || !strings.Contains(err.Error(), "longer than") || time.Since(start) > 20*time.Second {
		t.Errorf("%v after %s", err, time.Since(start))
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]place{
		"": {}, "7.9": {7, 9}, "4294967295.4294967295": {1<<32 - 1, 1<<32 - 1}, "7.0": {7, 0},
	} {
		if got, err := parsePlace(s); err != nil || got != want {
			t.Errorf("%q: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"7", "7.", ".9", "0.9", "07.9", "7.9.1", "7.-9", "4294967296.1", "eml", "mbox:7", " 7.9", "7.9\n"} {
		if got, err := parsePlace(s); err == nil {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// FuzzPlace: a cursor that is accepted is written the same way.
func FuzzPlace(f *testing.F) {
	f.Add("7.9")
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := parsePlace(s); err == nil && s != "" && p.String() != s {
			t.Errorf("%q became %q", s, p)
		}
	})
}

// FuzzSecret: what is accepted is one line, and no error shows it.
func FuzzSecret(f *testing.F) {
	f.Add([]byte("open sesame\n"))
	f.Add([]byte("a\nb"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := oneLine(data, "it")
		if err == nil && (s == "" || strings.ContainsAny(s, "\r\n\x00") || !strings.HasPrefix(string(data), s)) {
			t.Errorf("%q became %q", data, s)
		}
		if err != nil && len(err.Error()) > 100 {
			t.Errorf("%v", err)
		}
	})
}

// TestLowest: a set may name thousands of millions of messages.
func TestLowest(t *testing.T) {
	t.Parallel()
	all := imap.UID(1<<32 - 1)
	for _, tt := range []struct {
		set         imap.UIDSet
		first, last imap.UID
		n           int
		from, to    imap.UID
	}{
		{imap.UIDSet{{Start: 1, Stop: all}}, 5, 0, maxListed, 5, 4 + maxListed},
		{imap.UIDSet{{Start: 1, Stop: all}}, all, 0, 1, all, all},
		{imap.UIDSet{{Start: 9, Stop: 9}}, 10, 0, 0, 0, 0},
		{imap.UIDSet{{Start: 8, Stop: 10}, {Start: 2, Stop: 9}}, 1, 0, 9, 2, 10},
		{imap.UIDSet{{Start: 0, Stop: 0}}, 1, 0, 0, 0, 0},
		{imap.UIDSet{{Start: 7, Stop: 0}}, 1, 0, 0, 0, 0},
		{imap.UIDSet{{Start: 3, Stop: 30}}, 5, 6, 2, 5, 6},
	} {
		got := lowest(tt.set, tt.first, tt.last)
		if len(got) != tt.n || tt.n > 0 && (got[0] != tt.from || got[tt.n-1] != tt.to) {
			t.Errorf("%v: %v", tt.set, got)
		}
	}
}
