package games

import (
	"fmt"
	"slices"
	"strconv"
)

// ResolveOptions gives every option its value: its default, or what the last of
// the given lists says. Nothing is read from a default later.
func ResolveOptions(options []Option, given ...[]KV) ([]KV, error) {
	all := slices.Concat(given...)
	var out []KV
	for _, o := range options {
		kv := KV{o.Key, o.Default}
		for _, g := range all {
			if g.Key == o.Key {
				kv.Value = g.Value
			}
		}
		if err := o.allows(kv.Value); err != nil {
			return nil, err
		}
		out = append(out, kv)
	}
	for _, g := range all {
		if !slices.ContainsFunc(options, func(o Option) bool { return o.Key == g.Key }) {
			return nil, fmt.Errorf("there is no option %q", g.Key)
		}
	}
	return out, nil
}

func (o Option) allows(v string) error {
	if len(o.Values) > 0 {
		if !slices.Contains(o.Values, v) {
			return fmt.Errorf("option %s is one of %v, not %q", o.Key, o.Values, v)
		}
		return nil
	}
	if n, err := strconv.Atoi(v); err != nil || strconv.Itoa(n) != v {
		return fmt.Errorf("option %s is a number, not %q", o.Key, v)
	}
	return nil
}
