package feed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/events"
	"fivepoints/events/jetstream"
	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/projections"
)

// Version changes with what Derive tells of the same log; feeds are then made anew.
const Version = 1

// Source derives the feed of a log.
type Source struct {
	keys  events.Keys
	games *projections.Games
}

// New returns the source of a log's feed.
func New(log events.Log, books table.Books) *Source {
	return &Source{log.Keys(), projections.NewGames(log, books)}
}

// Derive implements jetstream.Derive. A game that needs a newer fivepoints tells
// nothing to this one.
func (s *Source) Derive(ctx context.Context, st events.Stored) ([]jetstream.Telling, error) {
	c, err := events.Open(st, s.keys)
	if err != nil {
		return nil, fmt.Errorf("opening commit %d: %w", st.Seq, err)
	}
	game := projections.GameOf(c.Stream)
	if game == "" {
		return nil, nil
	}
	t, err := s.games.At(ctx, game, st.Seq)
	var facts []games.Fact
	if err == nil {
		facts, err = t.Facts(st, nil)
	}
	if errors.Is(err, games.ErrNewer) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	public := tell(t, facts, c, st.Seq, games.Public)
	if public == nil {
		return nil, nil
	}
	out := []jetstream.Telling{{Game: game, Data: public}}
	for _, seat := range addressed(c) {
		if data := tell(t, facts, c, st.Seq, games.Seat(seat)); data != nil {
			out = append(out, jetstream.Telling{Game: game, Seat: seat, Data: data})
		}
	}
	return out, nil
}

// addressed lists the seats that a commit has private parts for.
func addressed(c events.Commit) []string {
	var seats []string
	for _, f := range c.Facts {
		for _, p := range f.Priv {
			if p.Audience != string(games.Engine) && !slices.Contains(seats, p.Audience) {
				seats = append(seats, p.Audience)
			}
		}
	}
	slices.Sort(seats)
	return seats
}

// tell writes what a viewpoint may know: all it sees for the public, facts with
// a part of its own for a seat; nil when that is nothing.
func tell(t *table.Table, facts []games.Fact, c events.Commit, seq events.Seq, to games.Seat) []byte {
	var b []byte
	for i, f := range c.Facts {
		if f.Type == table.TypeSheet || f.Type == table.TypeVoid || len(t.Visible(facts[i:i+1], to)) == 0 {
			continue
		}
		part := partOf(f, to)
		if to != games.Public && part == nil {
			continue
		}
		if b != nil {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `{"t":"%s","v":%d,"pub":%s`, f.Type, f.V, f.Pub)
		if part != nil {
			b = append(append(b, `,"priv":`...), part...)
		}
		b = append(b, '}')
	}
	if b == nil {
		return nil
	}
	head := []byte(`{"v":1,"game":"` + t.ID + `"`)
	if to != games.Public {
		head = append(head, `,"seat":"`+string(to)+`"`...)
	}
	head = append(head, `,"seq":`+strconv.FormatUint(uint64(seq), 10)+`,"at":`+strconv.FormatInt(c.At.UnixMilli(), 10)+`,"facts":[`...)
	return append(append(head, b...), "]}"...)
}

// partOf returns the part for a seat, unless a person's key protects it: what is
// told cannot be erased.
func partOf(f events.Fact, to games.Seat) []byte {
	for _, p := range f.Priv {
		if p.Audience == string(to) && strings.HasPrefix(p.Key, "games/") {
			return p.Plain
		}
	}
	return nil
}
