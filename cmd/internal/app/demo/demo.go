// Package demo is the recorded campaign that `fivepoints demo` plays: who sat
// at the table, the mailbox file that came of it, and the stage on which its
// mails are read one after the other.
//
// The mailbox is written by the program in generate, which plays the campaign
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
	_ "embed"
	"encoding/binary"
	"time"

	"fivepoints/events"
	"fivepoints/games"
)

//go:embed campaign.mbox
var campaign []byte

// Mailbox returns the mails of the campaign.
func Mailbox() []byte { return campaign }

// The game of the demo.
const (
	Game     = "ny12"
	Title    = "Five Points, 1890"
	Origin   = "fivepoints.example/demo"
	Zone     = "Europe/Paris"
	Deadline = 7 * 24 * time.Hour
	Thoughts = 20 * time.Minute
	Settle   = 10 * time.Minute
)

// Player is somebody at the table; they are all invented.
type Player struct {
	Seat    string
	Name    string
	Address string
	Lang    games.Lang
}

// Players lists the players by the order of their seats.
func Players() []Player {
	return []Player{
		{"whyos", "Alix Piedfin", "alix@example.org", games.FR},
		{"eastman", "Sam Sixpence", "sam@example.net", games.EN},
		{"dusters", "Jo Bitume", "jo.bitume@bureau.example", games.FR},
		{"rabbits", "Kim Quickfoot", "kim@example.org", games.EN},
		{"bowery", "Lou Deux-Langues", "lou@gazette.example", games.FR},
		{"charlton", "Captain Max", "max@tugboat.example", games.EN},
	}
}

// Start is when the game is created.
func Start() time.Time {
	return time.Date(2026, 1, 5, 20, 0, 0, 0, time.FixedZone("CET", 3600))
}

// Keys returns a key store with the demo's keys: they follow from their names.
func Keys() *events.MemoryKeys { return events.NewMemoryKeys("fivepoints demo, no secret") }

// Names lists the keys on which draws and signatures rest.
func Names() []string { return []string{"club", "games/" + Game} }

// Known tells whether a key is one of the demo's, which protect nothing.
func Known(key []byte) bool {
	keys := Keys()
	for _, name := range Names() {
		if k, err := keys.Key(name); err == nil && subtle.ConstantTimeCompare(key, k) == 1 {
			return true
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
