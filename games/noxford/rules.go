package noxford

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
	"fivepoints/games/order"
)

// Name and Edition identify the rulebook in a game's first fact.
const (
	Name    = "noxford"
	Edition = 1
)

const (
	minSeats = 2
	maxSeats = 4
)

// How edges may be aligned (geo.aligned).
const (
	alignWide   = "wide"   // by contact, or flush
	alignStrict = "strict" // flush only
	alignSides  = "sides"  // by contact only
)

func aligns() []string { return []string{alignWide, alignStrict, alignSides} }

// Rules that refuse more than one thing.
const (
	ruleTable    = "geo.table"
	ruleOverlap  = "geo.overlap"
	ruleTouch    = "geo.touch"
	ruleAligned  = "geo.aligned"
	ruleCover    = "geo.cover"
	ruleLocked   = "geo.locked"
	ruleIsolate  = "gear.isolate"
	ruleChoose   = "gear.choose"
	ruleDrop     = "gear.drop"
	ruleTop      = "act.top"
	ruleMaster   = "act.master"
	ruleActCover = "act.cover"
)

// Rules implements games.Rules over State.
type Rules struct {
	data  *data
	words []games.Word // of all positions of the largest table
}

// New returns the rulebook with the house deck.
func New() (Rules, error) {
	d, err := house()
	return Rules{d, posWords()}, err
}

// Book returns the rulebook with its state type erased.
func Book() (games.Rulebook, error) { return games.BookOf(New()) }

// Info names the rulebook, its options and its facts.
func (r Rules) Info() games.Info {
	return games.Info{
		Name: Name, Edition: Edition, Title: games.Text{FR: "Noxford", EN: "Noxford"},
		MinSeats: minSeats, MaxSeats: maxSeats, Data: r.data.Hash, OwnData: true, Options: r.options(), Facts: factTypes(),
	}
}

// options lists what the rulebook leaves open, our defaults first.
func (r Rules) options() []games.Option {
	o := func(key, rule, fr, en string, values ...string) games.Option {
		return games.Option{Key: key, Default: values[0], Values: values, Rule: rule, Text: games.Text{FR: fr, EN: en}}
	}
	align := append([]string{r.data.Align}, slices.DeleteFunc(aligns(), func(a string) bool { return a == r.data.Align })...)
	return []games.Option{
		o("deck", "data.load", "cartes : jeu maison, ou vos propres cartes dans un fichier", "cards: the house deck, or your own in a file", "house", "owned"),
		o("colours", "cmd.colour", "couleurs des joueurs dans l'ordre de la liste (R rouge, B bleu, O orange, V vert)", "colours of the players as listed (R red, B blue, O orange, V green)", permutations(letters)...),
		o("table", "geo.table", "colonnes x lignes de la table, celles du fichier de cartes (data) ou plus ; la ville commence au milieu", "columns x rows of the table, those of the data file (data) or more; the city starts in the middle", "data", "26x26", "32x32", "40x40", "52x52"),
		o("align", "geo.aligned", "bord aligné : contact ou prolongement (wide), même bord seulement (strict, bloque vite), contact seulement (sides)", "an aligned edge: contact or flush (wide), flush only (strict, soon stuck), contact only (sides)", align...),
		o("lock", "geo.locked", "bloquée : un contact partiel par côté suffit (part), ou chaque bord entier (edge)", "locked: a part of each side in contact will do (part), or each edge whole (edge)", "part", "edge"),
		o("isolation", "geo.isolate", "isolement examiné la carte levée (lift), ou une fois reposée (move)", "isolation is looked at when the card is lifted (lift), or when it is down again (move)", "lift", "move"),
		o("neighbours", "gear.isolate", "les voisines d'une carte levée : sans condition (any), ou touchant encore deux cartes (two)", "neighbours of a lifted card: whatever (any), or still touching two cards (two)", "any", "two"),
		o("last_gear", "end.tenth", "engrenage de la dernière carte avant la fin : résolu ou sauté", "gear of the last card before the end: resolved or skipped", "resolve", "skip"),
		o("cover_gear", "gear.cover", "un engrenage posé par recouvrement se déclenche", "a gear that covers another card is triggered", "yes", "no"),
		o("gear_placed", "gear.choose", "un engrenage peut déplacer la carte qui vient d'être posée", "a gear may move the card just placed", "no", "yes"),
		o("cover_own", "act.cover", "on peut recouvrir une carte de la même couleur", "a card of the same colour may be covered", "yes", "no"),
		o("master_cover", "act.master", "le Maître peut entrer en recouvrant une carte", "the Master may come in by covering a card", "yes", "no"),
		o("bonus", "score.points", "symbole de prédilection : +2 par symbole (two), ou points du Quartier doublés (double)", "favourite symbol: +2 a symbol (two), or the Quarter's points doubled (double)", "two", "double"),
		o("last_card", "end.tenth", "la partie finit à la dernière des 10 cartes (ten), ou des 9 de la main (nine)", "the game ends with the last of all 10 cards (ten), or of the 9 from hand (nine)", "ten", "nine"),
		o("cancelled", "score.barracks", "une carte annulée cache encore celle de dessous (stay), ou la découvre (reveal)", "a cancelled card still hides the one below (stay), or shows it (reveal)", "stay", "reveal"),
	}
}

// permutations lists the orders of some letters, the given one first.
func permutations(of string) []string {
	if len(of) < 2 {
		return []string{of}
	}
	var out []string
	for i := range of {
		for _, rest := range permutations(of[:i] + of[i+1:]) {
			out = append(out, of[i:i+1]+rest)
		}
	}
	return out
}

// New resolves the options and seats the players, each with a colour.
func (r Rules) New(setup games.Setup) ([]games.Fact, error) {
	created, err := r.create(setup)
	if err != nil {
		return nil, fmt.Errorf("creating a game of %s: %w", Name, err)
	}
	return []games.Fact{fact(factCreated, created)}, nil
}

func (r Rules) create(setup games.Setup) (Created, error) {
	n := len(setup.Seats)
	if n < minSeats || n > maxSeats {
		return Created{}, fmt.Errorf("it takes %d to %d players, not %d", minSeats, maxSeats, n)
	}
	opts, err := games.ResolveOptions(r.Info(), setup)
	if err != nil {
		return Created{}, err
	}
	d, err := r.deck(games.Value(opts, "deck"), setup.Data)
	if err != nil {
		return Created{}, err
	}
	if games.Value(setup.Options, "align") == "" && setup.Data != "" {
		opts = with(opts, "align", d.Align)
	}
	c := Created{Edition: Edition, Data: d.Hash, Options: opts, Deck: d.Deck}
	if c.Deck, err = sized(d.Deck, games.Value(opts, "table")); err != nil {
		return c, err
	}
	if err := order.CheckNames(r.Grammar(&State{}), setup.Seats); err != nil {
		return c, err
	}
	for i, seat := range setup.Seats {
		c.Seats = append(c.Seats, Player{string(seat), games.Value(opts, "colours")[i : i+1]})
	}
	return c, nil
}

// with gives an option another value.
func with(opts []games.KV, key, value string) []games.KV {
	out := slices.Clone(opts)
	for i := range out {
		if out[i].Key == key {
			out[i].Value = value
		}
	}
	return out
}

// deck is the house's, or the group's own data file (data.load).
func (r Rules) deck(option, own string) (*data, error) {
	if mine, err := games.OwnData(option, own); err != nil || !mine {
		return r.data, err
	}
	return parseData(own)
}

// sized gives a deck's table the size that a game asks for.
func sized(d Deck, size string) (Deck, error) {
	w, h, ok := strings.Cut(size, "x")
	if !ok {
		return d, nil
	}
	columns, _ := strconv.Atoi(w)
	rows, _ := strconv.Atoi(h)
	if columns < d.Columns || rows < d.Rows {
		return d, fmt.Errorf("a table of %s is smaller than that of the data file, %dx%d", size, d.Columns, d.Rows)
	}
	return d.middle(columns, rows), nil
}
