package templates

import "slices"

// Format is a way to write a Doc.
type Format string

// The formats of Render.
const (
	Markdown Format = "md"           // GitHub's
	Plain    Format = "text"         // a mail without markup, 72 columns
	HTML     Format = "html"         // a page, or the HTML part of a mail
	PhpBB    Format = "bbcode:phpbb" // phpBB 3.2 and later
	MyBB     Format = "bbcode:mybb"  // MyBB 1.8
	SMF      Format = "bbcode:smf"   // Simple Machines Forum 2.1
	XenForo  Format = "bbcode:xenforo"
	BGG      Format = "bgg" // the markup of BoardGameGeek and its sisters

	// Markdown in which no word of a text becomes a picture, a mention or a link.
	NodeBB    Format = "md:nodebb"
	Discourse Format = "md:discourse"
)

// Formats lists every format of Render.
func Formats() []Format {
	return []Format{Markdown, Plain, HTML, PhpBB, MyBB, SMF, XenForo, BGG, NodeBB, Discourse}
}

// Known tells whether Render can write a format.
func (f Format) Known() bool { return slices.Contains(Formats(), f) }

// Limit is the longest post of a board as it is installed, in characters as
// Posts counts them; 0 when a format has none.
func (f Format) Limit() int {
	switch f {
	case NodeBB:
		return 32767
	case Discourse:
		return 32000
	}
	d, _ := boardOf(f)
	return d.limit
}

// Render writes a document whole, however long; an unknown format is written as
// plain text.
func Render(d Doc, f Format) []byte {
	if b, ok := boardOf(f); ok {
		return []byte(b.page(d))
	}
	switch f {
	case Markdown:
		return []byte(mdWriter{}.page(d))
	case NodeBB, Discourse:
		return []byte(mdWriter{board: true}.page(d))
	case HTML:
		return []byte(htmlPage(d))
	}
	return []byte(plain(d))
}

// board is how the posts of one kind of board are written: which marks it reads
// as it is installed, and what it does to a block of code.
type board struct {
	limit   int          // characters of a post
	heads   [3][2]string // around a heading of each level
	struck  [2]string    // around what was replaced
	typed   [2]string    // around what a player typed
	list    [2]string    // around a list
	item    [2]string    // around each of its items
	pre     [2]string    // around lines whose columns count
	blank   string       // what keeps a blank in such a line
	preRead bool         // marks are read even there
	preWrap bool         // lines are broken even there, where a window is narrow
	angle   string       // stands for a <, which eats the rest of a post of BoardGameGeek
}

// boardOf is what was seen in the sources and on running boards of each kind,
// and for XenForo and BoardGameGeek what their help says: phpBB knows no strike
// as it is installed; phpBB, MyBB and SMF have no mark for code within a line;
// MyBB and SMF fold blanks in a block of code, MyBB drops those before its first
// line and breaks lines where a text would be broken. BoardGameGeek may do so, too.
func boardOf(f Format) (board, bool) {
	bold := [2]string{"[b]", "[/b]"}
	d := board{
		heads:  [3][2]string{{"[size=x-large][b]", "[/b][/size]"}, {"[size=large][b]", "[/b][/size]"}, bold},
		struck: [2]string{"[s]", "[/s]"}, typed: [2]string{"[i]", "[/i]"},
		list: [2]string{"[list]\n", "\n[/list]"}, item: [2]string{"[*]", ""},
		pre: [2]string{"[code]\n", "\n[/code]"}, blank: nbsp, angle: "<",
	}
	switch f {
	case PhpBB:
		d.limit, d.blank, d.struck = 60000, " ", [2]string{}
		d.heads[0], d.heads[1] = [2]string{"[size=150][b]", "[/b][/size]"}, [2]string{"[size=125][b]", "[/b][/size]"}
	case MyBB:
		d.limit, d.preWrap = 65535, true
	case SMF:
		d.limit, d.item = 20000, [2]string{"[li]", "[/li]"}
	case XenForo:
		d.limit, d.blank, d.typed = 10000, " ", [2]string{"[icode]", "[/icode]"}
		d.heads[0], d.heads[1] = [2]string{"[size=6][b]", "[/b][/size]"}, [2]string{"[size=5][b]", "[/b][/size]"}
	case BGG:
		d.limit, d.preRead, d.preWrap, d.angle = 20000, true, true, "‹" // no limit is documented
		d.heads[0], d.heads[1] = [2]string{"[b][size=18]", "[/size][/b]"}, [2]string{"[b][size=14]", "[/size][/b]"}
		d.struck, d.typed = [2]string{"[-]", "[/-]"}, [2]string{"[c]", "[/c]"}
		d.list, d.item = [2]string{}, [2]string{"• ", ""}
		d.pre = [2]string{"[c]", "[/c]"}
	default:
		return board{}, false
	}
	return d, true
}
