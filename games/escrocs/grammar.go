package escrocs

import (
	"strconv"
	"strings"

	"fivepoints/games"
)

// The kinds of orders. A turn is a take and a lay.
const (
	kindTurn = "turn"
	kindLay  = "lay"
	kindGive = "giveback"
)

// lineNothing is the verb of the lay that nobody sent; no player types it.
const lineNothing = "nothing"

// wordAll stands for all cards of a colour in a hand.
const wordAll = "all"

const maxRows = 9

// Grammar lists the words of orders. Ends are a number of a row and a side,
// colours are words of three letters at least: D, L and G can never be taken for
// each other, and the report code OR is the joining word (cmd.letters).
func (r Rules) Grammar(s *State) *games.Grammar {
	return &games.Grammar{
		Verbs:  r.verbs(s),
		Preds:  r.preds(),
		Shapes: []games.Shape{{ID: "gend", Pattern: `{end:end} [ \[ {n:int} {colour:colour} \] ]`}, {ID: "some", Pattern: "{n:int} {colour:colour}"}},
		Sets: []games.Set{
			{ID: "kw", Words: []games.Word{
				{ID: "lay", FR: []string{"déposer", "dépose", "déposes", "déposez"}, EN: []string{"lay"}},
				{ID: wordAll, FR: []string{"tout", "tous", "toute", "toutes"}, EN: []string{"all"}},
			}},
			{ID: "end", Words: r.endWords()},
			{ID: "side", Words: sideWords()},
			r.colourSet(), r.pileSet(), seatSet(s),
		},
	}
}

func (r Rules) verbs(s *State) []games.Verb {
	bundle := "turn" // take and lay, unless a lay may be dropped (order.bundle, cmd.layfail)
	if s.option("lay_fail") == "drop" {
		bundle = ""
	}
	count := "{n:int/=all} {colour:colour}"
	return []games.Verb{
		{
			ID: "take", Kind: kindTurn, Once: true, Bundle: bundle, FR: []string{"prendre", "prends", "prend", "prenez"}, EN: []string{"take"},
			Shape: "{end:gend}?, [ lay " + count + " ]",
			Help:  games.Text{FR: "prendre 1G [2 rouges], 1D déposer tout vert", EN: "take 1L [2 reds], 1R lay all green"},
		},
		{
			ID: "lay", Kind: kindLay, Once: true, Bundle: bundle, FR: []string{"déposer"}, EN: []string{"lay"}, Shape: count,
			Help: games.Text{FR: "déposer 2 verts", EN: "lay 2 greens"},
		},
		{
			ID: "give", Kind: kindGive, Once: true, FR: []string{"rendre", "rends", "rend", "rendez"}, EN: []string{"return"}, Shape: "{cards:some}+,",
			Help: games.Text{FR: "rendre 3 gris, 2 bleus", EN: "return 3 greys, 2 blues"},
		},
	}
}

// preds are what guards may ask: an end by its own name, its neighbour, the
// prison, a table, the own hand (cmd.pred).
func (r Rules) preds() []games.Pred {
	const exactly = `{is:"="/">="} {n:int} {colour:colour}`
	var out []games.Pred
	for _, w := range r.endWords() {
		out = append(out, games.Pred{ID: w.ID, FR: w.FR, EN: w.EN, Shape: exactly})
	}
	return append(out,
		games.Pred{ID: "next", FR: []string{"voisin"}, EN: []string{"next"}, Shape: "{end:end} " + exactly},
		games.Pred{ID: "prison", FR: []string{"prison"}, EN: []string{"prison"}, Shape: "{colour:colour} {is:cmp} {n:int}"},
		games.Pred{ID: "table", FR: []string{"table"}, EN: []string{"table"}, Shape: "{seat:seat} {colour:colour} {is:cmp} {n:int}"},
		games.Pred{ID: "hand", FR: []string{"main"}, EN: []string{"hand"}, Shape: "{colour:colour} {is:cmp} {n:int}"},
	)
}

func sideWords() []games.Word {
	return []games.Word{
		{ID: endLeft, FR: []string{"gauche"}, EN: []string{"left"}},
		{ID: endRight, FR: []string{"droite"}, EN: []string{"right"}},
	}
}

func (r Rules) endWords() []games.Word {
	var out []games.Word
	for row := range min(r.data.Rows, maxRows) {
		n := strconv.Itoa(row + 1)
		out = append(out,
			games.Word{ID: end{row, false}.word(), FR: []string{n + "G", n + " gauche"}, EN: []string{n + "L", n + " left"}},
			games.Word{ID: end{row, true}.word(), FR: []string{n + "D", n + " droite"}, EN: []string{n + "R", n + " right"}})
	}
	return out
}

func (r Rules) colourSet() games.Set {
	set := games.Set{ID: "colour", Prefix: true}
	for _, c := range r.data.Colours {
		set.Words = append(set.Words, games.Word{ID: c.ID, FR: c.FR, EN: c.EN})
	}
	return set
}

// pileSet names numbers of cards of a colour, in messages only.
func (r Rules) pileSet() games.Set {
	set := games.Set{ID: "pile"}
	for _, c := range r.data.Colours {
		set.Words = append(set.Words, games.Word{ID: "0 " + c.ID, FR: []string{"aucun " + c.FR[0]}, EN: []string{"no " + c.EN[0]}})
		for n := 1; n <= c.Copies; n++ {
			set.Words = append(set.Words, games.Word{ID: many(n, c.ID), FR: []string{many(n, plural(c.FR, n))}, EN: []string{many(n, plural(c.EN, n))}})
		}
	}
	return set
}

func many(n int, word string) string { return strconv.Itoa(n) + " " + word }

// plural is the second of a colour's words, if that is one.
func plural(words []string, n int) string {
	if n > 1 && len(words) > 1 && words[1] == words[0]+"s" {
		return words[1]
	}
	return words[0]
}

// seatSet names the players: by nick, by number, and oneself.
func seatSet(s *State) games.Set {
	set := games.Set{ID: "seat", Words: []games.Word{{ID: "me", FR: []string{"moi"}, EN: []string{"me"}}}}
	if len(s.Seats) == 0 { // numbers stand for players: nobody can be called like one (order.names)
		for i := range maxSeats {
			n := strconv.Itoa(i + 1)
			set.Words = append(set.Words, games.Word{ID: "j" + n, FR: []string{"J" + n}, EN: []string{"P" + n}})
		}
	}
	for i, seat := range s.Seats {
		n := strconv.Itoa(i + 1)
		name := strings.ToUpper(string(seat[:1])) + string(seat[1:])
		set.Words = append(set.Words, games.Word{ID: string(seat), FR: []string{name, "J" + n, "P" + n}, EN: []string{name, "P" + n, "J" + n}})
	}
	return set
}
