package games

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fivepoints/events"
)

// ErrNewer says that a newer fivepoints wrote what is to be read. Its game
// waits for that one; it is never read in part.
var ErrNewer = errors.New("this needs a newer fivepoints")

// Codec turns facts into their stored form and back. It knows every version
// ever released of the facts it was made for and lifts old ones on reading.
type Codec struct {
	types  map[factID]FactType
	latest map[string]int
}

type factID struct {
	typ string
	v   int
}

// NewCodec makes a codec for those types. A type listed twice in one version
// is a programming error and panics.
func NewCodec(types ...FactType) *Codec {
	c := &Codec{types: map[factID]FactType{}, latest: map[string]int{}}
	for _, t := range types {
		id := factID{t.Type, t.V}
		if _, ok := c.types[id]; ok {
			panic(fmt.Sprintf("fact %s/%d is listed twice", t.Type, t.V))
		}
		c.types[id] = t
		c.latest[t.Type] = max(c.latest[t.Type], t.V)
	}
	return c
}

// Encode returns the stored form; key names the key of the private parts.
func (c *Codec) Encode(f Fact, key string) (events.Fact, error) {
	if f.V == 0 {
		f.V = c.latest[f.Type]
	}
	t, ok := c.types[factID{f.Type, f.V}]
	if !ok {
		return events.Fact{}, fmt.Errorf("storing fact %s/%d: %w", f.Type, f.V, ErrNewer)
	}
	pub, err := encodePayload(t.Pub, f.Pub)
	if err != nil {
		return events.Fact{}, fmt.Errorf("storing fact %s/%d: %w", f.Type, f.V, err)
	}
	out := events.Fact{Type: f.Type, V: f.V, Pub: pub}
	for _, p := range f.Priv {
		plain, err := encodePayload(t.Priv, p.Payload)
		if err != nil {
			return events.Fact{}, fmt.Errorf("storing the part of fact %s/%d for %s: %w", f.Type, f.V, p.Audience, err)
		}
		out.Priv = append(out.Priv, events.Part{Audience: string(p.Audience), Key: key, Plain: plain})
	}
	slices.SortFunc(out.Priv, func(a, b events.Part) int { return strings.Compare(a.Audience, b.Audience) })
	return out, nil
}

func encodePayload(shape, v any) ([]byte, error) {
	if reflect.TypeOf(shape) != reflect.TypeOf(v) {
		return nil, fmt.Errorf("payload is a %T, not a %T", v, shape)
	}
	return events.Marshal(v)
}

// Decode reads a stored fact, lifted to the newest version of its type. Parts
// that were not opened are left out.
func (c *Codec) Decode(e events.Fact) (Fact, error) {
	t, ok := c.types[factID{e.Type, e.V}]
	if !ok {
		return Fact{}, fmt.Errorf("reading fact %s/%d: %w", e.Type, e.V, ErrNewer)
	}
	f := Fact{Type: e.Type, V: e.V}
	var err error
	if f.Pub, err = decodePayload(t.Pub, e.Pub); err != nil {
		return Fact{}, fmt.Errorf("reading fact %s/%d: %w", e.Type, e.V, err)
	}
	for _, p := range e.Priv {
		if p.Plain == nil {
			continue
		}
		v, err := decodePayload(t.Priv, p.Plain)
		if err != nil {
			return Fact{}, fmt.Errorf("reading the part of fact %s/%d for %s: %w", e.Type, e.V, p.Audience, err)
		}
		f.Priv = append(f.Priv, Part{Seat(p.Audience), v})
	}
	return c.lift(f)
}

// lift applies the upcasters up to the newest version.
func (c *Codec) lift(f Fact) (Fact, error) {
	for f.V < c.latest[f.Type] {
		t := c.types[factID{f.Type, f.V}]
		if t.Up == nil {
			return Fact{}, fmt.Errorf("fact %s/%d cannot be lifted to version %d", f.Type, f.V, f.V+1)
		}
		f.Pub = t.Up(f.Pub)
		f.V++
	}
	return f, nil
}

func decodePayload(shape any, data []byte) (Payload, error) {
	if shape == nil {
		return nil, errors.New("this type has no private parts")
	}
	v := reflect.New(reflect.TypeOf(shape))
	if err := events.Unmarshal(data, v.Interface()); err != nil {
		return nil, err
	}
	return v.Elem().Interface(), nil
}
