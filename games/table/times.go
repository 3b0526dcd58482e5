package table

import (
	"fmt"
	"slices"
	"time"

	"fivepoints/games"
	"fivepoints/games/deadline"
)

// The platform's facts about time. None of them is forgotten by a cut.
const (
	TypePlan     = "t.plan"     // Planned: other deadlines from here on
	TypeHour     = "t.deadline" // Hour: the hour on the wall a deadline was meant to be, and why
	TypePaused   = "t.paused"   // Paused
	TypeResumed  = "t.resumed"  // Resumed
	TypeReminded = "t.reminded" // Reminded, private Missing for the engine
	TypeLate     = "t.late"     // Late, private Missing: a mail waits longer because somebody is late
	TypeMustered = "t.mustered" // Mustered: deadlines run from here on
	TypeDelayed  = "t.delayed"  // Delayed: a mailbox could not be read
	TypeMissed   = "t.missed"   // Missed: a seat has sent nothing for several mails
)

// Why a deadline moved.
const (
	MovedCut       = "cut"       // the mail opened again behind a correction
	MovedModerator = "moderator" // by hand
	MovedPause     = "pause"     // as long as the game was paused
	MovedMuster    = "muster"    // somebody has not answered his invitation, or the last one just has
	MovedSilence   = "silence"   // the program did not run, or the clock jumped
	MovedSource    = "source"    // a mailbox could not be read
	MovedAbsence   = "absence"   // the mail waits for who is away
)

// Planned gives a game another plan (games/deadline) for the mails that open from
// here on.
type Planned struct {
	Plan string `json:"plan"`
	By   string `json:"by"`
	Why  string `json:"why,omitempty"`
}

// Hour tells which hour on the wall a deadline was resolved from, and what the
// moderator says about moving it. It follows Opened or Moved in their commit.
type Hour struct {
	Window string `json:"window"`
	Closes int64  `json:"closes"`          // unix ms
	Local  string `json:"local,omitempty"` // "2026-03-29 02:30"; that hour may not exist
	Zone   string `json:"zone,omitempty"`  // IANA
	Note   string `json:"note,omitempty"`
}

// Paused stops the clock of a game: nothing is resolved or reminded.
type Paused struct {
	At  int64  `json:"at"` // unix ms
	By  string `json:"by"`
	Why string `json:"why,omitempty"`
}

// Resumed lets it run again; Moved facts that follow move the deadlines.
type Resumed struct {
	By string `json:"by"`
}

// Reminded says that the seats that have not written for a mail are reminded. It
// names none of them: who has written is not public before the mail is resolved.
type Reminded struct {
	Window string `json:"window"`
	Closes int64  `json:"closes"`           // the deadline they are reminded of, unix ms
	Before int    `json:"before,omitempty"` // seconds; 0 when somebody asked for it
	By     string `json:"by"`
}

// Missing is the private half of Reminded and Late: who has not written.
type Missing struct {
	Seats []Absentee `json:"seats"`
}

// Absentee is a seat that has not written, and who may write for it.
type Absentee struct {
	Seat   string `json:"seat"`
	Person string `json:"person"`
	Sitter string `json:"sitter,omitempty"`
}

// Late says that a mail whose deadline and grace are over waits longer, so that
// somebody can act for whoever is late.
type Late struct {
	Window string `json:"window"`
	Until  int64  `json:"until"` // unix ms
	Ask    string `json:"ask"`   // deadline.LateModerator or deadline.LateSitter
}

// Mustered says that deadlines run from here on.
type Mustered struct {
	By string `json:"by"` // "clock" when every seat has answered
}

// Delayed says that a mail cannot be resolved yet, for a mailbox was not read
// past its deadline.
type Delayed struct {
	Window string `json:"window"`
	Source string `json:"source"`
}

// Missed says that a seat sent nothing for the mail that this commit closes, and
// nothing for mails before: the moderator is told.
type Missed struct {
	Seat   string `json:"seat"`
	Window string `json:"window"`
	Row    int    `json:"row"` // misses in a row
}

func timeTypes() []games.FactType {
	return []games.FactType{
		{Type: TypePlan, V: 1, Pub: Planned{}},
		{Type: TypeHour, V: 1, Pub: Hour{}},
		{Type: TypePaused, V: 1, Pub: Paused{}},
		{Type: TypeResumed, V: 1, Pub: Resumed{}},
		{Type: TypeReminded, V: 1, Pub: Reminded{}, Priv: Missing{}},
		{Type: TypeLate, V: 1, Pub: Late{}, Priv: Missing{}},
		{Type: TypeMustered, V: 1, Pub: Mustered{}},
		{Type: TypeDelayed, V: 1, Pub: Delayed{}},
		{Type: TypeMissed, V: 1, Pub: Missed{}},
	}
}

// Clock is what people and events made of the deadlines of a game.
type Clock struct {
	Plan     deadline.Plan
	Paused   *Paused // nil while it runs
	Mustered bool
}

// Waits is what became of the deadline of an open mail. It begins anew when the
// deadline moves.
type Waits struct {
	Reminded int64 // the time of the last reminder, unix ms, 0 for none
	Until    int64 // it waits for whoever is late, unix ms, 0 when it does not
	Ask      string
	Delayed  bool
}

// tell folds a fact about time.
func (t *Table) tell(f games.Fact) error {
	switch p := f.Pub.(type) {
	case Planned:
		return t.plan(p.Plan)
	case Paused:
		t.Clock.Paused = &p
	case Resumed:
		t.Clock.Paused = nil
	case Mustered:
		t.Clock.Mustered = true
	case Reminded:
		if w := t.Window(p.Window); w != nil && p.Before > 0 {
			w.Waits.Reminded = p.Closes - int64(p.Before)*1000
		}
	case Late:
		if w := t.Window(p.Window); w != nil {
			w.Waits.Until, w.Waits.Ask = p.Until, p.Ask
		}
	case Delayed:
		if w := t.Window(p.Window); w != nil {
			w.Waits.Delayed = true
		}
	}
	return nil
}

func (t *Table) plan(text string) error {
	p, err := deadline.Parse(text)
	if err != nil {
		return fmt.Errorf("reading the deadline plan of game %s: %w", t.ID, err)
	}
	t.Clock.Plan = p
	return nil
}

// Zone is the time zone of the game's deadlines.
func (t *Table) Zone() *time.Location {
	zone, err := time.LoadLocation(t.Created.Zone)
	if err != nil {
		return time.UTC // a zone that this program does not know any more
	}
	return zone
}

// Mustering tells whether deadlines wait until every seat has answered once.
func (t *Table) Mustering() bool { return t.Clock.Plan.Muster && !t.Clock.Mustered && t.Over == nil }

// Unanswered lists the seats whose player has never answered, in their order.
func (t *Table) Unanswered() []string {
	var out []string
	for _, s := range t.Seats {
		if s.Person != "" && !t.Started(s.Seat) {
			out = append(out, s.Seat)
		}
	}
	return out
}

// WaitsFor lists the seats that an open mail waits for: somebody holds them who is
// there or has a sitter, they may write, and have sent nothing for it.
func (t *Table) WaitsFor(w *Window) []string {
	var out []string
	for _, seat := range w.Seats {
		if t.Expects(seat, w) && !t.Wrote(seat, w) {
			out = append(out, seat)
		}
	}
	return out
}

// Missing tells who has not written for an open mail, as of a moment (unix ms).
func (t *Table) Missing(w *Window, at int64) Missing {
	var m Missing
	for _, seat := range t.WaitsFor(w) {
		a := Absentee{Seat: seat, Person: t.Holder(seat).Person}
		if s, ok := t.SitterAt(seat, at); ok {
			a.Sitter = s.Person
		}
		m.Seats = append(m.Seats, a)
	}
	return m
}

// Silent lists the seats that sent nothing for a closed mail, though their player
// was there.
func (t *Table) Silent(w *Window) []string {
	var out []string
	for _, seat := range w.Seats {
		if t.Holder(seat).Person != "" && !t.Wrote(seat, w) && !t.Excused(seat, w) {
			out = append(out, seat)
		}
	}
	return out
}

// IsAboutTime tells whether a type of fact is one of those about time.
func IsAboutTime(typ string) bool {
	return typ == TypeMoved || slices.ContainsFunc(timeTypes(), func(t games.FactType) bool { return t.Type == typ })
}

// Expects tells whether somebody is there who should write for an open mail: it is
// nobody's seat otherwise, out of the game, or its player is away without a sitter.
func (t *Table) Expects(seat string, w *Window) bool {
	if t.Holder(seat).Person == "" || !t.Awaits(w, seat) {
		return false
	}
	_, sits := t.SitterAt(seat, w.Closes)
	return sits || !t.Excused(seat, w)
}

// Punctual tells whether a seat wrote for a mail, and whether it had by its deadline.
func (t *Table) Punctual(seat string, w *Window) (wrote, onTime bool) {
	if !t.Wrote(seat, w) {
		return false, false
	}
	late := false
	for _, s := range t.Sheets {
		if s.Seat != seat || !s.Speaks() || s.For != "" || !slices.Contains(t.CountsFor(s), w) {
			continue
		}
		if s.At <= w.Closes {
			return true, true
		}
		late = true
	}
	return true, !late
}

// Punctuality tells how a seat kept its deadlines in the mails that are closed.
type Punctuality struct {
	OnTime int `json:"on_time"`
	Late   int `json:"late"`   // after the deadline, and still counted
	Missed int `json:"missed"` // sent nothing
}

// Kept counts the closed mails that a seat could write for, whoever held it,
// without those it missed while its player was away.
func (t *Table) Kept(seat string) Punctuality {
	var r Punctuality
	for _, w := range t.Windows {
		if w.Closed == nil || !slices.Contains(w.Seats, seat) {
			continue
		}
		switch wrote, onTime := t.Punctual(seat, w); {
		case !wrote && t.Excused(seat, w):
		case !wrote:
			r.Missed++
		case onTime:
			r.OnTime++
		default:
			r.Late++
		}
	}
	return r
}
