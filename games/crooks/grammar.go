package crooks

import (
	"strconv"
	"strings"

	"fivepoints/games"
)

// Grammar lists the orders. How lines are read is in games/order:
// folding (order.fold), orders, slips and talk (order.kind), limits
// (order.limit), guards and their colon (order.guard, order.colon), verbs
// (order.verbs), torn lines (order.cut), repeated orders (order.twice), small
// words (order.noise), cancelling (order.cancel), READY (order.ready) and
// absences (order.absent). games/table keeps and replaces sheets
// (order.replace, order.ahead, order.standing), games/judge answers decisions
// with them (order.answer, order.final).
func (r Rules) Grammar(s *State) *games.Grammar {
	deck := s.Deck
	if len(deck) == 0 {
		deck = r.data.Crooks
	}
	return &games.Grammar{
		Verbs: verbs(), Preds: preds(),
		Shapes: []games.Shape{{ID: "gangsel", Pattern: "gang {g:letter}"}},
		Sets: []games.Set{
			keywordSet(), placeSet(s), targetSet(), letterSet(), abilitySet(), seatSet(s), cardSet(deck),
		},
	}
}

// takeShape is a take; n tells the arguments of several in one order apart.
func takeShape(n string) string {
	const shape = "{sel#:card/ability/gangsel}?, [ ( -> [ aim ] | aim ) {to#:target}?, ] [ {face#:=hidden/=up} ] " +
		"[ ( kill {kill#:seat} | move -> [ aim ] {move#:target} | look ( [ aim ] {aim#:target} | [ spot ] {spot#:place} ) | {no#:=no} ) ]*"
	return strings.ReplaceAll(shape, "#", n)
}

// recruitShape is a recruitment with its express parts: RECRUTE D : PREND MAX
// VERS 9 OU PREND MIN VERS 2.
func recruitShape() string {
	open, shut := " [ : take "+takeShape(""), " ]"
	for n := 1; n < expressParts; n++ {
		open, shut = open+" [ or take "+takeShape(suffix(n)), shut+" ]"
	}
	return "[ spot ] {at:place}?," + open + shut
}

func verbs() []games.Verb {
	return []games.Verb{
		{
			ID: "recruit", Kind: kindTurn, Once: true, Whole: true, Bundle: "turn", // with a take of the same mail (order.bundle)
			FR: []string{"recruter", "recrute", "recrutes", "recrutez"}, EN: []string{"recruit"}, Shape: recruitShape(),
			Help: games.Text{FR: "recruter D, B : prendre caïd, tueur, max vers 9, 8, 7", EN: "recruit D, B : take caid, killer, max to 9, 8, 7"},
		},
		{
			ID: "take", Kind: kindTake, Once: true, Whole: true, Bundle: "turn",
			FR: []string{"prendre", "prends", "prend", "prenez"}, EN: []string{"take"}, Shape: takeShape(""),
			Help: games.Text{FR: "prendre C21 vers 6 caché", EN: "take C21 to 6 hidden"},
		},
		{
			ID: "pass", Kind: kindTurn, Once: true, Alone: true, // it is final (order.pass)
			FR: []string{"passer", "passe", "passes", "passez"}, EN: []string{"pass"},
			Help: games.Text{FR: "passer", EN: "pass"},
			Note: games.Text{FR: "passer est définitif : vous ne jouerez plus", EN: "a pass is for good: you play no more"},
		},
	}
}

// preds are the conditions of guards (cmd.pred).
func preds() []games.Pred {
	return []games.Pred{
		{ID: "pile", FR: []string{"pile"}, EN: []string{"pile"}, Shape: "[ spot ] {at:place} {is:cmp} {n:int}"},
		{ID: "cash", FR: []string{"argent"}, EN: []string{"cash"}, Shape: "{is:cmp} {n:int}"},
		{ID: "free", FR: []string{"libre"}, EN: []string{"free"}, Shape: "[ aim ] {at:target}"},
		{ID: "rival", FR: []string{"rival"}, EN: []string{"rival"}, Shape: "[ aim ] {at:target} < {n:int}"},
	}
}

func word(id, fr, en string) games.Word {
	return games.Word{ID: id, FR: strings.Split(fr, "|"), EN: strings.Split(en, "|")}
}

func keywordSet() games.Set {
	return games.Set{ID: "kw", Words: []games.Word{
		word("take", "prendre|prends|prend|prenez", "take"),
		word("or", "ou", "or"),
		word("hidden", "caché|cachée|face cachée", "hidden|face down|facedown"),
		word("up", "visible|face visible", "up|visible|face up|faceup"),
		word("kill", "tue|tuer", "kill"),
		word("move", "déplace|déplacer", "move"),
		word("look", "regarde|regarder", "look"),
		word("aim", "cible", "target"),
		word("spot", "lieu", "place"),
		word("no", "sans", "no"),
		word("gang", "gang", "gang"),
	}}
}

func placeSet(s *State) games.Set {
	set := games.Set{ID: "place"}
	for i := range placeNames {
		w := word(placeNames[i:i+1], placeNames[i:i+1], placeNames[i:i+1])
		w.Closed = len(s.Piles) > 0 && s.pile(w.ID) == nil
		set.Words = append(set.Words, w)
	}
	return set
}

func targetSet() games.Set {
	set := games.Set{ID: "target"}
	for t := firstCard; t <= lastCard; t++ {
		n := strconv.Itoa(t)
		set.Words = append(set.Words, word(n, n, n))
	}
	return set
}

func letterSet() games.Set {
	return games.Set{ID: "letter", Words: []games.Word{
		word("N", "Northside", "Northside"), word("W", "Westside", "Westside"), word("O", "Outfit", "Outfit"),
	}}
}

func abilitySet() games.Set {
	return games.Set{ID: "ability", Words: []games.Word{
		word(pickpocket, "pickpocket", "pickpocket"),
		word(accomplice, "complice", "accomplice"),
		word(transfer, "transfert", "transfer"),
		word(killer, "tueur", "killer"),
		word(caid, "caïd", "caid"),
		word(spy, "espion", "spy"),
		word("max", "max", "max"),
		word("min", "min", "min"),
	}}
}

// colours are those of the Barons, by the order in which players were seated.
func colours() []games.Word {
	return []games.Word{
		word("red", "rouge", "red"), word("yellow", "jaune", "yellow"),
		word("green", "vert", "green"), word("blue", "bleu", "blue"),
	}
}

// seatSet names each seat by its nick, its place at the table and its colour
// (order.seat).
func seatSet(s *State) games.Set {
	set := games.Set{ID: "seat"}
	if len(s.Seats) == 0 { // numbers and colours stand for players: nobody can be called like one (order.names)
		for i, c := range colours() {
			n := strconv.Itoa(i + 1)
			set.Words = append(set.Words, games.Word{ID: "j" + n, FR: append(c.FR, "J"+n), EN: append(c.EN, "P"+n)})
		}
	}
	for i, p := range s.Seats {
		n := strconv.Itoa(i + 1)
		nick := strings.ToUpper(p.ID[:1]) + p.ID[1:]
		w := games.Word{ID: p.ID, FR: []string{nick, "J" + n, "P" + n}, EN: []string{nick, "P" + n, "J" + n}}
		if c := colours(); i < len(c) {
			w.FR, w.EN = append(w.FR, c[i].FR...), append(w.EN, c[i].EN...)
		}
		set.Words = append(set.Words, w)
	}
	set.Words = append(set.Words, myself())
	return set
}

func myself() games.Word { return word("me", "moi", "me") }

func cardSet(deck []Crook) games.Set {
	set := games.Set{ID: "card", Prefix: true}
	for _, c := range deck {
		set.Words = append(set.Words, word(c.ID, c.Name, c.Name))
	}
	return set
}

// ownWords are the words of orders that no crook's name may contain.
func ownWords() *games.Grammar {
	me := games.Set{ID: "seat", Words: []games.Word{myself()}}
	return &games.Grammar{Verbs: verbs(), Preds: preds(), Sets: []games.Set{keywordSet(), letterSet(), abilitySet(), me}}
}
