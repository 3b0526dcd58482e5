package templates

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// columns is the width of plain text, what every mail program shows unbroken.
const columns = 72

// plain writes text for a mail without markup.
func plain(d Doc) string {
	parts := make([]string, 0, len(d.blocks))
	for _, b := range d.blocks {
		parts = append(parts, plainBlock(b, d.lang))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func plainBlock(b block, lang games.Lang) string {
	switch b := b.(type) {
	case heading:
		return plainHeading(b)
	case para:
		return wrap(plainInline(b.text), "", "")
	case list:
		lines := make([]string, len(b.items))
		for i, it := range b.items {
			lines[i] = wrap(plainInline(it), "- ", "  ")
		}
		return strings.Join(lines, "\n")
	case grid:
		return plainTable(b, colon(lang))
	case pre:
		lines := make([]string, len(b.lines))
		for i, l := range b.lines {
			lines[i] = cleanLine(l)
		}
		return strings.Join(lines, "\n")
	}
	return ""
}

// plainHeading never underlines with two dashes: that would begin a signature.
func plainHeading(h heading) string {
	s := clean(h.text.String())
	if h.level > 2 {
		return "* " + s + " *"
	}
	return s + "\n" + strings.Repeat([]string{"=", "-"}[h.level-1], max(4, min(width(s), columns)))
}

func plainInline(t inline) string { return clean(t.String()) }

// wrap breaks s at blanks; a word longer than the line stays whole.
func wrap(s, first, next string) string {
	var b strings.Builder
	b.WriteString(first)
	used, fresh := width(first), true
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' }) {
		w := width(word)
		if !fresh && used+1+w > columns {
			b.WriteString("\n" + next)
			used, fresh = width(next), true
		}
		if !fresh {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used, fresh = used+w, false
	}
	return b.String()
}

// plainTable lines up columns, or writes a record per row when they do not fit.
func plainTable(t grid, colon string) string {
	cells := plainCells(t)
	widths := make([]int, len(t.head))
	total := 2 * (len(t.head) - 1)
	for c := range widths {
		for _, row := range cells {
			widths[c] = max(widths[c], width(row[c]))
		}
		total += widths[c]
	}
	if total > columns && t.brief {
		return plainBrief(cells[1:], colon)
	}
	if total > columns {
		return plainRecords(cells, colon, len(t.right) > 0 && t.right[0])
	}
	lines := make([]string, len(cells))
	for i, row := range cells {
		lines[i] = plainRow(row, widths, t.right)
	}
	return strings.Join(lines, "\n")
}

// plainCells returns the head and the rows, all of one length.
func plainCells(t grid) [][]string {
	out := make([][]string, 0, len(t.rows)+1)
	for _, row := range append([][]inline{t.head}, t.rows...) {
		cells := make([]string, len(t.head))
		for c := range min(len(row), len(cells)) {
			cells[c] = plainInline(row[c])
		}
		out = append(out, cells)
	}
	return out
}

// plainBrief writes each row as one line: "first: others".
func plainBrief(rows [][]string, colon string) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		rest := slices.DeleteFunc(slices.Clone(row[1:]), func(s string) bool { return s == "" })
		lines[i] = wrap(row[0]+colon+strings.Join(rest, " · "), "- ", "  ")
	}
	return strings.Join(lines, "\n")
}

func plainRow(cells []string, widths []int, right []bool) string {
	var b strings.Builder
	for c, s := range cells {
		if c > 0 {
			b.WriteString("  ")
		}
		pad := strings.Repeat(" ", widths[c]-width(s))
		if c < len(right) && right[c] {
			b.WriteString(pad + s)
		} else {
			b.WriteString(s + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// plainRecords writes each row as lines "head: cell"; a numbered row shows its
// second cell beside its number.
func plainRecords(cells [][]string, colon string, numbered bool) string {
	head, lines := cells[0], []string{}
	for _, row := range cells[1:] {
		first, rest := head[0]+colon+row[0], 1
		if numbered && len(row) > 1 {
			first, rest = head[0]+" "+row[0]+" · "+row[1], 2
		}
		lines = append(lines, wrap(first, "", "  "))
		for c := rest; c < len(row); c++ {
			if row[c] != "" {
				lines = append(lines, wrap(head[c]+colon+row[c], "  ", "    "))
			}
		}
	}
	return strings.Join(lines, "\n")
}

func colon(lang games.Lang) string {
	if lang == games.FR {
		return nbsp + ": "
	}
	return ": "
}
