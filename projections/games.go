package projections

import (
	"context"
	"strings"

	"fivepoints/events"
	"fivepoints/games/table"
)

// GameOf returns the game whose stream that is, "" for any other stream.
func GameOf(stream string) string {
	id, ok := strings.CutPrefix(stream, "game/")
	if !ok {
		return ""
	}
	return id
}

// Games gives games as of a commit. It keeps what it folded, so that following
// the log commit by commit folds each once.
type Games struct {
	log    events.Log
	books  table.Books
	tables map[string]*table.Table
}

// keptGames bounds the memory: beyond it games are folded anew when asked for.
const keptGames = 512

// NewGames returns the games of a log.
func NewGames(log events.Log, books table.Books) *Games {
	return &Games{log, books, map[string]*table.Table{}}
}

// At returns a game as of the commit seq. It stays valid until the next call
// for the same game; read it only.
func (g *Games) At(ctx context.Context, id string, seq events.Seq) (*table.Table, error) {
	t := g.tables[id]
	if t == nil || t.Tip > seq {
		t = table.New(id, g.books)
	}
	delete(g.tables, id) // not kept when folding fails half way
	if err := t.CatchUp(ctx, g.log, seq); err != nil {
		return nil, err
	}
	if len(g.tables) >= keptGames {
		clear(g.tables)
	}
	g.tables[id] = t
	return t, nil
}
