package mail

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const head = "From: zoe@example.org\nSubject: x\nDate: Mon, 3 Mar 2025 10:00:00 +0100\n"

// bombs are mails made to cost much. Each names the note it must get, "" when
// it is within the limits.
func bombs() map[string][2]string {
	nested := func(n int) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return b.String() + "Content-Type: text/plain\n\nPASS\n"
	}
	mixed := head + "Content-Type: multipart/mixed; boundary=b\n\n"
	html := head + "Content-Type: text/html\n\n"
	return map[string][2]string{
		"nested 1,000":          {nested(1000), "parts-too-deep"},
		"nested 10,000":         {nested(10000), "parts-too-deep"},
		"100,000 empty parts":   {mixed + strings.Repeat("--b\n\n", 100000), "too-many-parts"},
		"parts without end":     {mixed + strings.Repeat("--b", 300000), "text-too-big"},
		"100,000 parameters":    {head + "Content-Type: text/plain" + strings.Repeat("; a=b", 100000) + "\n\nPASS\n", "header-too-big"},
		"parameters within":     {head + "Content-Type: text/plain" + strings.Repeat("; a=b", 3000) + "\n\nPASS\n", ""},
		"long header line":      {head + "X: " + strings.Repeat("a", 900000) + "\n\nPASS\n", "header-too-big"},
		"10,000 header fields":  {head + strings.Repeat("X: a\n", 10000) + "\nPASS\n", "header-too-big"},
		"folded header":         {head + "X: a\n" + strings.Repeat(" a\n", 490) + "\nPASS\n", ""},
		"part header":           {mixed + "--b\n" + strings.Repeat("X: a\n", 10000) + "\nPASS\n", "header-too-big"},
		"addresses":             {head + "To: " + strings.Repeat("a@b.org, ", 1500) + "c@b.org\n\nPASS\n", "too-many-addresses"},
		"address comments":      {head + "To: " + strings.Repeat("(", 15000) + "\n\nPASS\n", ""},
		"address groups":        {head + "To: " + strings.Repeat("a:", 7000) + "\n\nPASS\n", ""},
		"encoded words":         {head + "Subject: " + strings.Repeat("=?utf-8?q?a?= ", 1100) + "\n\nPASS\n", ""},
		"encoded word openings": {head + "Subject: " + strings.Repeat("=?a?q?", 2600) + "\n\nPASS\n", ""},
		"million bytes":         {head + "\n" + strings.Repeat("a", MaxRaw), "raw-too-big"},
		"long text":             {head + "\n" + strings.Repeat("PASS now\n", 40000), "text-too-big"},
		"many lines":            {head + "\n" + strings.Repeat("a\n", 6000) + "b", "too-many-lines"},
		"deep html":             {html + strings.Repeat("<div>", 100000), ""},
		"unclosed html":         {html + strings.Repeat("<b>", 80000) + strings.Repeat("</i>", 60000), ""},
		"crossed html":          {html + strings.Repeat("<b><i></b></i>", 35000), ""},
		"deep quotation":        {html + strings.Repeat("<blockquote>", 40000) + "x", ""},
		"quotations":            {html + strings.Repeat("<blockquote>x", 30000), "too-many-lines"},
		"long html":             {html + "<p>" + strings.Repeat("a", 600000), "html-too-big"},
		"html attributes":       {html + "<p " + strings.Repeat("a=b ", 120000) + ">x", ""},
		"html breaks":           {html + strings.Repeat("<br>", 100000) + "x", "too-many-lines"},
		"html classes":          {html + `<p class="` + strings.Repeat("gmail_attr2 ", 40000) + `">x`, ""},
		"html styles":           {html + `<p style="` + strings.Repeat("display:;", 50000) + `">x`, ""},
		"flowed":                {head + "Content-Type: text/plain; format=flowed\n\n" + strings.Repeat("a \n", 80000), ""},
		"flowed quotes":         {head + "Content-Type: text/plain; format=flowed\n\n" + strings.Repeat(">", 250000), ""},
		"quote marks":           {head + "\n" + strings.Repeat("> > > >\n", 4900), ""},
		"openings":              {head + "\n" + strings.Repeat("Le 3 mars 2025 à 10:00, Zoe <zoe@example.org>\n", 4900), ""},
		"verbs":                 {head + "\n" + strings.Repeat("a écrit :\n", 4900), ""},
		"one verb line":         {head + "\n" + strings.Repeat("a écrit : ", 20000), ""},
		"fields":                {head + "\n" + strings.Repeat("De : x\n", 4900), ""},
		"rules":                 {head + "\n" + strings.Repeat("--------\n", 4900), ""},
		"one long rule":         {head + "\n" + strings.Repeat("-", 250000), ""},
		"blank lines":           {head + "\nPaul a écrit :\n" + strings.Repeat("\n", 4900) + "x", ""},
		"sent from":             {head + "\n" + strings.Repeat("sent from my ", 19000), ""},
		"combining marks":       {head + "Content-Type: text/plain; charset=utf-8\n\ne" + strings.Repeat("\u0301", 120000), ""},
		"base64":                {head + "Content-Transfer-Encoding: base64\n\n" + strings.Repeat("=", 900000), ""},
		"quoted-printable":      {head + "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=\n", 400000), ""},
		"equal signs":           {head + "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("= ", 120000), ""},
		"halves":                {alternative(strings.Repeat("PASS a\n", 4900), strings.Repeat("<p>MOVE b</p>", 4900)), ""},
		"halves by the line":    {alternative(counted(4000, "PASS %d\n"), counted(4000, "<p>MOVE %d</p>")), ""},
		"shift marks":           {head + "Content-Type: text/plain; charset=utf-7\n\n" + strings.Repeat("+", 200000), ""},
		"shifted":               {head + "Content-Type: text/plain; charset=utf-7\n\n+" + strings.Repeat("AOkA", 60000), ""},
		"other boundaries":      {head + "Content-Type: multipart/mixed; boundary=x\n\n" + counted(8, "--y%d\nContent-Type: multipart/mixed; boundary=x\n\n") + strings.Repeat("--\n", 200000), "text-too-big"},
		"boundary-like lines":   {head + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=xx\n\n" + strings.Repeat("--xxx\n", 150000), "text-too-big"},
		"part without a header": {mixed + "--b\n" + strings.Repeat("no field\n", 90000), "text-too-big"},
		"shared lines":          {head + "\n" + strings.Repeat("a Le 3 mars 2025 Le 3 mars 2025 Le 3 mars 2025, Zoe <z@x.org> a écrit :\n", 3000), ""},
		"footers":               {head + "\n" + strings.Repeat("____\nclub mailing list\nclub@example.org\n", 1600), ""},
		"torn lines":            {head + "\n" + strings.Repeat("> "+strings.Repeat("a", 72)+"\nb\n", 2400), ""},
		"open brackets":         {head + "\n" + strings.Repeat("Le 3 mars 2025 10:00 <\n> <\n", 2400), ""},
		"markers":               {head + "\n" + strings.Repeat("-- reply above this line -- ", 9000), ""},
		"carriage returns":      {head + "\n" + strings.Repeat("\r", 4000) + "\n", ""},
	}
}

func alternative(plain, html string) string {
	return head + "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n" + plain + "\n--b\nContent-Type: text/html\n\n" + html + "\n--b--\n"
}

// counted repeats a form with numbers.
func counted(n int, form string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, form, i)
	}
	return b.String()
}

// TestBombs measures each bomb: at most 2 s and 64 MiB held, and classed as said.
func TestBombs(t *testing.T) {
	for name, b := range bombs() {
		t.Run(name, func(t *testing.T) {
			m, took, grown := cheapest([]byte(b[0]))
			if took > bombTime || grown > 64<<20 {
				t.Errorf("%d bytes took %v and %d MiB", len(b[0]), took, grown>>20)
			}
			if b[1] != "" && (m.Class != ClassTooBig || !slices.Contains(m.Notes, b[1])) {
				t.Errorf("class %s, notes %q; want too_big, %s", m.Class, m.Notes, b[1])
			}
			if b[1] == "" && m.Class == ClassTooBig {
				t.Errorf("too big: %q", m.Notes)
			}
		})
	}
}

// bombTime is what a bomb may cost, of this process's own time: how many others
// share the machine does not count.
const bombTime = slow * 2 * time.Second

// cheapest reads a bomb until one reading is within the limits, at most five
// times: on a loaded machine the collector sometimes starts late, which is not
// what the bomb costs.
func cheapest(raw []byte) (m Message, took time.Duration, grown int64) {
	for range 5 {
		debug.FreeOSMemory()
		before, start := held(), ownTime()
		m = Reader{}.Read(raw)
		took, grown = ownTime()-start, held()-before
		if took <= bombTime && grown <= 64<<20 {
			break
		}
	}
	return m, took, grown
}

// ownTime is the time that this process has used a processor.
func ownTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// held returns the memory the heap has from the system; what is free again
// since a moment ago still counts, so it is a peak.
func held() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapSys - m.HeapReleased)
}

// TestLinear makes inputs eight times as long: that may cost at most sixteen
// times the memory (slices grow in steps) and nine times the allocations.
func TestLinear(t *testing.T) {
	shapes := map[string]func(n int) string{
		"text":   func(n int) string { return head + "\n" + strings.Repeat("MOVE 3 les -> bow\n", n) },
		"quotes": func(n int) string { return head + "\n" + strings.Repeat("> x\nPaul a écrit :\n", n) },
		"html":   func(n int) string { return head + "Content-Type: text/html\n\n" + strings.Repeat("<p><b>x</i>", n) },
		"qp": func(n int) string {
			return head + "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=C3=A9=\n", n)
		},
		"subject": func(n int) string { return head + "Subject: " + strings.Repeat("=?utf-8?b?w6k=?= ", n/3) + "\n\nx" },
	}
	for name, shape := range shapes {
		small, large := []byte(shape(250)), []byte(shape(2000))
		if one, eight := totalAlloc(small), totalAlloc(large); eight > 16*one {
			t.Errorf("%s: eight times the input costs %d instead of %d bytes", name, eight, one)
		}
		one := testing.AllocsPerRun(5, func() { Reader{}.Read(small) })
		if eight := testing.AllocsPerRun(5, func() { Reader{}.Read(large) }); eight > 9*one {
			t.Errorf("%s: eight times the input costs %.0f instead of %.0f allocations", name, eight, one)
		}
	}
}

// totalAlloc returns the smallest of some measures of one reading.
func totalAlloc(raw []byte) uint64 {
	best := uint64(1 << 60)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Reader{}.Read(raw)
		runtime.ReadMemStats(&after)
		best = min(best, after.TotalAlloc-before.TotalAlloc)
	}
	return best
}

// TestLinearTime doubles inputs of each parser: that may cost at most 2.5 times
// the time. The smallest of several measures counts, and one good comparison of
// several: a busy machine makes a reading slow, never quick.
func TestLinearTime(t *testing.T) {
	shapes := map[string]func(n int) func(){
		"header": func(n int) func() {
			raw := []byte(head + strings.Repeat("X: =?utf-8?q?a?= b\n", n/5) + "\nx")
			return func() { Reader{}.Read(raw) }
		},
		"parts": func(n int) func() {
			raw := []byte(head + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n\n"+strings.Repeat("--xx\n--\n-\n", n/25), 25))
			return func() { _, _ = parseParts(header{{"Content-Type", "multipart/mixed; boundary=x"}}, raw) }
		},
		"words": func(n int) func() { s := strings.Repeat("=?utf-8?q?=C3=A9?= a ", n); return func() { decodeWords(s) } },
		"qp": func(n int) func() {
			b := []byte(strings.Repeat("=C3=A9=\n= ", n))
			return func() { decodeQuoted(b, false) }
		},
		"base64": func(n int) func() { b := []byte(strings.Repeat("QUJD\n=", n)); return func() { decodeBase64(b) } },
		"utf-7":  func(n int) func() { b := []byte(strings.Repeat("a+AOk-+", n)); return func() { decodeUTF7(b) } },
		"html": func(n int) func() {
			s := strings.Repeat("<div><b>x<i></b>y<blockquote>z", n/2)
			return func() { walkHTML(s) }
		},
		"flowed": func(n int) func() {
			lines := strings.Split(strings.Repeat("a \n> b \n>> c\n", n), "\n")
			return func() { unflow(lines, true) }
		},
		"lines": func(n int) func() {
			s := strings.Repeat("Le 3 mars 2025 à 10:00, Zoé\n<z@x.org>\nDe : x\n\n----\n> y\nPASS a écrit :\n", n/8)
			return func() { Lines(s) }
		},
		"halves": func(n int) func() {
			raw := []byte(alternative(counted(n/8, "PASS %d\n"), counted(n/8, "<p>PASS <i>%d</i></p>")))
			return func() { Reader{}.Read(raw) }
		},
	}
	for name, shape := range shapes {
		one, two := shape(400), shape(800) // short: a run fits between two interruptions
		ratio := 1e9
		for try := 0; try < 10 && ratio > 2.5; try++ {
			ratio = min(ratio, float64(quickest(two))/float64(quickest(one)))
		}
		if ratio > 2.5 {
			t.Errorf("%s: twice the input takes %.1f times as long", name, ratio)
		}
	}
}

// quickest returns the shortest of some runs.
func quickest(f func()) time.Duration {
	best := time.Hour
	for range 25 {
		start := time.Now()
		f()
		best = min(best, max(time.Since(start), time.Microsecond))
	}
	return best
}
