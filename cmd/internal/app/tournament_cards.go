package app

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"fivepoints/games"
	"fivepoints/games/trial"
)

// rowGames is how many games a row of a specification's table is played, unless
// somebody says otherwise; otherGames is the same for any other tournament.
const (
	rowGames   = 1500
	otherGames = 100
)

// measured is what play tournament prints for a rulebook whose specification
// tells what games of its bots come to; it is stable as JSON.
type measured struct {
	Rulebook string           `json:"rulebook"`
	Seed     int              `json:"seed"`
	Rows     []trial.Compared `json:"rows"`
	Far      int              `json:"far"` // figures further away than three standard errors
}

// rows picks those of the specification's table that seats and kinds ask for.
// With other options, or kinds that no row has, a tournament is none of them.
func (c *contest) rows() []games.Row {
	if c.book.Measured() == nil || c.Preset != "" || len(c.Options) > 0 {
		return nil
	}
	kinds := strings.Split(c.Kinds, ",")
	return slices.DeleteFunc(c.book.Measured().Rows(), func(r games.Row) bool {
		if c.Seats != 0 && c.Seats != len(r.Styles) {
			return true
		}
		other := func(i int) bool { return r.Styles[i] != kinds[i%len(kinds)] }
		return c.Kinds != "" && slices.ContainsFunc(indices(r.Styles), other)
	})
}

func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}

// given tells whether a flag was written.
func given(fs *flag.FlagSet, name string) bool {
	found := false
	fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// measure plays rows of the specification's table, as many games as it says or was told.
func (e *env) measure(c *contest, rows []games.Row, told bool) error {
	if !told {
		c.Games = rowGames
	}
	if c.Games < 2 || c.Games > 100_000 {
		return e.usage("play tournament : --games va de 2 à 100000, et non %d", "play tournament: --games is 2 to 100000, not %d", c.Games)
	}
	m := measured{Rulebook: c.Rulebook, Seed: c.Seed}
	for i, row := range rows {
		p := e.progressOf(fmt.Sprintf(e.say("parties jouées, ligne %d sur %d", "games played, row %d of %d"), i+1, len(rows)))
		got, err := trial.Run(e.ctx, c.book, row, c.Games, runtime.GOMAXPROCS(0), uint64(c.Seed), p.step)
		p.end()
		if err != nil {
			return err
		}
		m.Rows = append(m.Rows, got)
	}
	return e.printMeasured(m)
}

func (e *env) printMeasured(m measured) error {
	figures := 0
	for _, r := range m.Rows {
		figures += len(r.Figures)
		for _, f := range r.Figures {
			if f.Far() {
				m.Far++
			}
		}
	}
	if e.json {
		if err := e.printJSON(m); err != nil {
			return err
		}
	} else if err := e.printRows(m); err != nil {
		return err
	}
	if m.Far > 0 {
		return failed("play tournament : %d chiffre(s) sur %d à plus de trois erreurs types de la règle (le hasard seul en éloigne 1 sur 370)",
			"play tournament: %d of %d figures further than three standard errors from the rules (chance alone moves 1 in 370 so far)", m.Far, figures)
	}
	if !e.json {
		e.printf("\nLes %d chiffres sont à trois erreurs types au plus de ceux des règles.\n", "\nAll %d figures are within three standard errors of those of the rules.\n", figures)
	}
	return nil
}

func (e *env) printRows(m measured) error {
	e.printf("%s : la table des robots, %d parties par ligne (règles : %d), graine %d\n", "%s: the table of bots, %d games a row (rules: %d), seed %d\n",
		m.Rulebook, m.Rows[0].Games, m.Rows[0].Specified, m.Seed)
	w := tabwriter.NewWriter(e.Out, 0, 4, 2, ' ', 0)
	marked := false
	for _, r := range m.Rows {
		marked = marked || r.Marked
		fmt.Fprintf(w, "\n%s\t%s\t%s\t%s\t%s\n", rowName(r), e.say("ici", "here"), e.say("règles", "rules"), e.say("erreur type", "standard error"), e.say("distance", "distance"))
		for _, f := range r.Figures {
			fmt.Fprintf(w, "  %s\t%.2f\t%g\t%.2f\t%.1f%s\n", e.quantity(f), f.Measured, f.Specified, f.Error, f.Distance, map[bool]string{true: " !"}[f.Far()])
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if marked {
		e.printf("\n† les robots des règles jouaient cette ligne un peu autrement, voir les règles\n", "\n† the bots of the rules played this row a little differently, see the rules\n")
	}
	return nil
}

// rowName names the bots of a row: "3 greedy", "greedy, random, random".
func rowName(r trial.Compared) string {
	name := strings.Join(r.Styles, ", ")
	if len(slices.Compact(slices.Clone(r.Styles))) == 1 {
		name = strconv.Itoa(len(r.Styles)) + " " + r.Styles[0]
	}
	if r.Marked {
		name += " †"
	}
	return name
}

func (e *env) quantity(f trial.Figure) string {
	switch f.Name {
	case games.Turns:
		return e.say("tours", "turns")
	case games.Points:
		return e.say("points par siège", "points a seat")
	case games.Winner:
		return e.say("points du vainqueur", "winner's points")
	case games.Alone:
		return e.say("victoires % du premier robot", "wins % of the first bot")
	}
	if text, ok := countsOf()[f.Name]; ok {
		return text.In(e.lang)
	}
	return fmt.Sprintf(e.say("victoires %%, place %d", "wins %%, place %d"), f.Place)
}

// countsOf names what single rulebooks count besides.
func countsOf() map[games.Quantity]games.Text {
	return map[games.Quantity]games.Text{
		"rounds":       {FR: "manches et prises", EN: "rounds and takeovers"},
		"uncontested":  {FR: "manches sans adversaire", EN: "uncontested rounds"},
		"ties":         {FR: "égalités", EN: "ties"},
		"killed":       {FR: "Mugs éliminés", EN: "Mugs killed"},
		"retaliations": {FR: "représailles", EN: "retaliations"},
		"takeovers":    {FR: "prises jusqu'aux dés", EN: "takeovers up to the dice"},
		"taken":        {FR: "prises réussies", EN: "takeovers won"},
	}
}
