package mail

import (
	"bytes"
	"mime"
	"regexp"
	"slices"
	"strings"
)

// part is a node of the message's structure.
type part struct {
	header   header
	media    string // "text/plain"
	params   map[string]string
	body     []byte // of a leaf, still transfer-encoded
	children []*part
	decoded  []byte // cache of data
	odd      bool   // decoded is as it came: the encoding is unknown, or a lie
	use      string // "text", "attachment", ""
	mended   bool   // its boundary was not the declared one
}

// open is a multipart whose end was not seen yet.
type open struct {
	part     *part
	boundary string
	start    int // of its body
}

// splitter reads the structure of a message in one pass over its lines. A
// boundary line belongs to the innermost open multipart that it fits: some
// programs make a boundary by adding dashes to the one around it.
type splitter struct {
	text  []byte
	base  int // levels around the text
	stack []open
	leaf  *part
	start int // of the leaf's body
	parts int // over all levels
}

func parseParts(h header, body []byte) (*part, error) {
	root := newPart(h, false)
	return root, (&splitter{text: body, parts: 1}).run(root)
}

func newPart(h header, inDigest bool) *part {
	p := &part{header: h}
	p.media, p.params = contentType(h.get("Content-Type"))
	if inDigest && !h.has("Content-Type") {
		p.media = "message/rfc822" // whole messages of others (RFC 2046, 5.1.5)
	}
	return p
}

// run reads the text as the body of a part.
func (s *splitter) run(root *part) error {
	if err := s.enter(root, 0); err != nil {
		return err
	}
	for pos := 0; pos < len(s.text); {
		at := pos
		pos = lineEnd(s.text, pos)
		level, last := s.fits(s.text[at:pos])
		if level < 0 {
			continue
		}
		if err := s.leave(level+1, at); err != nil {
			return err
		}
		if last {
			if err := s.leave(level, at); err != nil {
				return err
			}
			continue
		}
		next, err := s.begin(pos)
		if err != nil {
			return err
		}
		pos = next
	}
	return s.leave(0, len(s.text)+1)
}

// lineEnd returns where the line that begins at pos ends, its line end included.
func lineEnd(text []byte, pos int) int {
	if n := bytes.IndexByte(text[pos:], '\n'); n >= 0 {
		return pos + n + 1
	}
	return len(text)
}

// fits returns the level of the multipart that a line divides, -1 for none,
// and whether the line ends it.
func (s *splitter) fits(line []byte) (level int, last bool) {
	if len(line) < 2 || line[0] != '-' || line[1] != '-' {
		return -1, false
	}
	line = bytes.TrimRight(line[2:], " \t\n")
	for level = len(s.stack) - 1; level >= 0; level-- {
		if b := s.stack[level].boundary; b != "" && bytes.HasPrefix(line, []byte(b)) {
			if rest := line[len(b):]; len(rest) == 0 || string(rest) == "--" {
				return level, len(rest) > 0
			}
		}
	}
	return -1, false
}

// begin reads the header of a part and returns where its body begins.
func (s *splitter) begin(pos int) (int, error) {
	if s.parts++; s.parts > maxParts {
		return 0, errParts
	}
	rest := s.text[pos:min(len(s.text), pos+maxHeader+maxHeaderLine)]
	head, body := cutPartHeader(rest)
	if err := checkHeader(head); err != nil {
		return 0, err
	}
	fields, _ := repairHeader(head)
	h, _ := parseHeader(fields)
	around := s.stack[len(s.stack)-1].part
	p := newPart(h, around.media == "multipart/digest")
	around.children = append(around.children, p)
	pos += len(rest) - len(body)
	return pos, s.enter(p, pos)
}

// enter makes a part the current one; its body begins at pos.
func (s *splitter) enter(p *part, pos int) error {
	if s.base+len(s.stack)+1 > maxDepth {
		return errDepth
	}
	s.leaf, s.start = p, pos
	if strings.HasPrefix(p.media, "multipart/") {
		s.leaf = nil
		s.stack = append(s.stack, open{p, p.params["boundary"], pos})
	}
	return nil
}

// leave ends the leaf and all multiparts above level at a boundary line, or
// behind the text where no boundary did.
func (s *splitter) leave(level, at int) error {
	if s.leaf != nil {
		s.leaf.body, s.leaf = s.until(s.start, at), nil
	}
	for len(s.stack) > level {
		o := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if o.part.children != nil {
			continue
		}
		if err := s.undivided(o.part, s.until(o.start, at)); err != nil {
			return err
		}
	}
	return nil
}

// until cuts out a body; the line end before a boundary belongs to the boundary.
func (s *splitter) until(start, at int) []byte {
	if at > len(s.text) {
		return s.text[start:]
	}
	return bytes.TrimSuffix(s.text[min(start, at):at], []byte{'\n'})
}

// undivided reads a multipart in which its boundary was not found: a gateway
// may have changed one of them. Without any, the body is text: better shown as
// it is than lost.
func (s *splitter) undivided(p *part, body []byte) error {
	boundary := guessBoundary(body)
	if boundary == "" || boundary == p.params["boundary"] {
		p.media, p.body = "text/plain", body
		return nil
	}
	p.params, p.mended = map[string]string{"boundary": boundary}, true
	inner := &splitter{text: body, base: s.base + len(s.stack), parts: s.parts}
	err := inner.run(p)
	s.parts = inner.parts
	return err
}

// guessBoundary finds the first line "--word" above a Content field.
func guessBoundary(body []byte) string {
	for pos := 0; pos < len(body); {
		line := body[pos:lineEnd(body, pos)]
		pos += len(line)
		if len(line) < 4 || len(line) > 75 || line[0] != '-' || line[1] != '-' {
			continue
		}
		word := bytes.TrimRight(line[2:], " \t\n")
		if bytes.ContainsAny(word, " \t") || bytes.Trim(word, "-") == nil {
			continue
		}
		if next := body[pos:]; len(next) >= 8 && strings.EqualFold(string(next[:8]), "content-") {
			return string(word)
		}
	}
	return ""
}

// cutPartHeader splits a part; one that begins with an empty line has no header.
func cutPartHeader(chunk []byte) (head, body []byte) {
	if bytes.HasPrefix(chunk, []byte{'\n'}) {
		return nil, chunk[1:]
	}
	return cutHeader(chunk)
}

var looseParam = regexp.MustCompile(`(?i)[;\s]\s*(charset|boundary|format|delsp|name|report-type)\s*=\s*(?:"([^"]*)"|([^\s;"]+))`)

// contentType reads a media type; the parameters we use are found even when
// the field as a whole is broken.
func contentType(value string) (media string, params map[string]string) {
	if value == "" {
		return "text/plain", nil
	}
	media, params, err := mime.ParseMediaType(value)
	if err == nil {
		return media, params
	}
	media, _, _ = strings.Cut(value, ";")
	media = strings.ToLower(strings.TrimSpace(media))
	params = map[string]string{}
	for _, m := range looseParam.FindAllStringSubmatch(value, -1) {
		params[strings.ToLower(m[1])] = m[2] + m[3]
	}
	if !strings.Contains(media, "/") {
		media = "text/plain"
	}
	return media, params
}

// leaves calls f for every leaf in order.
func (p *part) leaves(f func(*part)) {
	if p.children == nil {
		f(p)
	}
	for _, c := range p.children {
		c.leaves(f)
	}
}

// isMended tells whether the boundary of a multipart in here had to be guessed.
func (p *part) isMended() bool { return p.mended || slices.ContainsFunc(p.children, (*part).isMended) }

// data returns the leaf's bytes without transfer encoding.
func (p *part) data() []byte {
	if p.decoded == nil {
		var known bool
		p.decoded, known = decodeTransfer(p.body, p.header.get("Content-Transfer-Encoding"))
		p.odd = !known
	}
	return p.decoded
}

// unread counts the files in which a player may have written something: no
// pictures, signatures or cards, and no other form of a text that was read.
func unread(p *part) int {
	if p.children == nil {
		return count(p.use == "attachment" && !wordless.MatchString(p.media))
	}
	n := 0
	for _, c := range p.children {
		if p.media != "multipart/alternative" || c.children != nil {
			n += unread(c)
		}
	}
	return n
}

var wordless = regexp.MustCompile(`^(?:(?:image|audio|video)/.*|application/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted)|ics)|` +
	`text/(?:calendar|(?:x-)?vcard|directory)|message/(?:delivery-status|disposition-notification))$`)

// attached tells whether a leaf is not meant to be read in place; a text file
// with a name is one.
func (p *part) attached() bool {
	disposition, params := contentType(p.header.get("Content-Disposition"))
	if p.header.get("Content-Disposition") == "" {
		disposition = ""
	}
	if p.media != "text/plain" && p.media != "text/html" {
		return true
	}
	return disposition == "attachment" || params["filename"] != "" || p.params["name"] != ""
}
