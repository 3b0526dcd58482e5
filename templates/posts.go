package templates

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Posting is one post of a document on a board.
type Posting struct {
	Title string // for the subject line; no character beyond the first plane, which boards refuse there
	Text  string
}

// minLimit is the shortest post Posts writes for, in which a title and a footer
// of frameLimit letters leave room for a text.
const (
	minLimit   = 1000
	frameLimit = 50
)

// Posts writes a document as posts of at most limit characters (0: one post),
// cut at headings as far as possible and numbered "(1/3)" in title and first
// heading. A footer, when there is one, ends each of them. A character counts as
// its bytes, and six where a board stores it as an entity, so that no board
// counts more.
func Posts(d Doc, f Format, limit int, footer string) []Posting {
	parts := [][]block{d.blocks}
	if limit > 0 {
		limit = max(limit, minLimit)
		whole := Doc{d.Title, d.lang, append(slices.Clone(d.blocks), foot(footer, 1, 1)...)}
		if cost(string(Render(whole, f))) > limit {
			size := func(b ...block) int { return cost(string(Render(Doc{lang: d.lang, blocks: b}, f))) + 1 }
			frame := size(append([]block{d.head("(999/999)")}, foot(footer, 999, 999)...)...)
			parts = pack(d.blocks, max(limit-frame, limit/4), size)
		}
	}
	out := make([]Posting, len(parts))
	for i, blocks := range parts {
		title := lowPlane(d.name())
		if len(parts) > 1 {
			n := fmt.Sprintf("(%d/%d)", i+1, len(parts))
			title += " " + n
			blocks = d.numbered(blocks, n, i == 0)
		}
		blocks = append(slices.Clone(blocks), foot(footer, i+1, len(parts))...)
		out[i] = Posting{title, string(Render(Doc{title, d.lang, blocks}, f))}
	}
	return out
}

// Join puts documents behind each other, under the title of the first.
func Join(docs ...Doc) Doc {
	var all Doc
	for i, d := range docs {
		if i == 0 {
			all.Title, all.lang = d.Title, d.lang
		}
		all.add(d.blocks...)
	}
	return all
}

// Footer is the line by which a post of ours is found again on a board: what it
// is about and the first 40 bits of the SHA-256 of what it says, so that a
// document that was corrected has another one.
func Footer(d Doc, about ...string) string {
	sum := sha256.Sum256([]byte(plain(d)))
	return strings.Join(append(about, "fp-"+hex.EncodeToString(sum[:5])), " · ")
}

// foot is the end of a post.
func foot(footer string, i, n int) []block {
	if footer == "" {
		return nil
	}
	footer = short(footer, frameLimit)
	if n > 1 {
		footer += fmt.Sprintf(" · %d/%d", i, n)
	}
	return []block{para{text(footer)}}
}

// head is the first heading of a document with the number of a post.
func (d Doc) head(number string) heading {
	h := heading{1, text(d.Title)}
	if len(d.blocks) > 0 {
		if first, ok := d.blocks[0].(heading); ok {
			h = first
		}
	}
	return heading{h.level, join(" ", text(short(h.text.String(), frameLimit)), text(number))}
}

// numbered begins the blocks of a post with the numbered heading, which stands
// for the first one unless it is shortened.
func (d Doc) numbered(blocks []block, number string, first bool) []block {
	if h, ok := blocks[0].(heading); ok && first && utf8.RuneCountInString(h.text.String()) <= frameLimit {
		blocks = blocks[1:]
	}
	return append([]block{d.head(number)}, blocks...)
}

// pack divides blocks into parts whose size fits into room. A heading stays
// with what it announces; a part ends before a heading unless one section alone
// is too long.
func pack(blocks []block, room int, size func(...block) int) [][]block {
	var parts [][]block
	var part []block
	used := 0
	for _, s := range sections(blocks) {
		together := [][]block{s}
		if size(s...) > room {
			together = units(s, room, size)
		}
		for _, unit := range together {
			n := size(unit...)
			if used+n > room && len(part) > 0 {
				parts, part, used = append(parts, part), nil, 0
			}
			part, used = append(part, unit...), used+n
		}
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	return parts
}

// sections cuts before each heading that does not follow a heading.
func sections(blocks []block) [][]block {
	var out [][]block
	for i, b := range blocks {
		_, opens := b.(heading)
		if i > 0 {
			if _, ok := blocks[i-1].(heading); ok {
				opens = false
			}
		}
		if opens || i == 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}

// units makes what may not be parted of a section that is too long: its
// headings with the first block, then each block; a block that is too long
// itself becomes several.
func units(section []block, room int, size func(...block) int) [][]block {
	var out [][]block
	var heads []block
	for _, b := range section {
		if h, ok := b.(heading); ok {
			if size(h) > room/4 {
				h.text = text(short(h.text.String(), room/40))
			}
			heads = append(heads, h)
			continue
		}
		for _, piece := range pieces(b, room/2, size) {
			out = append(out, append(heads, piece))
			heads = nil
		}
	}
	if heads != nil {
		out = append(out, heads)
	}
	return out
}

// pieces halves a block until each piece fits into room.
func pieces(b block, room int, size func(...block) int) []block {
	if size(b) <= room {
		return []block{b}
	}
	one, two := halves(b)
	if two == nil {
		return []block{one}
	}
	return append(pieces(one, room, size), pieces(two, room, size)...)
}

// halves cuts a block in two: between items, rows or lines, else between words.
func halves(b block) (one, two block) {
	switch b := b.(type) {
	case list:
		if n := len(b.items) / 2; n > 0 {
			return list{b.items[:n]}, list{b.items[n:]}
		}
		if len(b.items) == 1 {
			if x, y := cut(b.items[0]); y != nil {
				return list{[]inline{x}}, list{[]inline{y}}
			}
		}
	case grid:
		if n := len(b.rows) / 2; n > 0 {
			one, two := b, b
			one.rows, two.rows = b.rows[:n], b.rows[n:]
			return one, two
		}
		if len(b.rows) == 1 {
			return halves(para{join(" · ", b.rows[0]...)})
		}
	case pre:
		if n := len(b.lines) / 2; n > 0 {
			return pre{b.lines[:n]}, pre{b.lines[n:]}
		}
		if len(b.lines) == 1 {
			if x, y := cut(text(b.lines[0])); y != nil {
				return pre{[]string{x.String()}}, pre{[]string{y.String()}}
			}
		}
	case para:
		if x, y := cut(b.text); y != nil {
			return para{x}, para{y}
		}
	}
	return b, nil
}

// cut divides a text near its middle: at a blank, else between two spans, else
// between two characters.
func cut(t inline) (one, two inline) {
	total := len(t.String())
	before := 0
	for i, s := range t {
		if after := total - before - len(s.text); total/2 >= before && after < (total+1)/2 {
			n := cutAt(s.text, total/2-before, before > 0, after > 0)
			if before+n == 0 || before+n == total {
				return t, nil
			}
			one = append(slices.Clone(t[:i]), span{s.text[:n], s.style})
			return one, append(inline{{s.text[n:], s.style}}, t[i+1:]...)
		}
		before += len(s.text)
	}
	return t, nil
}

// cutAt is a place near at: behind a blank, at the ends of a text that has
// neighbours, else between two characters.
func cutAt(s string, at int, before, after bool) int {
	next, last := strings.IndexByte(s[at:], ' '), strings.LastIndexByte(s[:at], ' ')
	switch {
	case next >= 0 && at+next+1 < len(s):
		return at + next + 1
	case last >= 0 && (last > 0 || before):
		return last + 1
	case after:
		return len(s)
	case before:
		return 0
	}
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	if at == 0 {
		_, at = utf8.DecodeRuneInString(s)
	}
	return at
}

// cost is the length of a text as the most careful board counts it: in bytes,
// with the characters that HTML must write as entities.
func cost(s string) int {
	n := len(s)
	for i := range len(s) {
		switch s[i] {
		case '<', '>', '&', '"', '\'':
			n += 5
		}
	}
	return n
}

// lowPlane drops what lies beyond the first plane of Unicode.
func lowPlane(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xFFFF {
			return -1
		}
		return r
	}, s)
}
