package newyork1890

import (
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
)

// Name and Edition identify the rulebook in a game's first fact.
const (
	Name    = "newyork1890"
	Edition = 1
)

// Rules implements games.Rules over State.
type Rules struct{ data *data }

// New returns the rulebook with the embedded tables.
func New() (Rules, error) {
	d, err := load()
	return Rules{d}, err
}

// Book returns the rulebook with its state type erased.
func Book() (games.Rulebook, error) { return games.BookOf(New()) }

// Info names the rulebook, its options and its facts.
func (r Rules) Info() games.Info {
	info := games.Info{
		Name: Name, Edition: Edition, Title: games.Text{FR: "New-York 1890", EN: "New-York 1890"},
		MinSeats: 2, MaxSeats: len(r.data.Gangs), Data: r.data.Hash, OwnData: true,
		Options: options(), Presets: presets(), Facts: factTypes(),
	}
	for _, g := range r.data.Gangs {
		info.Seats = append(info.Seats, games.Seat(g.Key))
	}
	return info
}

// presets are the base game, the game with politics, and a reduced set; the first
// is the default.
func presets() []games.Preset {
	preset := func(name, rounds string, modules ...string) games.Preset {
		p := games.Preset{Name: name, Values: []games.KV{{Key: "rounds", Value: rounds}}}
		for _, key := range modules {
			p.Values = append(p.Values, games.KV{Key: key, Value: on})
		}
		return p
	}
	base := []string{"battle", "police", "bribery", "gang_war", "equipment"}
	all := append(base[:len(base):len(base)], "favours", "pacts", "elections", "ballots")
	return []games.Preset{preset("base7", "7", base...), preset("politique10", "10", all...), {Name: "slice"}}
}

// options lists the switches.
func options() []games.Option {
	opts := []games.Option{
		{
			Key: "cadence", Default: "standard", Values: []string{"express", "standard", "full"}, Rule: "mail.1",
			Text: games.Text{
				FR: "courriers par an : un seul, deux, ou b, c bande par bande, d", EN: "mails a year: one, two, or b, c gang by gang, d",
			},
		},
		{
			Key: "rounds", Default: "7", Rule: "end.1",
			Text: games.Text{FR: "nombre d'années, de 1 à 10", EN: "number of years, 1 to 10"},
		},
	}
	for _, m := range modules() {
		opts = append(opts, games.Option{Key: m.key, Default: "off", Values: []string{"off", on}, Rule: m.rule, Text: m.text})
	}
	opts = append(opts, readings()...)
	return append(opts,
		games.Option{
			Key: "vocabulary", Default: "plain", Values: []string{"plain", "mild"}, Rule: "mail.1",
			Text: games.Text{FR: "mots des courriers : ceux de 1890, ou adoucis pour les forums", EN: "words of the mails: those of 1890, or mild ones for boards"},
		},
		games.Option{
			Key: "data", Default: "house", Values: []string{"house", "owned"}, Rule: "board.1",
			Text: games.Text{FR: "tables de la maison, ou les vôtres (--data-file)", EN: "tables of the house, or your own (--data-file)"},
		})
}

type module struct {
	key, rule string
	text      games.Text
}

func modules() []module {
	return []module{
		{"battle", "c.a.battle", games.Text{FR: "batailles (sans elles on s'arrête sans se battre)", EN: "battles (without them groups stop and nobody fights)"}},
		{"police", "b.1", games.Text{FR: "police et rafles", EN: "police and raids"}},
		{"bribery", "b.bribe", games.Text{FR: "corruption de la police", EN: "bribing the police"}},
		{"favours", "a.3", games.Text{FR: "faveurs de Tammany Hall et pion corruption", EN: "favours of Tammany Hall and the corruption pawn"}},
		{"gang_war", "d.1", games.Text{FR: "guerre des gangs", EN: "gang war"}},
		{"equipment", "c.a.equip", games.Text{FR: "rôles du plateau individuel", EN: "roles of the individual board"}},
		{"pacts", "g.1", games.Text{FR: "négociations : cinq sortes de pactes", EN: "negotiations: five kinds of pacts"}},
		{"elections", "h.1", games.Text{FR: "élections", EN: "elections"}},
		{"ballots", "c.a.rig", games.Text{FR: "bureau de vote : truquer et saccager, dès la 8e année (avec elections)", EN: "voting booth: rig and wreck, from the 8th year on (with elections)"}},
	}
}

// New resolves the options and seats the gangs (setup.1).
func (r Rules) New(setup games.Setup) ([]games.Fact, error) {
	if setup.Data != "" && games.Value(setup.Options, "data") == "" { // a file speaks for itself
		setup.Options = append(slices.Clone(setup.Options), games.KV{Key: "data", Value: "owned"})
	}
	opts, err := r.resolve(setup)
	if err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	if r.data, err = r.tables(games.Value(opts, "data"), setup.Data); err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	created := Created{Edition: Edition, Data: r.data.Hash, Options: opts, Closed: r.data.closed(len(setup.Seats))}
	for _, g := range r.data.Gangs {
		if !slices.Contains(setup.Seats, games.Seat(g.Key)) {
			continue
		}
		st := r.data.Start
		created.Gangs = append(created.Gangs, Seated{
			Gang: g.Key, HQ: g.HQ, Money: st.Money, Alcohol: st.Alcohol, Sexes: Sexes{st.Males, st.Females},
		})
	}
	if len(created.Gangs) != len(setup.Seats) || len(created.Gangs) < 2 {
		return nil, fmt.Errorf("creating a game of %s: it takes 2 to 6 different gangs, of %v", Name, r.Info().Seats)
	}
	out := []games.Fact{fact(factCreated, created)}
	if setup.Data != "" {
		out = append(out, fact(factTables, TablesBrought{setup.Data}))
	}
	return out, nil
}

// tables are those of the house, or of the group's own data file, which the
// option data asks for.
func (r Rules) tables(option, own string) (*data, error) {
	switch {
	case option == "owned" && own == "":
		return nil, fmt.Errorf("data=owned needs your data file; game export-data %s writes one to start from", Name)
	case option != "owned" && own != "":
		return nil, fmt.Errorf("a data file of your own goes with the option data=owned")
	case own != "":
		return ownTables(own)
	}
	return r.data, nil
}

// resolve gives every option its value.
func (r Rules) resolve(setup games.Setup) ([]games.KV, error) {
	opts, err := games.ResolveOptions(r.Info(), setup)
	if n := (&State{Board: Board{Options: opts}}).rounds(); err == nil && (n < 1 || n > 10) {
		return nil, fmt.Errorf("option rounds is a number from 1 to 10, not %q", strconv.Itoa(n))
	}
	return opts, err
}

func (s *State) rounds() int {
	n, err := strconv.Atoi(s.option("rounds"))
	if err != nil {
		return 1
	}
	return n
}
