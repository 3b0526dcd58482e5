package table

import (
	"fmt"

	"fivepoints/events"
	"fivepoints/games"
)

// What makes a game checkable and its disputes decidable.
const (
	TypeImported  = "t.imported"       // Imported: first fact of a game that came from elsewhere
	TypeOption    = "t.option"         // Option
	TypeWindowKey = "t.window_key"     // WindowKey
	TypeByHand    = "t.drawn_by_hand"  // ByHand: the draw after it was entered by the moderator
	TypeRuled     = "t.ruled"          // Ruled
	TypeContested = "t.case_opened"    // Contested, private Words for the engine under the person's key
	TypeStated    = "t.case_statement" // Stated, private Words for the engine under the person's key
	TypeDecided   = "t.case_decided"   // Decided
)

func caseTypes() []games.FactType {
	return []games.FactType{
		{Type: TypeImported, V: 1, Pub: Imported{}},
		{Type: TypeOption, V: 1, Pub: Option{}},
		{Type: TypeWindowKey, V: 1, Pub: WindowKey{}},
		{Type: TypeByHand, V: 1, Pub: ByHand{}},
		{Type: TypeRuled, V: 1, Pub: Ruled{}},
		{Type: TypeContested, V: 1, Pub: Contested{}, Priv: Words{}},
		{Type: TypeStated, V: 1, Pub: Stated{}, Priv: Words{}},
		{Type: TypeDecided, V: 1, Pub: Decided{}},
	}
}

// Imported says that a game was read from a file of another log. It is a record:
// nothing is judged in it any more, and nobody is written to.
type Imported struct {
	Origin string     `json:"origin"` // of the log it comes from
	Game   string     `json:"game"`   // its id there
	Key    string     `json:"key"`    // checks the signatures of that log
	Size   uint64     `json:"size"`   // commits of the checkpoint it was proven with, 0 without one
	Tip    events.Seq `json:"tip"`    // its last commit there
	Digest string     `json:"digest"` // hex SHA-256 of the file
}

// Option settles a setting of the table from here on.
type Option struct {
	Name  string `json:"name"` // OptionKeys
	Value string `json:"value"`
	By    string `json:"by"`
}

// OptionKeys tells when the keys of open draws are published: KeysEachTurn, or
// with the secret when the game ends.
const (
	OptionKeys   = "window-keys"
	KeysEachTurn = "each-turn"
)

// WindowKey publishes the key that the open draws of a mail came from; everybody
// may repeat them. It says nothing of other mails.
type WindowKey struct {
	Window string `json:"window"`
	N      int    `json:"n,omitempty"` // number of the secret it comes from
	Key    string `json:"key"`         // hex
}

// ByHand marks the draw of that label as thrown at a table and entered by the
// moderator: it follows from no secret. Behind a cut the same throw counts.
type ByHand struct {
	Label string   `json:"label"`
	Pool  []string `json:"pool"`
	Picks []int    `json:"picks"`
	By    string   `json:"by"`
}

// Ruled says what the moderator ruled on. It changes nothing by itself: what it
// brings about (an adjustment, a withdrawal, an amendment) cites it.
type Ruled struct {
	N      int          `json:"n"`    // number of the ruling in the game, from 1
	Rule   string       `json:"rule"` // rule id of the rulebook
	Text   string       `json:"text"`
	From   string       `json:"from,omitempty"` // the mail or turn from which it holds; "": at once
	Cites  []events.Seq `json:"cites,omitempty"`
	Case   int          `json:"case,omitempty"` // the dispute it decides
	By     string       `json:"by"`
	Repeal int          `json:"repeal,omitempty"` // number of the ruling that it takes back
}

// Contested opens a case: somebody says that a commit is not right.
type Contested struct {
	Case   int        `json:"case"` // number in the game, from 1
	Commit events.Seq `json:"commit"`
	Fact   int        `json:"fact,omitempty"` // index in that commit, from 1; 0: all of it
	Seat   string     `json:"seat,omitempty"` // who contests; "": the moderator
	Msg    events.Seq `json:"msg,omitempty"`
	Freeze bool       `json:"freeze,omitempty"` // no mail closes until the case is decided
	By     string     `json:"by,omitempty"`     // "moderator" when not the player
}

// Stated adds the words of a party to a case.
type Stated struct {
	Case int        `json:"case"`
	N    int        `json:"n"` // number of the statement in the case, from 1
	Seat string     `json:"seat,omitempty"`
	Msg  events.Seq `json:"msg,omitempty"`
	By   string     `json:"by,omitempty"`
}

// Words are the private half of Contested and Stated.
type Words struct {
	Text string `json:"text"`
}

// How a case ends.
const (
	OutcomeUpheld  = "upheld"  // the fact stands
	OutcomeChanged = "changed" // it was corrected; Cites tells by what
	OutcomeDropped = "dropped" // whoever contested took it back
)

// Decided ends a case.
type Decided struct {
	Case    int          `json:"case"`
	Outcome string       `json:"outcome"` // OutcomeUpheld, OutcomeChanged or OutcomeDropped
	Ruling  int          `json:"ruling,omitempty"`
	Cites   []events.Seq `json:"cites,omitempty"`
	By      string       `json:"by"`
}

// CaseIn is a dispute as it stands.
type CaseIn struct {
	Contested
	Words      Words
	Seq        events.Seq
	At         int64 // unix ms
	Statements []StatedIn
	Decided    *Decided
	DecidedSeq events.Seq
}

// StatedIn is a statement as recorded.
type StatedIn struct {
	Stated
	Words Words
	Seq   events.Seq
}

// RuledIn is a ruling as recorded.
type RuledIn struct {
	Ruled
	Seq events.Seq
}

// Record is what a game keeps of disputes, rulings and keys.
type Record struct {
	Imported *Imported
	Options  map[string]string
	Keys     []WindowKey
	ByHand   map[string]ByHand // by label of the draw
	Rulings  []*RuledIn
	Cases    []*CaseIn
}

// foldCase folds the facts of this file; it tells whether the fact was one.
func (t *Table) foldCase(seq events.Seq, f games.Fact) bool {
	r := &t.Record
	switch p := f.Pub.(type) {
	case Imported:
		r.Imported = &p
	case Option:
		if r.Options == nil {
			r.Options = map[string]string{}
		}
		r.Options[p.Name] = p.Value
	case WindowKey:
		r.Keys = append(r.Keys, p)
	case ByHand:
		if r.ByHand == nil {
			r.ByHand = map[string]ByHand{}
		}
		r.ByHand[p.Label] = p
	case Ruled:
		r.Rulings = append(r.Rulings, &RuledIn{p, seq})
	case Contested:
		r.Cases = append(r.Cases, &CaseIn{Contested: p, Words: private[Words](f), Seq: seq, At: t.At})
	case Stated:
		if c := r.Case(p.Case); c != nil {
			c.Statements = append(c.Statements, StatedIn{p, private[Words](f), seq})
		}
	case Decided:
		if c := r.Case(p.Case); c != nil {
			c.Decided, c.DecidedSeq = &p, seq
		}
	default:
		return false
	}
	return true
}

// Case finds a dispute by its number, nil when there is none.
func (r *Record) Case(n int) *CaseIn {
	for _, c := range r.Cases {
		if c.Case == n {
			return c
		}
	}
	return nil
}

// Ruling finds a ruling by its number, nil when there is none.
func (r *Record) Ruling(n int) *RuledIn {
	for _, x := range r.Rulings {
		if x.N == n {
			return x
		}
	}
	return nil
}

// Frozen returns the case for which no mail closes, nil when there is none.
func (r *Record) Frozen() *CaseIn {
	for _, c := range r.Cases {
		if c.Freeze && c.Decided == nil {
			return c
		}
	}
	return nil
}

// NotHere tells why nothing is judged in a game, nil when all is well.
func (r *Record) NotHere(game string) error {
	if r.Imported != nil {
		return fmt.Errorf("game %s is a record of game %s of %s: nothing is judged in it", game, r.Imported.Game, r.Imported.Origin)
	}
	return nil
}

// renumber gives what was folded under a provisional seq its real one.
func (r *Record) renumber(from, to events.Seq) {
	for _, x := range r.Rulings {
		if x.Seq == from {
			x.Seq = to
		}
	}
	for _, c := range r.Cases {
		if c.Seq == from {
			c.Seq = to
		}
		if c.DecidedSeq == from {
			c.DecidedSeq = to
		}
		for i := range c.Statements {
			if c.Statements[i].Seq == from {
				c.Statements[i].Seq = to
			}
		}
	}
}

// caseShown tells whether a viewpoint may know of a case: one about a sheet whose
// mail is open would tell that its seat has written.
func (t *Table) caseShown(n int, to string) bool {
	c := t.Record.Case(n)
	if c == nil || c.Seat != "" && c.Seat == to {
		return true
	}
	for _, s := range t.Sheets {
		if s.Seq == c.Commit {
			return s.Seat == to || t.Settled(s)
		}
	}
	return true
}
