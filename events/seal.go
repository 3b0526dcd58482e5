package events

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	saltSize  = 32
	nonceSize = 12
)

// Seal gives a commit its final form: canonical bytes, encrypted parts, leaf.
// Salts and nonces come from rand. The seq is the log's to give.
func Seal(c Commit, keys Keys, rand io.Reader) (Stored, error) {
	st, err := seal(c, keys, rand)
	if err != nil {
		return Stored{}, fmt.Errorf("sealing a commit of stream %.60s: %w", c.Stream, err)
	}
	return st, nil
}

func seal(c Commit, keys Keys, rand io.Reader) (Stored, error) {
	if err := c.check(); err != nil {
		return Stored{}, err
	}
	b := make([]byte, 0, roughSize(&c))
	b = append(b, `{"v":1,"stream":"`...)
	b = append(b, c.Stream...)
	b = append(b, `","prev":`...)
	b = strconv.AppendUint(b, uint64(c.Expect), 10)
	b = append(b, `,"at":`...)
	b = strconv.AppendInt(b, c.At.UnixMilli(), 10)
	b = append(b, `,"key":"`...)
	b = hex.AppendEncode(b, c.Key[:])
	b = append(b, `","cause":`...)
	b = strconv.AppendUint(b, uint64(c.Cause), 10)
	b = append(b, `,"facts":[`...)
	s := sealer{b: b, keys: keys, rand: rand}
	for i := range c.Facts {
		if i > 0 {
			s.b = append(s.b, ',')
		}
		if err := s.fact(&c.Facts[i]); err != nil {
			return Stored{}, fmt.Errorf("fact %d (%s): %w", i+1, c.Facts[i].Type, err)
		}
	}
	s.b = append(s.b, "]}"...)
	st := Stored{Bytes: s.b, Parts: s.parts, Leaf: tlog.RecordHash(s.b)}
	if n := frameSize(st); n > MaxCommit {
		return Stored{}, fmt.Errorf("it takes %d bytes, more than %d", n, MaxCommit)
	}
	return st, nil
}

// roughSize is about what the canonical bytes take, so that they grow once.
func roughSize(c *Commit) int {
	n := 192 + len(c.Stream)
	for _, f := range c.Facts {
		n += 40 + len(f.Type) + len(f.Pub) + 90*len(f.Priv)
	}
	return n
}

type sealer struct {
	b     []byte
	parts []Sealed
	keys  Keys
	rand  io.Reader
}

func (s *sealer) fact(f *Fact) error {
	s.b = append(s.b, `{"t":"`...)
	s.b = append(s.b, f.Type...)
	s.b = append(s.b, `","v":`...)
	s.b = strconv.AppendInt(s.b, int64(f.V), 10)
	s.b = append(s.b, `,"pub":`...)
	s.b = append(s.b, f.Pub...)
	for i, p := range f.Priv {
		s.b = append(s.b, separator(i)...)
		h, err := s.part(p)
		if err != nil {
			return fmt.Errorf("part for %s: %w", p.Audience, err)
		}
		s.b = append(s.b, `["`...)
		s.b = append(s.b, p.Audience...)
		s.b = append(s.b, `","`...)
		s.b = hex.AppendEncode(s.b, h[:])
		s.b = append(s.b, `"]`...)
	}
	if len(f.Priv) > 0 {
		s.b = append(s.b, ']')
	}
	s.b = append(s.b, '}')
	return nil
}

// separator stands before the i-th part.
func separator(i int) string {
	if i == 0 {
		return `,"priv":[`
	}
	return ","
}

func (s *sealer) part(p Part) ([32]byte, error) {
	key, err := s.keys.Key(p.Key)
	if err != nil {
		return [32]byte{}, fmt.Errorf("getting key %s: %w", p.Key, err)
	}
	salt := make([]byte, saltSize, saltSize+len(p.Plain))
	if len(p.Salt) == saltSize {
		copy(salt, p.Salt)
	} else if _, err := io.ReadFull(s.rand, salt); err != nil {
		return [32]byte{}, fmt.Errorf("drawing a salt: %w", err)
	}
	data, err := encrypt(key, append(salt, p.Plain...), s.rand)
	if err != nil {
		return [32]byte{}, err
	}
	s.parts = append(s.parts, Sealed{Key: p.Key, Data: data})
	return partHash(salt, p.Audience, p.Plain), nil
}

func partHash(salt []byte, audience string, plain []byte) [32]byte {
	b := make([]byte, 0, 256)
	b = append(append(append(b, salt...), audience...), plain...)
	return sha256.Sum256(b)
}

// Open is Decode with the private parts: each whose key is at hand is decrypted
// and compared with its hash. One whose key was destroyed is marked Erased; one
// whose key is not there keeps a nil Plain. Anything else is an error: the
// stored bytes are damaged. Without keys it is Decode.
func Open(st Stored, keys Keys) (Commit, error) { return OpenBut(st, keys, "") }

// OpenBut is Open for readers who have no use for the parts of one type of fact.
func OpenBut(st Stored, keys Keys, typ string) (Commit, error) {
	c, err := Decode(st)
	if err != nil || len(st.Parts) == 0 || keys == nil {
		return c, err
	}
	n := 0
	for i := range c.Facts {
		if c.Facts[i].Type == typ {
			n += len(c.Facts[i].Priv)
			continue
		}
		for j := range c.Facts[i].Priv {
			if err := openPart(&c.Facts[i].Priv[j], st.Parts[n].Data, keys); err != nil {
				return Commit{}, fmt.Errorf("opening the part of commit %d, fact %d, for %s: %w", st.Seq, i+1, c.Facts[i].Priv[j].Audience, err)
			}
			n++
		}
	}
	return c, nil
}

func openPart(p *Part, data []byte, keys Keys) error {
	key, err := keys.Find(p.Key)
	switch {
	case errors.Is(err, ErrErased):
		p.Erased = true
		return nil
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("getting key %s: %w", p.Key, err)
	}
	salted, err := decrypt(key, data)
	if err != nil {
		return err
	}
	if len(salted) < saltSize {
		return errors.New("it is too short to hold its salt")
	}
	salt, plain := salted[:saltSize], salted[saltSize:]
	if h := partHash(salt, p.Audience, plain); subtle.ConstantTimeCompare(h[:], p.H[:]) != 1 {
		return errors.New("it is not what its hash in the commit says")
	}
	p.Plain = plain
	return nil
}

// encrypt returns nonce || AES-256-GCM(plain) under a 32-byte key.
func encrypt(key, plain []byte, rand io.Reader) ([]byte, error) {
	aead, err := newAEAD(key)
	if err != nil {
		return nil, err
	}
	out := make([]byte, nonceSize, nonceSize+len(plain)+aead.Overhead())
	if _, err := io.ReadFull(rand, out); err != nil {
		return nil, fmt.Errorf("drawing a nonce: %w", err)
	}
	return aead.Seal(out, out, plain, nil), nil
}

// decrypt undoes encrypt; damaged data or another key is an error.
func decrypt(key, data []byte) ([]byte, error) {
	aead, err := newAEAD(key)
	if err != nil {
		return nil, err
	}
	if len(data) < nonceSize {
		return nil, errors.New("the encrypted data is too short")
	}
	plain, err := aead.Open(nil, data[:nonceSize], data[nonceSize:], nil)
	if err != nil {
		return nil, errors.New("the encrypted data is damaged or its key is another one")
	}
	return plain, nil
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	if len(key) != 32 {
		return nil, fmt.Errorf("a key has 32 bytes, not %d", len(key))
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("preparing a key: %w", err)
	}
	return cipher.NewGCM(block)
}
