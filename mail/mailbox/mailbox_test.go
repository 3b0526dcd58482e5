package mailbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fivepoints/mail"
)

func collect(t *testing.T, box func(func(Item, error) bool)) []Item {
	t.Helper()
	var items []Item
	for item, err := range box {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// show prints items as "cursor time clock" and their bytes.
func show(items []Item) string {
	var b strings.Builder
	for _, it := range items {
		at := "-"
		if !it.At.IsZero() {
			at = it.At.Format("2006-01-02T15:04:05")
		}
		fmt.Fprintf(&b, "%s %s %s %q\n", it.Cursor, at, it.Clock, it.Raw)
	}
	return b.String()
}

const two = "From zoe@example.org Mon Mar  3 10:00:00 2025\nFrom: zoe@example.org\n\nMOVE 3\n>From Bowery\n>>From Docks\n\n" +
	"From ali@example.org Tue Mar  4 11:00:00 2025\nFrom: ali@example.org\n\nPASS\n"

func TestMbox(t *testing.T) {
	const first = `mbox:0 2025-03-03T10:00:00 from-line "From: zoe@example.org\n\nMOVE 3\nFrom Bowery\n>From Docks\n"` + "\n"
	tests := map[string][2]string{
		"two messages": {two, first + `mbox:103 2025-03-04T11:00:00 from-line "From: ali@example.org\n\nPASS\n"` + "\n"},
		"prose is no separator": {
			"From zoe@example.org Mon Mar  3 10:00:00 2025\nFrom: z\n\nbefore\n\nFrom Bowery to Docks\nFrom 10:00 to 11:00\n",
			`mbox:0 2025-03-03T10:00:00 from-line "From: z\n\nbefore\n\nFrom Bowery to Docks\nFrom 10:00 to 11:00\n"` + "\n",
		},
		"separator without an empty line": {
			"From a Mon Mar  3 10:00:00 2025\nFrom: z\n\nx\nFrom b Mon Mar  3 10:00:01 2025\nReturn-Path: <a>\n\ny\n",
			`mbox:0 2025-03-03T10:00:00 from-line "From: z\n\nx\n"` + "\n" + `mbox:43 2025-03-03T10:00:01 from-line "Return-Path: <a>\n\ny\n"` + "\n",
		},
		"separators without a date": {
			"From a\nFrom: z\n\nx\n\nFrom b\nSubject: y\n\ny\n",
			`mbox:0 -  "From: z\n\nx\n"` + "\n" + `mbox:19 -  "Subject: y\n\ny\n"` + "\n",
		},
		"CRLF":               {"From a Mon Mar  3 10:00:00 2025\r\nA: b\r\n\r\nx\r\n\r\nFrom b Mon Mar  3 10:00:01 2025\r\nA: c\r\n\r\ny", `mbox:0 2025-03-03T10:00:00 from-line "A: b\r\n\r\nx\r\n"` + "\n" + `mbox:46 2025-03-03T10:00:01 from-line "A: c\r\n\r\ny"` + "\n"},
		"text in front":      {"\n\nlost?\n\nFrom a Mon Mar  3 10:00:00 2025\nA: b\n\n", `mbox:2 -  "lost?\n"` + "\n" + `mbox:9 2025-03-03T10:00:00 from-line "A: b\n"` + "\n"},
		"nothing but a line": {"From a Mon Mar  3 10:00:00 2025", `mbox:0 2025-03-03T10:00:00 from-line ""` + "\n"},
		"separator at the end": {
			"From a Mon Mar  3 10:00:00 2025\nA: b\n\nx\n\nFrom b Mon Mar  3 10:00:01 2025",
			`mbox:0 2025-03-03T10:00:00 from-line "A: b\n\nx\n"` + "\n" + `mbox:41 2025-03-03T10:00:01 from-line ""` + "\n",
		},
		"empty":       {"", ""},
		"blank lines": {"\n\r\n", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := show(collect(t, Mbox(strings.NewReader(tt[0])))); got != tt[1] {
				t.Errorf("got\n%s\nwant\n%s", got, tt[1])
			}
		})
	}
}

func TestFromDate(t *testing.T) {
	t.Parallel()
	const utc = "2025-03-03T10:05:06Z"
	for line, want := range map[string]string{
		"From z@example.org Mon Mar  3 10:05:06 2025":           utc,
		"From z@example.org  Mon Mar 3 10:05:06 2025":           utc,
		"From z@example.org Mon, 3 Mar 2025 11:05:06 +0100":     utc,
		"From z@example.org Mon Mar  3 11:05:06 CET 2025":       utc,
		"From z@example.org Mon Mar  3 12:05:06 CEST 2025":      utc,
		"From z@example.org Mon Mar  3 05:05:06 2025 -0500":     utc,
		"From z@example.org Mon Mar  3 11:05:06 +0100 2025":     utc,
		"From - Mon Mar 03 10:05:06 2025":                       utc,
		"From z@example.org Mar  3 10:05 2025":                  "2025-03-03T10:05:00Z",
		"From z@example.org 2025-03-03T11:05:06+01:00":          utc,
		"From z@example.org 2025-03-03 10:05:06":                utc,
		"From z@example.org Mon Mar 33 10:05:06 2025":           "",
		"From z@example.org Mon Mar  3 10:05:06":                "",
		"From Bowery at 10:05":                                  "",
		"From z@example.org 2025-13-03T11:05:06Z":               "",
		"From z@example.org Mon Mar  3 10:05:06 2025 and so on": "",
	} {
		got := ""
		if at := fromDate(line); !at.IsZero() {
			got = at.Format("2006-01-02T15:04:05Z07:00")
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestSmallReads: however the bytes arrive, the messages are the same.
func TestSmallReads(t *testing.T) {
	t.Parallel()
	want := show(collect(t, Mbox(strings.NewReader(two))))
	if got := show(collect(t, Mbox(iotest.OneByteReader(strings.NewReader(two))))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestOversized(t *testing.T) {
	t.Parallel()
	big := "From a Mon Mar  3 10:00:00 2025\nA: b\n\n" + strings.Repeat("x", 3<<20) + "\n\n" + two
	items := collect(t, Mbox(strings.NewReader(big)))
	if len(items) != 3 {
		t.Fatalf("%d messages instead of 3", len(items))
	}
	if n := len(items[0].Raw); n != mail.MaxRaw+1 || items[0].Size < 3<<20 {
		t.Errorf("kept %d bytes of %d", n, items[0].Size)
	}
	eml := collect(t, eml(strings.NewReader("A: b\n\n"+strings.Repeat("x", 3<<20))))
	if n := len(eml[0].Raw); n != mail.MaxRaw+1 || eml[0].Size != 3<<20+6 {
		t.Errorf("kept %d bytes of %d", n, eml[0].Size)
	}
}

func TestReadError(t *testing.T) {
	t.Parallel()
	for _, box := range []func(func(Item, error) bool){
		Mbox(iotest.ErrReader(os.ErrPermission)), eml(iotest.ErrReader(os.ErrPermission)), Stream(iotest.ErrReader(os.ErrPermission)),
		Open(filepath.Join(t.TempDir(), "missing")), Open(t.TempDir()),
	} {
		n := 0
		for _, err := range box {
			if n++; err == nil {
				t.Error("no error")
			}
		}
		if n != 1 {
			t.Errorf("%d results", n)
		}
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	n := 0
	for range Mbox(strings.NewReader(two)) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d messages after stopping", n)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mbox, eml := write("in.mbox", "\ufeff\n"+two), write("one.eml", "From: z\n\nx")
	write("md/cur/1740996000.b.host:2,S", "B")
	write("md/new/1740995000.a.host", "A")
	write("md/new/.hidden", "H")
	write("md/tmp/1740990000.c.host", "C")
	write("md/new/strange name", "D")
	write("md/cur/sub/x", "E")
	for path, want := range map[string]int{mbox: 2, eml: 1, filepath.Join(dir, "md"): 3, write("empty", "\n"): 0} {
		if got := len(collect(t, Open(path))); got != want {
			t.Errorf("%s: %d messages instead of %d", filepath.Base(path), got, want)
		}
	}
	items := collect(t, maildir(filepath.Join(dir, "md")))
	if got := string(items[0].Raw) + string(items[1].Raw) + string(items[2].Raw); got != "DAB" {
		t.Errorf("order %q", got)
	}
	if items[1].Clock != "internaldate" || items[1].At.Unix() != 1740995000 || items[0].Clock != "" {
		t.Errorf("times %+v", items)
	}
	before := items[2].Cursor
	if err := os.Rename(filepath.Join(dir, "md/cur/1740996000.b.host:2,S"), filepath.Join(dir, "md/cur/1740996000.b.host:2,RS")); err != nil {
		t.Fatal(err)
	}
	if after := collect(t, maildir(filepath.Join(dir, "md")))[2].Cursor; after != before || strings.Contains(after, "host") {
		t.Errorf("cursor %s became %s", before, after)
	}
}

// TestMboxLinear makes mailboxes eight times as long: that may cost at most nine
// times the allocations and, when the machine is quiet for once, twenty times the
// time.
func TestMboxLinear(t *testing.T) {
	for name, line := range map[string]string{"messages": "From a Mon Mar  3 10:00:00 2025\nA: b\n\nx\n\n", "separators": "From a\n", "quoted": ">>From a\n", "blank": "\n"} {
		read := func(n int) func() {
			text := "From a Mon Mar  3 10:00:00 2025\nA: b\n\n" + strings.Repeat(line, n)
			return func() {
				for _, err := range Mbox(strings.NewReader(text)) {
					if err != nil {
						t.Error(err)
					}
				}
			}
		}
		small, large := read(100), read(800)
		var one, eight float64
		for try := 0; try == 0 || try < 5 && eight > 9*one+50; try++ { // others may allocate meanwhile
			one, eight = testing.AllocsPerRun(3, small), testing.AllocsPerRun(3, large)
		}
		if eight > 9*one+50 {
			t.Errorf("%s: eight times the input costs %.0f instead of %.0f allocations", name, eight, one)
		}
		ratio := 1e9
		for try := 0; try < 10 && ratio > 20; try++ { // a busy machine makes a reading slow, never quick
			ratio = min(ratio, float64(quickest(large))/float64(quickest(small)))
		}
		if ratio > 20 {
			t.Errorf("%s: eight times the input takes %.1f times as long", name, ratio)
		}
	}
}

// quickest returns the shortest of some runs.
func quickest(f func()) time.Duration {
	best := time.Hour
	for range 5 {
		start := time.Now()
		f()
		best = min(best, max(time.Since(start), time.Microsecond))
	}
	return best
}

// FuzzMbox: no panic, no message beyond the limit, and no visible byte of the
// file outside separators is lost.
func FuzzMbox(f *testing.F) {
	f.Add([]byte(two))
	f.Add([]byte("From a\nFrom: b\n\nFrom c\nTo: d\n\n>From e"))
	f.Fuzz(func(t *testing.T, data []byte) {
		total := 0
		for item, err := range Mbox(strings.NewReader(string(data))) {
			if err != nil {
				t.Fatal(err)
			}
			if len(item.Raw) > mail.MaxRaw+1 || item.Size < int64(len(item.Raw)) || item.Cursor == "" {
				t.Fatalf("item %+v", item)
			}
			total += len(item.Raw)
		}
		lost := 0
		for line := range strings.Lines(string(data)) {
			if strings.TrimSpace(line) == "" {
				lost += len(line)
			} else if strings.HasPrefix(line, "From ") {
				lost += len(line)
			} else if strings.HasPrefix(line, ">") {
				lost++
			}
		}
		if total < len(data)-lost-len(bom) && len(data) < mail.MaxRaw {
			t.Fatalf("%d of %d bytes came out, %d may be missing", total, len(data), lost)
		}
	})
}
