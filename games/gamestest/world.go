package gamestest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/judge"
	"fivepoints/games/table"
)

// Start is when every test game begins.
var start = time.Date(2026, 1, 5, 20, 0, 0, 0, time.UTC)

// World is a judge on a log, with helpers that fail the test.
type World struct {
	T     testing.TB
	Log   events.Log
	Judge *judge.Judge
	Books table.Books
	Now   time.Time
	n     int // sheets and requests so far
}

// NewWorld makes a world on a log; the books hold the given rulebooks.
func NewWorld(t testing.TB, log events.Log, books ...games.Rulebook) *World {
	find := func(name string, _ int) (games.Rulebook, error) {
		for _, b := range books {
			if b.Info().Name == name {
				return b, nil
			}
		}
		return nil, fmt.Errorf("there is no rulebook %q", name)
	}
	return &World{T: t, Log: log, Judge: judge.New(log, find), Books: find, Now: start}
}

// Game creates a game; every seat is held by a person of the same name.
func (w *World) Game(id, book string, options []games.KV, seats ...string) {
	w.T.Helper()
	w.Create(judge.NewGame{ID: id, Rulebook: book, Options: options}, seats...)
}

// Create creates a game; unless it has a plan, with one week a mail.
func (w *World) Create(n judge.NewGame, seats ...string) {
	w.T.Helper()
	n.Langs, n.Zone, n.At = []string{"fr", "en"}, "Europe/Paris", w.Now
	if n.Plan.String() == (deadline.Plan{}).String() {
		n.Plan = deadline.After(7 * 24 * time.Hour)
	}
	for i, s := range seats {
		lang := []string{"fr", "en"}[i%2]
		n.Seats = append(n.Seats, table.SeatTaken{Seat: s, Person: "p" + s, Lang: lang})
	}
	if _, err := w.Judge.Create(context.Background(), n); err != nil {
		w.T.Fatal(err)
	}
}

// Open creates a game in a position, with the seats that it names.
func (w *World) Open(n judge.NewGame, pos Positions, text string) {
	w.T.Helper()
	n.Position = parse(w.T, pos, text)
	w.Create(n, pos.Seats(text)...)
}

func parse(t testing.TB, pos Positions, text string) []games.Fact {
	t.Helper()
	facts, err := pos.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// At puts a new game in a position, without log or judge.
func At(t testing.TB, book games.Rulebook, pos Positions, text string) games.Game {
	t.Helper()
	var seats []games.Seat
	for _, s := range pos.Seats(text) {
		seats = append(seats, games.Seat(s))
	}
	facts, err := book.New(games.Setup{Game: "at", Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	g := book.Start()
	evolve(g, append(facts, parse(t, pos, text)...))
	return g
}

// Send submits a sheet, one minute after the last.
func (w *World) Send(game, seat string, lines ...string) events.Seq {
	w.T.Helper()
	seq, err := w.Judge.Submit(context.Background(), w.Sheet(game, seat, lines...))
	if err != nil {
		w.T.Fatal(err)
	}
	return seq
}

// Sheet makes a submission; lines may hold newlines, lines with "> " are quoted.
func (w *World) Sheet(game, seat string, lines ...string) judge.Submission {
	w.n++
	w.Now = w.Now.Add(time.Minute)
	s := judge.Submission{Game: game, Seat: seat, At: w.Now, Key: events.NewKey("test", fmt.Sprint(w.n))}
	for i, text := range strings.Split(strings.Join(lines, "\n"), "\n") {
		l := events.Line{N: i + 1, Text: text}
		if strings.HasPrefix(text, ">") {
			l.Class = "quote"
		}
		s.Lines = append(s.Lines, l)
	}
	return s
}

// Tick resolves what is due d later.
func (w *World) Tick(game string, d time.Duration) int {
	w.T.Helper()
	w.Now = w.Now.Add(d)
	n, err := w.Judge.Tick(context.Background(), game, w.Now)
	if err != nil {
		w.T.Fatal(err)
	}
	return n
}

// Correction makes a correction by the moderator.
func (w *World) Correction(reason string) judge.Correction {
	w.n++
	return judge.Correction{By: "moderator", Reason: reason, At: w.Now, Request: fmt.Sprint("request", w.n)}
}

// Table returns a game folded from the log by a fresh reader.
func (w *World) Table(game string) *table.Table {
	w.T.Helper()
	t, err := table.Load(context.Background(), w.Log, game, w.Books, 0)
	if err != nil {
		w.T.Fatal(err)
	}
	return t
}

// Facts returns the facts of a game in order, those that a cut forgot left out
// when live is set.
func (w *World) Facts(game string, live bool) []games.Fact {
	w.T.Helper()
	t := w.Table(game)
	var out []games.Fact
	for st, err := range w.Log.Read(context.Background(), "game/"+game, 0) {
		if err != nil {
			w.T.Fatal(err)
		}
		facts, err := t.Facts(st, w.Log.Keys())
		if err != nil {
			w.T.Fatal(err)
		}
		for _, f := range facts {
			if !live || !t.Forgotten(st.Seq, f.Type) {
				out = append(out, f)
			}
		}
	}
	return out
}

// Rules keeps the facts of the rulebook.
func Rules(facts []games.Fact) []games.Fact {
	var out []games.Fact
	for _, f := range facts {
		if !table.IsPlatform(f.Type) {
			out = append(out, f)
		}
	}
	return out
}

// Text writes facts one a line, for comparing and for cases.
func Text(facts []games.Fact) string {
	var b strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&b, "%s %s", f.Type, mustJSON(f.Pub))
		for _, p := range f.Priv {
			fmt.Fprintf(&b, " @%s %s", p.Audience, mustJSON(p.Payload))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func mustJSON(v any) string {
	b, err := events.Marshal(v)
	if err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return string(b)
}
