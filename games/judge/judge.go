package judge

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/chance"
	"fivepoints/games/deadline"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// Judge is the command side of all games of a log: sheets in, facts out. It is
// not safe for concurrent use; one process owns the log.
type Judge struct {
	// Draws, when set, makes the draws instead of the game's secret: dice thrown
	// at a table, or the fixed draws of a test.
	Draws func(games.Draw) ([]int, error)
	// Dice, when set, is asked for each open draw before the secret is.
	Dice Dice
	// Reading, when set, tells how far the sources have been read: no mail is
	// resolved that one of them may hold orders for. Unset, all is there.
	Reading func(now time.Time) Reading

	log    events.Log
	books  table.Books
	tables map[string]*table.Table

	parsers  map[string]*order.Parser // by game and vocabulary
	agenda   agenda
	resolved int                     // mails, so far
	inboxes  map[string]*inbox       // by stream
	codes    map[string]expected     // codes that were mailed
	brought  map[events.Seq]bool     // messages that brought a code
	posts    map[thread][]events.Seq // messages that are revisions of one post
	marks    map[mark]bool           // senders remembered since they sent a code back
	folk     *folk                   // who is known
	digested map[string]int64        // by person: the last digest that is known to be noted
}

// New returns the judge of a log.
func New(log events.Log, books table.Books) *Judge {
	return &Judge{
		log: log, books: books, tables: map[string]*table.Table{}, parsers: map[string]*order.Parser{}, agenda: newAgenda(),
		inboxes: map[string]*inbox{}, codes: map[string]expected{}, brought: map[events.Seq]bool{}, marks: map[mark]bool{}, digested: map[string]int64{},
		posts: map[thread][]events.Seq{},
	}
}

// Suspended says that a rulebook failed: nothing was appended, other games go on.
type Suspended struct {
	Game   string
	Reason string
	Stack  string // of a panic
}

func (e *Suspended) Error() string {
	return fmt.Sprintf("game %s is suspended: %s", e.Game, e.Reason)
}

// ErrExists says that a game of that id was created before.
var ErrExists = errors.New("a game of that name exists")

// NewGame is what a game is created from.
type NewGame struct {
	ID       string
	Rulebook string
	Preset   string
	Options  []games.KV
	Data     string            // a data file of the group's own
	Seats    []table.SeatTaken // in the order of the seats; Person may be empty
	Langs    []string
	Zone     string
	Plan     deadline.Plan
	Thoughts time.Duration
	Settle   time.Duration
	Title    string
	Press    string             // as table.Created
	Position []games.Fact       // rules facts that put the game in a given position
	Keys     bool               // the keys of open draws are published mail by mail
	People   *table.PeopleRules // nil: table.DefaultPeople
	Roles    []table.Role       // who has one from the beginning
	At       time.Time
}

// Create opens a game and walks to its first mail.
func (j *Judge) Create(ctx context.Context, n NewGame) (*table.Table, error) {
	if err := checkID(n.ID); err != nil {
		return nil, err
	}
	book, err := j.books(n.Rulebook, 0)
	if err != nil {
		return nil, fmt.Errorf("creating game %s: %w", n.ID, err)
	}
	if n.Data != "" && !book.Info().OwnData {
		return nil, fmt.Errorf("creating game %s: %s takes no data file of one's own", n.ID, n.Rulebook)
	}
	key, err := j.key(n.ID)
	if err != nil {
		return nil, fmt.Errorf("creating game %s: %w", n.ID, err)
	}
	facts, err := n.facts(book, chance.FromGameKey(key, 0))
	if err != nil {
		return nil, fmt.Errorf("creating game %s: %w", n.ID, err)
	}
	t := table.New(n.ID, j.books)
	w := j.walk(t, n.At.UnixMilli(), key)
	err = j.guard(t, func() error {
		if err := w.emit(facts...); err != nil {
			return err
		}
		return w.run()
	})
	if err == nil {
		err = fits(t, n.Plan)
	}
	if err != nil {
		return nil, err
	}
	if _, err := j.commit(ctx, w, events.NewKey("create", n.ID), 0); err != nil {
		if errors.Is(err, events.ErrConflict) || errors.Is(err, events.ErrKeyReuse) {
			return nil, fmt.Errorf("creating game %s: %w", n.ID, ErrExists)
		}
		return nil, err
	}
	j.tables[n.ID] = t
	return t, nil
}

// facts are the first of a game: what it is, who sits where, what the rules
// begin with, and the position it is put in.
func (n *NewGame) facts(book games.Rulebook, secret chance.Secret) ([]games.Fact, error) {
	setup := games.Setup{Game: n.ID, Preset: n.Preset, Options: n.Options, Data: n.Data}
	facts := []games.Fact{platform(table.TypeCreated, table.Created{
		Game: n.ID, Rulebook: n.Rulebook, Edition: book.Info().Edition, Secret: secret.Commitment(),
		Langs: n.Langs, Zone: n.Zone, Plan: n.Plan.String(), Title: n.Title, Press: n.Press,
		Thoughts: int(n.Thoughts / time.Second), Settle: int(n.Settle / time.Second),
	})}
	for _, s := range n.Seats {
		setup.Seats = append(setup.Seats, games.Seat(s.Seat))
		facts = append(facts, platform(table.TypeSeat, s))
	}
	if n.People != nil {
		facts = append(facts, platform(table.TypePeople, *n.People))
	}
	for _, r := range n.Roles {
		r.At, r.By = n.At.UnixMilli(), ByOperator
		facts = append(facts, platform(table.TypeRole, r))
	}
	if n.Keys {
		facts = append(facts, platform(table.TypeOption, table.Option{Name: table.OptionKeys, Value: table.KeysEachTurn, By: "moderator"}))
	}
	first, err := book.New(setup)
	return slices.Concat(facts, first, n.Position), err
}

func checkID(id string) error {
	if len(id) < 2 || len(id) > 16 || id[0] < 'a' || id[0] > 'z' || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("creating game %q: an id has 2 to 16 letters a-z, digits or hyphens and begins with a letter", id)
	}
	return nil
}

// Table returns a game as of the end of the log. It is the judge's own: read it only.
func (j *Judge) Table(ctx context.Context, id string) (*table.Table, error) {
	t := j.tables[id]
	if t == nil {
		if err := j.CheckKey(ctx, id); err != nil {
			return nil, err
		}
		t = table.New(id, j.books)
	}
	delete(j.tables, id)
	if len(j.tables) >= maxTables {
		clear(j.tables)
		clear(j.parsers)
	}
	if err := t.CatchUp(ctx, j.log, 0); errors.Is(err, games.ErrNewer) {
		return nil, &Suspended{Game: id, Reason: err.Error()}
	} else if err != nil {
		return nil, err
	}
	if t.Game == nil {
		return nil, fmt.Errorf("opening game %s: %w", id, events.ErrNotFound)
	}
	j.tables[id] = t
	return t, nil
}

// maxTables bounds how many games are in memory; beyond it they are folded anew
// when they are due.
const maxTables = 1000

// Games lists the ids of all games, sorted.
func (j *Judge) Games(ctx context.Context) ([]string, error) {
	streams, err := j.log.Streams(ctx, "game/")
	for i := range streams {
		streams[i] = strings.TrimPrefix(streams[i], "game/")
	}
	return streams, err
}

// onItsClock tells what time it is in a game. One whose deadlines passed long
// ago lives on the clock of its messages: there it is as late as its last word.
func onItsClock(t *table.Table, now time.Time) time.Time {
	last := t.At
	for _, s := range t.Sheets {
		last = max(last, s.At)
	}
	for _, w := range t.Windows {
		if w.Open() && w.Closes+int64(t.Created.Settle)*1000 < now.UnixMilli() {
			return time.UnixMilli(last)
		}
	}
	return now
}

// Adjudicate resolves the oldest open window now, complete or not.
func (j *Judge) Adjudicate(ctx context.Context, id string, now time.Time) (window string, err error) {
	t, err := j.ready(ctx, id)
	if err != nil {
		return "", err
	}
	if t.Clock.Paused != nil {
		return "", not("desk.paused")
	}
	for _, w := range t.Windows {
		if w.Open() {
			at := onItsClock(t, now).UnixMilli()
			return w.ID(), j.resolve(ctx, t, closing{w, table.WhyModerator, at, at})
		}
	}
	return "", nil
}

func (j *Judge) resolve(ctx context.Context, t *table.Table, c closing) error {
	key, err := j.key(t.ID)
	if err != nil {
		return err
	}
	w := j.walk(t, c.counts, key)
	err = j.guard(t, func() error {
		awaited := t.WaitsFor(c.window)
		closed := table.Closed{Window: c.window.ID(), Why: c.why, At: c.counts, Beacon: beacon(t)}
		if err := w.emit(platform(table.TypeClosed, closed)); err != nil {
			return err
		}
		if err := w.run(); err != nil || t.Over != nil {
			return err
		}
		if err := w.emit(missed(t, c, awaited)...); err != nil {
			return err
		}
		return w.publishKeys()
	})
	if err != nil {
		return err
	}
	_, err = j.commit(ctx, w, events.NewKey("window", c.window.ID()), 0)
	return err
}

// guard runs rulebook code on the judge's own table, which is dropped when it fails.
func (j *Judge) guard(t *table.Table, f func() error) error {
	err := guard(t.ID, f)
	if err != nil {
		delete(j.tables, t.ID)
	}
	return err
}

// guard runs rulebook code: a panic or an error suspends that game only.
func guard(game string, f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Suspended{Game: game, Reason: fmt.Sprint("the rulebook panicked: ", r), Stack: string(debug.Stack())}
		}
	}()
	if err := f(); err != nil {
		if missing := (*notThrown)(nil); errors.As(err, &missing) {
			return missing.error
		}
		return &Suspended{Game: game, Reason: err.Error()}
	}
	return nil
}

func (j *Judge) walk(t *table.Table, at int64, key []byte) *walk {
	w := newWalk(t, at, key)
	w.draws, w.dice = j.Draws, j.Dice
	return w
}

// ErrOtherKey says that the key of a game is not the one it was created with.
var ErrOtherKey = errors.New("its key is not the one that its first fact commits to; put it back from a copy")

// CheckKey compares the key of a game with its first fact: with another one its
// draws would not be those it committed to, and its secrets would stay closed.
// A game that is not there, or of a newer fivepoints, commits to nothing known.
func (j *Judge) CheckKey(ctx context.Context, id string) error {
	created, err := j.created(ctx, id)
	if err != nil || created.Secret == "" {
		return err
	}
	key, err := j.log.Keys().Find("games/" + id)
	if err != nil {
		return fmt.Errorf("reading the key games/%s: %w", id, err)
	}
	if chance.FromGameKey(key, 0).Commitment() != created.Secret {
		return fmt.Errorf("opening game %s with the key games/%s: %w", id, id, ErrOtherKey)
	}
	return nil
}

// created reads the fact a game begins with.
func (j *Judge) created(ctx context.Context, id string) (table.Created, error) {
	var out table.Created
	for st, err := range j.log.Read(ctx, "game/"+id, 0) {
		if err != nil {
			return out, fmt.Errorf("reading game %s: %w", id, err)
		}
		c, err := events.Decode(st)
		if err != nil {
			return out, err
		}
		if f := c.Facts[0]; f.Type == table.TypeCreated && f.V == 1 {
			err = events.Unmarshal(f.Pub, &out)
		}
		return out, err
	}
	return out, nil
}

func (j *Judge) key(id string) ([]byte, error) {
	key, err := j.log.Keys().Key("games/" + id)
	if err != nil {
		return nil, fmt.Errorf("reading the key of game %s: %w", id, err)
	}
	return key, nil
}

// commit appends what a walk emitted and numbers it in the walk's table.
func (j *Judge) commit(ctx context.Context, w *walk, key events.Key, cause events.Seq) (events.Seq, error) {
	facts, err := encode(w.t, w.facts)
	if err == nil {
		err = w.t.Record.NotHere(w.t.ID)
	}
	if err != nil {
		delete(j.tables, w.t.ID)
		return 0, err
	}
	seq, dup, err := j.log.Append(ctx, events.Commit{
		Stream: "game/" + w.t.ID, Expect: w.t.Tip, Key: key, Cause: cause, At: time.UnixMilli(w.at), Facts: facts,
	})
	if err != nil || dup {
		delete(j.tables, w.t.ID) // the table ran ahead of the log
		if err != nil {
			err = fmt.Errorf("appending to game %s: %w", w.t.ID, err)
		}
		return seq, err
	}
	w.t.Renumber(w.seq, seq, w.at)
	return seq, nil
}

func encode(t *table.Table, facts []games.Fact) ([]events.Fact, error) {
	out := make([]events.Fact, 0, len(facts))
	for _, f := range facts {
		e, err := t.Codec().Encode(f, keyOf(t, facts, f))
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// keyOf: what rules need is under the game's key, a person's own words under his.
func keyOf(t *table.Table, all []games.Fact, f games.Fact) string {
	person := ""
	switch p := f.Pub.(type) {
	case table.SheetText:
		person = writer(t, all, p)
	case table.Absent:
		person = p.Person
	case table.Desk:
		person = p.Person
	case table.Press:
		if text, ok := f.Priv[0].Payload.(table.PressText); ok {
			person = text.Person
		}
	case table.Contested:
		person = t.Holder(p.Seat).Person
	case table.Stated:
		person = t.Holder(p.Seat).Person
	}
	if person != "" {
		return "people/" + person
	}
	return "games/" + t.ID
}

// writer is who wrote a sheet: whom its fact names, else who holds the seat.
func writer(t *table.Table, all []games.Fact, text table.SheetText) string {
	for _, f := range all {
		if s, ok := f.Pub.(table.Sheet); ok && s.Seat == text.Seat && s.N == text.N && s.Person != "" {
			return s.Person
		}
	}
	return t.Holder(text.Seat).Person
}

func isSuspended(err error) bool {
	var s *Suspended
	return errors.As(err, &s)
}
