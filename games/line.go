package games

import "strconv"

// Line is one parsed order. A sheet is []Line; an order with alternatives or
// an else branch is a head line followed by lines joined to it.
type Line struct {
	Verb     string `json:"verb"`
	Args     []Arg  `json:"args,omitempty"`
	If       []Cond `json:"if,omitempty"`       // guard of the head: all must hold
	Join     Join   `json:"join,omitempty"`     // how it hangs on the head above
	Always   bool   `json:"always,omitempty"`   // standing: TOUJOURS / ALWAYS
	Fallback bool   `json:"fallback,omitempty"` // only before the automatic default: DEFAUT / DEFAULT
	Src      int    `json:"src,omitempty"`      // number of the visible line it was read from
}

// Join tells how a line belongs to the head above it.
type Join string

const (
	Head Join = ""     // stands alone, or begins an order
	Or   Join = "or"   // next alternative of the branch above
	Else Join = "else" // begins the branch used when the guard fails
)

// Arg is one named argument. Vals are canonical, language-neutral words.
type Arg struct {
	Name string   `json:"n"`
	Vals []string `json:"v"`
	Pref bool     `json:"pref,omitempty"` // alternatives: the first legal one counts
}

// Cond is one condition of a guard: "ennemi LES <= 1".
type Cond struct {
	Pred string `json:"pred"`
	Args []Arg  `json:"args,omitempty"`
}

// Order makes a line of a verb and pairs of an argument and its one value:
// Order("move", "group", "2", "path", "FVP").
func Order(verb string, pairs ...string) Line {
	l := Line{Verb: verb}
	for i := 0; i+1 < len(pairs); i += 2 {
		l.Args = append(l.Args, Arg{Name: pairs[i], Vals: []string{pairs[i+1]}})
	}
	return l
}

// List makes a line of a verb and one argument of many values.
func List(verb, arg string, vals ...string) Line {
	return Line{Verb: verb, Args: []Arg{{Name: arg, Vals: vals}}}
}

// Arg returns the values of the named argument, nil when it is absent.
func (l Line) Arg(name string) []string { return find(l.Args, name) }

// First returns the first value of the named argument, "" when it is absent.
func (l Line) First(name string) string { return first(l.Args, name) }

// Arg returns the values of the named argument, nil when it is absent.
func (c Cond) Arg(name string) []string { return find(c.Args, name) }

// First returns the first value of the named argument, "" when it is absent.
func (c Cond) First(name string) string { return first(c.Args, name) }

// Compare holds a number against a comparison and a number as guards write
// them: "<", "<=", "=", ">=", ">". Anything else does not hold.
func Compare(have int, op, number string) bool {
	n, err := strconv.Atoi(number)
	if err != nil {
		return false
	}
	switch op {
	case "<":
		return have < n
	case "<=":
		return have <= n
	case "=":
		return have == n
	case ">=":
		return have >= n
	case ">":
		return have > n
	}
	return false
}

func find(args []Arg, name string) []string {
	for _, a := range args {
		if a.Name == name {
			return a.Vals
		}
	}
	return nil
}

func first(args []Arg, name string) string {
	if v := find(args, name); len(v) > 0 {
		return v[0]
	}
	return ""
}
