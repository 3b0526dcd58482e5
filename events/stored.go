package events

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// Decode reads a stored commit: its facts with Pub and the hashes of their
// parts, Plain nil. The payloads share the memory of st.Bytes. It accepts
// canonical bytes only.
func Decode(st Stored) (Commit, error) {
	c, err := decodeCommit(st)
	if err != nil {
		return Commit{}, fmt.Errorf("reading commit %d: %w", st.Seq, err)
	}
	return c, nil
}

func decodeCommit(st Stored) (Commit, error) {
	if !bytes.HasPrefix(st.Bytes, []byte(`{"v":1,`)) {
		return Commit{}, errors.New("it is no commit, or one of a newer fivepoints")
	}
	if !utf8.Valid(st.Bytes) {
		return Commit{}, errUTF8
	}
	s := scanner{b: st.Bytes, parts: st.Parts}
	var c Commit
	s.lit(`{"v":1,"stream":`)
	c.Stream = s.name()
	s.lit(`,"prev":`)
	c.Expect = Seq(s.uint())
	s.lit(`,"at":`)
	c.At = time.UnixMilli(int64(s.uint())).UTC()
	s.lit(`,"key":`)
	s.hex(c.Key[:])
	s.lit(`,"cause":`)
	c.Cause = Seq(s.uint())
	s.lit(`,"facts":[`)
	c.Facts = make([]Fact, 0, min(bytes.Count(s.b[s.pos:], []byte(`{"t":`)), maxFacts))
	for s.err == nil && len(c.Facts) < maxFacts {
		c.Facts = append(c.Facts, s.fact())
		if !s.has(`,`) {
			break
		}
	}
	s.lit(`]}`)
	switch {
	case s.err != nil:
		return Commit{}, s.err
	case s.pos < len(s.b):
		return Commit{}, fmt.Errorf("there is more after byte %d", s.pos)
	case len(s.parts) > 0:
		return Commit{}, fmt.Errorf("it has %d encrypted parts too many", len(s.parts))
	}
	return c, CheckStream(c.Stream)
}

// scanner walks canonical bytes; after the first error it stands still.
type scanner struct {
	b     []byte
	pos   int
	parts []Sealed
	err   error
}

func (s *scanner) fail(what string) {
	if s.err == nil {
		s.err = fmt.Errorf("%s was expected at byte %d", what, s.pos)
	}
}

// has takes lit when it comes next.
func (s *scanner) has(lit string) bool {
	if s.err != nil || len(s.b)-s.pos < len(lit) || string(s.b[s.pos:s.pos+len(lit)]) != lit {
		return false
	}
	s.pos += len(lit)
	return true
}

func (s *scanner) lit(lit string) {
	if !s.has(lit) {
		s.fail(lit)
	}
}

// raw takes the next value whole.
func (s *scanner) raw() []byte {
	if s.err != nil {
		return nil
	}
	end := scanValue(s.b, s.pos, 0)
	if end < 0 {
		s.fail("a canonical JSON value")
		return nil
	}
	b := s.b[s.pos:end:end]
	s.pos = end
	return b
}

// name takes a string without escapes.
func (s *scanner) name() string {
	b := s.raw()
	if len(b) < 2 || b[0] != '"' || bytes.IndexByte(b, '\\') >= 0 {
		s.fail("a name")
		return ""
	}
	return string(b[1 : len(b)-1])
}

func (s *scanner) uint() uint64 {
	n, err := strconv.ParseUint(string(s.raw()), 10, 53)
	if err != nil {
		s.fail("a whole number")
	}
	return n
}

// hex fills dst from a string of lower-case hexadecimal digits.
func (s *scanner) hex(dst []byte) {
	b := s.raw()
	if len(b) != 2*len(dst)+2 || b[0] != '"' || bytes.ContainsAny(b, "ABCDEF") {
		s.fail("a hexadecimal string")
		return
	}
	if _, err := hex.Decode(dst, b[1:len(b)-1]); err != nil {
		s.fail("a hexadecimal string")
	}
}

func (s *scanner) fact() Fact {
	var f Fact
	s.lit(`{"t":`)
	f.Type = s.name()
	s.lit(`,"v":`)
	f.V = int(s.uint())
	s.lit(`,"pub":`)
	f.Pub = s.raw()
	if s.err == nil && f.Pub[0] != '{' {
		s.fail("an object before")
	}
	if s.has(`,"priv":[`) {
		for s.err == nil {
			f.Priv = append(f.Priv, s.part())
			if !s.has(`,`) {
				break
			}
		}
		s.lit(`]`)
	}
	s.lit(`}`)
	return f
}

func (s *scanner) part() Part {
	var p Part
	s.lit(`[`)
	p.Audience = s.name()
	s.lit(`,`)
	s.hex(p.H[:])
	s.lit(`]`)
	if len(s.parts) == 0 {
		s.fail("an encrypted part for what stands")
		return p
	}
	p.Key, s.parts = s.parts[0].Key, s.parts[1:]
	return p
}

// Frame returns a commit as one message; see the package's documentation.
func Frame(st Stored) []byte {
	b := make([]byte, 0, frameSize(st))
	b = append(append(b, st.Bytes...), '\n')
	for _, p := range st.Parts {
		b = append(append(b, byte(len(p.Key))), p.Key...)
		b = binary.BigEndian.AppendUint32(b, uint32(len(p.Data)))
		b = append(b, p.Data...)
	}
	return b
}

func frameSize(st Stored) int {
	n := len(st.Bytes) + 1
	for _, p := range st.Parts {
		n += 1 + len(p.Key) + 4 + len(p.Data)
	}
	return n
}

// Unframe takes a frame apart. The result shares its memory and has no seq and
// no leaf: they come from outside and are to be compared.
func Unframe(frame []byte) (Stored, error) {
	canonical, rest, found := bytes.Cut(frame, []byte{'\n'})
	if !found || len(frame) > MaxCommit {
		return Stored{}, errors.New("taking a frame apart: it is no frame")
	}
	st := Stored{Bytes: canonical}
	for len(rest) > 0 {
		var p Sealed
		var ok bool
		if p, rest, ok = cutPart(rest); !ok {
			return Stored{}, errors.New("taking a frame apart: its last part is cut off")
		}
		st.Parts = append(st.Parts, p)
	}
	return st, nil
}

func cutPart(b []byte) (p Sealed, rest []byte, ok bool) {
	n := int(b[0])
	if len(b) < 1+n+4 {
		return p, nil, false
	}
	p.Key = string(b[1 : 1+n])
	m := uint64(binary.BigEndian.Uint32(b[1+n:]))
	b = b[1+n+4:]
	if m > uint64(len(b)) {
		return p, nil, false
	}
	p.Data = b[:m:m]
	return p, b[m:], true
}
