package events

import (
	"encoding/json"
	"fmt"
)

// Upcaster turns the public payload of version V of a type into that of the
// next version. It is pure; stored bytes never change.
type Upcaster struct {
	Type string
	V    int
	Up   func(pub json.RawMessage) (json.RawMessage, error)
}

// Upcasters lifts facts of this package's streams to their newest version.
type Upcasters []Upcaster

// Platform lists what lifts old facts of platform.go. None has a second
// version yet.
func Platform() Upcasters { return nil }

// Lift returns f in the newest version known.
func (u Upcasters) Lift(f Fact) (Fact, error) {
	for i := 0; i < len(u); i++ {
		if u[i].Type != f.Type || u[i].V != f.V {
			continue
		}
		pub, err := u[i].Up(f.Pub)
		if err != nil {
			return Fact{}, fmt.Errorf("lifting fact %s/%d: %w", f.Type, f.V, err)
		}
		f.Pub = pub
		f.V++
		i = -1
	}
	return f, nil
}
