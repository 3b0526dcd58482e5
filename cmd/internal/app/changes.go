package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// changes compares two values as JSON, leaf by leaf. Lists of named things are
// compared by name, so that one that moves up is not all that changes.
func changes(a, b any) ([]change, error) {
	from, err := leaves(a)
	if err != nil {
		return nil, err
	}
	to, err := leaves(b)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(from)
	maps.Copy(all, to)
	var out []change
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if from[path] != to[path] {
			out = append(out, change{path, from[path], to[path]})
		}
	}
	return out, nil
}

func leaves(v any) (map[string]string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("comparing positions: %w", err)
	}
	var plain any
	if err := json.Unmarshal(data, &plain); err != nil {
		return nil, fmt.Errorf("comparing positions: %w", err)
	}
	out := map[string]string{}
	walkLeaves("", plain, out)
	return out, nil
}

func walkLeaves(path string, v any, out map[string]string) {
	switch x := v.(type) {
	case map[string]any:
		for k, e := range x {
			walkLeaves(path+"/"+k, e, out)
		}
	case []any:
		for i, e := range x {
			walkLeaves(fmt.Sprintf("%s/%s", path, nameIn(e, i)), e, out)
		}
	case nil:
	default:
		out[path] = fmt.Sprint(x)
	}
}

// nameIn is what an element of a list is known by.
func nameIn(v any, i int) string {
	if m, ok := v.(map[string]any); ok {
		for _, key := range []string{"id", "ID", "seat", "Seat", "gang", "Gang", "name", "Name", "district", "District"} {
			if s, ok := m[key].(string); ok && s != "" {
				return s
			}
		}
	}
	return fmt.Sprint(i)
}
