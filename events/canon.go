package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	maxDepth  = 32 // of nested objects and arrays
	maxFields = 64 // of one struct: the decoder marks them in a word
)

// plan is the table by which values of one type are written and read.
type plan struct {
	kind   reflect.Kind // Struct, Slice, Pointer, String, Bool, Int64 or Uint64
	elem   *plan        // of a slice or pointer
	fields []fieldPlan  // of a struct
}

type fieldPlan struct {
	name   string
	quoted string // `"name":`
	omit   bool   // leave out when zero
	plan   *plan
}

// plans holds a *plan or an error per reflect.Type. A type's plan never changes.
var plans sync.Map

func planOf(t reflect.Type) (*plan, error) {
	if got, ok := plans.Load(t); ok {
		if p, ok := got.(*plan); ok {
			return p, nil
		}
		return nil, got.(error)
	}
	p, err := buildPlan(t, map[reflect.Type]*plan{})
	if err != nil {
		plans.Store(t, err)
		return nil, err
	}
	plans.Store(t, p)
	return p, nil
}

// buildPlan makes the table of a type; begun breaks the circle of types that
// contain themselves.
func buildPlan(t reflect.Type, begun map[reflect.Type]*plan) (*plan, error) {
	if p, ok := begun[t]; ok {
		return p, nil
	}
	p := &plan{kind: t.Kind()}
	begun[t] = p
	if marshalsItself(t) {
		return nil, fmt.Errorf("type %v has its own JSON form and cannot be stored", t)
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool:
		return p, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.kind = reflect.Int64
		return p, nil
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.kind = reflect.Uint64
		return p, nil
	case reflect.Slice, reflect.Pointer:
		if k := t.Elem().Kind(); k == reflect.Uint8 || k == reflect.Pointer && t.Kind() == reflect.Pointer {
			break
		}
		var err error
		p.elem, err = buildPlan(t.Elem(), begun)
		return p, err
	case reflect.Struct:
		var err error
		p.fields, err = buildFields(t, begun)
		return p, err
	}
	return nil, fmt.Errorf("type %v cannot be stored: only strings, booleans, integers, slices, structs and pointers to them can", t)
}

// marshalsItself keeps secrets and times out: their owner decides their form.
func marshalsItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]())
}

func buildFields(t reflect.Type, begun map[reflect.Type]*plan) ([]fieldPlan, error) {
	if t.NumField() > maxFields {
		return nil, fmt.Errorf("type %v has more than %d fields", t, maxFields)
	}
	fields := make([]fieldPlan, 0, t.NumField())
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || !plainName(name) || option != "" && option != "omitempty" {
			return nil, fmt.Errorf("field %s of %v cannot be stored: it needs a tag `json:\"name\"` or `json:\"name,omitempty\"`", f.Name, t)
		}
		p, err := buildPlan(f.Type, begun)
		if err != nil {
			return nil, fmt.Errorf("field %s of %v: %w", f.Name, t, err)
		}
		omit := option != "" && f.Type.Kind() != reflect.Struct
		fields = append(fields, fieldPlan{name, strconv.Quote(name) + ":", omit, p})
	}
	return fields, nil
}

func plainName(s string) bool {
	for _, c := range []byte(s) {
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// Marshal returns the canonical JSON of v, a struct or a pointer to one (or a
// slice, string, boolean or integer).
func Marshal(v any) ([]byte, error) {
	if v == nil {
		return nil, errors.New("writing canonical JSON: there is no value")
	}
	rv := reflect.ValueOf(v)
	p, err := planOf(rv.Type())
	if err == nil {
		var b []byte
		if b, err = p.append(make([]byte, 0, 128), rv, 0); err == nil {
			return b, nil
		}
	}
	return nil, fmt.Errorf("writing canonical JSON of %T: %w", v, err)
}

func (p *plan) append(b []byte, v reflect.Value, depth int) ([]byte, error) {
	switch p.kind {
	case reflect.String:
		return appendString(b, v.String())
	case reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	}
	if depth >= maxDepth {
		return nil, errDepth
	}
	switch p.kind {
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return p.elem.append(b, v.Elem(), depth+1)
	case reflect.Slice:
		return p.appendSlice(b, v, depth+1)
	}
	return p.appendStruct(b, v, depth+1)
}

func (p *plan) appendSlice(b []byte, v reflect.Value, depth int) ([]byte, error) {
	b = append(b, '[')
	var err error
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = p.elem.append(b, v.Index(i), depth); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func (p *plan) appendStruct(b []byte, v reflect.Value, depth int) ([]byte, error) {
	b = append(b, '{')
	begin := len(b)
	var err error
	for i := range p.fields {
		f, fv := &p.fields[i], v.Field(i)
		if f.omit && isZero(fv) {
			continue
		}
		if len(b) > begin {
			b = append(b, ',')
		}
		b = append(b, f.quoted...)
		if b, err = f.plan.append(b, fv, depth); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return append(b, '}'), nil
}

func isZero(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}

const hexDigits = "0123456789abcdef"

// appendString writes a canonical string; the text must be valid UTF-8.
func appendString(b []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, errUTF8
	}
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		if short := shortEscape(c); short != 0 {
			b = append(b, '\\', short)
		} else {
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(b, s[from:]...), '"'), nil
}

// shortEscape returns the letter of a two-character escape, 0 when c has none.
func shortEscape(c byte) byte {
	switch c {
	case '"', '\\':
		return c
	case '\b':
		return 'b'
	case '\t':
		return 't'
	case '\n':
		return 'n'
	case '\f':
		return 'f'
	case '\r':
		return 'r'
	}
	return 0
}

var (
	errDepth = fmt.Errorf("it is nested deeper than %d levels", maxDepth)
	errUTF8  = errors.New("text is not valid UTF-8")
)
