package events

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unmarshal reads JSON into the value v points to, which is set to zero first.
// It accepts what Marshal writes and, more slowly, white space, other escapes
// and another order of fields. Unknown or repeated fields, null (but for
// pointers), fractions, invalid UTF-8, data after the value and more than
// MaxCommit bytes are errors. An empty array gives a nil slice.
func Unmarshal(data []byte, v any) error {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return fmt.Errorf("reading canonical JSON: %T is no pointer to read into", v)
	}
	p, err := planOf(rv.Type().Elem())
	if err != nil {
		return fmt.Errorf("reading canonical JSON into %T: %w", v, err)
	}
	if len(data) > MaxCommit {
		return fmt.Errorf("reading canonical JSON into %T: more than %d bytes", v, MaxCommit)
	}
	rv.Elem().SetZero()
	// One copy for all strings of the value.
	d := decoder{src: string(data)}
	if err := d.whole(p, rv.Elem()); err != nil {
		rv.Elem().SetZero()
		return fmt.Errorf("reading canonical JSON into %T at byte %d: %w", v, d.pos, err)
	}
	return nil
}

type decoder struct {
	src string
	pos int
}

func (d *decoder) whole(p *plan, v reflect.Value) error {
	if err := d.value(p, v, 0); err != nil {
		return err
	}
	d.space()
	if d.pos < len(d.src) {
		return errors.New("there is more after the value")
	}
	return nil
}

func (d *decoder) value(p *plan, v reflect.Value, depth int) error {
	d.space()
	switch p.kind {
	case reflect.String:
		s, err := d.text()
		v.SetString(s)
		return err
	case reflect.Int64:
		return d.signed(v)
	case reflect.Uint64:
		return d.unsigned(v)
	case reflect.Bool:
		return d.boolean(v)
	}
	if depth >= maxDepth {
		return errDepth
	}
	switch p.kind {
	case reflect.Pointer:
		if d.word("null") {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(p.elem, v.Elem(), depth+1)
	case reflect.Slice:
		return d.slice(p.elem, v, depth+1)
	}
	return d.object(p, v, depth+1)
}

func (d *decoder) slice(elem *plan, v reflect.Value, depth int) error {
	if !d.byte('[') {
		return errors.New("an array was expected")
	}
	if d.byte(']') {
		return nil
	}
	for n := 0; ; n++ {
		v.Grow(1)
		v.SetLen(n + 1)
		if err := d.value(elem, v.Index(n), depth); err != nil {
			return err
		}
		if d.byte(']') {
			return nil
		}
		if !d.byte(',') {
			return errors.New("a comma or ] was expected")
		}
	}
}

func (d *decoder) object(p *plan, v reflect.Value, depth int) error {
	if !d.byte('{') {
		return errors.New("an object was expected")
	}
	if d.byte('}') {
		return nil
	}
	var seen uint64
	for next := 0; ; {
		i, err := d.field(p, next)
		if err != nil {
			return err
		}
		if seen&(1<<i) != 0 {
			return fmt.Errorf("field %q appears twice", p.fields[i].name)
		}
		seen |= 1 << i
		next = i + 1
		if err := d.value(p.fields[i].plan, v.Field(i), depth); err != nil {
			return fmt.Errorf("%s: %w", p.fields[i].name, err)
		}
		if d.byte('}') {
			return nil
		}
		if !d.byte(',') {
			return errors.New("a comma or } was expected")
		}
	}
}

// field reads a field's name and colon and returns its index. Canonical input
// has the fields in order, so the search begins where the last one ended.
func (d *decoder) field(p *plan, next int) (int, error) {
	rest := d.src[d.pos:]
	for i := next; i < len(p.fields); i++ {
		if strings.HasPrefix(rest, p.fields[i].quoted) {
			d.pos += len(p.fields[i].quoted)
			return i, nil
		}
	}
	d.space()
	name, err := d.text()
	if err != nil {
		return 0, err
	}
	if !d.byte(':') {
		return 0, errors.New("a colon was expected")
	}
	for i := range p.fields {
		if p.fields[i].name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("field %.40q is unknown", name)
}

func (d *decoder) space() {
	for d.pos < len(d.src) {
		switch d.src[d.pos] {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return
		}
	}
}

// byte takes c, with white space around it, when it comes next.
func (d *decoder) byte(c byte) bool {
	d.space()
	if d.pos >= len(d.src) || d.src[d.pos] != c {
		return false
	}
	d.pos++
	d.space()
	return true
}

func (d *decoder) word(w string) bool {
	if !strings.HasPrefix(d.src[d.pos:], w) {
		return false
	}
	d.pos += len(w)
	return true
}

func (d *decoder) boolean(v reflect.Value) error {
	switch {
	case d.word("true"):
		v.SetBool(true)
	case d.word("false"):
	default:
		return errors.New("true or false was expected")
	}
	return nil
}

func (d *decoder) signed(v reflect.Value) error {
	s, err := d.number()
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(s, 10, v.Type().Bits())
	if err != nil {
		return fmt.Errorf("number %.40s does not fit", s)
	}
	v.SetInt(n)
	return nil
}

func (d *decoder) unsigned(v reflect.Value) error {
	s, err := d.number()
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(s, 10, v.Type().Bits())
	if err != nil {
		return fmt.Errorf("number %.40s does not fit", s)
	}
	v.SetUint(n)
	return nil
}

// number takes an integer in its only form: no plus, no leading zero, no -0.
func (d *decoder) number() (string, error) {
	end := numberEnd(d.src, d.pos)
	if end < 0 {
		return "", errors.New("an integer was expected")
	}
	s := d.src[d.pos:end]
	d.pos = end
	return s, nil
}

// numberEnd returns where the canonical integer that begins at pos ends, -1
// when there is none.
func numberEnd[T string | []byte](s T, pos int) int {
	i := pos
	if i < len(s) && s[i] == '-' {
		i++
	}
	digits := i
	for i < len(s) && s[i]-'0' < 10 {
		i++
	}
	switch {
	case i == digits:
		return -1
	case s[digits] == '0' && (i > digits+1 || digits > pos):
		return -1
	case i < len(s) && (s[i] == '.' || s[i] == 'e' || s[i] == 'E'):
		return -1
	}
	return i
}

// text takes a string; one without escapes shares the memory of the source.
func (d *decoder) text() (string, error) {
	if d.pos >= len(d.src) || d.src[d.pos] != '"' {
		return "", errors.New("a string was expected")
	}
	d.pos++
	begin, ascii := d.pos, true
	for ; d.pos < len(d.src); d.pos++ {
		switch c := d.src[d.pos]; {
		case c == '"':
			s := d.src[begin:d.pos]
			if !ascii && !utf8.ValidString(s) {
				return "", errUTF8
			}
			d.pos++
			return s, nil
		case c == '\\':
			return d.escaped(begin)
		case c < ' ':
			return "", errors.New("a control character stands in a string")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", errors.New("the string does not end")
}

// escaped finishes a string whose first escape stands at the position.
func (d *decoder) escaped(begin int) (string, error) {
	b := []byte(d.src[begin:d.pos])
	for d.pos < len(d.src) {
		c := d.src[d.pos]
		d.pos++
		switch {
		case c == '"':
			if !utf8.Valid(b) {
				return "", errUTF8
			}
			return string(b), nil
		case c < ' ':
			return "", errors.New("a control character stands in a string")
		case c != '\\':
			b = append(b, c)
		default:
			r, err := d.escape()
			if err != nil {
				return "", err
			}
			b = utf8.AppendRune(b, r)
		}
	}
	return "", errors.New("the string does not end")
}

// escape reads what follows a backslash.
func (d *decoder) escape() (rune, error) {
	if d.pos >= len(d.src) {
		return 0, errors.New("the string does not end")
	}
	c := d.src[d.pos]
	d.pos++
	if c == 'u' {
		return d.unicode()
	}
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	return 0, errors.New("a string has an unknown escape")
}

// unicode reads \uXXXX and joins surrogates; a lone one is no text.
func (d *decoder) unicode() (rune, error) {
	r, err := d.hex4()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if !d.word(`\u`) {
		return 0, errUTF8
	}
	low, err := d.hex4()
	if err != nil {
		return 0, err
	}
	if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
		return 0, errUTF8
	}
	return r, nil
}

func (d *decoder) hex4() (rune, error) {
	if len(d.src)-d.pos < 4 {
		return 0, errors.New("the string does not end")
	}
	n, err := strconv.ParseUint(d.src[d.pos:d.pos+4], 16, 16)
	if err != nil {
		return 0, errors.New("a string has a bad \\u escape")
	}
	d.pos += 4
	return rune(n), nil
}
