package projections_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/newyork1890"
	"fivepoints/projections"
	"fivepoints/projections/people"
	"fivepoints/projections/standings"
	"fivepoints/projections/turns"
	"fivepoints/projections/viewdb"
)

const week = 7 * 24 * time.Hour

// world plays a race with a withdrawn sheet and two mails of New-York 1890.
func world(t *testing.T) *gamestest.World {
	t.Helper()
	city, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), games.Erase(gamestest.Race{}), city)
	w.Game("r1", "race", nil, "ann", "bob", "cat")
	w.Game("ny1", "newyork1890", nil, "whyos", "bowery")
	w.Send("r1", "ann", "avancer 2")
	w.Send("r1", "bob", "step 3")
	w.Tick("r1", week)
	w.Tick("ny1", week)
	w.Tick("r1", week)
	if _, err := w.Judge.Withdraw(context.Background(), "r1", "bob", 1, w.Correction("by mistake")); err != nil {
		t.Fatal(err)
	}
	w.Tick("r1", 2*week)
	return w
}

func all(w *gamestest.World) []projections.Projection {
	return []projections.Projection{
		turns.Projection{}, &people.Projection{Keys: w.Log.Keys()}, standings.New(w.Log, w.Books),
	}
}

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := viewdb.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func fill(t *testing.T, w *gamestest.World, db *sql.DB) string {
	t.Helper()
	if err := projections.Run(context.Background(), w.Log, db, all(w)...); err != nil {
		t.Fatal(err)
	}
	dump, err := viewdb.Dump(db)
	if err != nil {
		t.Fatal(err)
	}
	return dump
}

// A file that grew commit by commit has the rows of one that is built at once.
func TestRebuiltIsTheSame(t *testing.T) {
	t.Parallel()
	w := world(t)
	path := filepath.Join(t.TempDir(), "views.db")
	if err := projections.Rebuild(context.Background(), w.Log, path, all(w)...); err != nil {
		t.Fatal(err)
	}
	want := fill(t, w, open(t, path))
	for _, part := range []string{"standings (game", "turns (game", "seats (game", "ny1", "why"} {
		if !strings.Contains(want, part) {
			t.Fatalf("%q is not in\n%s", part, want)
		}
	}
	db := open(t, filepath.Join(t.TempDir(), "grown.db"))
	tip, _ := w.Log.Tip(context.Background(), "")
	for upto := events.Seq(1); upto <= tip; upto++ {
		if err := projections.Run(context.Background(), until{w.Log, upto}, db, all(w)...); err != nil {
			t.Fatal(err)
		}
	}
	if got := fill(t, w, db); got != want {
		t.Errorf("grown:\n%s\nrebuilt:\n%s", got, want)
	}
}

// until is a log as it was when it ended at upto.
type until struct {
	events.Log
	upto events.Seq
}

func (l until) Read(ctx context.Context, stream string, after events.Seq) iter.Seq2[events.Stored, error] {
	return func(yield func(events.Stored, error) bool) {
		for st, err := range l.Log.Read(ctx, stream, after) {
			if st.Seq > l.upto || !yield(st, err) {
				return
			}
		}
	}
}

var errStop = errors.New("stopped on purpose")

// stopping is a projection that fails once at a commit.
type stopping struct {
	projections.Projection
	at    events.Seq
	fired *bool
}

func (s stopping) Fold(ctx context.Context, tx *sql.Tx, st events.Stored, c events.Commit) error {
	if err := s.Projection.Fold(ctx, tx, st, c); err != nil {
		return err
	}
	if st.Seq == s.at && !*s.fired {
		*s.fired = true
		return errStop
	}
	return nil
}

// A failure anywhere leaves rows and cursor together: going on gives the same.
func TestFailureLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	w := world(t)
	want := fill(t, w, open(t, filepath.Join(t.TempDir(), "views.db")))
	tip, _ := w.Log.Tip(context.Background(), "")
	for at := events.Seq(1); at <= tip; at++ {
		db := open(t, filepath.Join(t.TempDir(), "views.db"))
		ps := all(w)
		for i := range ps {
			ps[i] = stopping{ps[i], at, new(bool)}
		}
		failures := 0
		for ; failures <= len(ps); failures++ {
			err := projections.Run(context.Background(), w.Log, db, ps...)
			if err == nil {
				break
			}
			if !errors.Is(err, errStop) {
				t.Fatal(err)
			}
		}
		if got := fill(t, w, db); failures == 0 || got != want {
			t.Errorf("stopped %d times at %d:\n%s\nwant\n%s", failures, at, got, want)
		}
	}
}

// A projection whose version changed is filled anew, the others stay.
func TestChangedProjectionStartsOver(t *testing.T) {
	t.Parallel()
	w := world(t)
	db := open(t, filepath.Join(t.TempDir(), "views.db"))
	want := fill(t, w, db)
	if _, err := db.Exec("UPDATE cursors SET version = 0 WHERE name = 'turns'; DELETE FROM turns"); err != nil {
		t.Fatal(err)
	}
	if got := fill(t, w, db); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDamagedFileIsMadeAnew(t *testing.T) {
	t.Parallel()
	w := world(t)
	path := filepath.Join(t.TempDir(), "views.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("not a database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := fill(t, w, open(t, path)); !strings.Contains(got, "ny1") {
		t.Errorf("the file was not filled:\n%s", got)
	}
}

func TestFailedRebuildKeepsTheOldFile(t *testing.T) {
	t.Parallel()
	w := world(t)
	path := filepath.Join(t.TempDir(), "views.db")
	ctx := context.Background()
	if err := projections.Rebuild(ctx, w.Log, path, turns.Projection{}); err != nil {
		t.Fatal(err)
	}
	fired := false
	err := projections.Rebuild(ctx, w.Log, path, stopping{turns.Projection{}, 2, &fired})
	if !errors.Is(err, errStop) {
		t.Fatalf("got %v", err)
	}
	got, err := turns.Of(ctx, open(t, path), "r1")
	if err != nil || len(got) == 0 {
		t.Errorf("the old rows are gone: %v %v", got, err)
	}
}

func TestTurns(t *testing.T) {
	t.Parallel()
	w := world(t)
	db := open(t, filepath.Join(t.TempDir(), "views.db"))
	fill(t, w, db)
	got, err := turns.Of(context.Background(), db, "r1")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].Tag != "lap1" || got[0].Why != "deadline" || got[0].Seq == 0 || !got[0].Closed.Equal(got[0].Closes) {
		t.Errorf("%+v", got)
	}
	for _, turn := range got {
		if win := w.Table("r1").Window(turn.Window); win.Closed == nil || win.Closes != turn.Closes.UnixMilli() || win.ClosedSeq != turn.Seq {
			t.Errorf("%+v is not %+v", turn, win)
		}
	}
}

func TestStandings(t *testing.T) {
	t.Parallel()
	w := world(t)
	db := open(t, filepath.Join(t.TempDir(), "views.db"))
	fill(t, w, db)
	city, err := standings.Of(context.Background(), db, "ny1")
	if err != nil || len(city) == 0 {
		t.Fatalf("%v %v", city, err)
	}
	for _, s := range city {
		if s.Rank != 1 || s.Points != 10 {
			t.Errorf("nobody did anything, yet %+v", s)
		}
	}
	race, err := standings.Of(context.Background(), db, "r1")
	if err != nil || len(race) != 3 {
		t.Fatalf("a finished game has a row per seat: %+v %v", race, err)
	}
	for i, s := range race {
		if i > 0 && s.Rank < race[i-1].Rank {
			t.Errorf("not best first: %+v", race)
		}
	}
}

// Two processes that fold at the same time do not fold anything twice.
func TestTwoRunnersAtOnce(t *testing.T) {
	t.Parallel()
	w := world(t)
	want := fill(t, w, open(t, filepath.Join(t.TempDir(), "views.db")))
	path := filepath.Join(t.TempDir(), "views.db")
	open(t, path)
	failed := make(chan error, 2)
	for range 2 {
		db := open(t, path)
		go func() { failed <- projections.Run(context.Background(), w.Log, db, all(w)...) }()
	}
	if err := errors.Join(<-failed, <-failed); err != nil {
		t.Fatal(err)
	}
	if got := fill(t, w, open(t, path)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Rows of a longer log, or of another one of the same length, are not kept.
func TestAnotherLogStartsOver(t *testing.T) {
	t.Parallel()
	w := world(t)
	tip, err := w.Log.Tip(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, filepath.Join(t.TempDir(), "views.db"))
	fill(t, w, db)
	if err := projections.Run(t.Context(), until{w.Log, tip - 3}, db, all(w)...); err != nil {
		t.Fatal(err)
	}
	want := open(t, filepath.Join(t.TempDir(), "views.db"))
	if err := projections.Run(t.Context(), until{w.Log, tip - 3}, want, all(w)...); err != nil {
		t.Fatal(err)
	}
	got, err1 := viewdb.Dump(db)
	wanted, err2 := viewdb.Dump(want)
	if err := errors.Join(err1, err2); err != nil || got != wanted {
		t.Errorf("an older log: %v\n%s\nwant\n%s", err, got, wanted)
	}
	other := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("other")), games.Erase(gamestest.Race{}))
	for i := range int(tip) {
		other.Game(fmt.Sprintf("r%d", i+10), "race", nil, "ann", "bob", "cat")
	}
	fill(t, w, db)
	fill(t, other, db)
	if got, want := fill(t, other, db), fill(t, other, open(t, filepath.Join(t.TempDir(), "views.db"))); got != want {
		t.Errorf("another log:\n%s\nwant\n%s", got, want)
	}
}
