package standings

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/crooks"
	"fivepoints/games/escrocs"
	"fivepoints/games/newyork1890"
	"fivepoints/games/noxford"
	"fivepoints/games/table"
	"fivepoints/projections"
)

// Projection fills the table standings.
type Projection struct{ games *projections.Games }

// New returns the projection of a log's standings.
func New(log events.Log, books table.Books) *Projection {
	return &Projection{projections.NewGames(log, books)}
}

// Name is that of its cursor.
func (*Projection) Name() string { return "standings" }

// Version is that of its tables and fold.
func (*Projection) Version() int { return 1 }

// Schema creates its table.
func (*Projection) Schema() string {
	return `DROP TABLE IF EXISTS standings;
CREATE TABLE standings (
	game TEXT NOT NULL, window TEXT NOT NULL, turn INTEGER NOT NULL, seq INTEGER NOT NULL,
	seat TEXT NOT NULL, rank INTEGER NOT NULL, points INTEGER NOT NULL, PRIMARY KEY (game, window, seat)
) STRICT`
}

// Fold writes the standings after a commit that closed a mail or corrected one.
func (p *Projection) Fold(ctx context.Context, tx *sql.Tx, st events.Stored, c events.Commit) error {
	game := projections.GameOf(c.Stream)
	if game == "" || !moved(c) {
		return nil
	}
	t, err := p.games.At(ctx, game, st.Seq)
	if errors.Is(err, games.ErrNewer) {
		return nil // its standings come with the program that can read it
	}
	if err != nil {
		return err
	}
	for _, id := range stale(t) {
		if _, err := tx.ExecContext(ctx, `DELETE FROM standings WHERE game = ? AND window = ?`, game, id); err != nil {
			return err
		}
	}
	last := lastJudged(t)
	if last == nil {
		return nil
	}
	for _, s := range score(t) {
		if _, err := tx.ExecContext(ctx, `INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?)`,
			game, last.ID(), last.Turn, st.Seq, s.Seat, s.Rank, s.Points); err != nil {
			return err
		}
	}
	return nil
}

func moved(c events.Commit) bool {
	return slices.ContainsFunc(c.Facts, func(f events.Fact) bool {
		return f.Type == table.TypeClosed || f.Type == table.TypeJudged || f.Type == table.TypeCut
	})
}

func lastJudged(t *table.Table) *table.Window {
	var last *table.Window
	for _, w := range t.Windows {
		if w.Closed != nil && w.Judged > 0 && (last == nil || w.Judged >= last.Judged) {
			last = w
		}
	}
	return last
}

// stale lists the windows whose rows no longer hold: the one written now, and
// those that a cut left to be judged again.
func stale(t *table.Table) []string {
	var out []string
	if last := lastJudged(t); last != nil {
		out = append(out, last.ID())
	}
	for _, w := range t.Windows {
		if w.Closed != nil && w.Judged == 0 {
			out = append(out, w.ID())
		}
	}
	return out
}

// Standing is the place of one seat after one mail.
type Standing struct {
	Window string `json:"window"`
	Turn   int    `json:"turn"`
	Seat   string `json:"seat"`
	Rank   int    `json:"rank"` // 1 is best; ties share it
	Points int    `json:"points"`
}

// score ranks the seats by points, or as the ended game says.
func score(t *table.Table) []Standing {
	out := points(t.Game.View(games.Public))
	slices.SortStableFunc(out, func(a, b Standing) int { return cmp.Compare(b.Points, a.Points) })
	for i := range out {
		out[i].Rank = i + 1
		if i > 0 && out[i].Points == out[i-1].Points {
			out[i].Rank = out[i-1].Rank
		}
	}
	if t.Over != nil {
		return final(t.Over.Ranks, out)
	}
	return out
}

// points reads what decides the game from a rulebook's view.
func points(v games.View) []Standing {
	var out []Standing
	switch v := v.(type) {
	case newyork1890.View:
		for _, g := range v.Gangs {
			out = append(out, Standing{Seat: g.Gang, Points: g.Money})
		}
	case crooks.View:
		for _, s := range v.Seats {
			out = append(out, Standing{Seat: s.Seat, Points: s.Points})
		}
	case escrocs.View:
		for _, s := range v.Seats {
			out = append(out, Standing{Seat: s.Seat, Points: s.Score})
		}
	case noxford.View:
		for _, s := range v.Seats {
			out = append(out, Standing{Seat: s.Seat, Points: s.Points})
		}
	}
	return out
}

func final(ranks [][]string, scored []Standing) []Standing {
	var out []Standing
	rank := 1
	for _, tied := range ranks {
		for _, seat := range tied {
			s := Standing{Seat: seat, Rank: rank}
			for _, old := range scored {
				if old.Seat == seat {
					s.Points = old.Points
				}
			}
			out = append(out, s)
		}
		rank += len(tied)
	}
	return out
}

// Of lists the standings of a game, mail by mail, best first.
func Of(ctx context.Context, db *sql.DB, game string) ([]Standing, error) {
	rows, err := db.QueryContext(ctx, `SELECT window, turn, seat, rank, points FROM standings
		WHERE game = ? ORDER BY seq, rank, seat`, game)
	if err != nil {
		return nil, fmt.Errorf("listing the standings of game %s: %w", game, err)
	}
	defer rows.Close()
	var out []Standing
	for rows.Next() {
		var s Standing
		if err := rows.Scan(&s.Window, &s.Turn, &s.Seat, &s.Rank, &s.Points); err != nil {
			return nil, fmt.Errorf("listing the standings of game %s: %w", game, err)
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
