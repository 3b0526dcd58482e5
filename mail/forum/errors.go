package forum

import (
	"errors"
	"fmt"
	"time"
)

// What keeps a board from being read, besides [ErrNotUnderstood].
var (
	ErrLogin    = errors.New("the board asks to log in")
	ErrNoTopic  = errors.New("the board has no such topic")
	ErrReadOnly = errors.New("this kind of board cannot be written to from here")
	ErrAddress  = errors.New("the board is at an address that is not read: one of this machine or of a private network")
	ErrWaits    = errors.New("the board keeps the post until somebody lets it through")
	ErrTooMuch  = errors.New("the board answers more than is read")
)

// Busy says that a board wants to be left alone for a while, or failed.
type Busy struct {
	Status int
	After  time.Duration // at least so long; 0: it does not say
}

func (b *Busy) Error() string {
	if b.Status == 429 {
		return fmt.Sprintf("the board wants to be left alone (429) for %s", b.After)
	}
	return fmt.Sprintf("the board fails (%d)", b.Status)
}
