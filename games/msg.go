package games

import "strconv"

// Msg is a sentence to be written in the reader's language.
type Msg struct {
	Key  string   `json:"key"`
	Args []MsgArg `json:"args,omitempty"`
}

// MsgArg is a typed value of a message. Kind is a set of the grammar
// ("place", "gang"), or "int", "money", "text", "line", "moment" (unix ms), "list:<set>".
type MsgArg struct {
	Name string   `json:"name"`
	Kind string   `json:"kind"`
	Vals []string `json:"vals"`
}

// Say makes a message: Say("ny.recruited", With("gang", "gang", id), Int("n", 2)).
func Say(key string, args ...MsgArg) Msg { return Msg{Key: key, Args: args} }

// With makes an argument of canonical words.
func With(name, kind string, vals ...string) MsgArg {
	return MsgArg{Name: name, Kind: kind, Vals: vals}
}

// Int makes an argument of a number.
func Int(name string, n int) MsgArg { return With(name, "int", strconv.Itoa(n)) }

// Money makes an argument of dollars.
func Money(name string, n int) MsgArg { return With(name, "money", strconv.Itoa(n)) }

// Refusal says why a line was refused, from what its seat may know.
type Refusal struct {
	Msg     Msg
	Rule    string // rule id: "c.m.2"
	Nearest []Line // nearest legal forms, at most 3
	Invalid bool   // not understood, rather than understood and forbidden
	NotThis bool   // the line speaks of another decision: it stays, and nothing is reported
}

// Refuse forbids what was understood.
func Refuse(rule, key string, args ...MsgArg) *Refusal {
	return &Refusal{Msg: Say(key, args...), Rule: rule}
}

// Invalid tells that an order was not understood.
func Invalid(rule, key string, args ...MsgArg) *Refusal {
	return &Refusal{Msg: Say(key, args...), Rule: rule, Invalid: true}
}
