package crooks

import (
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
	"fivepoints/games/order"
)

// Name and Edition identify the rulebook in a game's first fact.
const (
	Name    = "crooks"
	Edition = 1
)

// Rules implements games.Rules over State.
type Rules struct{ data *data }

// New returns the rulebook with the house deck.
func New() (Rules, error) {
	d, err := house()
	return Rules{d}, err
}

// Book returns the rulebook with its state type erased.
func Book() (games.Rulebook, error) { return games.BookOf(New()) }

// Info names the rulebook, its options and its facts.
func (r Rules) Info() games.Info {
	return games.Info{
		Name: Name, Edition: Edition, Title: games.Text{FR: "Crooks", EN: "Crooks"}, MinSeats: 2, MaxSeats: 4,
		Data: r.data.Hash, OwnData: true, Options: options(), Facts: factTypes(),
	}
}

// options lists the switches: what the rulebook leaves open, with our defaults first.
func options() []games.Option {
	o := func(key, rule, fr, en string, values ...string) games.Option {
		return games.Option{Key: key, Default: values[0], Values: values, Rule: rule, Text: games.Text{FR: fr, EN: en}}
	}
	return []games.Option{
		o("deck", "data.load", "cartes : jeu maison, ou vos propres cartes dans un fichier", "cards: the house deck, or your own in a file", "house", "owned"),
		o("edition", "setup.edition", "piles de l'édition 2012, ou 2016 (à deux joueurs)", "piles of edition 2012, or 2016 (for two players)", "2012", "2016"),
		o("sizes", "setup.piles", "tailles des piles dans l'ordre des Lieux, ou au hasard", "sizes of the piles in the order of the places, or at random", "listed", "random"),
		o("no_target", "place.lost", "Escroc sans Cible libre : perdu, rendu à sa pile, ou recrutement interdit", "crook without a free target: lost, back on his pile, or no recruiting", "lose", "return", "forbid"),
		o("stack", "ability.stack", "Complices : sans limite, ou deux Escrocs par Cible", "Accomplices: no limit, or two crooks on a target", "any", "two"),
		o("killed_shown", "ability.victims", "montrer les Escrocs tués face cachée", "show crooks killed face down", "no", "yes"),
		o("cash", "info.cash", "argent public ou secret", "money public or secret", "public", "secret"),
		o("tie", "score.winner", "égalité complète : victoire partagée, ou partie de départage", "complete tie: shared victory, or a play-off game", "shared", "playoff"),
		o("last_alone", "turn.skip", "dernier joueur : autant de tours qu'il veut, ou un seul", "last player in: as many turns as he likes, or one", "any", "one"),
		o("gang_majority", "score.gang", "gang : le plus de membres, ou plus de la moitié", "gang: most members, or more than half", "most", "half"),
		o("memory_aid", "info.memory", "le courrier rappelle ce qu'on a vu", "mails repeat what one was shown", "true", "false"),
		o("seat_compensation", "setup.cash", "argent en plus pour les premiers à jouer", "extra money for the first to play", "off", "on"),
	}
}

// New resolves the options and lays out the game (setup.money, setup.targets):
// purses are numbers, and every seat has a row of the targets 2 to 9.
func (r Rules) New(setup games.Setup) ([]games.Fact, error) {
	created, err := r.create(setup)
	if err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	return []games.Fact{fact(factCreated, created)}, nil
}

func (r Rules) create(setup games.Setup) (Created, error) {
	opts, err := games.ResolveOptions(r.Info(), setup)
	if err != nil {
		return Created{}, err
	}
	s := State{Options: opts}
	d, err := r.deck(s.option("deck"), setup.Data)
	if err != nil {
		return Created{}, err
	}
	n := len(setup.Seats)
	if n < 2 || n > 4 {
		return Created{}, fmt.Errorf("it takes 2 to 4 players, not %d", n)
	}
	c := Created{Edition: Edition, Data: d.Hash, Options: opts, Numbers: d.numbers(n), Deck: d.Crooks}
	if c.Sizes, err = d.sizes(s.option("edition"), n); err != nil {
		return c, err
	}
	if s.option("seat_compensation") == "on" {
		c.Extra = d.file.Compensation[strconv.Itoa(n)]
	}
	if err := order.CheckNames(r.Grammar(&State{Deck: d.Crooks}), setup.Seats); err != nil {
		return c, err
	}
	for _, seat := range setup.Seats {
		c.Seats = append(c.Seats, string(seat))
	}
	return c, nil
}

// deck is the house's, or the group's own data file (data.load).
func (r Rules) deck(option, own string) (*data, error) {
	if mine, err := games.OwnData(option, own); err != nil || !mine {
		return r.data, err
	}
	return parse(own)
}

// sizes are those of the piles, place A first (setup.piles, setup.edition).
func (d *data) sizes(edition string, n int) ([]int, error) {
	piles := d.file.Piles
	if edition == "2016" {
		piles = d.file.Piles2016
	}
	sizes := piles[strconv.Itoa(n)]
	if len(sizes) == 0 {
		return nil, fmt.Errorf("the piles of edition %s for %d players are not known; edition=2012 has them", edition, n)
	}
	return sizes, nil
}

// Drawn turns draws into facts (chance.labels).
func (Rules) Drawn(s *State, d games.Draw, picks []int) []games.Fact {
	switch d.Label {
	case labelFirst:
		return s.drawnFirst(picks[0])
	case labelSizes:
		f := SizesDrawn{}
		for _, i := range picks {
			f.Sizes = append(f.Sizes, s.Sizes[i])
		}
		return []games.Fact{fact(factSizes, f)}
	}
	return s.drawnPiles(d, picks)
}

// drawnFirst seats the players clockwise from the one drawn and deals the
// money: 18 dollars each, more by turn order if so agreed (setup.first, setup.cash).
func (s *State) drawnFirst(first int) []games.Fact {
	order, cash := Ordered{}, CashDealt{Bank: s.Numbers.Bank}
	for i := range s.Seats {
		seat := s.Seats[(first+i)%len(s.Seats)].ID
		extra := 0
		if i < len(s.Extra) {
			extra = s.Extra[i]
		}
		order.Seats = append(order.Seats, seat)
		cash.Cash = append(cash.Cash, Amount{seat, s.Numbers.StartCash + extra})
	}
	return []games.Fact{fact(factFirst, order), fact(factCash, cash)}
}

// drawnPiles lays the piles; the rest stays aside, seen by nobody before the
// end (setup.aside).
func (s *State) drawnPiles(d games.Draw, picks []int) []games.Fact {
	var hidden PilesHidden
	left := picks
	for i, size := range s.Sizes {
		p := Pile{Place: placeNames[i : i+1]}
		for _, n := range left[:size] {
			p.Crooks = append(p.Crooks, d.Pool[n])
		}
		left = left[size:]
		hidden.Piles = append(hidden.Piles, p)
	}
	for i, id := range d.Pool {
		if !slices.Contains(picks, i) {
			hidden.Aside = append(hidden.Aside, id)
		}
	}
	f := fact(factPiles, PilesDealt{slices.Clone(s.Sizes), len(hidden.Aside)})
	return []games.Fact{secretly(f, games.Engine, hidden)}
}
