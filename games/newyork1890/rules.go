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
		MinSeats: 2, MaxSeats: len(r.data.Gangs), Data: r.data.Hash,
		Options: options(), Presets: presets(), Facts: factTypes(),
	}
	for _, g := range r.data.Gangs {
		info.Seats = append(info.Seats, games.Seat(g.Key))
	}
	return info
}

// presets are the base game and the reduced set; the first is the default.
func presets() []games.Preset {
	base := games.Preset{Name: "base7", Values: []games.KV{{Key: "rounds", Value: "7"}}}
	for _, key := range []string{"battle", "police", "bribery", "gang_war", "equipment"} {
		base.Values = append(base.Values, games.KV{Key: key, Value: on})
	}
	return []games.Preset{base, {Name: "slice"}}
}

// options lists the switches. A module that this edition lacks knows only "off".
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
		o := games.Option{Key: m.key, Default: "off", Values: []string{"off"}, Rule: m.rule, Text: m.text}
		if m.ready {
			o.Values = []string{"off", on}
		}
		opts = append(opts, o)
	}
	return append(opts, readings()...)
}

type module struct {
	key, rule string
	text      games.Text
	ready     bool // may be switched on
}

func modules() []module {
	return []module{
		{"battle", "c.a.battle", games.Text{FR: "batailles (sans elles on s'arrête sans se battre)", EN: "battles (without them groups stop and nobody fights)"}, true},
		{"police", "b.1", games.Text{FR: "police et rafles", EN: "police and raids"}, true},
		{"bribery", "b.bribe", games.Text{FR: "corruption de la police", EN: "bribing the police"}, true},
		{"favours", "a.3", games.Text{FR: "faveurs de Tammany Hall (pas encore)", EN: "favours of Tammany Hall (not yet)"}, false},
		{"gang_war", "d.1", games.Text{FR: "guerre des gangs", EN: "gang war"}, true},
		{"equipment", "c.a.equip", games.Text{FR: "rôles du plateau individuel", EN: "roles of the individual board"}, true},
		{"pacts", "g.1", games.Text{FR: "pactes (pas encore)", EN: "pacts (not yet)"}, false},
		{"elections", "h.1", games.Text{FR: "élections (pas encore)", EN: "elections (not yet)"}, false},
	}
}

// New resolves the options and seats the gangs (setup.1).
func (r Rules) New(setup games.Setup) ([]games.Fact, error) {
	opts, err := r.resolve(setup)
	if err != nil {
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
	return []games.Fact{fact(factCreated, created)}, nil
}

// resolve gives every option its value.
func (r Rules) resolve(setup games.Setup) ([]games.KV, error) {
	opts, err := games.ResolveOptions(r.Info(), setup)
	if n := (&State{Options: opts}).rounds(); err == nil && (n < 1 || n > 10) {
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
