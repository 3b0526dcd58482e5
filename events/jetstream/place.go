package jetstream

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// errGone says that nats-server writes to files that nobody will find again.
var errGone = errors.New("its files are gone, or others were put in their place")

// place is the folder in which nats-server keeps a stream. The folder of its
// messages is held open, so that no other can come to be taken for it.
type place struct {
	path string

	mu   sync.Mutex
	msgs *os.File // nil until held, and while the stream is made anew
}

// place returns that of a stream; it is released when the server stops.
func (s *server) place(stream string) *place {
	p := &place{path: streamDir(s.dir, stream)}
	s.places = append(s.places, p)
	return p
}

// hold remembers the folder, unless it remembers one.
func (p *place) hold() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.msgs == nil {
		p.msgs, err = os.Open(filepath.Join(p.path, "msgs"))
	}
	return err
}

func (p *place) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.msgs != nil {
		p.msgs.Close() // nothing was written
		p.msgs = nil
	}
}

// intact tells whether the stream's files are still those that are held, if any are.
func (p *place) intact() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.msgs == nil {
		return nil
	}
	was, err1 := p.msgs.Stat()
	now, err2 := os.Stat(p.msgs.Name())
	_, err3 := os.Stat(filepath.Join(p.path, "meta.inf"))
	if err := errors.Join(err1, err2, err3); err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	if !os.SameFile(was, now) {
		return fmt.Errorf("%w: %s", errGone, p.path)
	}
	return nil
}
