package games

import (
	"strconv"
	"strings"
)

// Seat is a place at the table: "whyos". Public and Engine are the two
// viewpoints that are no seat.
type Seat string

const (
	Public Seat = "public" // what everyone may know
	Engine Seat = "engine" // everything
)

// Kind is a class of orders that answer the same kind of decision: "move".
type Kind string

// Rules is one rulebook over its state S. It is pure: no clock, no chance but
// Draw, no I/O, no globals. Rules run once (Decide, Next, Drawn); replay only
// folds (Evolve), so an old game never breaks when a rule is mended.
type Rules[S any] interface {
	Info() Info
	// Grammar lists the words and shapes of orders, with this game's names.
	// It is also called on an empty state.
	Grammar(*S) *Grammar
	// New resolves the options and returns the first facts.
	New(Setup) ([]Fact, error)
	// Evolve folds one fact of this rulebook. Total; it holds no rule.
	Evolve(*S, Fact)
	// Next tells what comes next on the finest sequence of play.
	Next(*S) Step
	// Windows lists the mails open now, in a fixed order.
	Windows(*S) []Window
	// Options lists legal answers as that seat knows them, also for kinds not due yet.
	Options(*S, Seat, Kind) Choice
	// Test reads a guard with what that seat may know.
	Test(*S, Seat, Cond) bool
	// Decide is the only judge of legality; it runs once per used line.
	Decide(*S, Decision, Line) ([]Fact, *Refusal)
	// Default is the line used when nothing was sent; miss counts the windows
	// in a row that this seat left empty, 1 for the first.
	Default(s *S, d Decision, miss int) Line
	// Drawn turns the picks of a draw (indices into its pool, in order) into facts.
	Drawn(*S, Draw, []int) []Fact
	// View returns a new value with what that viewpoint may know.
	View(*S, Seat) View
	// Narrate turns redacted facts into messages, for the public or for a seat.
	Narrate(s *S, facts []Fact, to Seat) []Msg
}

// Resolver is a rulebook that resolves a sealed group at once, after Decide
// accepted each answer.
type Resolver[S any] interface {
	Resolve(*S, string, []Answer) []Fact
}

// Invariant is a rulebook that can check its state; nil when all is well.
type Invariant[S any] interface{ Check(*S) error }

// Redealer resamples what a seat cannot know; pick(n) chooses 0..n-1. It
// returns a new state that looks the same to that seat.
type Redealer[S any] interface {
	Redeal(s *S, seat Seat, pick func(n int) int) *S
}

// Calendar is a rulebook that knows its mails ahead, so that an order that no
// mail can ever take is refused when it arrives.
type Calendar[S any] interface {
	// Ahead lists the mails open now and those that may still open. It may name
	// too many, never too few; several may be told as one with more seats and kinds.
	Ahead(*S) []Window
}

// Screener is a rulebook that finds in an order what can never be done, whatever
// becomes of the position, so that it is refused when it arrives. What may
// become legal is left to Decide.
type Screener[S any] interface {
	Screen(*S, Seat, Line) *Refusal
}

// Forecaster is a rulebook that tells a seat what awaits it before it writes:
// income, dangers, what silence would bring. It uses only what that seat may know.
type Forecaster[S any] interface {
	Forecast(s *S, to Seat) []Msg
}

// Adjuster is a rulebook whose position a moderator may change. The text is in
// the language of its positions, one item a line; an error names the line.
type Adjuster[S any] interface {
	Adjust(s *S, text string) ([]Fact, error)
}

// Player is a rulebook with bots of its own, for trial games and demos. A bot
// uses only what View shows its seat, and pick(n), which chooses 0..n-1.
type Player[S any] interface {
	Styles() []string
	Play(s *S, seat Seat, w Window, style string, pick func(n int) int) []Line
}

// Exporter is a rulebook that takes a data file of one's own: it writes that of the
// house, with comments, to start from.
type Exporter interface{ ExportData() (string, error) }

// View is a rulebook's own struct; templates and --json read it.
type View any

// Info names a rulebook.
type Info struct {
	Name     string // "newyork1890", also the folder
	Edition  int    // of the rules as coded; pinned in a game's first fact
	Title    Text
	MinSeats int
	MaxSeats int
	Seats    []Seat // the fixed seat ids, empty when players choose nicks
	Data     string // hash of the embedded data
	OwnData  bool   // a game may bring a data file of its own
	Options  []Option
	Presets  []Preset
	Facts    []FactType
}

// Option is one switch of a game, stored resolved in the first fact.
type Option struct {
	Key     string
	Default string
	Values  []string // allowed values; empty: any integer
	Text    Text     // its meaning
	Rule    string   // rule id it belongs to
}

// Preset is a named set of option values.
type Preset struct {
	Name   string
	Values []KV
}

// KV is one option value.
type KV struct {
	Key   string `json:"k"`
	Value string `json:"v"`
}

// Setup is what a game starts from.
type Setup struct {
	Game    string
	Preset  string // "" is the rulebook's default
	Options []KV   // override the preset
	Seats   []Seat
	Data    string // a data file of the group's own, "" for the embedded one
}

// FactType tells the codec the shape of one (type, version). Pub and Priv are
// zero values of the payload structs; Priv is nil when the fact has no parts.
type FactType struct {
	Type string
	V    int
	Pub  any
	Priv any
	Up   func(any) any // older versions: to the payload of V+1

	Words bool // it changes the grammar of its game
}

// Fact is what happened, decoded. Evolve switches on the type of Pub.
type Fact struct {
	Type string
	V    int
	Pub  Payload
	Priv []Part // sorted by audience
}

// Payload is a struct value (not a pointer) of the fact's type.
type Payload any

// Part is a private payload for one seat, or for Engine.
type Part struct {
	Audience Seat
	Payload  Payload
}

// Step is what comes next: exactly one of its fields is set.
type Step struct {
	Due  []Decision
	Draw *Draw
	Auto []Fact
	Over *Result
}

// Decision is something a seat owes.
type Decision struct {
	ID     string // unique in the game: "1893/c/whyos/move/2"
	Seat   Seat
	Kind   Kind
	Window string // the mail it is answered in
	Sealed string // decisions with the same mark are answered together, unseen
	Must   bool   // an illegal answer leaves its seat due until the deadline
	// Decisions of one seat with the same mark are one order in several lines
	// (order.bundle): a line sent for this mail is carried out only when what was
	// sent with it for the next decision of the bundle is legal, too.
	Bundle string
	// Tight says that an order which waited for its mail is one with the lines of
	// its sheet, too. Without it such orders stand for themselves.
	Tight bool
	// Secret: whether and how the decision was answered is known to its seat only,
	// until the rules tell. What answers it is a setting (Verb.Keep), which Decide
	// never refuses.
	Secret bool
	// Patient leaves a line whose guard does not hold for the later decisions of
	// its mail, unreported: a plan is gone through at every visit.
	Patient bool
	// Stored is set by the judge: the newest turn when an order that waited for
	// its mail came in, 0 for one sent for this mail.
	Stored int
}

// Answer is a decision with the line that answers it.
type Answer struct {
	Decision Decision
	Line     Line
}

// Window is a mail that is open.
type Window struct {
	ID     string // "1893/1"; what stands before the first slash names the turn
	Tag    string // how subjects name it: "1893c"
	Turn   int    // number of the turn, from 1
	Seats  []Seat // who may write
	Kinds  []Kind // which orders they may send
	Report string // which report its opening sends: "A", "B"
	Waived []Seat // of Seats, those the mail does not wait for; only the engine knows them
	Early  []Kind // orders of later mails for which a standing one is asked already
}

// Named tells whether a turn word means this mail: its id, its tag, what
// stands before the first slash of the id, or the turn's number. The empty word
// means any.
func (w Window) Named(turn string) bool {
	year, _, _ := strings.Cut(w.ID, "/")
	return turn == "" || strings.EqualFold(turn, w.Tag) || turn == w.ID || turn == year || turn == strconv.Itoa(w.Turn)
}

// Draw asks for N picks without replacement from Pool, in order.
type Draw struct {
	Label  string   // path unique in the game: "1893/c/battle/les/whyos/2"
	Pool   []string // canonical: the same things in the same order
	N      int
	Window string // whose beacon mixes in; "" for hidden draws
	Hidden bool   // shuffles and deals: picks are private to the engine
}

// Result ends a game.
type Result struct {
	Ranks [][]Seat // best first; ties share a rank
	Why   string   // message key
}

// Choice holds legal answers, in the order a template shows them.
type Choice struct {
	Lines []Line // at most 200
	More  bool   // others of the same shapes exist
}

// Lang is a language, "fr" or "en".
type Lang string

const (
	FR Lang = "fr"
	EN Lang = "en"
)

// Text exists in both languages.
type Text struct{ FR, EN string }

// In returns the text in that language.
func (t Text) In(l Lang) string {
	if l == FR {
		return t.FR
	}
	return t.EN
}
