package games

import "fmt"

// Rulebook is a rulebook with its state type erased.
type Rulebook interface {
	Info() Info
	New(Setup) ([]Fact, error)
	// Start returns a game before its first fact.
	Start() Game
	// Styles lists the rulebook's bots, none when it has none.
	Styles() []string
	// Measured is nil when its specification does not tell what games of its bots come to.
	Measured() Measured
	// ExportData is the data file of the house; an error when there is none.
	ExportData() (string, error)
}

// Game is one game's state with its type erased. It is folded, asked and
// shown; only Evolve changes it.
type Game interface {
	Grammar() *Grammar
	Evolve(Fact)
	Next() Step
	Windows() []Window
	Options(Seat, Kind) Choice
	Test(Seat, Cond) bool
	Decide(Decision, Line) ([]Fact, *Refusal)
	Default(Decision, int) Line
	Drawn(Draw, []int) []Fact
	// Resolve is nil, false when the rulebook resolves no sealed group itself.
	Resolve(sealed string, answers []Answer) ([]Fact, bool)
	View(Seat) View
	Narrate([]Fact, Seat) []Msg
	// Check tells what is wrong with the state, nil when the rulebook has no invariant.
	Check() error
	// Ahead is false when the rulebook does not know its mails ahead.
	Ahead() ([]Window, bool)
	// Screen is nil when nothing is wrong with an order for ever, or the rulebook cannot tell.
	Screen(Seat, Line) *Refusal
	// Forecast is empty when the rulebook has none.
	Forecast(to Seat) []Msg
	// Adjust turns a moderator's change of the position into facts.
	Adjust(text string) ([]Fact, error)
	// Play is what a bot of a style writes for an open mail.
	Play(seat Seat, w Window, style string, pick func(n int) int) []Line
	// Clone returns a copy to try things on.
	Clone() Game
	// Redeal returns a game that looks the same to seat, nil when the rulebook cannot.
	Redeal(seat Seat, pick func(n int) int) Game
}

// Erase hides the state type of a rulebook.
func Erase[S any](r Rules[S]) Rulebook { return book[S]{r} }

// BookOf is Erase of what a constructor returns.
func BookOf[S any](r Rules[S], err error) (Rulebook, error) {
	if err != nil {
		return nil, err
	}
	return Erase(r), nil
}

type book[S any] struct{ rules Rules[S] }

func (b book[S]) Info() Info                  { return b.rules.Info() }
func (b book[S]) New(s Setup) ([]Fact, error) { return b.rules.New(s) }
func (b book[S]) Start() Game                 { return &game[S]{b.rules, new(S)} }

func (b book[S]) Styles() []string {
	if p, ok := b.rules.(Player[S]); ok {
		return p.Styles()
	}
	return nil
}

func (b book[S]) Measured() Measured {
	m, _ := b.rules.(Measured)
	return m
}

func (b book[S]) ExportData() (string, error) {
	if x, ok := b.rules.(Exporter); ok {
		return x.ExportData()
	}
	return "", fmt.Errorf("exporting the data of %s: it has no data file", b.rules.Info().Name)
}

type game[S any] struct {
	rules Rules[S]
	s     *S
}

func (g *game[S]) Grammar() *Grammar                 { return g.rules.Grammar(g.s) }
func (g *game[S]) Evolve(f Fact)                     { g.rules.Evolve(g.s, f) }
func (g *game[S]) Next() Step                        { return g.rules.Next(g.s) }
func (g *game[S]) Windows() []Window                 { return g.rules.Windows(g.s) }
func (g *game[S]) Options(seat Seat, k Kind) Choice  { return g.rules.Options(g.s, seat, k) }
func (g *game[S]) Test(seat Seat, c Cond) bool       { return g.rules.Test(g.s, seat, c) }
func (g *game[S]) Default(d Decision, miss int) Line { return g.rules.Default(g.s, d, miss) }
func (g *game[S]) Drawn(d Draw, picks []int) []Fact  { return g.rules.Drawn(g.s, d, picks) }
func (g *game[S]) View(seat Seat) View               { return g.rules.View(g.s, seat) }
func (g *game[S]) Narrate(f []Fact, to Seat) []Msg   { return g.rules.Narrate(g.s, See(f, to), to) }

func (g *game[S]) Decide(d Decision, l Line) ([]Fact, *Refusal) {
	return g.rules.Decide(g.s, d, l)
}

func (g *game[S]) Resolve(sealed string, answers []Answer) ([]Fact, bool) {
	r, ok := g.rules.(Resolver[S])
	if !ok {
		return nil, false
	}
	return r.Resolve(g.s, sealed, answers), true
}

func (g *game[S]) Check() error {
	if r, ok := g.rules.(Invariant[S]); ok {
		return r.Check(g.s)
	}
	return nil
}

func (g *game[S]) Ahead() ([]Window, bool) {
	if r, ok := g.rules.(Calendar[S]); ok {
		return r.Ahead(g.s), true
	}
	return nil, false
}

func (g *game[S]) Screen(seat Seat, l Line) *Refusal {
	if r, ok := g.rules.(Screener[S]); ok {
		return r.Screen(g.s, seat, l)
	}
	return nil
}

func (g *game[S]) Forecast(to Seat) []Msg {
	if r, ok := g.rules.(Forecaster[S]); ok {
		return r.Forecast(g.s, to)
	}
	return nil
}

func (g *game[S]) Adjust(text string) ([]Fact, error) {
	if r, ok := g.rules.(Adjuster[S]); ok {
		return r.Adjust(g.s, text)
	}
	return nil, fmt.Errorf("changing a position of %s: it knows no such changes", g.rules.Info().Name)
}

func (g *game[S]) Play(seat Seat, w Window, style string, pick func(n int) int) []Line {
	if p, ok := g.rules.(Player[S]); ok {
		return p.Play(g.s, seat, w, style, pick)
	}
	return nil
}

func (g *game[S]) Clone() Game { return &game[S]{g.rules, clone(g.s)} }

func (g *game[S]) Redeal(seat Seat, pick func(n int) int) Game {
	r, ok := g.rules.(Redealer[S])
	if !ok {
		return nil
	}
	return &game[S]{g.rules, r.Redeal(g.s, seat, pick)}
}

// See redacts facts: what remains is what that viewpoint may know.
func See(facts []Fact, to Seat) []Fact {
	out := make([]Fact, len(facts))
	for i, f := range facts {
		out[i] = f
		out[i].Priv = nil
		for _, p := range f.Priv {
			if to == Engine || p.Audience == to {
				out[i].Priv = append(out[i].Priv, p)
			}
		}
	}
	return out
}
