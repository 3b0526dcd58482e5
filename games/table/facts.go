package table

import (
	"fivepoints/events"
	"fivepoints/games"
)

// The platform's facts of a game stream. Rules facts have names without "t.".
// A cut forgets rules facts and the marks TypeUsed, TypeSkipped, TypeDrawn,
// TypeVoided and TypeOver; everything else of the table stays. The mails closed
// behind it are judged again, one TypeJudged and one commit each.
const (
	TypeCreated  = "t.created"          // Created: first fact of the stream
	TypeSeat     = "t.seat"             // SeatTaken
	TypeOpened   = "t.window_opened"    // Opened
	TypeClosed   = "t.window_closed"    // Closed
	TypeJudged   = "t.window_judged"    // Judged: a closed window is judged again after a cut
	TypeVoided   = "t.window_voided"    // Voided: the rules no longer have this window
	TypeMoved    = "t.window_moved"     // Moved: another deadline
	TypeSheet    = "t.sheet"            // Sheet, private Lines for its seat under the game's key
	TypeText     = "t.sheet_text"       // SheetText, private Text for its seat under the person's key
	TypeVoid     = "t.sheet_void"       // Void
	TypeUsed     = "t.line_used"        // Used
	TypeSkipped  = "t.order_skipped"    // Skipped, private Why for its seat
	TypeDrawn    = "t.drawn"            // Drawn, private Picks for the engine when hidden
	TypeCut      = "t.cut"              // Cut
	TypeAdjusted = "t.adjusted"         // Adjusted, private Change for the engine
	TypeOver     = "t.over"             // Over
	TypeSecret   = "t.secret_published" // SecretPublished: follows every TypeOver
	TypePress    = "t.press"            // Press, private PressText for the engine under its writer's key
	TypeDesk     = "t.desk"             // Desk, private Text for the engine under the key of who asked
	TypePreview  = "t.previewed"        // Previewed
)

// Why a window closed.
const (
	WhyDeadline  = "deadline"
	WhyComplete  = "complete"  // everybody wrote
	WhyModerator = "moderator" // adjudicated by hand
)

// Created opens a game. Everything is resolved: no default is read later.
type Created struct {
	Game     string   `json:"game"`
	Rulebook string   `json:"rulebook"`
	Edition  int      `json:"edition"`
	Secret   string   `json:"secret"`             // hex SHA-256 of the chance secret
	Langs    []string `json:"langs"`              // of the public summaries
	Zone     string   `json:"zone"`               // IANA zone of deadlines
	Plan     string   `json:"plan"`               // when windows close: "168h" after opening
	Thoughts int      `json:"thoughts,omitempty"` // second thoughts, seconds
	Settle   int      `json:"settle,omitempty"`   // seconds between closing and resolution
	Title    string   `json:"title,omitempty"`
	Press    string   `json:"press,omitempty"` // PressGrey, PressPublic or PressNone; "": signed, to anybody
}

// What players may write to each other.
const (
	PressGrey   = "grey"   // also without a name
	PressPublic = "public" // only to all
	PressNone   = "none"
)

// SeatTaken says who holds a seat from here on; no person: the seat is empty.
type SeatTaken struct {
	Seat   string `json:"seat"`
	Person string `json:"person,omitempty"`
	Lang   string `json:"lang,omitempty"`
}

// Opened says that a mail may be written.
type Opened struct {
	Window string   `json:"window"`
	Tag    string   `json:"tag,omitempty"`
	Turn   int      `json:"turn,omitempty"`
	Seats  []string `json:"seats"`
	Kinds  []string `json:"kinds"`
	Report string   `json:"report,omitempty"`
	At     int64    `json:"at"`     // unix ms
	Closes int64    `json:"closes"` // deadline, unix ms
}

// Closed says that a window is resolved in this commit.
type Closed struct {
	Window string `json:"window"`
	Why    string `json:"why"`    // WhyDeadline, WhyComplete or WhyModerator
	At     int64  `json:"at"`     // unix ms: the deadline itself, or when all had written
	Beacon string `json:"beacon"` // hex SHA-256 over the window's sheet commitments
}

// Judged says that a window closed before a cut is judged again in this commit.
type Judged struct {
	Window string `json:"window"`
}

// Voided says that an open window is gone: the game is over, or went another way after a cut.
type Voided struct {
	Window string `json:"window"`
}

// Moved gives an open window another deadline.
type Moved struct {
	Window string `json:"window"`
	Closes int64  `json:"closes"` // unix ms
	Why    string `json:"why"`
	By     string `json:"by,omitempty"`
}

// Sheet is an order sheet as accepted. It replaces earlier ones slot by slot.
type Sheet struct {
	Seat   string     `json:"seat"`
	N      int        `json:"n"`                // n-th sheet of this seat in the game, from 1
	Window string     `json:"window,omitempty"` // the mail that was open for its orders, for the receipt
	Turn   string     `json:"turn,omitempty"`   // turn or window it names: it counts for that only
	Check  bool       `json:"check,omitempty"`  // a dry run: nothing of it counts
	Resend bool       `json:"resend,omitempty"` // asks for the last report again
	For    string     `json:"for,omitempty"`    // amended sheets: the closed window whose sheets it replaces
	Person string     `json:"person,omitempty"`
	Msg    events.Seq `json:"msg,omitempty"` // the message's commit
	At     int64      `json:"at"`            // when it reached us, unix ms
	By     string     `json:"by,omitempty"`  // "moderator" when not the player
	Why    string     `json:"why,omitempty"` // reason of an amended sheet
}

// Lines is the private half of Sheet.
type Lines struct {
	Lines  []games.Line `json:"lines,omitempty"`
	Add    bool         `json:"add,omitempty"`   // append instead of replacing
	Clear  bool         `json:"clear,omitempty"` // empty everything not standing first
	Cancel []Cancel     `json:"cancel,omitempty"`
	Ready  bool         `json:"ready,omitempty"`
	Wait   bool         `json:"wait,omitempty"`
}

// Cancel withdraws orders: all, those of a verb, or one object of a verb. It
// touches what was sent before and what stands above it in its own sheet.
type Cancel struct {
	Always bool   `json:"always,omitempty"` // standing orders only
	Verb   string `json:"verb,omitempty"`
	Object string `json:"object,omitempty"`
	At     int    `json:"at,omitempty"` // its line in the message, as games.Line.Src
}

// SheetText carries what the player wrote, line by line with its verdict.
type SheetText struct {
	Seat string `json:"seat"`
	N    int    `json:"n"` // the sheet's number
}

// Text is the private half of SheetText.
type Text struct {
	Subject   string `json:"subject,omitempty"`
	MessageID string `json:"message_id,omitempty"`
	Lines     []Note `json:"lines,omitempty"`
	Attached  int    `json:"attached,omitempty"` // files that were not read
}

// Note tells how one visible line was read.
type Note struct {
	N       int          `json:"n"`
	Text    string       `json:"text"`
	Kind    string       `json:"kind"`             // "order", "error", "near", "talk", "quoted", "comment", "unread", "setting"
	Orders  []games.Line `json:"orders,omitempty"` // as understood
	Problem *games.Msg   `json:"problem,omitempty"`
	Rule    string       `json:"rule,omitempty"`
	Also    []games.Msg  `json:"also,omitempty"`    // problems of its other alternatives
	Nearest []string     `json:"nearest,omitempty"` // texts to type instead, in the sender's language
}

// Void withdraws a sheet: it never counted.
type Void struct {
	Seat string `json:"seat"`
	N    int    `json:"n"`
	Why  string `json:"why,omitempty"`
	By   string `json:"by,omitempty"`
}

// Used marks what answered a decision.
type Used struct {
	Decision string `json:"decision"`
	Seat     string `json:"seat"`
	How      string `json:"how"`             // "sheet", "standing", "fallback", "default"; "secret" hides it
	Sheet    int    `json:"sheet,omitempty"` // n of the sheet
	Line     int    `json:"line,omitempty"`  // index of the line in it, from 1
}

// Skipped says that a line was passed over; what and why only its seat knows.
type Skipped struct {
	Seat string `json:"seat"`
}

// Why is the private half of Skipped.
type Why struct {
	Decision string       `json:"decision"`
	Sheet    int          `json:"sheet"`
	Line     int          `json:"line"` // index in the sheet, from 1
	Order    games.Line   `json:"order"`
	Guard    bool         `json:"guard,omitempty"` // its guard did not hold
	Msg      games.Msg    `json:"msg"`
	Rule     string       `json:"rule,omitempty"`
	Nearest  []games.Line `json:"nearest,omitempty"`
	Also     []games.Msg  `json:"also,omitempty"` // why its other alternatives were refused
}

// Drawn is one draw. Replay reads it and never draws.
type Drawn struct {
	Label  string   `json:"label"`
	Window string   `json:"window,omitempty"`
	Hidden bool     `json:"hidden,omitempty"`
	N      int      `json:"n"`
	Pool   []string `json:"pool,omitempty"`  // open draws only
	Picks  []int    `json:"picks,omitempty"` // indices into the pool, in order
}

// Picks is the private half of a hidden Drawn.
type Picks struct {
	Pool  []string `json:"pool"`
	Picks []int    `json:"picks"`
}

// Adjusted says that the moderator changed the position; the rules facts after
// it are the change. Behind a cut it is made again where it stood.
type Adjusted struct {
	N      int          `json:"n"` // number of the change in the game, from 1
	Reason string       `json:"reason"`
	Cites  []events.Seq `json:"cites,omitempty"`
	By     string       `json:"by"`
	Again  bool         `json:"again,omitempty"`  // made again after a cut
	Failed string       `json:"failed,omitempty"` // why it could not be made again
}

// Change is the private half of Adjusted: it may tell of hidden things.
type Change struct {
	Text string `json:"text"` // in the language of the rulebook's positions
}

// Cut forgets what the rules did after a commit; the judge walks again.
type Cut struct {
	After  events.Seq   `json:"after"`
	Reason string       `json:"reason"`
	Cites  []events.Seq `json:"cites,omitempty"`
	By     string       `json:"by"`
}

// Over ends the game.
type Over struct {
	Ranks [][]string `json:"ranks"`
	Why   string     `json:"why"`
}

// SecretPublished tells the secret that the draws of an ended game came from,
// so that everybody may repeat them. Should a correction open the game again,
// its later draws come from the next secret, to which this fact commits.
type SecretPublished struct {
	N      int          `json:"n,omitempty"`      // number of the secret, from 0
	Secret string       `json:"secret"`           // hex; its hash stands in Created or in the publication before
	Next   string       `json:"next"`             // hex SHA-256 of the secret after it
	Hidden []HiddenDraw `json:"hidden,omitempty"` // what the hidden draws of the game took from what
}

// HiddenDraw is a hidden Drawn, opened.
type HiddenDraw struct {
	Label string   `json:"label"`
	Pool  []string `json:"pool"`
	Picks []int    `json:"picks"`
}
