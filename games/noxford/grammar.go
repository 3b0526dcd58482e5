package noxford

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// The kinds of orders. A turn is an action and maybe a gear move.
const (
	kindAction = "action"
	kindGear   = "gear"
)

// Verbs.
const (
	verbPlace  = "place"
	verbCover  = "cover"
	verbGear   = "gear"
	verbNoGear = "nogear"
)

// lineNothing is the verb of the gear move that nobody sent; no player types it.
const lineNothing = "nothing"

// gearMove is the pattern of what a gear does.
const gearMove = "{move:own/card/pos} ( -> {to:pos} | on {on:own/card/pos} )"

// Grammar lists the words of orders. Own cards are a code (S3), others a colour
// and a code (B-S2, VERT-L1); positions end in V or H (cmd.suffix, cmd.own).
func (r Rules) Grammar(s *State) *games.Grammar {
	return &games.Grammar{
		Verbs: verbs(),
		Preds: preds(),
		Sets: []games.Set{
			{ID: "kw", Words: []games.Word{
				word("gear", "engrenage", "gear"),
				word("on", "sur", "on"),
				word("with", "avec", "with"),
				word("no", "sans", "no"),
			}},
			ownSet(), r.cardSet(s),
			{ID: "pos", Words: r.positions(s)},
			colourSet(), symbolSet(), seatSet(s),
		},
	}
}

func word(id, fr, en string) games.Word {
	return games.Word{ID: id, FR: strings.Split(fr, "|"), EN: strings.Split(en, "|")}
}

func verbs() []games.Verb {
	const clause = " [ ( gear " + gearMove + " | {no:=no} gear ) ]"
	return []games.Verb{
		{
			ID: verbPlace, Kind: kindAction, Once: true, Bundle: "turn",
			FR: []string{"poser", "place", "places", "placez", "placer"}, EN: []string{"place"},
			Shape: "{card:own/card} {at:pos}" + clause,
			Help:  games.Text{FR: "poser S3 N9V engrenage K1 vers R11V", EN: "place S3 N9V gear K1 to R11V"},
		},
		{
			ID: verbCover, Kind: kindAction, Once: true, Bundle: "turn",
			FR: []string{"recouvrir", "recouvre", "recouvres", "recouvrez"}, EN: []string{"cover"},
			Shape: "{target:own/card/pos} with {with:own/card}" + clause,
			Help:  games.Text{FR: "recouvrir S2 avec L1", EN: "cover S2 with L1"},
		},
		{
			ID: verbGear, Kind: kindGear, Once: true, Bundle: "turn", FR: []string{"engrenage"}, EN: []string{"gear"}, Shape: gearMove,
			Help: games.Text{FR: "engrenage K1 vers R11V", EN: "gear K1 to R11V"},
			Note: games.Text{FR: "derrière une carte à engrenage (*), sur sa ligne ou la suivante ; ou sur une carte : engrenage S2 sur S1", EN: "behind a card with a gear (*), on its line or the next; or onto a card: gear S2 on S1"},
		},
		{
			ID: verbNoGear, Kind: kindGear, Once: true, Bundle: "turn", FR: []string{"sans engrenage"}, EN: []string{"no gear"},
		},
	}
}

// preds are what guards may ask (cmd.pred).
func preds() []games.Pred {
	return []games.Pred{
		{ID: "free", FR: []string{"libre"}, EN: []string{"free"}, Shape: "{at:pos}"},
		{ID: "visible", FR: []string{"visible"}, EN: []string{"visible"}, Shape: "{card:own/card}"},
		{ID: "locked", FR: []string{"bloqué", "bloquée"}, EN: []string{"locked"}, Shape: "{card:own/card}"},
		{ID: "market", FR: []string{"marché"}, EN: []string{"market"}, Shape: "{card:own/card}"},
	}
}

// ownSet are the ten cards of whoever writes.
func ownSet() games.Set {
	set := games.Set{ID: "own"}
	for _, c := range codes() {
		set.Words = append(set.Words, word(c, c+"|"+c+"*", c))
	}
	return set
}

// cardSet are all cards by letter or word of their colour, and the Neutrals
// (cmd.colour). Messages mark a gear with a star, and orders may.
func (r Rules) cardSet(s *State) games.Set {
	deck := &s.Deck
	if len(deck.Cards) == 0 {
		deck = &r.data.Deck
	}
	set := games.Set{ID: "card"}
	for c := range allCards {
		id := c.id()
		forms := []string{id, id + "*"}
		if deck.gear(c) {
			slices.Reverse(forms)
		}
		w := games.Word{ID: id, FR: forms, EN: forms}
		if c.syndicate() {
			name := houseNames()[c.colour()]
			fr, en := name.FR+"-"+c.code(), name.EN+"-"+c.code()
			w.FR, w.EN = slices.Concat(forms, []string{fr, fr + "*"}), slices.Concat(forms, []string{en, en + "*"})
			w.Closed = len(s.Seats) > 0 && s.owner(c) < 0
		}
		if c.quarter() && id[1] == '0' {
			w.FR = append(slices.Clone(forms), "Q"+id[2:])
		}
		set.Words = append(set.Words, w)
	}
	return set
}

// posWords are all positions of the largest table, row by row.
func posWords() []games.Word {
	out := make([]games.Word, 0, 2*maxTable*maxTable)
	for y := range maxTable {
		for x := range maxTable {
			out = append(out, games.Word{ID: upright(x, y).String()}, games.Word{ID: lying(x, y).String()})
		}
	}
	return out
}

// positions are those of a game's table, and of the house's before there is a game.
func (r Rules) positions(s *State) []games.Word {
	columns, rows := r.data.Deck.Columns, r.data.Deck.Rows
	if s.Deck.Columns > 0 {
		columns, rows = s.Deck.Columns, s.Deck.Rows
	}
	var out []games.Word
	for y := range rows {
		out = append(out, r.words[2*maxTable*y:2*maxTable*y+2*columns]...)
	}
	return out
}

// colourSet names the Syndicates.
func colourSet() games.Set {
	set := games.Set{ID: "colour"}
	for i, name := range houseNames() {
		set.Words = append(set.Words, word(letterOf(i), name.FR, name.EN))
	}
	return set
}

// symbolSet names the house's symbols; those of a group's own data file stand as they are.
func symbolSet() games.Set {
	return games.Set{ID: "symbol", Words: []games.Word{
		word("diamond", "diamant", "diamond"), word("bottle", "bouteille", "bottle"),
		word("airship", "aéronef", "airship"), word("watch", "montre", "watch"),
	}}
}

// seatSet names the players: by nick, by number, by colour, and oneself.
func seatSet(s *State) games.Set {
	set := games.Set{ID: "seat", Words: []games.Word{word("me", "moi", "me")}}
	if len(s.Seats) == 0 { // numbers and colours stand for players: nobody can be called like one (order.names)
		for i, name := range houseNames() {
			n := strconv.Itoa(i + 1)
			set.Words = append(set.Words, games.Word{ID: "j" + n, FR: []string{name.FR, "J" + n}, EN: []string{name.EN, "P" + n}})
		}
	}
	for i, seat := range s.Seats {
		n := strconv.Itoa(i + 1)
		nick := strings.ToUpper(string(seat[:1])) + string(seat[1:])
		set.Words = append(set.Words, games.Word{ID: string(seat), FR: []string{nick, "J" + n, "P" + n}, EN: []string{nick, "P" + n, "J" + n}})
	}
	return set
}
