package games

import "slices"

// Grammar lists a game's words and the shapes of its orders. games/order
// parses with it and writes lines and names back in both languages. The
// pattern language of Verb.Shape is documented there.
type Grammar struct {
	Verbs  []Verb
	Preds  []Pred
	Shapes []Shape
	Sets   []Set
}

// Verb is one kind of order.
type Verb struct {
	ID     string // canonical: "move"
	Kind   Kind   // the decisions it answers
	Slot   string // a new sheet replaces a slot whole; "" means the kind
	Object string // name of the argument that tells standing orders of this verb apart
	FR, EN []string
	Shape  string // pattern of what follows the verb
	Help   Text   // one example in each language
	Note   Text   // what its writer had better know, for the template and the receipt
	Keep   bool   // a setting: it answers every decision of its kind in its window and is not used up
	Once   bool   // one such order answers its decision: the last of a sheet counts
	Alone  bool   // it must be the whole line: no guard, no alternative, no standing order
	Whole  bool   // Decide gets its preference lists as written and walks them itself
	Closed bool   // known but not in this game: told so, never accepted; only its words count
	Also   []Kind // other kinds of decisions that it answers, too: PASS answers a turn and a plan
	Stands bool   // every order of it is a standing one, with TOUJOURS/ALWAYS or without
	Bundle string // verbs with the same mark are one order in several lines: when a line is not understood, none of them counts
}

// Pred is one predicate of guards.
type Pred struct {
	ID     string
	FR, EN []string
	Shape  string
}

// Shape names a pattern for use inside others; its value is one string, the
// canonical words joined by a space.
type Shape struct {
	ID      string
	Pattern string
}

// Set is a closed set of words: places, gangs, keywords.
type Set struct {
	ID     string // "place"
	Words  []Word
	Prefix bool // a unique prefix of at least 3 letters of a name will do
}

// Word is one member of a set with its names; the first form is written back.
type Word struct {
	ID     string // canonical: "FVP"
	FR, EN []string
	Closed bool // known but not in this game: told so, never accepted
}

// Answers tells whether an order of the verb answers decisions of a kind.
func (v Verb) Answers(k Kind) bool { return k == v.Kind || slices.Contains(v.Also, k) }

// AnswersAny tells whether it answers decisions of one of these kinds, such as a mail's.
func AnswersAny[K ~string](v Verb, kinds []K) bool {
	return slices.ContainsFunc(kinds, func(k K) bool { return v.Answers(Kind(k)) })
}

// Word finds a word of a set by its canonical id.
func (g *Grammar) Word(set, id string) (Word, bool) {
	for _, s := range g.Sets {
		if s.ID != set {
			continue
		}
		for _, w := range s.Words {
			if w.ID == id {
				return w, true
			}
		}
	}
	return Word{}, false
}

// Verb finds a verb by its canonical id.
func (g *Grammar) Verb(id string) (Verb, bool) {
	for _, v := range g.Verbs {
		if v.ID == id {
			return v, true
		}
	}
	return Verb{}, false
}
