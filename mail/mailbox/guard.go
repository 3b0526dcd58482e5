package mailbox

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
)

const (
	guardLine  = 16 << 10 // bytes of a line that are looked at
	guardDepth = 100      // nested lists; our questions are answered with three
	guardEnd   = 32       // bytes that tell whether a message follows
)

var errSick = errors.New("the server sends a line that is not IMAP")

var (
	capabilities = regexp.MustCompile(`(?i)^\S+ (?:[a-z]+ \[)?capability([^\]\n]*)`)
	fetched      = regexp.MustCompile(`(?i)^\* [0-9]+ fetch`)
	literalEnd   = regexp.MustCompile(`\{([0-9]{1,18})\} ?\r?\n$`)
)

// guard looks for answers that the library cannot bear: a list among the
// capabilities makes it loop for ever, and body structures, which nobody asked
// for, may be nested until the stack ends. Messages within answers are passed
// over.
type guard struct {
	line    []byte // its first bytes
	end     []byte // its last bytes
	depth   int
	literal int64 // bytes of a message still to come
}

// check looks at the next bytes of the server.
func (g *guard) check(p []byte) error {
	for len(p) > 0 {
		if g.literal > 0 {
			n := min(g.literal, int64(len(p)))
			g.literal -= n
			p = p[n:]
			continue
		}
		piece, rest, whole := bytes.Cut(p, []byte{'\n'})
		if whole {
			piece = p[:len(piece)+1]
		}
		if err := g.look(piece); err != nil {
			return err
		}
		if whole {
			g.lineEnds()
		}
		p = rest
	}
	return nil
}

// look judges a piece of a line.
func (g *guard) look(piece []byte) error {
	lists := false
	for _, b := range piece {
		switch b {
		case '(':
			lists = true
			g.depth++
		case ')':
			g.depth = max(0, g.depth-1)
		}
		if g.depth > guardDepth {
			return errSick
		}
	}
	g.line = append(g.line, piece[:min(len(piece), guardLine-len(g.line))]...)
	g.end = append(g.end, piece[max(0, len(piece)-guardEnd):]...)
	g.end = g.end[max(0, len(g.end)-guardEnd):]
	full := len(g.line) == guardLine
	if !lists && !full {
		return nil
	}
	if found := capabilities.FindSubmatch(g.line); found != nil && (full || bytes.IndexByte(found[1], '(') >= 0) {
		return errSick
	}
	return nil
}

// lineEnds notes a message that follows; then the line goes on behind it.
func (g *guard) lineEnds() {
	var found [][]byte
	if bytes.HasSuffix(bytes.TrimRight(g.end, " \r\n"), []byte{'}'}) && fetched.Match(g.line) {
		found = literalEnd.FindSubmatch(g.end)
	}
	if found != nil {
		g.literal, _ = strconv.ParseInt(string(found[1]), 10, 64)
	} else {
		g.line, g.depth = g.line[:0], 0
	}
	g.end = g.end[:0]
}
