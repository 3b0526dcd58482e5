package templates

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func aLongDoc(chapters int) Doc {
	d := Doc{Title: "[ny12 1893c] summary", lang: "en"}
	d.add(heading{1, text("Five Points · 1893c")}, para{text("All orders were in.")})
	for i := range chapters {
		d.add(heading{2, text(fmt.Sprintf("Chapter %d", i))}, heading{3, text("The story")},
			para{text(strings.Repeat(fmt.Sprintf("word%d ", i), 60))}, list{[]inline{text("one"), strongly("two")}},
			pre{[]string{"map " + itoa(i), "  x"}})
	}
	return d
}

func TestShortDocumentIsOnePost(t *testing.T) {
	t.Parallel()
	got := Posts(aLongDoc(2), PhpBB, PhpBB.Limit(), "ny12 · fp-0011223344")
	if len(got) != 1 || got[0].Title != "[ny12 1893c] summary" {
		t.Fatalf("%d posts, %q", len(got), got[0].Title)
	}
	if !strings.HasSuffix(got[0].Text, "\n\nny12 · fp-0011223344\n") || strings.Contains(got[0].Text, "(1/1)") {
		t.Errorf("the end of the post: %q", got[0].Text[len(got[0].Text)-60:])
	}
	if whole := Posts(aLongDoc(2), Markdown, 0, ""); len(whole) != 1 || whole[0].Text != string(Render(aLongDoc(2), Markdown)) {
		t.Error("a document without limit and footer is not what Render writes")
	}
}

// Posts are cut before headings and say which of how many they are.
func TestPostsAreCutAtHeadings(t *testing.T) {
	t.Parallel()
	got := Posts(aLongDoc(9), SMF, 2400, "ny12 · fp-0011223344")
	if len(got) < 3 {
		t.Fatalf("%d posts", len(got))
	}
	chapters := 0
	for i, p := range got {
		n := fmt.Sprintf("(%d/%d)", i+1, len(got))
		lines := strings.Split(strings.TrimSpace(p.Text), "\n")
		if p.Title != "[ny12 1893c] summary "+n || !strings.Contains(lines[0], "Five Points · 1893c "+n) {
			t.Errorf("post %d is called %q and begins %q", i+1, p.Title, lines[0])
		}
		if want := fmt.Sprintf("ny12 · fp-0011223344 · %d/%d", i+1, len(got)); lines[len(lines)-1] != want {
			t.Errorf("post %d ends %q, want %q", i+1, lines[len(lines)-1], want)
		}
		if i > 0 && !strings.Contains(lines[2], "Chapter") {
			t.Errorf("post %d goes on with %q", i+1, lines[2])
		}
		if strings.Contains(lines[len(lines)-3], "Chapter") || strings.Contains(lines[len(lines)-3], "story") {
			t.Errorf("post %d leaves a heading behind: %q", i+1, lines[len(lines)-3])
		}
		chapters += strings.Count(p.Text, "Chapter")
	}
	if chapters != 9 {
		t.Errorf("%d chapters of 9", chapters)
	}
}

// Whatever a document holds, no post is too long, no mark is torn and no word is lost.
func TestPostsKeepTheirLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := drawnDoc(t)
		f := rapid.SampledFrom([]Format{Markdown, Plain, PhpBB, MyBB, SMF, BGG}).Draw(t, "format")
		limit := rapid.IntRange(minLimit, 6000).Draw(t, "limit")
		var all strings.Builder
		for i, p := range Posts(d, f, limit, "ny12 · fp-0011223344") {
			if n := cost(p.Text); n > limit {
				t.Fatalf("post %d has %d of %d characters:\n%s", i+1, n, limit, p.Text)
			}
			if bad := bbBalanced(p.Text); f != Markdown && f != Plain && bad != "" {
				t.Fatalf("post %d: %s\n%s", i+1, bad, p.Text)
			}
			all.WriteString(p.Text)
		}
		for _, word := range strings.Fields(d.Title) {
			if n, want := strings.Count(all.String(), word), strings.Count(string(Render(d, f)), word); n < want {
				t.Fatalf("%q is written %d times, not %d", word, n, want)
			}
		}
	})
}

// drawnDoc is a document of blocks of every kind and size; the title lists
// words that stand in it, each too short to be cut.
func drawnDoc(t *rapid.T) Doc {
	d := Doc{lang: "fr"}
	var words []string
	words = append(words, "zero")
	draw := func(most int) inline {
		var in inline
		for range rapid.IntRange(1, 3).Draw(t, "spans") {
			word := fmt.Sprintf("w%dx", len(words))
			words = append(words, word)
			filler := rapid.SampledFrom([]string{"a ", "<", "[b] ", ":", "é ", "&", "漢", "x"}).Draw(t, "filler")
			n := rapid.IntRange(0, most).Draw(t, "n")
			in = append(in, span{strings.Repeat(filler, n) + " " + word + " ", style(rapid.IntRange(0, 3).Draw(t, "style"))})
		}
		return in
	}
	for range rapid.IntRange(1, 8).Draw(t, "blocks") {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			d.add(heading{rapid.IntRange(1, 3).Draw(t, "level"), draw(3)})
		case 1:
			d.add(para{draw(1500)})
		case 2:
			d.add(list{[]inline{draw(30), draw(400), draw(30)}})
		case 3:
			d.add(grid{head: []inline{text("h"), text("i")}, rows: [][]inline{{draw(30), draw(30)}, {draw(300), draw(2)}}})
		case 4:
			d.add(pre{[]string{draw(60).String(), draw(600).String(), draw(9).String()}})
		}
	}
	d.Title = strings.Join(words[1:], " ")
	return d
}

func TestFooterChangesWithTheText(t *testing.T) {
	t.Parallel()
	one, same, other := Footer(aLongDoc(2), "ny12"), Footer(aLongDoc(2), "ny12"), Footer(aLongDoc(3), "ny12")
	if one != same || one == other || !strings.HasPrefix(one, "ny12 · fp-") || len(one) != len("ny12 · fp-0011223344") {
		t.Errorf("%q, %q, %q", one, same, other)
	}
}

// A subject line takes no emoji; one document may follow another.
func TestTitlesAndJoin(t *testing.T) {
	t.Parallel()
	a, b := Doc{Title: "Pêche 🐟 [b]", blocks: []block{para{text("one")}}}, Doc{Title: "x", blocks: []block{para{text("two")}}}
	got := Posts(Join(a, b), MyBB, 0, "")
	if len(got) != 1 || got[0].Title != "Pêche  [b]" || got[0].Text != "one\n\ntwo\n" {
		t.Errorf("%+v", got)
	}
}
