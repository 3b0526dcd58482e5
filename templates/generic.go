package templates

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"fivepoints/games"
	"fivepoints/games/crooks"
	"fivepoints/games/escrocs"
	koc "fivepoints/games/kingofcrime"
	ny "fivepoints/games/newyork1890"
	"fivepoints/games/noxford"
)

// position shows a view; own is the seat it belongs to, "" for the public one.
func (w *Writer) position(v games.View, own games.Seat) []block {
	switch v := v.(type) {
	case ny.View:
		return w.newYork1890(v, own)
	case crooks.View:
		return w.crooks(v, own)
	case escrocs.View:
		return w.escrocs(v, own)
	case noxford.View:
		return w.noxford(v, own)
	case koc.View:
		return w.kingOfCrime(v, own)
	}
	return w.generic(v)
}

// generic shows the view of a rulebook without tables of its own: one line per
// field, a table for a list of things that are alike.
func (w *Writer) generic(v games.View) []block {
	data, err := json.Marshal(v)
	if err != nil || bytes.Equal(data, []byte("null")) {
		return nil // a view that holds a secret shows nothing
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	root, err := readNode(dec)
	if err != nil {
		return nil
	}
	var out []block
	var facts []inline
	for _, f := range root.fields {
		if g, ok := w.genericTable(f); ok {
			out = append(out, heading{3, text(f.name)}, g)
			continue
		}
		facts = append(facts, append(strongly(f.name), span{text: colon(w.lang) + w.flat(f.value)}))
	}
	if len(facts) > 0 {
		out = append([]block{list{facts}}, out...)
	}
	return out
}

// node is a JSON value whose fields keep their order.
type node struct {
	fields []field
	items  []node
	word   string // of a string, number, bool or null
	bools  bool
	truth  bool
}

type field struct {
	name  string
	value node
}

func readNode(dec *json.Decoder) (node, error) {
	tok, err := dec.Token()
	if err != nil {
		return node{}, err
	}
	switch t := tok.(type) {
	case json.Delim:
		return readMany(dec, t)
	case bool:
		return node{bools: true, truth: t}, nil
	case nil:
		return node{}, nil
	default:
		return node{word: fmt.Sprint(t)}, nil
	}
}

func readMany(dec *json.Decoder, open json.Delim) (n node, err error) {
	for dec.More() {
		var f field
		if open == '{' {
			name, err := dec.Token()
			if err != nil {
				return n, err
			}
			f.name = fmt.Sprint(name)
		}
		if f.value, err = readNode(dec); err != nil {
			return n, err
		}
		if open == '{' {
			n.fields = append(n.fields, f)
		} else {
			n.items = append(n.items, f.value)
		}
	}
	_, err = dec.Token()
	return n, err
}

// flat writes a value on one line.
func (w *Writer) flat(n node) string {
	var parts []string
	for _, f := range n.fields {
		parts = append(parts, f.name+" "+w.flat(f.value))
	}
	for _, it := range n.items {
		parts = append(parts, w.flat(it))
	}
	switch {
	case n.bools && n.truth:
		return w.t("generic.yes").String()
	case n.bools:
		return w.t("generic.no").String()
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case n.word == "":
		return "–"
	}
	return n.word
}

// genericTable makes a table of a list whose items have fields.
func (w *Writer) genericTable(f field) (grid, bool) {
	if len(f.value.items) == 0 || len(f.value.items[0].fields) == 0 {
		return grid{}, false
	}
	var g grid
	for _, c := range f.value.items[0].fields {
		g.head = append(g.head, text(c.name))
	}
	for _, it := range f.value.items {
		g.rows = append(g.rows, w.genericRow(it, g.head))
	}
	return g, true
}

// genericRow finds each column by name, because empty fields may be left out.
func (w *Writer) genericRow(it node, head []inline) []inline {
	row := make([]inline, len(head))
	for i, h := range head {
		for _, c := range it.fields {
			if c.name == h.String() {
				row[i] = text(w.flat(c.value))
			}
		}
	}
	return row
}
