package games

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ResolveOptions gives every option of a rulebook its value: what the setup
// says, else its preset, else the default. Nothing is read from a default later.
func ResolveOptions(info Info, setup Setup) ([]KV, error) {
	preset, err := info.preset(setup.Preset)
	if err != nil {
		return nil, err
	}
	given := slices.Concat(preset, setup.Options)
	var out []KV
	for _, o := range info.Options {
		kv := KV{o.Key, o.Default}
		for _, g := range given {
			if g.Key == o.Key {
				kv.Value = g.Value
			}
		}
		if err := o.allows(kv.Value); err != nil {
			return nil, err
		}
		out = append(out, kv)
	}
	for _, g := range given {
		if !slices.ContainsFunc(out, func(kv KV) bool { return kv.Key == g.Key }) {
			return nil, fmt.Errorf("there is no option %q", g.Key)
		}
	}
	return out, nil
}

// preset returns the values of a preset; the first is the default.
func (i Info) preset(name string) ([]KV, error) {
	if len(i.Presets) == 0 && name == "" {
		return nil, nil
	}
	var names []string
	for n, p := range i.Presets {
		if p.Name == name || n == 0 && name == "" {
			return p.Values, nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there is no preset %q", name)
	}
	return nil, fmt.Errorf("there is no preset %q, only %s", name, strings.Join(names, " and "))
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

// Value returns the value of an option, "" when it is not there.
func Value(options []KV, key string) string {
	for _, kv := range options {
		if kv.Key == key {
			return kv.Value
		}
	}
	return ""
}

// OwnData tells whether a game is played with a data file of the group's own. The
// option deck says "owned" exactly when there is one (data.load).
func OwnData(deck, own string) (bool, error) {
	switch {
	case deck == "owned" && own == "":
		return false, errors.New("deck=owned needs your data file with the cards of your box")
	case deck != "owned" && own != "":
		return false, errors.New("a data file of your own goes with the option deck=owned")
	}
	return own != "", nil
}
