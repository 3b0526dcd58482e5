package escrocs

import (
	"fmt"
	"strconv"
	"strings"

	"fivepoints/games"
	"fivepoints/games/order"
)

// Name and Edition identify the rulebook in a game's first fact.
const (
	Name    = "escrocs"
	Edition = 1
)

const (
	minSeats = 2
	maxSeats = 4
)

const (
	on  = "on"
	off = "off"
)

// Rules implements games.Rules over State.
type Rules struct{ data *data }

// New returns the rulebook with the embedded table.
func New() (Rules, error) {
	d, err := load()
	return Rules{d}, err
}

// Book returns the rulebook with its state type erased.
func Book() (games.Rulebook, error) { return games.BookOf(New()) }

// Info names the rulebook, its options and its facts.
func (r Rules) Info() games.Info {
	return games.Info{
		Name: Name, Edition: Edition, Title: games.Text{FR: "Escrocs", EN: "Escrocs"},
		MinSeats: minSeats, MaxSeats: maxSeats, Data: r.data.Hash, Options: r.options(), Facts: factTypes(),
	}
}

func (r Rules) options() []games.Option {
	deal := dealText(r.data.Deal)
	return []games.Option{
		{
			Key: "scorings", Default: strconv.Itoa(r.data.Scorings), Values: []string{"1", "2", "3"}, Rule: "score.option",
			Text: games.Text{FR: "nombre de décomptes", EN: "number of scorings"},
		},
		{
			Key: "deal", Default: deal, Values: []string{deal, "3-4-5-6"}, Rule: "setup.deal",
			Text: games.Text{FR: "cartes en main, à partir de la gauche du donneur", EN: "cards in hand, from the dealer's left"},
		},
		{
			Key: "reshuffle", Default: "lazy", Values: []string{"lazy", "at_once"}, Rule: "row.reshuffle",
			Text: games.Text{FR: "la défausse est mêlée quand il faut une carte, ou dès que le talon est vide", EN: "the discard is shuffled when a card is needed, or as soon as the talon is empty"},
		},
		{
			Key: "open_hands", Default: off, Values: []string{off, on}, Rule: "info.public",
			Text: games.Text{FR: "chacun voit toutes les mains", EN: "everybody sees all hands"},
		},
		{
			Key: "lay_fail", Default: "auto", Values: []string{"auto", "drop"}, Rule: "cmd.layfail",
			Text: games.Text{
				FR: "dépôt impossible : l'ordre entier est refusé, sauf s'il attendait (auto), ou il est toujours joué sans son dépôt (drop)",
				EN: "an impossible lay: the whole order is refused unless it had waited (auto), or it is always carried out without its lay (drop)",
			},
		},
	}
}

func dealText(deal []int) string {
	var out []string
	for _, n := range deal {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, "-")
}

// New resolves the options and seats the players.
func (r Rules) New(setup games.Setup) ([]games.Fact, error) {
	if n := len(setup.Seats); n < minSeats || n > maxSeats {
		return nil, fmt.Errorf("creating a game of %s: it takes %d to %d seats, not %d", Name, minSeats, maxSeats, n)
	}
	opts, err := games.ResolveOptions(r.Info(), setup)
	if err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	if err := order.CheckNames(r.Grammar(&State{}), setup.Seats); err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	created := Created{Edition: Edition, Data: r.data.Hash, Options: opts}
	for _, seat := range setup.Seats {
		created.Seats = append(created.Seats, string(seat))
	}
	return []games.Fact{fact(factCreated, created)}, nil
}
