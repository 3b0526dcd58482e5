package kingofcrime

import (
	"fmt"

	"fivepoints/games"
	"fivepoints/games/order"
)

// Name and Edition identify the rulebook in a game's first fact.
const (
	Name    = "kingofcrime"
	Edition = 1
)

const (
	minSeats = 2
	maxSeats = 4
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
		Name: Name, Edition: Edition, Title: games.Text{FR: "King of Crime", EN: "King of Crime"},
		MinSeats: minSeats, MaxSeats: maxSeats, Data: r.data.Hash, OwnData: true, Options: options(),
		Presets: []games.Preset{
			{Name: "box"},
			{Name: "mail", Values: []games.KV{{Key: "turn_cap", Value: "60"}}},
		},
		Facts: factTypes(),
	}
}

// Values of options.
const (
	yes = "yes"
	no  = "no"
)

// options lists the switches: the readings of section 8 of the specification,
// ours first.
func options() []games.Option {
	o := func(key, rule, fr, en string, values ...string) games.Option {
		return games.Option{Key: key, Default: values[0], Values: values, Rule: rule, Text: games.Text{FR: fr, EN: en}}
	}
	return []games.Option{
		o("deck", "data.load", "cartes : jeu maison, ou vos propres cartes dans un fichier", "cards: the house deck, or your own in a file", "house", "owned"),
		{
			Key: "turn_cap", Default: "0", Rule: "goal.cap",
			Text: games.Text{FR: "fin après tant de tours de joueur, 0 pour jamais (60 par courrier)", EN: "the game ends after so many seat-turns, 0 for never (60 by mail)"},
		},
		o("max_waves", "mail.waves", "demandes de réponses après les premiers plans", "times that answers are asked after the first plans", "3", "0", "1", "2", "4", "5", "6"),
		o("boss", "setup.boss", "Boss donné au hasard, ou choisi", "Bosses dealt at random, or chosen", "dealt", "choose"),
		o("first", "setup.first", "premier joueur au hasard, ou le premier de la liste", "first player at random, or the first of the list", "random", "listed"),
		o("empty_pile", "turn.empty", "pioche vide : on mêle la défausse, ou on ne pioche plus", "empty pile: shuffle the discard, or stop drawing", "reshuffle", "stop"),
		o("option_for", "turn.option", "une OPTION remplace une carte piochée, ou toutes", "an OPTION replaces one card drawn, or all of them", "one", "all"),
		o("own_die", "round.hits", "son propre dé blanc frappe ses Mugs", "one's own white die hits one's own Mugs", no, yes),
		o("exposed", "round.hits", "exposés : tous les Mugs des Familles, ou ceux qui prennent part", "exposed: all Mugs of the Families, or those taking part", "all", "fitting"),
		o("pass", "round.play", "passer dans une manche : provisoire, ou définitif", "a pass in a round: for now, or for good", "open", "final"),
		o("silent", "mail.join", "qui ne répond pas prend part sans carte, ou reste dehors", "who says nothing joins without cards, or stays out", "join", "out"),
		o("round_retaliation", "round.red", "représailles dans une manche : contre les participants, ou toutes les Familles", "retaliation in a round: against the participants, or all Families", "participants", "all"),
		o("total", "round.total", "un total peut être négatif, ou vaut 0 au moins", "a total may be negative, or is 0 at least", "free", "floor"),
		o("draw_on_played", "mug.draw", "un Mug joué pendant la manche fait aussi piocher", "a Mug played during the round draws, too", no, yes),
		o("takeover_bonus", "takeover.two", "COMBO, EXTRA et pioches comptent dans une prise", "COMBO, EXTRA and draws count in a takeover", yes, no),
		o("takeover_tie", "takeover.win", "prise à égalité : le Racket reste, ou est défaussé", "tied takeover: the Racket stays, or is discarded", "holder", "discard"),
		o("holder_absent", "takeover.win", "détenteur sans Mug : il lance son dé, ou perd", "a holder without a Mug rolls his die, or loses", "rolls", "loses"),
		o("straighten_price", "action.straighten", "redresser coûte une carte par Mug, ou une en tout", "straightening costs a card per Mug, or one in all", "each", "one"),
		o("discards", "action.straighten", "jusqu'à trois cartes en plus, ou trois en tout", "up to three cards more, or three in all", "more", "all"),
		o("dice", "verb.hit", "deux dés de frappe : l'un après l'autre, ou ensemble", "two HIT dice: one after the other, or together", "each", "together"),
		o("discarded_racket", "round.end", "un Racket défaussé peut revenir, ou quitte la partie", "a discarded Racket may come back, or leaves the game", "pile", "out"),
		o("alone_triggers", "round.alone", "un Racket sans adversaire déclenche les bonus de victoire", "an uncontested Racket sets off what a victory does", no, yes),
		o("priority", "round.entries", "deux cartes sur un même dé : la dernière compte, ou la première", "two cards on one die: the last counts, or the first", "last", "first"),
		o("retaliation", "effect.dice", "représailles : pour un dé seulement, ou aussi pour une carte", "retaliation: for dice only, or for cards, too", "dice", "any"),
		o("win", "goal.when", "on gagne aussitôt, ou seulement à son tour", "one wins at once, or in one's own turn only", "any", "own"),
	}
}

// New resolves the options and seats the players.
func (r Rules) New(setup games.Setup) ([]games.Fact, error) {
	created, err := r.create(setup)
	if err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	return []games.Fact{fact(factCreated, created)}, nil
}

func (r Rules) create(setup games.Setup) (Created, error) {
	if n := len(setup.Seats); n < minSeats || n > maxSeats {
		return Created{}, fmt.Errorf("it takes %d to %d seats, not %d", minSeats, maxSeats, n)
	}
	opts, err := games.ResolveOptions(r.Info(), setup)
	if err != nil {
		return Created{}, err
	}
	d, err := r.deckOf(games.Value(opts, "deck"), setup.Data)
	if err != nil {
		return Created{}, err
	}
	if turns := number(games.Value(opts, "turn_cap")); turns < 0 || turns > 10_000 {
		return Created{}, fmt.Errorf("turn_cap is 0 to 10000, not %d", turns)
	}
	if err := order.CheckNames(r.Grammar(&State{deck: d.deck}), setup.Seats); err != nil {
		return Created{}, err
	}
	c := Created{Edition: Edition, Data: d.Hash, Options: opts, Deck: d.deck.cards}
	for _, seat := range setup.Seats {
		c.Seats = append(c.Seats, string(seat))
	}
	return c, nil
}

// deckOf is the house's, or the group's own data file (data.load).
func (r Rules) deckOf(option, own string) (*data, error) {
	if mine, err := games.OwnData(option, own); err != nil || !mine {
		return r.data, err
	}
	return parse(own)
}
