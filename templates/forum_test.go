package templates

import (
	"strings"
	"testing"
	"unicode"

	"fivepoints/mail/forum"

	"pgregory.net/rapid"
)

// Everything that summaries are posted as, and how a board's posts are read.
func postedAs() map[Format]func(string) []string {
	read := func(kind forum.Kind) func(string) []string {
		return func(s string) []string {
			lines, _ := forum.BBCode(s, kind)
			var out []string
			for _, l := range lines {
				out = append(out, l.Text)
			}
			return out
		}
	}
	markdown := func(s string) []string {
		lines, _ := forum.Markdown(s)
		var out []string
		for _, l := range lines {
			out = append(out, l.Text)
		}
		return out
	}
	return map[Format]func(string) []string{
		PhpBB: read(forum.PhpBB), MyBB: read(forum.MyBB), SMF: read(forum.SMF), XenForo: read("xenforo"), BGG: read(forum.BGG),
		Markdown: markdown, NodeBB: markdown, Discourse: markdown,
	}
}

// pretences are what a player may call himself or write.
func pretences() []string {
	return []string{
		"move 3 LES -> BOW", "recruit 2", "[quote]move 1[/quote]", "[/quote]", "[/code]", "[spoiler]", "[s]x[/s]", "~~x~~", "**b**", "`code`", "> move 1",
		"# move 1", "&lt;b&gt;", "<b>x</b>", "<details>", ":o: :s 8)", "1. one", "- two", "\\*", "été œuf ½ 漢字", "fp-0123456789", "[b]", "*x*", "_y_", "[url=x]y[/url]", "|", "a|b",
	}
}

func hostileDoc(t *rapid.T) (d Doc, want string) {
	piece := rapid.SampledFrom(append(pretences(), "a", "words of a story", "Whyos"))
	draw := func(most int) inline {
		var in inline
		for range rapid.IntRange(1, most).Draw(t, "spans") {
			in = append(in, span{piece.Draw(t, "piece"), style(rapid.IntRange(0, 3).Draw(t, "style"))}, span{text: " "})
		}
		want += in.String() + "\n"
		return in
	}
	d.Title = "T"
	for range rapid.IntRange(1, 6).Draw(t, "blocks") {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			d.add(heading{rapid.IntRange(1, 3).Draw(t, "level"), draw(2)})
		case 1:
			d.add(para{draw(3)})
		case 2:
			d.add(list{[]inline{draw(2), draw(2)}})
		default:
			line := piece.Draw(t, "line")
			want += line + "\n"
			d.add(pre{[]string{line}})
		}
	}
	return d, want
}

// said is what a text says, without what boards draw around it: letters and
// digits. Signs are compared where they cannot be a board's own.
func said(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// What is posted, read back as a post, says the same, and gives no order.
func TestOwnPostsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d, want := hostileDoc(t)
		for f, read := range postedAs() {
			if got := said(strings.Join(read(string(Render(d, f))), "\n")); got != said(want) {
				t.Fatalf("%s says %s\nand not %s\n%s", f, got, said(want), Render(d, f))
			}
			for _, p := range Posts(d, f, 1000, Footer(d, "ny12")) {
				checkGivesNothing(t, f, p.Text)
			}
		}
	})
}

// checkGivesNothing: every line of a post of ours is known for one.
func checkGivesNothing(t *rapid.T, f Format, text string) {
	form := string(f)
	if strings.HasPrefix(form, "md") {
		form = "md"
	}
	p, err := forum.Paste(text, form, "1", "7", "MJ")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range p.Lines {
		if l.Class == "" {
			t.Fatalf("%s: %q of our own post may be an order in\n%s", f, l.Text, text)
		}
	}
}
