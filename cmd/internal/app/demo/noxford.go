package demo

import (
	_ "embed"
	"slices"
	"time"

	"fivepoints/games"
	"fivepoints/games/noxford"
)

//go:embed noxford.mbox
var noxfordMails []byte

func noxfordGame() Campaign {
	return Campaign{
		Game: "nx4", Rulebook: "noxford", Title: "Noxford, dimanche", Deadline: 4 * 24 * time.Hour, Mailbox: noxfordMails,
		Players: []Player{club("Alix", "alix"), club("Sam", "sam"), club("Lou", "lou"), club("Max", "max")},
		Intro: games.Text{
			FR: "Une ville de cartes pousse au milieu de la table. À son tour, un joueur pose une carte de son Syndicat, ou un Quartier riche, contre deux cartes au moins et deux bords alignés ; ou il recouvre une carte plus faible. Une carte à engrenage permet d'en déplacer une autre. À la fin, les Casernes annulent ce qui les touche, et chaque Quartier va à qui a le plus de cartes autour. « N12H » est la carte couchée dont le coin en haut à gauche est dans la case N12, « N12V » une carte debout.\n\nChaque courrier montre le plan de la ville et la liste des places libres : personne ne calcule rien.",
			EN: "A city of cards grows in the middle of the table. A player at turn lays a card of his Syndicate, or a rich Quarter, against two cards at least with two edges in line; or he covers a weaker card. A card with a gear lets him move another one. In the end Barracks cancel what touches them, and each Quarter goes to whoever has most cards around it. “N12H” is the lying card whose top left corner is in cell N12, “N12V” an upright one.\n\nEvery mail shows the map of the city and the list of legal spots: nobody computes anything.",
		},
		Turns: 10, Look: "t21", counts: noxfordTally, count: countNoxford,
	}
}

func noxfordTally() Tally {
	common := slices.DeleteFunc(commonTally(55), func(c Count) bool { return c.Key == "lists" }) // its orders have none
	return append(common,
		count("covered", 3, "cartes recouvertes", "cards covered"),
		count("moved", 5, "cartes déplacées par un engrenage", "cards moved by a gear"),
		count("uncovered", 1, "cartes redevenues visibles", "cards uncovered"),
		count("declined", 1, "engrenages laissés immobiles", "gears not used"),
		count("masters", 2, "Maîtres sortis", "Masters sent out"),
		count("automatic", 1, "coups automatiques", "automatic moves"),
		count("barred", 2, "cartes annulées par les Casernes", "cards cancelled by Barracks"),
		count("won", 4, "Quartiers gagnés", "Quarters won"),
		count("tied", 1, "Quartiers à égalité", "Quarters tied"),
	)
}

// countNoxford counts what happened in the city.
func countNoxford(t Tally, facts []games.Fact) {
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case noxford.Covered:
			t.add("covered", 1)
		case noxford.Lifted:
			t.when("uncovered", p.Uncovered != "")
		case noxford.Dropped:
			t.add("moved", 1)
		case noxford.Declined:
			t.add("declined", 1)
		case noxford.Placed:
			t.when("masters", p.From == "master")
		case noxford.Cancelled:
			t.add("barred", len(p.Cards))
		case noxford.QuarterScored:
			t.when("won", p.Seat != "")
			t.when("tied", p.Seat == "" && len(p.Counts) > 1)
		case noxford.SeatFact:
			t.when("automatic", f.Type == "automatic_move")
		}
	}
}
