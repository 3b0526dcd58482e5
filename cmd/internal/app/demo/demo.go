// Package demo is the recorded games that `fivepoints demo` plays, one of each
// rulebook: who sat at the table, the mailbox file that came of it, and the
// stage on which its mails are read one after the other.
//
// The mailboxes are written by the program in generate, which plays the games
// on the same stage: the state it writes a mail for is the one the demo
// computes again. After a change of rules or of bots:
//
//	go generate ./cmd/internal/app
//
// The keys and salts of the demo are fixed and stand in this package for
// everybody to read. A data folder that holds them can be read and never
// written: see Known.
package demo

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"slices"
	"time"

	"fivepoints/events"
	"fivepoints/games"
)

// What all games of the demo have in common.
const (
	Origin = "fivepoints.example/demo"
	Zone   = "Europe/Paris"

	thoughts = 20 * time.Minute
	settle   = 10 * time.Minute
)

// Campaign is a recorded game.
type Campaign struct {
	Game     string // its id
	Rulebook string
	Preset   string
	Options  []games.KV
	Title    string
	Players  []Player // by the order of their seats
	Deadline time.Duration
	Mailbox  []byte // the mails

	Intro games.Text // who plays what, for whom does not know the game
	Turns int        // turns told on one page; 1: pages are called like their turns
	Look  string     // a turn that is worth a look

	counts func() Tally              // what it must hold
	count  func(Tally, []games.Fact) // counts what a commit of the game brought
}

// Player is somebody at the table; they are all invented.
type Player struct {
	Seat    string
	Name    string
	Call    string // how the others call him
	Address string
	Lang    games.Lang
}

// Campaigns lists the recorded games, the home game first.
func Campaigns() []Campaign {
	return []Campaign{newyorkGame(), crooksGame(), escrocsGame(), noxfordGame(), kingofcrimeGame()}
}

// Of finds the recorded game of a rulebook.
func Of(rulebook string) (Campaign, bool) {
	all := Campaigns()
	i := slices.IndexFunc(all, func(c Campaign) bool { return c.Rulebook == rulebook })
	if i < 0 {
		return Campaign{}, false
	}
	return all[i], true
}

// club are the people who play; they meet in more than one game.
func club(call, seat string) Player {
	for _, p := range []Player{
		{"", "Alix Piedfin", "Alix", "alix@example.org", games.FR},
		{"", "Sam Sixpence", "Sam", "sam@example.net", games.EN},
		{"", "Jo Bitume", "Jo", "jo.bitume@bureau.example", games.FR},
		{"", "Kim Quickfoot", "Kim", "kim@example.org", games.EN},
		{"", "Lou Deux-Langues", "Lou", "lou@gazette.example", games.FR},
		{"", "Captain Max", "Max", "max@tugboat.example", games.EN},
	} {
		if p.Call == call {
			p.Seat = seat
			return p
		}
	}
	return Player{}
}

// Start is when the games are created.
func Start() time.Time {
	return time.Date(2026, 1, 5, 20, 0, 0, 0, time.FixedZone("CET", 3600))
}

// Keys returns a key store with the demo's keys: they follow from their names.
func Keys() *events.MemoryKeys { return events.NewMemoryKeys("fivepoints demo, no secret") }

// Names lists the keys on which draws and signatures of the game rest.
func (c Campaign) Names() []string { return []string{"club", "games/" + c.Game} }

// Known tells whether a key is one of the demo's, which protect nothing.
func Known(key []byte) bool {
	keys := Keys()
	for _, c := range Campaigns() {
		for _, name := range c.Names() {
			if k, err := keys.Key(name); err == nil && subtle.ConstantTimeCompare(key, k) == 1 {
				return true
			}
		}
	}
	return false
}

// Salts returns the demo's stream of salts and nonces.
func Salts() *Chance { return &Chance{Seed: "salts"} }

// Chance is an endless stream of bytes that follows from its seed.
type Chance struct {
	Seed string

	n    uint64
	rest []byte
}

// Read fills p; it never fails.
func (c *Chance) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		if len(c.rest) == 0 {
			sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte("fivepoints demo "+c.Seed+" "), c.n))
			c.n++
			c.rest = sum[:]
		}
		k := copy(p[n:], c.rest)
		n, c.rest = n+k, c.rest[k:]
	}
	return len(p), nil
}

// Pick chooses 0..n-1.
func (c *Chance) Pick(n int) int {
	if n < 2 {
		return 0
	}
	var b [8]byte
	_, _ = c.Read(b[:])
	return int(binary.BigEndian.Uint64(b[:]) % uint64(n))
}
