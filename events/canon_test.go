package events_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"fivepoints/events"

	"pgregory.net/rapid"
)

type word string

type leafed struct {
	Name word     `json:"name,omitempty"`
	N    int8     `json:"n"`
	On   bool     `json:"on,omitempty"`
	Tags []string `json:"tags,omitempty"`
}

// every has all that a payload may have.
type every struct {
	S    string     `json:"s"`
	I    int        `json:"i"`
	I64  int64      `json:"i64,omitempty"`
	U    uint64     `json:"u,omitempty"`
	U16  uint16     `json:"u16"`
	B    bool       `json:"b"`
	L    leafed     `json:"l"`
	P    *leafed    `json:"p"`
	Q    *leafed    `json:"q,omitempty"`
	Many []leafed   `json:"many,omitempty"`
	Grid [][]int    `json:"grid,omitempty"`
	Next *every     `json:"next,omitempty"`
	Kids []*leafed  `json:"kids,omitempty"`
	Seqs events.Seq `json:"seqs,omitempty"`
}

func text() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("<>&\"\\/\n\t\b\f\r\x00\x1f\x7f\u2028\u2029é🦉"))))
}

func leaves() *rapid.Generator[leafed] {
	return rapid.Custom(func(t *rapid.T) leafed {
		return leafed{
			Name: word(text().Draw(t, "name")), N: rapid.Int8().Draw(t, "n"), On: rapid.Bool().Draw(t, "on"),
			Tags: some(t, text()),
		}
	})
}

// some draws a slice that is nil when empty, as it is when read.
func some[T any](t *rapid.T, g *rapid.Generator[T]) []T {
	s := rapid.SliceOfN(g, 0, 3).Draw(t, "slice")
	if len(s) == 0 {
		return nil
	}
	return s
}

func everything(depth int) *rapid.Generator[every] {
	return rapid.Custom(func(t *rapid.T) every {
		e := every{
			S: text().Draw(t, "s"), I: rapid.Int().Draw(t, "i"), I64: rapid.Int64().Draw(t, "i64"), U: rapid.Uint64().Draw(t, "u"),
			U16: rapid.Uint16().Draw(t, "u16"), B: rapid.Bool().Draw(t, "b"), L: leaves().Draw(t, "l"),
			P: rapid.Ptr(leaves(), true).Draw(t, "p"), Q: rapid.Ptr(leaves(), true).Draw(t, "q"), Many: some(t, leaves()),
			Kids: some(t, rapid.Ptr(leaves(), true)), Seqs: events.Seq(rapid.Uint64().Draw(t, "seqs")),
		}
		for range rapid.IntRange(0, 2).Draw(t, "rows") {
			e.Grid = append(e.Grid, rapid.SliceOfN(rapid.Int(), 1, 3).Draw(t, "row"))
		}
		if depth > 0 {
			e.Next = rapid.Ptr(everything(depth-1), true).Draw(t, "next")
		}
		return e
	})
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := everything(2).Draw(t, "v")
		b, err := events.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back, std every
		if err := events.Unmarshal(b, &back); err != nil || !reflect.DeepEqual(back, v) {
			t.Fatalf("%s read back as %+v, %v", b, back, err)
		}
		// The standard library reads the same, and we read what it writes.
		if err := json.Unmarshal(b, &std); err != nil || !reflect.DeepEqual(std, v) {
			t.Fatalf("encoding/json reads %s as %+v, %v", b, std, err)
		}
		theirs, err := json.MarshalIndent(v, " ", "\t")
		if err != nil {
			t.Fatal(err)
		}
		back = every{}
		if err := events.Unmarshal(theirs, &back); err != nil || !reflect.DeepEqual(back, v) {
			t.Fatalf("%s read as %+v, %v", theirs, back, err)
		}
		again, err := events.Marshal(&back)
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("written again: %s, %v, want %s", again, err, b)
		}
	})
}

func TestCanonicalForm(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]any{
		`{"s":"<&>\"\\/\b\t\n\f\r\u0001` + "\u007f\u2028é" + `","i":-5,"u16":0,"b":false,"l":{"n":0},"p":null}`: every{S: "<&>\"\\/\b\t\n\f\r\x01\x7f\u2028é", I: -5},
		`{"s":"","i":0,"u16":0,"b":true,"l":{"n":-128,"tags":[""]},"p":{"n":0},"grid":[[],[1,2]]}`:              &every{B: true, L: leafed{N: -128, Tags: []string{""}}, P: &leafed{}, Grid: [][]int{nil, {1, 2}}},
		`["a"]`: []string{"a"},
		`[]`:    []string(nil),
		`7`:     7,
	} {
		if b, err := events.Marshal(v); err != nil || string(b) != want {
			t.Errorf("written as\n%s, %v, want\n%s", b, err, want)
		}
	}
}

func TestMarshalRefuses(t *testing.T) {
	t.Parallel()
	type loop struct {
		Next *loop `json:"next"`
	}
	circle := &loop{}
	circle.Next = circle
	for name, v := range map[string]any{
		"nil":        nil,
		"map":        map[string]int{},
		"float":      1.5,
		"bytes":      []byte("x"),
		"any":        []any{1},
		"marshaller": json.RawMessage("{}"),
		"UTF-8":      leafed{Name: "\xff"},
		"surrogate":  leafed{Name: "\xed\xa0\x80"},
		"circle":     circle,
		"no tag":     struct{ A int }{},
		"bad tag": struct {
			A int `json:"A-b"`
		}{},
		"option": struct {
			A int `json:"a,string"`
		}{},
		"hidden":   struct{ a int }{},
		"embedded": struct{ leafed }{},
		"time": struct {
			T json.Number `json:"t"`
			M map[int]int `json:"m"`
		}{},
	} {
		if b, err := events.Marshal(v); err == nil {
			t.Errorf("%s: written as %s", name, b)
		}
	}
}

func TestUnmarshal(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]leafed{
		`{"n":1}`:                           {N: 1},
		" { \"n\" : 1 ,\n\"name\":\"a\" } ": {Name: "a", N: 1},
		`{"tags":["x","y"],"n":-1}`:         {N: -1, Tags: []string{"x", "y"}},
		`{"n":0,"tags":[]}`:                 {},
		`{"\u006e":3}`:                      {N: 3},
		`{"n":0,"name":"\ud83e\udd89\/"}`:   {Name: "🦉/"},
	} {
		got := leafed{Name: "old", On: true}
		if err := events.Unmarshal([]byte(in), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s read as %+v, %v, want %+v", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "{", `{"n":1`, `{"n":1}x`, `{"n":1}{}`, `{"n":1,}`, `{,}`, `{"n":1 "on":true}`, `{"n"1}`, `[]`, `null`, `{"n":null}`,
		`{"n":1.0}`, `{"n":1e2}`, `{"n":01}`, `{"n":-0}`, `{"n":-}`, `{"n":+1}`, `{"n":128}`, `{"n":"1"}`, `{"n":99999999999999999999}`,
		`{"n":1,"n":1}`, `{"N":1}`, `{"m":1}`, `{"on":True}`, `{"on":1}`, `{"tags":"x"}`, `{"tags":["x",]}`, `{"tags":[1]}`, `{"tags":null}`,
		`{"name":"a}`, `{"name":"\x"}`, `{"name":"\u12"}`, `{"name":"\u+123"}`, `{"name":"\ud800"}`, `{"name":"\ud800\u0041"}`, `{"name":"\udc00\ud800"}`,
		"{\"name\":\"\xff\"}", "{\"name\":\"\\n\xff\"}", "{\"name\":\"a\nb\"}", "{\"name\":\"\\t\n\"}", `{'n':1}`,
		`{"name":"` + strings.Repeat("a", events.MaxCommit) + `"}`,
	} {
		var got leafed
		if err := events.Unmarshal([]byte(in), &got); err == nil || !reflect.DeepEqual(got, leafed{}) {
			t.Errorf("%.60s read as %+v, %v", in, got, err)
		}
	}
	deep := strings.Repeat(`{"s":"","next":`, 40) + "null" + strings.Repeat("}", 40)
	if err := events.Unmarshal([]byte(deep), new(every)); err == nil {
		t.Error("a value 40 levels deep was read")
	}
	for _, into := range []any{nil, leafed{}, (*leafed)(nil), new(map[string]int)} {
		if err := events.Unmarshal([]byte(`{}`), into); err == nil {
			t.Errorf("read into a %T", into)
		}
	}
}

// FuzzUnmarshal: nothing panics; what is read is valid JSON that means the same
// to encoding/json, and is written again as one canonical form.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"s":"\u00e9","i":1,"u16":2,"b":true,"l":{"n":1,"tags":["a"]},"p":null,"grid":[[1],[]]}`))
	f.Add([]byte(`{"s":"","i":0,"u16":0,"b":true,"l":{"n":-128},"p":{"n":0},"next":{"s":""}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v every
		if err := events.Unmarshal(data, &v); err != nil {
			return
		}
		if !utf8.Valid(data) || !json.Valid(data) {
			t.Fatalf("%q was read", data)
		}
		b, err := events.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back, std every
		if err := events.Unmarshal(b, &back); err != nil || !reflect.DeepEqual(back, v) {
			t.Fatalf("%q read back as %+v, %v", b, back, err)
		}
		if err := json.Unmarshal(data, &std); err != nil {
			t.Fatalf("encoding/json does not read %q: %v", data, err)
		}
		if again, err := events.Marshal(std); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("encoding/json reads %q as %s, we as %s (%v)", data, again, b, err)
		}
	})
}
