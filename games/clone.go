package games

import "reflect"

// clone copies a state whole: slices, maps and pointers in exported fields are
// copied, what is unexported (Secret) is taken over, for it never changes.
func clone[S any](s *S) *S {
	c := *s
	deepen(reflect.ValueOf(&c).Elem())
	return &c
}

// deepen replaces what v shares with its original by copies.
func deepen(v reflect.Value) {
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			deepen(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			deepen(v.Index(i))
		}
	case reflect.Slice:
		deepenSlice(v)
	case reflect.Pointer:
		if !v.IsNil() {
			c := reflect.New(v.Type().Elem())
			c.Elem().Set(v.Elem())
			deepen(c.Elem())
			v.Set(c)
		}
	case reflect.Map:
		deepenMap(v)
	}
}

func deepenSlice(v reflect.Value) {
	if v.IsNil() {
		return
	}
	c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(c, v)
	if !flat(v.Type().Elem().Kind()) {
		for i := range c.Len() {
			deepen(c.Index(i))
		}
	}
	v.Set(c)
}

func deepenMap(v reflect.Value) {
	if v.IsNil() {
		return
	}
	c := reflect.MakeMapWithSize(v.Type(), v.Len())
	for it := v.MapRange(); it.Next(); {
		e := reflect.New(v.Type().Elem()).Elem()
		e.Set(it.Value())
		deepen(e)
		c.SetMapIndex(it.Key(), e)
	}
	v.Set(c)
}

// flat tells that values of a kind share nothing.
func flat(k reflect.Kind) bool { return k <= reflect.Complex128 || k == reflect.String }
