package judge

import (
	"time"

	"fivepoints/events"
	"fivepoints/games"
)

// Who acts at the desk of a game.
const (
	ByPlayer    = "player"
	ByModerator = "moderator" // of the game, by mail
	ByOperator  = "operator"  // at the command line: the folder is his
	ByClock     = "clock"     // nobody: its time had come
	BySitter    = "sitter"    // a player's, while he is absent
)

// Act says who does something at the desk of a game, when, and by what cause.
type Act struct {
	Game   string
	Person string // who acts; "" for the operator and the clock
	Seat   string // a player's own; "" for others
	By     string // ByPlayer, ByModerator, ByOperator or ByClock
	At     time.Time
	Key    events.Key // the cause; unique in the game
	Msg    events.Seq // the message it came by, 0 for none
}

// Refused says why something asked at the desk was not done, in a sentence for
// whoever asked.
type Refused struct {
	Msg  games.Msg
	Rule string // of pbem or of the rulebook, may be empty
}

func (e *Refused) Error() string { return "refused: " + e.Msg.Key }

// not makes a Refused.
func not(key string, args ...games.MsgArg) *Refused { return &Refused{Msg: games.Say(key, args...)} }
