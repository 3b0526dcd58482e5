package games

import (
	"errors"
	"fmt"
)

// Secret holds a value that only one seat (and the engine) may know. It prints
// as "?" and cannot be marshalled, so that a state dumped by mistake shows nothing.
type Secret[T any] struct {
	owner Seat
	v     T
}

// Hide makes a secret of owner; owner Engine means nobody before the end.
func Hide[T any](owner Seat, v T) Secret[T] { return Secret[T]{owner, v} }

// For opens the secret for its owner or the engine.
func (s Secret[T]) For(seat Seat) (T, bool) {
	if seat == Engine || (seat == s.owner && seat != Public) {
		return s.v, true
	}
	var zero T
	return zero, false
}

var errSecret = errors.New("a secret cannot be marshalled")

// Format prints "?" for every verb.
func (s Secret[T]) Format(f fmt.State, _ rune) { fmt.Fprint(f, "?") }

// MarshalJSON always fails.
func (s Secret[T]) MarshalJSON() ([]byte, error) { return nil, errSecret }
