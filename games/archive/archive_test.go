package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/events/audit"
	"fivepoints/games"
	"fivepoints/games/archive"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

const week = 7 * 24 * time.Hour

// played is a log with a game that ended, was corrected and ended again, between
// commits of another.
func played(t testing.TB) (*gamestest.World, string) {
	t.Helper()
	log := events.NewMemory(events.NewMemoryKeys("archive"))
	if _, err := log.Keys().Key("club"); err != nil {
		t.Fatal(err)
	}
	_, _, err := log.Append(t.Context(), events.Commit{
		Stream: "club", Key: events.NewKey("club"), At: time.UnixMilli(1_900_000_000_000),
		Facts: []events.Fact{{Type: events.TypeClub, V: 1, Pub: []byte(`{"origin":"example.org/club","format":1}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := gamestest.NewWorld(t, log, games.Erase(gamestest.Race{}), games.Erase(gamestest.Bids{}))
	w.Game("r1", "race", nil, "ann", "bob", "cyd")
	w.Game("other", "race", nil, "ann", "bob", "cyd")
	w.Send("r1", "ann", "step 2", "hello there")
	w.Send("other", "ann", "step 1")
	w.Send("r1", "bob", "step 1")
	for range 2 {
		w.Tick("r1", week)
		w.Tick("other", 0)
	}
	if _, err := w.Judge.Withdraw(t.Context(), "r1", "bob", 1, w.Correction("not his")); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		w.Tick("r1", week)
	}
	if w.Table("r1").Over == nil {
		t.Fatal("the game goes on")
	}
	tip, err := log.Tip(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := audit.SignerOf(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	note, err := s.KeepCheckpoint(t.Context(), log, tip, w.Now)
	if err != nil {
		t.Fatal(err)
	}
	return w, note
}

func written(t testing.TB, w *gamestest.World, note string, full bool) []byte {
	t.Helper()
	var b bytes.Buffer
	tip, err := w.Log.Tip(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := archive.Write(t.Context(), &b, w.Log, "r1", note, uint64(tip)-1, full); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func key(t testing.TB, w *gamestest.World) string {
	t.Helper()
	s, err := audit.SignerOf(t.Context(), w.Log)
	if err != nil {
		t.Fatal(err)
	}
	return s.Key()
}

// An exported game is read with the key only, folds to the same, and its draws
// can be repeated.
func TestExportStandsAlone(t *testing.T) {
	t.Parallel()
	w, note := played(t)
	for _, full := range []bool{false, true} {
		data := written(t, w, note, full)
		g, err := archive.Read(bytes.NewReader(data), key(t, w))
		if err != nil {
			t.Fatal(err)
		}
		if g.Proven != len(g.Commits) || g.Head == nil || g.Full != full {
			t.Errorf("%d of %d commits are proven by %+v", g.Proven, len(g.Commits), g.Head)
		}
		if all := texts(g); full != bytes.Contains(all, []byte("hello there")) || !full && len(all) > 0 {
			t.Errorf("full is %t, and people wrote %q", full, all)
		}
		got, err := g.Fold(w.Books)
		if err != nil {
			t.Fatal(err)
		}
		sameGame(t, got, w.Table("r1"))
		var seqs []events.Seq
		var commits []events.Commit
		for _, c := range g.Commits {
			seqs, commits = append(seqs, c.Seq), append(commits, c.Commit)
		}
		d, err := judge.CheckDrawsOf(seqs, commits)
		want, werr := judge.CheckDraws(t.Context(), w.Log, "r1")
		if err != nil || werr != nil || len(d.Wrong) > 0 || d.Checked == 0 || d.Checked != want.Checked {
			t.Errorf("draws %+v, %v, want %+v, %v", d, err, want, werr)
		}
	}
}

// texts is what people wrote, as far as a file tells.
func texts(g *archive.Game) (out []byte) {
	for _, c := range g.Commits {
		for _, f := range c.Facts {
			if f.Type == table.TypeText {
				out = append(out, f.Priv[0].Plain...)
			}
		}
	}
	return out
}

func sameGame(t *testing.T, got, want *table.Table) {
	t.Helper()
	for _, seat := range []games.Seat{games.Public, games.Engine, "ann"} {
		if a, b := fmt.Sprintf("%+v", got.Game.View(seat)), fmt.Sprintf("%+v", want.Game.View(seat)); a != b {
			t.Errorf("%s sees %s, want %s", seat, a, b)
		}
	}
	if len(got.Windows) != len(want.Windows) || len(got.Sheets) != len(want.Sheets) || len(got.Cuts) != len(want.Cuts) {
		t.Errorf("the table differs: %d mails, %d sheets", len(got.Windows), len(got.Sheets))
	}
}

// An imported game is the same game under another name, without people; it is
// not played, and importing twice imports once.
func TestImport(t *testing.T) {
	t.Parallel()
	w, note := played(t)
	data := written(t, w, note, true)
	to := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("elsewhere")), games.Erase(gamestest.Race{}))
	to.Game("r1", "race", nil, "ann", "bob", "cyd") // the numbers of commits are other ones
	for range 2 {
		g, err := archive.Read(bytes.NewReader(data), key(t, w))
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Import(t.Context(), to.Log, "r2", to.Books); err != nil {
			t.Fatal(err)
		}
		if err := g.Import(t.Context(), to.Log, "r1", to.Books); !errors.Is(err, archive.ErrTaken) {
			t.Errorf("imported over another game: %v", err)
		}
	}
	got := to.Table("r2")
	sameGame(t, got, w.Table("r1"))
	rec := got.Record.Imported
	if rec == nil || rec.Game != "r1" || rec.Origin != "example.org/club" || got.Created.Game != "r2" {
		t.Errorf("the mark is %+v, the game %+v", rec, got.Created)
	}
	for st, err := range to.Log.Read(t.Context(), "game/r2", 0) {
		if err != nil || bytes.Contains(st.Bytes, []byte(`"pann"`)) || bytes.Contains(st.Bytes, []byte(`"r1","rulebook`)) {
			t.Errorf("commit %d still knows of the other log: %v, %s", st.Seq, err, st.Bytes)
		}
		for _, p := range st.Parts {
			if p.Key != "games/r2" {
				t.Errorf("commit %d has a part under %s", st.Seq, p.Key)
			}
		}
	}
	want, err := judge.CheckDraws(t.Context(), w.Log, "r1")
	if err != nil {
		t.Fatal(err)
	}
	if d, err := judge.CheckDraws(t.Context(), to.Log, "r2"); err != nil || d.Checked != want.Checked || len(d.Wrong) > 0 {
		t.Errorf("draws %+v, %v, want %+v", d, err, want)
	}
	if _, err := to.Judge.Submit(t.Context(), to.Sheet("r2", "ann", "step 1")); err == nil {
		t.Error("a sheet was taken in a record")
	}
	if n := to.Tick("r2", 9*week); n != 0 {
		t.Error("a record was played on")
	}
	if _, err := to.Judge.Withdraw(t.Context(), "r2", "ann", 1, to.Correction("x")); err == nil {
		t.Error("a record was corrected")
	}
}

// Whatever is changed in a file is found, and the first bad commit named.
func TestTamperedFile(t *testing.T) {
	t.Parallel()
	w, note := played(t)
	data := written(t, w, note, false)
	lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n")
	read := func(lines ...string) error {
		_, err := archive.Read(strings.NewReader(strings.Join(lines, "")), key(t, w))
		return err
	}
	if err := read(lines...); err != nil {
		t.Fatal(err)
	}
	other := func(i int, old, now string) []string {
		all := slices.Clone(lines)
		if !strings.Contains(all[i], old) {
			t.Fatalf("line %d has no %q", i+1, old)
		}
		all[i] = strings.Replace(all[i], old, now, 1)
		return all
	}
	for what, all := range map[string][]string{
		"(line 3 ":              slices.Delete(slices.Clone(lines), 2, 3),
		"its end is missing":    lines[:len(lines)-1],
		"line 5":                slices.Concat(lines[:3], lines[4:5], lines[3:4], lines[5:]),
		"there are more than":   append(slices.Clone(lines), "\n"+lines[len(lines)-1]),
		"line 3":                other(2, `\"ann\"`, `\"bob\"`),
		"not signed":            other(0, `\n1`, `\n2`),
		"is no game":            append([]string{"{}\n"}, lines[1:]...),
		"newer fivepoints":      other(0, `"v":1`, `"v":2`),
		"it says it has 999999": other(0, `"commits":`, `"commits":9999999`),
		"it is empty":           {},
		"no line that":          other(2, `{"seq"`, `{"sea"`),
	} {
		if err := read(all...); err == nil || !strings.Contains(err.Error(), what) && !strings.Contains(err.Error(), "commit") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := 1; i < len(lines); i++ { // one byte in each commit
		b := []byte(lines[i])
		at := bytes.Index(b, []byte(`\"at\":`)) + 9
		b[at] ^= 1
		all := slices.Clone(lines)
		all[i] = string(b)
		err := read(all...)
		if bad := (*archive.Bad)(nil); !errors.As(err, &bad) || bad.Line != i+1 {
			t.Errorf("line %d: %v", i+1, err)
		}
	}
}

// A rulebook that fails on a hostile file fails alone.
func TestHostileGame(t *testing.T) {
	t.Parallel()
	w, note := played(t)
	data := written(t, w, note, false)
	g, err := archive.Read(bytes.NewReader(data), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Fold(func(string, int) (games.Rulebook, error) { return games.Erase(broken{}), nil }); err == nil || !strings.Contains(err.Error(), "panicked") {
		t.Errorf("a panic: %v", err)
	}
	if _, err := g.Fold(func(string, int) (games.Rulebook, error) { return nil, errors.New("no such book") }); err == nil {
		t.Error("a game without a rulebook was folded")
	}
	g.Commits = g.Commits[1:]
	if _, err := g.Fold(w.Books); err == nil {
		t.Error("half a game was folded")
	}
}

type broken struct{ gamestest.Race }

func (broken) Evolve(*gamestest.RaceState, games.Fact) { panic("hostile") }

func FuzzRead(f *testing.F) {
	w, note := played(f)
	data := written(f, w, note, true)
	f.Add(data)
	lines := bytes.SplitAfter(data, []byte("\n"))
	f.Add(bytes.Join(lines[:3], nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := archive.Read(bytes.NewReader(data), "")
		if err != nil {
			return
		}
		if tbl, err := g.Fold(w.Books); err == nil && tbl.Game == nil {
			t.Error("folded to nothing")
		}
	})
}
