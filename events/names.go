package events

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

// Limits of one commit.
const (
	MaxCommit = 512 << 10 // bytes of its frame
	maxFacts  = 1000
	maxTime   = 1<<53 - 1 // milliseconds: what every JSON reader keeps exactly
)

// NewKey makes the key that names a cause: the first 16 bytes of SHA-256 over
// cause and parts, each preceded by its length as 4 bytes big-endian, so that
// ("a", "bc") and ("ab", "c") differ.
func NewKey(cause string, parts ...string) Key {
	h := sha256.New()
	var n [4]byte
	for _, s := range append([]string{cause}, parts...) {
		binary.BigEndian.PutUint32(n[:], uint32(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	var k Key
	copy(k[:], h.Sum(nil))
	return k
}

// CheckStream tells whether name can name a stream: "club", "people",
// "game/<id>", "outbox/<id>" or "inbox/<source>".
func CheckStream(name string) error {
	kind, id, found := strings.Cut(name, "/")
	switch {
	case !found && (kind == "club" || kind == "people"):
		return nil
	case (kind == "game" || kind == "outbox") && len(id) >= 2 && token(id, 16, "-") && letter(id[0]):
		return nil
	case kind == "inbox" && token(id, 32, "-"):
		return nil
	}
	return fmt.Errorf("stream name %.60q is none of club, people, game/<id>, outbox/<id>, inbox/<source>", name)
}

// CheckKeyName tells whether name can name a key: "club", "games/<id>" or
// "people/<id>".
func CheckKeyName(name string) error {
	kind, id, found := strings.Cut(name, "/")
	if !found && kind == "club" {
		return nil
	}
	if (kind == "games" || kind == "people") && token(id, 32, "-") && letter(id[0]) {
		return nil
	}
	return fmt.Errorf("key name %.60q is none of club, games/<id>, people/<id>", name)
}

// CheckAudience tells whether name can be the audience of a private part: a seat
// id, or "engine".
func CheckAudience(name string) error {
	if token(name, 16, "") && letter(name[0]) && name != "public" {
		return nil
	}
	return fmt.Errorf("audience %.40q is neither a seat nor engine", name)
}

func checkType(name string) error {
	if token(name, 64, "._-") && letter(name[0]) {
		return nil
	}
	return fmt.Errorf("fact type %.80q is no lower-case name", name)
}

// token: 1 to most characters a-z, 0-9 and, after the first, those of extra.
func token(s string, most int, extra string) bool {
	if s == "" || len(s) > most {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !letter(c) && (c < '0' || c > '9') && (i == 0 || strings.IndexByte(extra, c) < 0) {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' }

// check validates everything of a commit that does not depend on the log.
func (c *Commit) check() error {
	if err := CheckStream(c.Stream); err != nil {
		return err
	}
	if ms := c.At.UnixMilli(); ms < 0 || ms > maxTime {
		return fmt.Errorf("time %s is before 1970 or too far away", c.At.UTC().Format(time.RFC3339))
	}
	if len(c.Facts) == 0 || len(c.Facts) > maxFacts {
		return fmt.Errorf("a commit has 1 to %d facts, not %d", maxFacts, len(c.Facts))
	}
	for i := range c.Facts {
		if err := c.Facts[i].check(); err != nil {
			return fmt.Errorf("fact %d (%.64s): %w", i+1, c.Facts[i].Type, err)
		}
	}
	return nil
}

func (f *Fact) check() error {
	if err := checkType(f.Type); err != nil {
		return err
	}
	if f.V < 1 || f.V > 1<<20 {
		return fmt.Errorf("version %d is out of range", f.V)
	}
	if !canonicalObject(f.Pub) {
		return fmt.Errorf("the public payload is no canonical JSON object")
	}
	for i, p := range f.Priv {
		if err := CheckAudience(p.Audience); err != nil {
			return err
		}
		if i > 0 && f.Priv[i-1].Audience >= p.Audience {
			return fmt.Errorf("the private parts are not sorted by audience, one for each")
		}
		if err := CheckKeyName(p.Key); err != nil {
			return err
		}
		if !canonicalObject(p.Plain) {
			return fmt.Errorf("the part for %s is no canonical JSON object", p.Audience)
		}
	}
	return nil
}
