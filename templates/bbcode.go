package templates

import (
	"strings"

	"fivepoints/games"
)

// page writes a document as one post, one line per paragraph.
func (d board) page(doc Doc) string {
	return apart(doc.blocks, func(b block) string { return d.block(b, doc.lang) })
}

func (d board) block(b block, lang games.Lang) string {
	switch b := b.(type) {
	case heading:
		return around(d.heads[b.level-1], d.inert(clean(b.text.String())))
	case para:
		return d.inline(b.text)
	case list:
		items := make([][]inline, len(b.items))
		for i, it := range b.items {
			items[i] = []inline{it}
		}
		return d.items(items)
	case grid:
		if lines, ok := aligned(b, wideColumns); ok {
			return d.code(lines)
		}
		return d.items(records(b, colon(lang)))
	case pre:
		return d.code(b.lines)
	}
	return ""
}

// items writes a list whose items may have several lines.
func (d board) items(items [][]inline) string {
	lines := make([]string, len(items))
	for i, it := range items {
		parts := make([]string, len(it))
		for j, line := range it {
			parts[j] = d.inline(line)
		}
		lines[i] = around(d.item, strings.Join(parts, "\n"))
	}
	return around(d.list, strings.Join(lines, "\n"))
}

func (d board) inline(t inline) string {
	var b strings.Builder
	for _, s := range merged(t) {
		text := d.inert(oneLine(s.text))
		if strings.TrimSpace(s.text) != "" { // boards disagree about empty marks
			text = around(d.mark(s.style), text)
		}
		b.WriteString(text)
	}
	return strings.TrimSpace(b.String())
}

func (d board) mark(s style) [2]string {
	switch s {
	case strong:
		return [2]string{"[b]", "[/b]"}
	case code:
		return d.typed
	case struck:
		return d.struck
	}
	return [2]string{}
}

// code writes lines whose columns count.
func (d board) code(lines []string) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if l = cleanLine(l); d.preRead {
			l = d.inert(l)
		} else {
			l = inertCode(l)
		}
		if d.preWrap {
			l = unbroken(l)
		}
		out[i] = strings.ReplaceAll(l, " ", d.blank)
	}
	return around(d.pre, strings.Join(out, "\n"))
}

func around(marks [2]string, s string) string { return marks[0] + s + marks[1] }

// merged puts neighbours of one style together: what is harmless in two spans
// may be markup in one.
func merged(t inline) inline {
	var out inline
	for _, s := range t {
		if n := len(out); n > 0 && out[n-1].style == s.style {
			out[n-1].text += s.text
			continue
		}
		out = append(out, s)
	}
	return out
}
