package templates

import (
	"html"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// boards are the formats that are posted.
var boards = []Format{PhpBB, MyBB, SMF, XenForo, BGG}

// A piece of a post as the strictest board reads it: whatever follows a bracket
// at once is a mark.
type bbToken struct {
	mark bool
	name string // of a mark, with the slash of a closing one
	text string
}

// bbTokens reads a post in one go; a bracket without an end is a mark, too.
func bbTokens(s string) []bbToken {
	var out []bbToken
	for s != "" {
		n := strings.IndexByte(s, '[')
		for n >= 0 && strings.HasPrefix(s[n+1:], joint) {
			more := strings.IndexByte(s[n+1:], '[')
			if more < 0 {
				n = -1
				break
			}
			n += 1 + more
		}
		if n < 0 {
			return append(out, bbToken{text: s})
		}
		if n > 0 {
			out = append(out, bbToken{text: s[:n]})
		}
		name, rest, _ := strings.Cut(s[n+1:], "]")
		name, _, _ = strings.Cut(name, "=")
		out, s = append(out, bbToken{mark: true, name: name}), rest
	}
	return out
}

// bbMarks lists the marks of a post and what stands between them.
func bbMarks(s string) (marks []string, text string) {
	var b strings.Builder
	for _, t := range bbTokens(s) {
		if t.mark {
			marks = append(marks, t.name)
			b.WriteByte(' ')
		} else {
			b.WriteString(t.text)
		}
	}
	return marks, b.String()
}

// bbBalanced reports the first mark that is closed where it is not open, or
// open at the end.
func bbBalanced(s string) string {
	var open []string
	for _, t := range bbTokens(s) {
		name, closes := strings.CutPrefix(t.name, "/")
		switch {
		case !t.mark || name == "*":
		case !closes:
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			return "[/" + name + "] closes nothing"
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "[" + open[len(open)-1] + "] stays open"
	}
	return ""
}

func TestBalanceCheckerSees(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"[b]x[/b] [list]\n[*]a\n[/list]": "", "[b]x": "[b] stays open", "x[/b]": "[/b] closes nothing",
		"[b][i]x[/b][/i]": "[/b] closes nothing", "[" + joint + "b]": "", "[size=150]x[/size]": "", "[b": "[b] stays open",
	} {
		if got := bbBalanced(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// smileys are what the boards as installed make pictures of.
var smileys = strings.Fields(`:) :-) ;) ;-) :( :-( :D :-D ;D :o :-o :? :x :-x :P :-P :| :-| 8-) ::) :)) :'( :-\ :-* :-[ :-X >:D >:( C:-) O:-) ^-^ ???
	:s :@ :/ :-/ :!: :?: :smile: :cool: :rolleyes: :at: :angel: :heart: :exclamation: :arrow: :star: :link: :hash: // http:// https:// ftp:// www. ftp. &# /me /slap`)

// live finds what a board would make of a text.
func live(f Format, text string) string {
	low := strings.ToLower(text)
	for _, s := range smileys {
		if strings.Contains(low, strings.ToLower(s)) {
			return s
		}
	}
	for i := range len(text) {
		next := byte(' ')
		if i+1 < len(text) {
			next = text[i+1]
		}
		before := i == 0 || !letter(text[i-1]) && !digit(text[i-1])
		switch {
		case text[i] == '@' && (letter(next) || digit(next)):
			return "@" + string(next)
		case text[i] == '.' && letter(next):
			return "." + string(next)
		case text[i] == '8' && next == ')' && before:
			return "8)"
		case text[i] == 'O' && next == '0' && (i == 0 || strings.IndexByte(">:?. []()*\\;\n", text[i-1]) >= 0):
			return "O0"
		case text[i] == '<' && f == BGG && next != ' ':
			return "<"
		}
	}
	if strings.Contains(text, strings.Repeat(".", 100)) {
		return "hundred dots"
	}
	return ""
}

// same is what a person reads: invisible characters gone, blanks equal.
func same(s string) string {
	return squeeze(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case r == '‹':
			return '<'
		}
		return r
	}, s))
}

// checkPosts proves that text in every kind of block is text on every board:
// the marks are those of harmless words, what is read is what was written, and
// nothing in it lives.
func checkPosts(t failer, s string) {
	want := same(oneLine(s))
	if want == "" {
		want, s = "word", "word"
	}
	wide := text(strings.Repeat("word ", 30))
	for name, b := range map[string]func(string) block{
		"para":    func(s string) block { return para{text(s)} },
		"heading": func(s string) block { return heading{2, text(s)} },
		"list":    func(s string) block { return list{[]inline{text(s)}} },
		"code":    func(s string) block { return para{typed(s)} },
		"strong":  func(s string) block { return para{strongly(s)} },
		"struck":  func(s string) block { return para{inline{{s, struck}}} },
		"halves":  func(s string) block { return para{inline{{text: s[:len(s)/2]}, {text: s[len(s)/2:]}}} },
		"cell":    func(s string) block { return grid{head: []inline{text("h")}, rows: [][]inline{{text(s)}}} },
		"record": func(s string) block {
			return grid{head: []inline{text("h"), text("w")}, rows: [][]inline{{text(s), wide}}}
		},
		"pre": func(s string) block { return pre{[]string{s, "word"}} },
	} {
		if name == "halves" && same(oneLine(s[:len(s)/2])+oneLine(s[len(s)/2:])) != want {
			continue // a letter was cut
		}
		for _, f := range boards {
			post := string(Render(Doc{blocks: []block{b(s)}}, f))
			marks, read := bbMarks(post)
			harmless, words := bbMarks(string(Render(Doc{blocks: []block{b("word")}}, f)))
			wide := name == "cell" && len(harmless) != len(marks) // the cell did not fit
			if !wide && !slices.Equal(marks, harmless) {
				t.Errorf("%s in %s: %q makes %v\n%s", name, f, s, marks, post)
			}
			if got := same(read); !wide && got != strings.Replace(same(words), "word", want, 1) {
				t.Errorf("%s in %s: reads %q, want %q\n%s", name, f, got, want, post)
			}
			if name == "pre" && f != BGG {
				continue // opaque but for what bbTokens knows
			}
			if name == "cell" && f != BGG && !wide {
				continue
			}
			if bad := live(f, read); bad != "" {
				t.Errorf("%s in %s: %s lives in %q\n%s", name, f, bad, s, post)
			}
		}
	}
}

// harm is what boards read besides marks.
var harm = append([]string{
	"[b]x[/b]", "[/code]", "[code]x", "[/CODE][b]", "[/list][*]", "[size=7]", "[quote=\"a\"]b[/quote]", "[url]http://example.org[/url]", "[[b]]", "[",
	"]", "[]", "[ b]", "[*]", "[@]", "[o]x[/o]", "[-]x[/-]", "[c]", "[/c]", "[thing=1][/thing]", "[nobbc][b][/nobbc]", "[php]", "[img]x[/img]",
	":) :-) ;) 8) (8) 18) :cool: P01:strike: ::) :)", "O0 _O0 aO0 éO0", "^-^ ??? ????", ">:( >:D", "23:59 1:0", "a:", ":", ";", "x;D",
	"&#91;b&#93; &#x5b; &lt;b> AT&T", "<b> <3 < x <", "<?php echo 1; ?>", "<mybb-code>", "<img src=x>",
	"/me dances", "/slap bob", "\\[b]", "www.example.org WWW.x.org ftp.example.org", "http://www.example.org/?a=b&c=d", "a@example.org @bob", "example.org //example.org //127.0.0.1 http://[::1]/ x@[1.2.3.4] tel:123 mailto:a@b.org news:x magnet:?x 127.0.0.1",
	strings.Repeat(".", 300), "  two  blanks", " \u00a0 ", "\u200b[\u200bb]", "[\u2060b]", "ſlap /ſlap", "漢字 😀 e\u0301", "$1 \\1", "''", "[b", "[/",
}, hostile...)

// checkMarkdownPosts proves the same of boards that read Markdown, whose marks
// goldmark finds.
func checkMarkdownPosts(t failer, s string) {
	want := same(oneLine(s))
	if want == "" {
		want, s = "word", "word"
	}
	blocks := func(s string) Doc {
		return Doc{blocks: []block{
			heading{2, text(s)},
			para{text(s)},
			list{[]inline{text(s)}},
			para{inline{{text: s + ":"}, {") x", normal}}},
			grid{head: []inline{text("h")}, rows: [][]inline{{text(s)}}},
		}}
	}
	for _, f := range []Format{NodeBB, Discourse} {
		page := converted(t, Render(blocks(s), f))
		harmless := converted(t, Render(blocks("word"), f))
		if got, want := anyTag.FindAllString(page, -1), anyTag.FindAllString(harmless, -1); !slices.Equal(got, want) {
			t.Errorf("%s: %q makes %v, not %v", f, s, got, want)
		}
		if got, want := same(seen(page)), same(strings.ReplaceAll(same(seen(harmless)), "word", want)); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: %q reads %q, want %q", f, s, got, want)
		}
		for _, part := range strings.Split(anyTag.ReplaceAllString(page, "\x00"), "\x00") {
			if bad := live(f, html.UnescapeString(part)); bad != "" {
				t.Errorf("%s: %s lives in %q\n%s", f, bad, s, page)
			}
		}
	}
}

func TestBoardTextIsInert(t *testing.T) {
	t.Parallel()
	for _, s := range harm {
		checkPosts(t, s)
		checkMarkdownPosts(t, s)
	}
}

func TestBoardTextIsInertProperty(t *testing.T) {
	t.Parallel()
	bits := rapid.SampledFrom(append(strings.Split("[]/:;()@&<>^-?8O0.*#=D", ""), "a", "b", " ", "\n", "http", "www", "ftp", "é", "code", "&#", "me ", "\u2060", "😀"))
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(bits, 0, 16).Draw(t, "bits"), "")
		checkPosts(t, s)
		checkMarkdownPosts(t, s)
	})
}

func FuzzInertPosts(f *testing.F) {
	for _, s := range harm {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 {
			return // nothing new, only slow; TestLongTextIsLinear has longer ones
		}
		checkPosts(t, s)
		checkMarkdownPosts(t, s)
	})
}

// Columns stand where they stood: MyBB drops blanks before the first line of a
// block of code, MyBB and SMF fold those within.
func TestPictureKeepsItsColumns(t *testing.T) {
	t.Parallel()
	picture := pre{[]string{"   MMP   ", " / \\", "", "HEL  $E"}}
	for _, f := range boards {
		post := string(Render(Doc{blocks: []block{picture}}, f))
		d, _ := boardOf(f)
		body := strings.TrimSuffix(strings.TrimPrefix(post, d.pre[0]), d.pre[1]+"\n")
		if got := strings.NewReplacer(nbsp, " ", joint, "").Replace(body); got != "   MMP\n / \\\n\nHEL  $E" {
			t.Errorf("%s: %q", f, got)
		}
		if f != PhpBB && f != XenForo && strings.Contains(body, " ") {
			t.Errorf("%s folds the blanks of %q", f, body)
		}
	}
}

// MyBB breaks lines in a block of code like those of a text: not after a dash.
func TestPictureIsNotBroken(t *testing.T) {
	t.Parallel()
	doc := Doc{blocks: []block{pre{[]string{"GRV -- a/b |", "MMP-"}}}}
	want := "[code]\nGRV" + nbsp + "-" + joint + "-" + joint + nbsp + "a/" + joint + "b" + nbsp + "|\nMMP-\n[/code]\n"
	if got := string(Render(doc, MyBB)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := string(Render(doc, PhpBB)); got != "[code]\nGRV -- a/b |\nMMP-\n[/code]\n" {
		t.Errorf("%q", got)
	}
}

// Twice the text is twice the work: a long text of the worst letters
// would not end otherwise.
func TestLongTextIsLinear(t *testing.T) {
	t.Parallel()
	for _, bit := range []string{"[", ":", ".", "8)", "<", "&#", "`", "www.", "/me ", "O0", "[b]", "ftp.x", "\u0301", "漢"} {
		s := strings.Repeat(bit, 1<<16/len(bit))
		doc := Doc{blocks: []block{
			para{text(s)},
			para{typed(s)},
			heading{2, strongly(s)},
			pre{[]string{s}},
			grid{head: []inline{text("h"), text("w")}, rows: [][]inline{{text(s), text("x")}, {text("y"), text("z")}}},
		}}
		for _, f := range Formats() {
			if n := len(Render(doc, f)); n > 4<<20 {
				t.Errorf("%q in %s: %d bytes", bit, f, n)
			}
		}
	}
}
