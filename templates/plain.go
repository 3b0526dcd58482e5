package templates

import (
	"slices"
	"strings"

	"fivepoints/games"
)

// columns is the width of plain text, what every mail program shows unbroken;
// pages and boards let a wider table be pushed aside.
const (
	columns     = 72
	wideColumns = 100
)

// plain writes text for a mail without markup. No line ends in a blank, so that
// format=flowed joins none.
func plain(d Doc) string {
	lines := strings.Split(apart(d.blocks, func(b block) string { return plainBlock(b, d.lang) }), "\n")
	for i, l := range lines {
		lines[i] = unmarked(l)
	}
	return strings.Join(lines, "\n")
}

// unmarked keeps a line from being read as quoted, as the start of a signature
// or, in a file of mails, as that of the next one, and from being joined with
// the line below it.
func unmarked(l string) string {
	l = strings.TrimRight(l, " ")
	if l == "--" || strings.HasPrefix(l, ">") || strings.HasPrefix(l, "From ") {
		return " " + l
	}
	return l
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
	return s + "\n" + strings.Repeat([]string{"=", "-"}[h.level-1], max(4, min(columnsOf(s), columns)))
}

func plainInline(t inline) string { return clean(t.String()) }

// wrap breaks s at blanks; a word longer than the line stays whole.
func wrap(s, first, next string) string {
	var b strings.Builder
	b.WriteString(first)
	used, fresh := columnsOf(first), true
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' }) {
		w := columnsOf(word)
		if !fresh && used+1+w > columns {
			b.WriteString("\n" + next)
			used, fresh = columnsOf(next), true
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
	if lines, ok := aligned(t, columns); ok {
		return strings.Join(lines, "\n")
	}
	mark := ""
	if t.brief {
		mark = "- "
	}
	var lines []string
	for _, r := range records(t, colon) {
		lines = append(lines, wrap(plainInline(r[0]), mark, "  "))
		for _, more := range r[1:] {
			lines = append(lines, wrap(plainInline(more), "  ", "    "))
		}
	}
	return strings.Join(lines, "\n")
}

// aligned lines up the columns of a table; it is not ok when they do not fit
// into room.
func aligned(t grid, room int) (lines []string, ok bool) {
	cells := plainCells(t)
	widths := make([]int, len(t.head))
	total := 2 * (len(t.head) - 1)
	for c := range widths {
		for _, row := range cells {
			widths[c] = max(widths[c], columnsOf(row[c]))
		}
		total += widths[c]
	}
	if total > room {
		return nil, false
	}
	for _, row := range cells {
		lines = append(lines, plainRow(row, widths, t.right))
	}
	return lines, true
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

func plainRow(cells []string, widths []int, right []bool) string {
	var b strings.Builder
	for c, s := range cells {
		if c > 0 {
			b.WriteString("  ")
		}
		pad := strings.Repeat(" ", widths[c]-columnsOf(s))
		if c < len(right) && right[c] {
			b.WriteString(pad + s)
		} else {
			b.WriteString(s + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// records writes each row of a table as lines: what it is about, then "head:
// cell" for each cell that holds something. A numbered row shows its second cell
// beside its number; a brief table has one line a row, "first: others".
func records(t grid, colon string) [][]inline {
	numbered := len(t.right) > 0 && t.right[0] && len(t.head) > 1
	out := make([][]inline, 0, len(t.rows))
	for _, row := range t.rows {
		row = append(slices.Clone(row), make([]inline, max(0, len(t.head)-len(row)))...)
		switch {
		case t.brief:
			rest := slices.DeleteFunc(row[1:], func(c inline) bool { return plainInline(c) == "" })
			out = append(out, []inline{join(colon, row[0], join(" · ", rest...))})
		case numbered:
			first := join(" · ", join(" ", t.head[0], row[0]), row[1])
			out = append(out, append([]inline{first}, named(t.head[2:], row[2:], colon)...))
		default:
			first := join(colon, t.head[0], row[0])
			out = append(out, append([]inline{first}, named(t.head[1:], row[1:], colon)...))
		}
	}
	return out
}

// named writes the cells that hold something with the names of their columns.
func named(head, row []inline, colon string) []inline {
	var out []inline
	for c := range head {
		if plainInline(row[c]) != "" {
			out = append(out, join(colon, head[c], row[c]))
		}
	}
	return out
}

func colon(lang games.Lang) string {
	if lang == games.FR {
		return nbsp + ": "
	}
	return ": "
}
