package forum

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
)

func linesText(lines []events.Line) string {
	var out []string
	for _, l := range lines {
		if l.Text != "" {
			out = append(out, strings.TrimPrefix(l.Class+":"+l.Text, ":"))
		}
	}
	return strings.Join(out, " / ")
}

func TestBBCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind      Kind
		src, want string
	}{
		{PhpBB, "move 3 A -> B", "move 3 A -> B"},
		{PhpBB, "[b]move 3[/b] A -> B [ny12 1893c]", "move 3 A -> B [ny12 1893c]"},
		{PhpBB, "[code]move 1\n  move 2[/code]", "move 1 / move 2"},
		{PhpBB, "[code]a [quote]b[/code] c", "a [quote]b / c"},
		{PhpBB, `[quote="Zoe" post_id=3 time=1700000000 user_id=4]move 1[/quote]move 2`, "quote:move 1 / move 2"},
		{PhpBB, "[quote]a[quote]b[/quote]c[/quote]d", "quote:a / quote:b / quote:c / d"},
		{PhpBB, "x[/quote][quote=Host]move 1", "unclear:x[/quote][quote=Host]move 1"},
		{PhpBB, "a\n[/quote]\nmove 1", "a / unclear:[/quote] / unclear:move 1"},
		{PhpBB, "[quote=a]move 1", "unclear:[quote=a]move 1"},
		{PhpBB, "[s]move 1[/s]", "unclear:move 1"}, // no phpBB strikes as it is installed
		{MyBB, "[s]move 1[/s]", "struck:move 1"},
		{MyBB, "move [s]1[/s] 2", "unclear:move 1 2"},
		{MyBB, "[s]move 1\nmove 2[/s]\nmove 3", "struck:move 1 / struck:move 2 / move 3"},
		{MyBB, "[s]move 1", "unclear:[s]move 1"},
		{SMF, "[spoiler]move 1[/spoiler]", "spoiler:move 1"},
		{SMF, "[list][li]move 1[/li][li]move 2[/li][/list]", "move 1 / move 2"},
		{MyBB, "[list]\n[*]move 1\n[*]move 2\n[/list]", "move 1 / move 2"},
		{BGG, "[o]move 1[/o][c]move 2[/c][-]move 3[/-]", "spoiler:move 1 / unclear:move 2move 3"},
		{BGG, "[q=\"Zoe\"]move 1[/q]\nmove 2", "quote:move 1 / move 2"},
		{PhpBB, "[img]https://example.org/a.png[/img]move 1", "move 1"},
		{PhpBB, "P01:o:strike", "P01:o:strike"},
		{PhpBB, "[nosuch]move 1[/nosuch]", "[nosuch]move 1[/nosuch]"},
		{PhpBB, "[url=\"https://example.org/]x\"]move 1[/url]", "move 1"},
		{PhpBB, "a\n\nposted\nny12 · fp-0123456789", "own:a / own:posted / own:ny12 · fp-0123456789"},
		{PhpBB, "[quote]ny12 · fp-0123456789[/quote]\nmove 1", "quote:ny12 · fp-0123456789 / move 1"},
	} {
		lines, ok := BBCode(c.src, c.kind)
		if got := linesText(own(lines)); got != c.want || !ok {
			t.Errorf("%s %q: %s; want %s", c.kind, c.src, got, c.want)
		}
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"move 3 A -> B", "move 3 A -> B"},
		{"## move 1\n\\## move 2", "move 1 / ## move 2"},
		{"> move 1\nmove 2\n\nmove 3", "quote:move 1 / quote:move 2 / move 3"},
		{"```\nmove 1\n> move 2\n```\nmove 3", "move 1 / > move 2 / move 3"},
		{"~~move 1~~\nmove ~~2~~ 3", "struck:move 1 / unclear:move 2 3"},
		{"- move 1\n2. move 2\n* move 3", "move 1 / move 2 / move 3"},
		{"**move** 1\n*move 2*\n_move 3_\n`move 4`", "move 1 / move 2 / move 3 / move 4"},
		{"move 1 LES -&gt; BOW &amp;amp;", "move 1 LES -> BOW &amp;"},
		{"move 2\\_3 \\&gt;", "move 2_3 &gt;"},
		{"[quote=\"zoe, post:1, topic:2\"]\nmove 1\n[/quote]\nmove 2", "quote:move 1 / move 2"},
		{"[/quote]\nmove 1", "unclear:move 1"},
		{"[details=\"x\"]\nmove 1\n[/details]", "spoiler:move 1"},
		{"see [spoiler]move 1[/spoiler]", "unclear:see [spoiler]move 1[/spoiler]"},
		{"| a | b |\n| --- | --- |\n| move 1 | x |", "a b / move 1 x"},
		{"P01:strike:", "P01:strike:"},
		{"~~move 1", "unclear:move 1"},
	} {
		lines, ok := Markdown(c.src)
		if got := linesText(lines); got != c.want || !ok {
			t.Errorf("%q: %s; want %s", c.src, got, c.want)
		}
	}
}

func TestPaste(t *testing.T) {
	t.Parallel()
	p, err := Paste(`[quote="Host" post_id=17 time=1767614400 user_id=7]move 1[/quote][quote="Zoe"]move 2[/quote]`, "bbcode:phpbb", "", "42", "Zoe")
	if err != nil || p.ID != "17" || p.Author != "42" || !p.At.Equal(time.Unix(1767614400, 0)) {
		t.Errorf("%+v, %v", p, err)
	}
	if got := linesText(p.Lines); strings.Contains(got, "/ move") || got == "move 1" {
		t.Errorf("a forged quotation reads %s", got)
	}
	p, err = Paste("[quote]move 1[/quote]", "bbcode:mybb", "", "42", "Zoe")
	if got := linesText(p.Lines); err != nil || got != "quote:move 1" {
		t.Errorf("a quotation of the author's own reads %s, %v", got, err)
	}
	again, _ := Paste("[quote]move 1[/quote]", "bbcode:mybb", "", "42", "Zoe")
	other, _ := Paste("[quote]move 1[/quote]", "bbcode:mybb", "", "43", "Zoe")
	if p.ID != again.ID || p.ID == other.ID || p.ID == "" {
		t.Errorf("ids %s %s %s", p.ID, again.ID, other.ID)
	}
}

// Whatever is typed is read to its end.
func TestHugePosts(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{"brackets": "[", "open": "[quote]", "close": "[/quote]", "tags": "[b][i]x[/b][/i]", "code": "[code]", "args": "[url=\"", "nested": "[quote][s]", "backquotes": "` `` ", "stars": "**~~"} {
		src := strings.Repeat(unit, 64<<10/len(unit))
		for _, read := range []func(string) ([]events.Line, bool){Markdown, func(s string) ([]events.Line, bool) { return BBCode(s, MyBB) }} {
			if lines, ok := read(src); !ok || len(lines) > maxLines {
				t.Errorf("%s: %d lines, %t", name, len(lines), ok)
			}
		}
	}
	if _, ok := HTML(strings.Repeat("<div>", 100000) + "move 1"); ok {
		t.Log("deep HTML was read")
	}
	if _, ok := BBCode(strings.Repeat("x\n", maxLines+1), MyBB); ok {
		t.Error("too many lines were read")
	}
}

func FuzzBBCode(f *testing.F) {
	f.Add("[quote=\"a]\"]x[/quote][code][s]y[/code][/s]", 0)
	f.Add("[*][list=1][url=x y=z][/", 1)
	f.Add("[s]\n[spoiler][/s][o][-]x[/-]", 2)
	f.Fuzz(func(t *testing.T, src string, n int) {
		kinds := []Kind{PhpBB, MyBB, SMF, BGG}
		var b strings.Builder
		end := 0
		for _, tok := range tokens(src) {
			if tok.start != end || tok.end <= tok.start {
				t.Fatalf("token %+v does not follow %d", tok, end)
			}
			b.WriteString(src[tok.start:tok.end])
			end = tok.end
		}
		if b.String() != src {
			t.Fatalf("the tokens of %q make %q", src, b.String())
		}
		lines, _ := BBCode(src, kinds[uint(n)%4])
		checkLines(t, lines)
	})
}

func FuzzMarkdown(f *testing.F) {
	f.Add("> a\n```\n~~x\n[quote]\n\\# `b``")
	f.Fuzz(func(t *testing.T, src string) {
		lines, _ := Markdown(src)
		checkLines(t, lines)
	})
}

func FuzzRead(f *testing.F) {
	for _, k := range Kinds() {
		f.Add([]byte(topicOf(k).page(1)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(data, time.UTC)
		if err != nil {
			return
		}
		ids := map[string]bool{}
		for _, post := range p.Posts {
			if post.ID == "" || ids[post.ID] {
				t.Fatalf("post %q twice or without an id", post.ID)
			}
			ids[post.ID] = true
			checkLines(t, post.Lines)
		}
	})
}

func checkLines(t *testing.T, lines []events.Line) {
	t.Helper()
	for i, l := range lines {
		if l.N != i+1 || strings.ContainsAny(l.Text, "\n\r\x00") {
			t.Fatalf("line %d: %+v", i, l)
		}
	}
	if len(lines) > maxLines {
		t.Fatalf("%d lines", len(lines))
	}
}

// A topic of a thousand posts on pages of ten.
func BenchmarkPages(b *testing.B) {
	f := topicOf(PhpBB)
	for i := range 996 {
		f.posts = append(f.posts, fakePost{id: 200 + i, author: 42, name: "Zoé", at: noon, body: quoteOf(PhpBB, "MJ", "words of a quotation") + fmt.Sprintf("move %d LES -&gt; BOW<br>", i)})
	}
	var pages [][]byte
	for n := 1; n <= 100; n++ {
		pages = append(pages, []byte(f.page(n)))
	}
	for b.Loop() {
		for _, p := range pages {
			if _, err := Read(p, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// What is too long to be read is kept and not cut, and hurts nothing else.
func TestLongPostsAndThreads(t *testing.T) {
	t.Parallel()
	f := topicOf(PhpBB)
	f.posts[1].body = strings.Repeat("move 1 LES -&gt; BOW<br>", 500<<10/24)
	f.posts[2].name = "<script>alert(1)</script>\u202etxt.exe"
	p, err := Read([]byte(f.page(1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Posts[1].TooLong || p.Posts[1].Lines != nil || p.Posts[0].TooLong {
		t.Errorf("%d lines of a post of 500 kB", len(p.Posts[1].Lines))
	}
	if got := p.Posts[2].Name; got != "<script>alert(1)</script>\u202etxt.exe" {
		t.Errorf("a name reads %q", got) // shown in quotes and escaped, never as markup
	}
	if len(LookAlikes([]Post{{Name: "a\u202etxt", Author: "1"}, {Name: "atxt", Author: "2"}})) != 1 {
		t.Error("a name that turns its letters is not told")
	}
}

// Brackets of every kind, in one post of 128 and one of 512 kB: four times the
// time, not sixteen.
func BenchmarkBBCode(b *testing.B) {
	for _, n := range []int{128 << 10, MaxPost} {
		src := strings.Repeat("[quote][s]x[/s][[[[code]", n/24)
		b.Run(fmt.Sprint(n>>10, "kB"), func(b *testing.B) {
			for b.Loop() {
				BBCode(src, MyBB)
			}
		})
	}
}
