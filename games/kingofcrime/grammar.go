package kingofcrime

import (
	"strings"

	"fivepoints/games"
)

// Grammar lists the orders (order.* of the common grammar is games/order's).
// Cards are named by id or by name in either language; copies are alike (cmd.names).
func (r Rules) Grammar(s *State) *games.Grammar {
	cards := s.deck
	if cards == nil {
		cards = r.data.deck
	}
	g := &games.Grammar{Verbs: verbs(), Preds: preds(), Sets: []games.Set{keywordSet(), typeSet(), seatSet(s)}}
	for _, kind := range []string{cardBoss, cardMug, cardRound, cardFamily, cardRacket} {
		g.Sets = append(g.Sets, cardSet(cards, kind))
	}
	g.Sets = append(g.Sets, allCards(cards), numberSet())
	return g
}

// The parts of shapes that come again: whom a card strikes, and lists of cards.
const (
	targetShape = `[ ( on {on:mug/boss/seat/rr/"*"} | {on:mug/boss/seat/rr/"*"} ) [ [ , ] {on:mug/boss} ]* ]`
	anyCard     = "mug/rr/fam/racket"
)

// many is a list of one type, with commas or without.
func many(name, typ string) string {
	return "{" + name + ":" + typ + "} [ [ , ] {" + name + ":" + typ + "} ]*"
}

func verbs() []games.Verb {
	const bundle = "turn"
	text := func(fr, en string) games.Text { return games.Text{FR: fr, EN: en} }
	return []games.Verb{
		{
			ID: "boss", Kind: kindBoss, Once: true, FR: []string{"choisir", "choisis", "choisit", "choisissez"}, EN: []string{"choose"}, Shape: "{boss:boss}",
			Help: text("choisir BO2", "choose BO2"),
		},
		{
			ID: "mug", Kind: kindAction, Once: true, Bundle: bundle, FR: []string{"mug"}, EN: []string{"mug"}, Shape: many("cards", "mug"),
			Help: text("mug M21, M05", "mug M21, M05"),
		},
		{
			ID: "family", Kind: kindAction, Once: true, Bundle: bundle, FR: []string{"famille"}, EN: []string{"family"}, Shape: "{card:fam} " + targetShape,
			Help: text("famille F09 sur M03", "family F09 on M03"),
		},
		{
			ID: "racket", Kind: kindAction, Once: true, Bundle: bundle, FR: []string{"racket"}, EN: []string{"racket"}, Shape: "{card:racket}",
			Help: text("racket XV2", "racket XV2"),
		},
		{
			ID: "takeover", Kind: kindAction, Once: true, Bundle: bundle, FR: []string{"prise"}, EN: []string{"takeover"}, Shape: "{card:racket} [ [ on ] {seat:seat} ]",
			Help: text("prise XE2", "takeover XE2"),
		},
		{
			ID: "straighten", Kind: kindAction, Once: true, Bundle: bundle,
			FR: []string{"redresser", "redresse", "redresses", "redressez"}, EN: []string{"straighten"},
			Shape: many("mugs", "mug/boss") + " with " + many("cards", anyCard) + " [ discard " + many("more", anyCard) + " ]",
			Help:  text("redresser M07 avec F08 défausse R03", "straighten M07 with F08 discard R03"),
		},
		{
			ID: "discard", Kind: kindAction, Once: true, Bundle: bundle,
			FR: []string{"défausser", "défausse", "défausses", "défaussez"}, EN: []string{"discard"}, Shape: "[ " + many("more", anyCard) + " ]",
			Help: text("défausser R03, F08", "discard R03, F08"),
		},
		{
			ID: verbPass, Kind: kindAction, Also: []games.Kind{kindPlay}, Keep: true, Alone: true,
			FR: []string{"passer", "passe", "passes", "passez"}, EN: []string{"pass"}, Help: text("passer", "pass"),
		},
		{
			ID: "drop", Kind: kindDrop, Once: true, FR: []string{"jeter", "jette", "jettes", "jetez"}, EN: []string{"drop"}, Shape: many("cards", anyCard),
			Help: text("jeter R05", "drop R05"),
		},
		{
			ID: verbOption, Kind: kindOption, Object: "racket", FR: []string{"option"}, EN: []string{"option"}, Shape: "( none | {racket:racket} " + targetShape + " )",
			Help: text("option XM3 contre J2", "option XM3 against P2"),
		},
		{
			ID: verbJoin, Kind: kindJoin, Once: true, Bundle: bundle, FR: []string{"participer", "participe", "participes", "participez"}, EN: []string{"join"},
			Help: text("participer", "join"),
		},
		{
			ID: verbOut, Kind: kindJoin, Once: true, Bundle: bundle, FR: []string{"retrait"}, EN: []string{"out"}, Help: text("retrait", "out"),
		},
		{
			ID: verbPlay, Kind: kindPlay, Bundle: bundle, FR: []string{"jouer", "joue", "joues", "jouez"}, EN: []string{"play"},
			Shape: "{card:mug/rr} " + targetShape + " [ -> {to:mug/boss} ]", Help: text("jouer R01 contre J2", "play R01 against P2"),
		},
		{
			ID: verbNoMore, Kind: kindPlay, Slot: "more", Keep: true, FR: []string{"sans suite"}, EN: []string{"no more"}, Help: text("sans suite", "no more"),
			Note: text("aucune réponse ne vous sera plus demandée dans cette manche", "you will not be asked for answers again in this round"),
		},
		{
			ID: verbMore, Kind: kindPlay, Slot: "more", Keep: true, FR: []string{"suite"}, EN: []string{"more"}, Help: text("suite", "more"),
		},
		{
			ID: verbKeep, Kind: kindKeep, Keep: true, Stands: true, Whole: true, FR: []string{"garder", "garde", "gardes", "gardez"}, EN: []string{"keep"},
			Shape: "{rackets:racket}?,", Help: text("garder XV1, XE2, XB3", "keep XV1, XE2, XB3"),
		},
		{
			ID: verbAssign, Kind: kindAssign, Object: "racket", Keep: true, Stands: true,
			FR: []string{"confier", "confie", "confies", "confiez"}, EN: []string{"assign"}, Shape: "{racket:racket} -> {to:mug/boss}",
			Help: text("confier XV1 vers M13", "assign XV1 to M13"),
		},
	}
}

// preds are what the guards of a plan may ask (cmd.pred).
func preds() []games.Pred {
	return []games.Pred{
		{ID: "targeted", FR: []string{"visé", "vise", "visée"}, EN: []string{"targeted"}, Shape: "[ {card:rr} ]"},
		{ID: "total", FR: []string{"total"}, EN: []string{"total"}, Shape: "{seat:seat} {is:cmp} {n:int}"},
		{ID: "lead", FR: []string{"écart"}, EN: []string{"lead"}, Shape: "{is:cmp} {n:int}"},
		{ID: "played", FR: []string{"joué", "jouée"}, EN: []string{"played"}, Shape: "{card:mug/rr}"},
		{ID: "participants", FR: []string{"participants"}, EN: []string{"participants"}, Shape: "{is:cmp} {n:int}"},
	}
}

func word(id, fr, en string) games.Word {
	return games.Word{ID: id, FR: strings.Split(fr, "|"), EN: strings.Split(en, "|")}
}

func keywordSet() games.Set {
	return games.Set{ID: "kw", Words: []games.Word{
		word("on", "sur|contre", "on|against"), word("with", "avec", "with"), word("none", "non|aucune", "none"),
		word("discard", "défausse|défausser|défaussez", "discard"),
	}}
}

// typeSet names the types of Rackets, in messages only.
func typeSet() games.Set {
	return games.Set{ID: "type", Words: []games.Word{
		word("B", "contrebande", "bootlegging"), word("E", "extorsion", "extortion"), word("G", "jeux", "gambling"),
		word("M", "meurtre", "murder"), word("P", "politique", "politics"), word("V", "vice", "vice"),
	}}
}

// setOf is the grammar's set of a kind of cards.
func setOf(kind string) string {
	switch kind {
	case cardRound:
		return "rr"
	case cardFamily:
		return "fam"
	}
	return kind
}

func cardSet(d *deck, kind string) games.Set {
	set := games.Set{ID: setOf(kind), Prefix: true}
	for _, c := range d.cards {
		if c.Kind == kind {
			set.Words = append(set.Words, c.word())
		}
	}
	return set
}

func (c Card) word() games.Word {
	if c.FR == "" {
		return word(c.ID, c.Name, c.Name)
	}
	return word(c.ID, c.FR, c.Name)
}

// allCards names any card, in messages only: with its id, as orders use it.
func allCards(d *deck) games.Set {
	set := games.Set{ID: "card"}
	for _, c := range d.cards {
		w := c.word()
		set.Words = append(set.Words, games.Word{ID: c.ID, FR: []string{w.FR[0] + " (" + c.ID + ")"}, EN: []string{w.EN[0] + " (" + c.ID + ")"}})
	}
	return set
}

// numberSet is the faces of dice, in messages only.
func numberSet() games.Set {
	set := games.Set{ID: "face"}
	for _, f := range faces() {
		set.Words = append(set.Words, word(f, f, f))
	}
	return set
}

// seatSet names the players: by nick, by number, and oneself.
func seatSet(s *State) games.Set {
	set := games.Set{ID: "seat", Words: []games.Word{myself()}}
	if len(s.Seats) == 0 { // numbers stand for players: nobody can be called like one (order.names)
		for n := 1; n <= maxSeats; n++ {
			set.Words = append(set.Words, word("j"+itoa(n), "J"+itoa(n), "P"+itoa(n)))
		}
	}
	for i, seat := range s.Seats {
		n := itoa(i + 1)
		name := strings.ToUpper(string(seat[:1])) + string(seat[1:])
		set.Words = append(set.Words, games.Word{ID: string(seat), FR: []string{name, "J" + n, "P" + n}, EN: []string{name, "P" + n, "J" + n}})
	}
	return set
}

func myself() games.Word { return word("me", "moi", "me") }

// ownWords are the words of orders that no card's name may contain (data.load).
func ownWords() *games.Grammar {
	me := games.Set{ID: "seat", Words: []games.Word{myself()}}
	return &games.Grammar{Verbs: verbs(), Preds: preds(), Sets: []games.Set{keywordSet(), me}}
}
