package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/table"
)

// Fold folds a game that was read. A commit that the rulebook cannot take, or
// that makes it fail, is a *Bad.
func (g *Game) Fold(books table.Books) (t *table.Table, err error) {
	at := 0
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("folding a game: %w", g.bad(at, fmt.Errorf("the rulebook panicked: %v", r)))
		}
	}()
	stored, opened := make([]events.Stored, len(g.Commits)), make([]events.Commit, len(g.Commits))
	for i, c := range g.Commits {
		stored[i], opened[i] = events.Stored{Seq: c.Seq, Bytes: c.Bytes, Parts: make([]events.Sealed, len(c.Open))}, c.Commit
	}
	t, at, err = table.FoldOpened(g.Game, stored, opened, books)
	if err != nil {
		return nil, fmt.Errorf("folding a game: %w", g.bad(at, err))
	}
	if at = len(g.Commits) - 1; t.Game == nil {
		return nil, fmt.Errorf("folding a game: %w", g.bad(0, errors.New("it does not begin a game")))
	}
	t.Game.Next() // a position from which the rules cannot go on is none
	t.Game.View(games.Public)
	if err := t.Game.Check(); err != nil {
		return nil, fmt.Errorf("folding a game: %w", g.bad(at, err))
	}
	return t, nil
}

func (g *Game) bad(i int, err error) *Bad { return &Bad{g.Commits[i].Seq, i + 2, err} }

// ErrTaken says that a game of that id is there already.
var ErrTaken = errors.New("a game of that name is there")

// Import appends a game that was read under an id of this log, with keys of this
// log and without the people of the other, marked as a record. An import that
// was interrupted goes on when the same file is imported again.
func (g *Game) Import(ctx context.Context, log events.Log, id string, books table.Books) error {
	t, err := g.Fold(books)
	if err != nil {
		return err
	}
	if taken, err := g.taken(ctx, log, id); err != nil || taken {
		return errors.Join(err, fmt.Errorf("importing game %s as %s: %w", g.Game, id, ErrTaken))
	}
	m := moving{g: g, t: t, id: id, seqs: map[events.Seq]events.Seq{}}
	commits := make([]events.Commit, 0, len(g.Commits))
	for i := range g.Commits { // nothing is appended before everything is known to be right
		c, err := m.commit(i)
		if err != nil {
			return fmt.Errorf("importing game %s: %w", g.Game, g.bad(i, err))
		}
		commits = append(commits, c)
	}
	return m.append(ctx, log, commits)
}

func (g *Game) taken(ctx context.Context, log events.Log, id string) (bool, error) {
	tip, err := log.Tip(ctx, "game/"+id)
	if err != nil || tip == 0 {
		return false, err
	}
	seq, err := log.Lookup(ctx, "game/"+id, g.key(0))
	return seq == 0, err
}

// key names the i-th commit of the file.
func (g *Game) key(i int) events.Key {
	return events.NewKey("import", g.Digest, strconv.Itoa(i))
}

// moving rewrites the commits of a game for another log.
type moving struct {
	g    *Game
	t    *table.Table // of the game as it was
	id   string
	seqs map[events.Seq]events.Seq // old and new
}

// commit rewrites all but the numbers of other commits, which are not known yet.
func (m *moving) commit(i int) (events.Commit, error) {
	c := m.g.Commits[i]
	out := events.Commit{Stream: "game/" + m.id, Key: m.g.key(i), At: c.At}
	if i == 0 {
		f, err := m.mark()
		if err != nil {
			return out, err
		}
		out.Facts = append(out.Facts, f)
	}
	for _, e := range c.Facts {
		if e.Type == table.TypeImported {
			return out, errors.New("it is of a game that was imported itself; export it where it was played")
		}
		f, err := m.t.Codec().Decode(e)
		if err != nil {
			return out, err
		}
		if f.Pub, err = m.payload(f.Pub); err != nil {
			return out, err
		}
		moved, err := m.t.Codec().Encode(f, "games/"+m.id)
		if err != nil {
			return out, err
		}
		keepSalts(moved.Priv, e.Priv)
		out.Facts = append(out.Facts, moved)
	}
	return out, nil
}

// keepSalts lets parts that did not change keep their hashes: the beacons of
// the draws are made of them.
func keepSalts(moved, old []events.Part) {
	for i := range moved {
		for _, p := range old {
			if p.Audience == moved[i].Audience && bytes.Equal(p.Plain, moved[i].Plain) {
				moved[i].Salt = p.Salt
			}
		}
	}
}

func (m *moving) mark() (events.Fact, error) {
	p := table.Imported{Origin: m.g.Origin, Game: m.g.Game, Key: m.g.Key, Tip: m.t.Tip, Digest: m.g.Digest}
	if m.g.Head != nil {
		p.Size = m.g.Head.Size
	}
	return m.t.Codec().Encode(games.Fact{Type: table.TypeImported, V: 1, Pub: p}, "")
}

// payload takes people out of a platform fact and gives the game its new id.
// Seqs stay until append knows the new ones.
func (m *moving) payload(p games.Payload) (games.Payload, error) {
	v := reflect.ValueOf(p)
	if v.Kind() != reflect.Struct || v.Type().PkgPath() != reflect.TypeFor[table.Created]().PkgPath() {
		return p, nil
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	for i := range c.NumField() {
		switch name := c.Type().Field(i).Name; {
		case name == "Person" && c.Field(i).Kind() == reflect.String:
			c.Field(i).SetString("")
		case name == "Msg" && c.Field(i).Kind() == reflect.Uint64:
			c.Field(i).SetUint(0)
		case name == "Game" && c.Type() == reflect.TypeFor[table.Created]():
			c.Field(i).SetString(m.id)
		}
	}
	return c.Interface(), nil
}

// append appends the commits and numbers anew what they cite.
func (m *moving) append(ctx context.Context, log events.Log, commits []events.Commit) error {
	var last events.Seq
	for i, c := range commits {
		for k := range c.Facts {
			if err := m.renumber(&c.Facts[k]); err != nil {
				return fmt.Errorf("importing game %s: %w", m.g.Game, m.g.bad(i, err))
			}
		}
		c.Expect = last
		seq, _, err := log.Append(ctx, c)
		if err != nil {
			return fmt.Errorf("importing commit %d of game %s: %w", m.g.Commits[i].Seq, m.g.Game, err)
		}
		last, m.seqs[m.g.Commits[i].Seq] = seq, seq
	}
	return nil
}

// renumber gives the seqs in a platform fact those of this log; a commit that is
// not of this game gets none.
func (m *moving) renumber(f *events.Fact) error {
	if !table.IsPlatform(f.Type) || f.Type == table.TypeImported {
		return nil
	}
	d, err := m.t.Codec().Decode(events.Fact{Type: f.Type, V: f.V, Pub: f.Pub})
	if err != nil {
		return err
	}
	v := reflect.ValueOf(d.Pub)
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	for i := range c.NumField() {
		switch x := c.Field(i).Interface().(type) {
		case events.Seq:
			if f.Type == table.TypeCut {
				x = m.before(x)
			}
			c.Field(i).SetUint(uint64(m.seqs[x]))
		case []events.Seq:
			var all []events.Seq
			for _, s := range x {
				if s = m.seqs[s]; s > 0 {
					all = append(all, s)
				}
			}
			c.Field(i).Set(reflect.ValueOf(all))
		}
	}
	d.Pub = c.Interface()
	moved, err := m.t.Codec().Encode(d, "games/"+m.id)
	f.Pub = moved.Pub
	return err
}

// before returns the last commit of the game up to a seq: a cut may name the
// place between two.
func (m *moving) before(seq events.Seq) events.Seq {
	var last events.Seq
	for _, c := range m.g.Commits {
		if c.Seq <= seq {
			last = c.Seq
		}
	}
	return last
}
