package newyork1890

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// place resolves the word for the own headquarters.
func (g *Gang) place(word string) string {
	if word == "hq" {
		return g.HQ
	}
	return word
}

// group is a parsed group of members: all, a number, or given sexes.
type group struct {
	all   bool
	n     int
	sexes Sexes
	given bool // sexes are given
}

// parseGroup reads the canonical words of games/order: "all", "3", "2m1f", "3:2m1f".
func parseGroup(word string) (group, bool) {
	if word == "all" {
		return group{all: true}, true
	}
	count, sexes, both := strings.Cut(word, ":")
	if n, err := strconv.Atoi(count); err == nil && n > 0 {
		if !both {
			return group{n: n}, true
		}
		x, ok := parseSexes(sexes)
		return group{n: n, sexes: x, given: true}, ok && x.n() == n
	}
	x, ok := parseSexes(word)
	return group{n: x.n(), sexes: x, given: true}, ok && !both
}

// parseSexes reads "2m1f".
func parseSexes(word string) (Sexes, bool) {
	var x Sexes
	digits := ""
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9' && len(digits) < 4:
			digits += string(c)
		case c == 'm' || c == 'f':
			n := 1
			if digits != "" {
				n, _ = strconv.Atoi(digits)
			}
			if c == 'm' {
				x.M += n
			} else {
				x.F += n
			}
			digits = ""
		case c == '+' && digits == "":
		default:
			return Sexes{}, false
		}
	}
	return x, digits == "" && x.n() > 0
}

// String writes sexes the way they are parsed.
func (x Sexes) String() string {
	var b strings.Builder
	if x.M != 0 {
		b.WriteString(strconv.Itoa(x.M) + "m")
	}
	if x.F != 0 {
		b.WriteString(strconv.Itoa(x.F) + "f")
	}
	return b.String()
}

// take resolves a group against the members that may go.
func (r Rules) take(s *State, g *Gang, place string, from Sexes, want group) (Sexes, bool) {
	switch {
	case want.all:
		return from, from.n() > 0
	case want.given:
		return want.sexes, from.covers(want.sexes)
	}
	return r.pick(s, g, place, from, want.n), want.n <= from.n()
}

func gangArg(id string) games.MsgArg      { return games.With("gang", "gang", id) }
func activityArg(key string) games.MsgArg { return games.With("activity", "activity", key) }
func sexesArg(x Sexes) games.MsgArg       { return games.With("who", "sexes", x.String()) }

// placeArg names a quarter or an action space.
func (r Rules) placeArg(name, place string) games.MsgArg {
	if r.data.isSpace(place) {
		return games.With(name, "space", place)
	}
	return games.With(name, "place", place)
}

// withArg returns the line with one argument replaced.
func withArg(l games.Line, name string, vals ...string) games.Line {
	out := games.Line{Verb: l.Verb, Args: slices.Clone(l.Args)}
	for i := range out.Args {
		if out.Args[i].Name == name {
			out.Args[i].Vals = vals
			return out
		}
	}
	out.Args = append(out.Args, games.Arg{Name: name, Vals: vals})
	return out
}

// without returns the line without some arguments.
func without(l games.Line, names ...string) games.Line {
	return games.Line{Verb: l.Verb, Args: slices.DeleteFunc(slices.Clone(l.Args), func(a games.Arg) bool {
		return slices.Contains(names, a.Name)
	})}
}
