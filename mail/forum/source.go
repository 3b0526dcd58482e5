package forum

import (
	"strings"

	"fivepoints/events"
)

// BBCode reads what an author typed on a board of a kind. ok is false when there
// are too many lines. What a broken tag leaves open to doubt is unclear.
func BBCode(src string, kind Kind) (lines []events.Line, ok bool) {
	src = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(src)
	r := bbReader{kind: kind, src: src, toks: tokens(src), open: map[string]int{}}
	r.match()
	for i := 0; i < len(r.toks); i++ {
		if t := r.toks[i]; t.kind == tokenText {
			r.out.text(src[t.start:t.end])
		} else {
			i = r.tag(i)
		}
	}
	return r.out.done()
}

// bbReader walks over tokens.
type bbReader struct {
	kind    Kind
	src     string
	toks    []token
	partner []int          // of each tag that is closed, or closes: the other one; -1 when there is none
	open    map[string]int // tags open that have no partner yet, while they are matched
	out     writer
}

// match pairs tags of a name, innermost first. Within code nothing is a tag but
// its end.
func (r *bbReader) match() {
	r.partner = make([]int, len(r.toks))
	last := map[string]int{} // where the last end of a name stands
	for i, t := range r.toks {
		r.partner[i] = -1
		if t.kind == tokenClose {
			last[t.name] = i
		}
	}
	stacks := map[string][]int{}
	code := ""
	for i, t := range r.toks {
		role := roleOf(t.name, r.kind)
		switch {
		case t.kind == tokenText || role == roleNone:
		case code != "":
			if t.kind == tokenClose && t.name == code {
				r.pair(stacks, i, t.name)
				code = ""
			}
		case t.kind == tokenOpen:
			stacks[t.name] = append(stacks[t.name], i)
			if role == roleCode && last[t.name] > i {
				code = t.name
			}
		default:
			r.pair(stacks, i, t.name)
		}
	}
}

func (r *bbReader) pair(stacks map[string][]int, i int, name string) {
	s := stacks[name]
	if len(s) == 0 {
		return
	}
	j := s[len(s)-1]
	r.partner[i], r.partner[j] = j, i
	stacks[name] = s[:len(s)-1]
}

// tag does what a tag does and returns the last token it used.
func (r *bbReader) tag(i int) int {
	t, role, whole := r.toks[i], roleOf(r.toks[i].name, r.kind), r.partner[i] >= 0
	on := t.kind == tokenOpen
	switch {
	case role == roleItem && on:
		r.out.flush()
	case role == roleItem:
	case role == roleBlock:
		r.out.flush()
	case role == roleNone, !whole && role == roleMark:
		r.out.text(r.src[t.start:t.end])
	case !whole: // whether it works nobody can tell who does not ask the board
		r.out.text(r.src[t.start:t.end])
		r.out.doubt(role == roleQuote || role == roleSpoiler || role == roleCode)
	case role == roleQuote:
		r.out.nest(&r.out.quote, on)
	case role == roleSpoiler:
		r.out.nest(&r.out.spoiler, on)
	case role == roleStruck:
		r.out.strike(on, r.kind == PhpBB) // no phpBB strikes as it is installed
	case role == roleRow:
		r.out.flush()
	case role == roleCell:
		r.out.text(" ")
	case on && role == roleCode:
		r.out.flush()
		r.out.text(strings.TrimPrefix(r.src[t.end:r.toks[r.partner[i]].start], "\n"))
		r.out.flush()
		return r.partner[i]
	case on && role == roleDrop:
		return r.partner[i]
	}
	return i
}
