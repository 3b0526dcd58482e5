package desk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/desk"
	"fivepoints/games/order"
)

func sender(moderator bool) desk.Sender {
	return desk.Sender{
		Lang: games.EN, Now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC),
		Seats: []string{"whyos", "bowery", "eastmans"}, Moderator: moderator,
	}
}

func lines(text string) []events.Line {
	var out []events.Line
	for i, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		class := ""
		if strings.HasPrefix(l, "> ") {
			class = "quote"
		}
		out = append(out, events.Line{N: i + 1, Class: class, Text: l})
	}
	return out
}

// show writes what was read, a field a word.
func show(c desk.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", c.N, c.Word)
	add := func(name string, v any, set bool) {
		if set {
			fmt.Fprintf(&b, " %s=%v", name, v)
		}
	}
	add("seat", c.Seat, c.Seat != "")
	add("to", strings.Join(c.To, "+"), len(c.To) > 0)
	add("all", "yes", c.All)
	add("grey", "yes", c.Grey)
	add("turn", c.Turn, c.Turn != "")
	add("from", c.From, c.From.Year > 0)
	add("until", c.Until, c.Until.Year > 0)
	add("at", c.At, !c.At.IsZero())
	add("for", c.For, c.For > 0)
	add("address", c.Address, c.Address != "")
	add("value", fmt.Sprintf("%q", c.Value), c.Value != "")
	add("reason", fmt.Sprintf("%q", c.Reason), c.Reason != "")
	add("ended", "yes", c.Ended)
	add("problem", fmt.Sprintf("%s try %q", first(c.Problem), c.Nearest), c.Problem != nil)
	for _, l := range c.Body {
		fmt.Fprintf(&b, "\n  | %s", l.Text)
	}
	return b.String()
}

func first(m *games.Msg) string {
	if m == nil {
		return ""
	}
	return m.Key
}

// The cases are mails: `mail` as typed (`mod` for a moderator's), `read` what
// was asked and, behind "rest", the numbers of the lines left for orders.
func TestCases(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(a.Files); i += 2 {
			mail, want := a.Files[i], &a.Files[i+1]
			got := read(string(mail.Data), strings.HasPrefix(mail.Name, "mod"))
			if os.Getenv("UPDATE") != "" {
				want.Data = []byte(got)
			} else if got != string(want.Data) {
				t.Errorf("%s, %s:\n%s\nreads\n%s", name, mail.Name, mail.Data, got)
			}
		}
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func read(mail string, moderator bool) string {
	asked, rest := desk.Read(lines(mail), sender(moderator))
	var b strings.Builder
	for _, c := range asked {
		fmt.Fprintln(&b, show(c))
	}
	var left []string
	for _, l := range rest {
		if strings.TrimSpace(l.Text) != "" {
			left = append(left, fmt.Sprint(l.N))
		}
	}
	if len(left) > 0 {
		fmt.Fprintln(&b, "rest", strings.Join(left, " "))
	}
	return b.String()
}

// No word of the desk means anything in the orders of a game, and none means
// two things.
func TestWordsMeanOneThing(t *testing.T) {
	t.Parallel()
	names, err := catalog.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		book, err := catalog.Find(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		g := book.Start().Grammar()
		for _, form := range desk.Forms() {
			if order.Reserved(g, form) {
				t.Errorf("%s: %q means something in orders", name, form)
			}
		}
	}
}

// No line is lost: each is asked, in a block, or left.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	word := rapid.SampledFrom(append(desk.Forms(), "whyos", "all", "to", "2026-12-20", "20/12", "48h", ":", "hello", "3", "->", "fin", "\n", "\n", "PRESS", "EXTEND"))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(word).Draw(t, "words"), " ")
		in := lines(text)
		asked, rest := desk.Read(in, sender(rapid.Bool().Draw(t, "moderator")))
		var seen []int
		for _, l := range rest {
			seen = append(seen, l.N)
		}
		for _, c := range asked {
			seen = append(seen, c.N)
			for _, l := range c.Body {
				seen = append(seen, l.N)
			}
		}
		slices.Sort(seen)
		if c := slices.Compact(slices.Clone(seen)); len(c) != len(seen) {
			t.Fatalf("a line was read twice: %v", seen)
		}
		for _, l := range in {
			s, _ := order.Plain(l.Text)
			if s != "" && !slices.Contains([]string{"fin", "end"}, s) && !slices.Contains(seen, l.N) && strings.Trim(s, ". ") != "" && !isEnd(s) {
				t.Fatalf("line %d %q is lost: %v of %q", l.N, l.Text, seen, text)
			}
		}
	})
}

func isEnd(s string) bool {
	s = strings.Join(strings.Fields(s), "")
	return s == "fin" || s == "end"
}

func FuzzRead(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			f.Add(string(file.Data), true)
		}
	}
	f.Fuzz(func(t *testing.T, text string, moderator bool) {
		in := lines(text)
		asked, rest := desk.Read(in, sender(moderator))
		n := len(rest)
		for _, c := range asked {
			n += 1 + len(c.Body)
			if c.Problem == nil && c.From.Year > 0 && (c.From.Time().Day() != c.From.Day || c.Until.Time().Day() != c.Until.Day) {
				t.Errorf("%q: no day of the calendar: %s %s", c.Text, c.From, c.Until)
			}
		}
		if n > len(in) {
			t.Errorf("%d lines became %d", len(in), n)
		}
	})
}
