package events

import (
	"bytes"
	"errors"
)

// same tells whether a stored commit holds the facts of c, as a Log must know
// when a key comes a second time. Private values are compared as far as they
// can be opened; time, cause and place in the stream do not count.
func same(st Stored, c Commit, keys Keys) (bool, error) {
	old, err := Open(st, keys)
	if err != nil {
		return false, err
	}
	if len(old.Facts) != len(c.Facts) {
		return false, nil
	}
	for i := range c.Facts {
		if !sameFact(&old.Facts[i], &c.Facts[i]) {
			return false, nil
		}
	}
	return true, nil
}

func sameFact(old, now *Fact) bool {
	if old.Type != now.Type || old.V != now.V || !bytes.Equal(old.Pub, now.Pub) || len(old.Priv) != len(now.Priv) {
		return false
	}
	for i, p := range old.Priv {
		q := now.Priv[i]
		if p.Audience != q.Audience || p.Key != q.Key || p.Plain != nil && !bytes.Equal(p.Plain, q.Plain) {
			return false
		}
	}
	return true
}

// Repeated decides about a key that stream knows already: it returns
// ErrKeyReuse unless st holds the same facts.
func Repeated(st Stored, c Commit, keys Keys) error {
	equal, err := same(st, c, keys)
	if err == nil && !equal {
		return ErrKeyReuse
	}
	if err != nil {
		return errors.Join(ErrKeyReuse, err)
	}
	return nil
}
