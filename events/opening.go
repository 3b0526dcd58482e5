package events

import (
	"errors"
	"fmt"
)

// Opening is what opens a private part without its key: with it the part's hash
// in the canonical bytes can be compared.
type Opening struct {
	Salt  []byte
	Plain []byte
}

// Openings opens the parts of a stored commit whose key wanted accepts, in their
// order; nil stands for the others, and for those whose key is not at hand.
func Openings(st Stored, keys Keys, wanted func(key string) bool) ([]*Opening, error) {
	c, err := Open(st, keys) // compares every hash
	if err != nil {
		return nil, err
	}
	out := make([]*Opening, 0, len(st.Parts))
	for _, f := range c.Facts {
		for _, p := range f.Priv {
			data := st.Parts[len(out)].Data
			if p.Plain == nil || !wanted(p.Key) {
				out = append(out, nil)
				continue
			}
			key, err := keys.Find(p.Key)
			if err != nil {
				return nil, fmt.Errorf("opening commit %d: %w", st.Seq, err)
			}
			salted, err := decrypt(key, data)
			if err != nil {
				return nil, fmt.Errorf("opening commit %d: %w", st.Seq, err)
			}
			out = append(out, &Opening{salted[:saltSize], salted[saltSize:]})
		}
	}
	return out, nil
}

// OpenWith sets the private values of a commit from their openings, each of which
// is compared with its hash. There is one opening, or nil, for every part.
func OpenWith(c *Commit, opened []*Opening) error {
	n := 0
	for i := range c.Facts {
		for j := range c.Facts[i].Priv {
			p := &c.Facts[i].Priv[j]
			if n >= len(opened) {
				return errors.New("it has fewer openings than private parts")
			}
			o := opened[n]
			n++
			if o == nil {
				continue
			}
			if len(o.Salt) != saltSize || partHash(o.Salt, p.Audience, o.Plain) != p.H {
				return fmt.Errorf("the part of fact %d for %s is not what its hash says", i+1, p.Audience)
			}
			if end := scanValue(o.Plain, 0, 0); end != len(o.Plain) || o.Plain[0] != '{' {
				return fmt.Errorf("the part of fact %d for %s is no canonical JSON object", i+1, p.Audience)
			}
			p.Plain, p.Salt = o.Plain, o.Salt
		}
	}
	if n != len(opened) {
		return errors.New("it has more openings than private parts")
	}
	return nil
}
