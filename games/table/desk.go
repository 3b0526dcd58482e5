package table

import (
	"slices"

	"fivepoints/events"
)

// Press says that somebody wrote to others at the table. Who, to whom and what
// is private, unless all may read it; so is the message it came by, since a sheet
// of the same mail names it, too. Grey press hides its writer from its readers,
// not from whoever holds the log and sees what came at the same moment.
type Press struct {
	N      int    `json:"n"`  // number of the piece in the game, from 1
	At     int64  `json:"at"` // when it reached us, unix ms
	Public bool   `json:"public,omitempty"`
	From   string `json:"from,omitempty"` // seat or "moderator", of public press that is signed
}

// PressText is the private half of Press.
type PressText struct {
	From   string     `json:"from"` // seat or "moderator", also of what is not signed
	Person string     `json:"person,omitempty"`
	To     []string   `json:"to,omitempty"`
	Grey   bool       `json:"grey,omitempty"` // its readers are not told who wrote
	Lines  []string   `json:"lines"`
	Msg    events.Seq `json:"msg,omitempty"` // the message's commit
}

// PressIn is press as recorded; who was erased has written nothing.
type PressIn struct {
	Press
	Text PressText
	Seq  events.Seq
}

// Reads tells whether a seat may read it.
func (p *PressIn) Reads(seat string) bool {
	return p.Public || p.Text.From == seat || slices.Contains(p.Text.To, seat)
}

// Desk says that somebody without a seat asked something of the desk; the lines
// with their answers are private.
type Desk struct {
	N      int        `json:"n"` // number in the game, from 1
	By     string     `json:"by"`
	Person string     `json:"person,omitempty"`
	Msg    events.Seq `json:"msg,omitempty"`
	At     int64      `json:"at"` // unix ms
}

// Previewed says that a moderator looked at what an open mail would come to, with
// the draws that it will have.
type Previewed struct {
	Window string `json:"window"`
	Person string `json:"person,omitempty"` // "" for the operator
	At     int64  `json:"at"`               // unix ms
}
