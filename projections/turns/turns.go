package turns

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"fivepoints/events"
	"fivepoints/games/table"
	"fivepoints/projections"
)

// Projection fills the table turns.
type Projection struct{}

// Name is that of its cursor.
func (Projection) Name() string { return "turns" }

// Version is that of its tables and fold.
func (Projection) Version() int { return 1 }

// Schema creates its table.
func (Projection) Schema() string {
	return `DROP TABLE IF EXISTS turns;
CREATE TABLE turns (
	game TEXT NOT NULL, window TEXT NOT NULL, tag TEXT NOT NULL, turn INTEGER NOT NULL,
	opened_seq INTEGER NOT NULL, opened_at INTEGER NOT NULL, closes INTEGER NOT NULL,
	closed_seq INTEGER NOT NULL DEFAULT 0, closed_at INTEGER NOT NULL DEFAULT 0, why TEXT NOT NULL DEFAULT '',
	voided_seq INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, window)
) STRICT`
}

// Fold folds the windows that a commit of a game opens, moves and closes.
func (Projection) Fold(ctx context.Context, tx *sql.Tx, st events.Stored, c events.Commit) error {
	game := projections.GameOf(c.Stream)
	if game == "" {
		return nil
	}
	for _, f := range c.Facts {
		query, args, err := change(game, st.Seq, f)
		if err != nil {
			return fmt.Errorf("reading %s: %w", f.Type, err)
		}
		if query == "" {
			continue
		}
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// change is what one fact does to the table; "" when nothing.
func change(game string, seq events.Seq, f events.Fact) (query string, args []any, err error) {
	switch f.Type {
	case table.TypeOpened:
		p, err := read[table.Opened](f)
		return `INSERT OR REPLACE INTO turns (game, window, tag, turn, opened_seq, opened_at, closes) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			[]any{game, p.Window, p.Tag, p.Turn, seq, p.At, p.Closes}, err
	case table.TypeMoved:
		p, err := read[table.Moved](f)
		return `UPDATE turns SET closes = ? WHERE game = ? AND window = ?`, []any{p.Closes, game, p.Window}, err
	case table.TypeClosed:
		p, err := read[table.Closed](f)
		return `UPDATE turns SET closed_seq = ?, closed_at = ?, why = ? WHERE game = ? AND window = ?`,
			[]any{seq, p.At, p.Why, game, p.Window}, err
	case table.TypeVoided:
		p, err := read[table.Voided](f)
		return `UPDATE turns SET voided_seq = ? WHERE game = ? AND window = ?`, []any{seq, game, p.Window}, err
	case table.TypeCut:
		p, err := read[table.Cut](f)
		return `UPDATE turns SET voided_seq = 0 WHERE game = ? AND voided_seq > ?`, []any{game, p.After}, err
	}
	return "", nil, nil
}

func read[P any](f events.Fact) (p P, err error) {
	err = events.Unmarshal(f.Pub, &p)
	return p, err
}

// Turn is one window of a game.
type Turn struct {
	Window string     `json:"window"`
	Tag    string     `json:"tag"`
	Turn   int        `json:"turn"`
	Opened time.Time  `json:"opened"`
	Closes time.Time  `json:"closes"`
	Closed time.Time  `json:"closed,omitzero"`
	Why    string     `json:"why,omitempty"`
	Seq    events.Seq `json:"seq,omitempty"` // of the commit that closed it
}

// Of lists the windows of a game as they opened, those that came to nothing left out.
func Of(ctx context.Context, db *sql.DB, game string) ([]Turn, error) {
	rows, err := db.QueryContext(ctx, `SELECT window, tag, turn, opened_at, closes, closed_at, why, closed_seq
		FROM turns WHERE game = ? AND voided_seq = 0 ORDER BY opened_seq, rowid`, game)
	if err != nil {
		return nil, fmt.Errorf("listing the turns of game %s: %w", game, err)
	}
	defer rows.Close()
	var out []Turn
	for rows.Next() {
		var t Turn
		var opened, closes, closed int64
		if err := rows.Scan(&t.Window, &t.Tag, &t.Turn, &opened, &closes, &closed, &t.Why, &t.Seq); err != nil {
			return nil, fmt.Errorf("listing the turns of game %s: %w", game, err)
		}
		t.Opened, t.Closes = time.UnixMilli(opened).UTC(), time.UnixMilli(closes).UTC()
		if t.Seq > 0 {
			t.Closed = time.UnixMilli(closed).UTC()
		}
		out = append(out, t)
	}
	return out, rows.Err()
}
