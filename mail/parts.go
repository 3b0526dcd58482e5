package mail

import (
	"bytes"
	"mime"
	"regexp"
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
	use      string // "text", "attachment", ""
}

// splitter counts parts over all levels.
type splitter struct{ parts int }

// parseParts splits a message by its boundaries: one scan per level and at
// most maxDepth levels, so that the cost is linear.
func parseParts(h header, body []byte) (*part, error) {
	return new(splitter).parse(h, body, 1, false)
}

func (s *splitter) parse(h header, body []byte, depth int, inDigest bool) (*part, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	if s.parts++; s.parts > maxParts {
		return nil, errParts
	}
	p := &part{header: h, body: body}
	p.media, p.params = contentType(h.get("Content-Type"))
	if inDigest && !h.has("Content-Type") {
		p.media = "message/rfc822" // whole messages of others (RFC 2046, 5.1.5)
	}
	if !strings.HasPrefix(p.media, "multipart/") {
		return p, nil
	}
	return p, s.split(p, depth)
}

// split cuts a multipart body. Without any boundary line the body is text:
// better shown as it is than lost.
func (s *splitter) split(p *part, depth int) error {
	chunks, err := cutAtBoundary(p.body, p.params["boundary"], maxParts-s.parts)
	if err != nil {
		return err
	}
	if len(chunks) == 0 {
		p.media = "text/plain"
		return nil
	}
	p.body = nil
	for _, c := range chunks {
		child, err := s.parsePart(c, depth+1, p.media == "multipart/digest")
		if err != nil {
			return err
		}
		p.children = append(p.children, child)
	}
	return nil
}

// parsePart reads the header of a part, then the part.
func (s *splitter) parsePart(chunk []byte, depth int, inDigest bool) (*part, error) {
	head, body := cutPartHeader(chunk)
	if err := checkHeader(head); err != nil {
		return nil, err
	}
	head, _ = repairHeader(head)
	h, _ := parseHeader(head)
	return s.parse(h, body, depth, inDigest)
}

// cutPartHeader splits a part; one that begins with an empty line has no header.
func cutPartHeader(chunk []byte) (head, body []byte) {
	if bytes.HasPrefix(chunk, []byte{'\n'}) {
		return nil, chunk[1:]
	}
	return cutHeader(chunk)
}

// cutAtBoundary returns what lies between the boundary lines, without what is
// before the first; a missing last boundary ends with the body.
func cutAtBoundary(body []byte, boundary string, limit int) ([][]byte, error) {
	if boundary == "" {
		return nil, nil
	}
	var chunks [][]byte
	start, pos := -1, 0
	for line := range bytes.Lines(body) {
		at := pos
		pos += len(line)
		kind := boundaryLine(line, boundary)
		if kind == 0 {
			continue
		}
		if start >= 0 {
			chunks = append(chunks, trimEnd(body[start:at]))
		}
		if len(chunks) > limit {
			return nil, errParts
		}
		if start = pos; kind == 2 {
			return chunks, nil
		}
	}
	if start >= 0 {
		chunks = append(chunks, body[start:])
	}
	return chunks, nil
}

// trimEnd drops the line end that belongs to the boundary.
func trimEnd(b []byte) []byte { return bytes.TrimSuffix(b, []byte{'\n'}) }

// boundaryLine returns 1 for "--boundary", 2 for "--boundary--", else 0.
func boundaryLine(line []byte, boundary string) int {
	if len(line) < 2 || line[0] != '-' || line[1] != '-' {
		return 0
	}
	rest, ok := bytes.CutPrefix(line[2:], []byte(boundary))
	rest = bytes.TrimRight(rest, " \t\n")
	switch {
	case ok && len(rest) == 0:
		return 1
	case ok && string(rest) == "--":
		return 2
	}
	return 0
}

var looseParam = regexp.MustCompile(`(?i);\s*(charset|boundary|format|delsp|name|report-type)\s*=\s*(?:"([^"]*)"|([^\s;"]+))`)

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

// data returns the leaf's bytes without transfer encoding.
func (p *part) data() []byte {
	if p.decoded == nil {
		p.decoded, _ = decodeTransfer(p.body, p.header.get("Content-Transfer-Encoding"))
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
