package demo

import (
	_ "embed"
	"time"

	"fivepoints/games"
	koc "fivepoints/games/kingofcrime"
)

//go:embed kingofcrime.mbox
var kingofcrimeMails []byte

func kingofcrimeGame() Campaign {
	return Campaign{
		Game: "koc3", Rulebook: "kingofcrime", Title: "King of Crime, le cercle du fond", Deadline: 3 * 24 * time.Hour, Mailbox: kingofcrimeMails,
		Options: []games.KV{{Key: "turn_cap", Value: "30"}},
		Players: []Player{club("Lou", "lou"), club("Sam", "sam"), club("Jo", "jo")},
		Intro: games.Text{
			FR: "Trois Familles, chacune derrière son Boss. À son tour, on pioche jusqu'à sept cartes, puis on fait une chose : poser un Mug, jouer une carte Famille, ou mettre un Racket en jeu. Qui veut y participe, sans montrer son plan ; les cartes se répondent, puis chacun lance un dé qui s'ajoute à ses points et frappe les Mugs des autres. Le plus fort prend le Racket, s'il a quelqu'un pour le tenir. Deux Rackets d'un même type ou trois types différents, et la ville est à lui.",
			EN: "Three Families, each behind its Boss. A player at turn draws up to seven cards and does one thing: play a Mug, play a Family card, or put a Racket at stake. Who wants to joins, with a plan that nobody sees; cards answer each other, then everybody throws a die that adds to his points and hits the Mugs of the others. The strongest takes the Racket, if he has somebody to hold it. Two Rackets of one type or three different ones, and the town is his.",
		},
		Turns: 6, Look: "t8", counts: kingofcrimeTally, count: countKingOfCrime,
	}
}

func kingofcrimeTally() Tally {
	return append(commonTally(50),
		count("rounds", 4, "manches", "rounds"),
		count("takeovers", 1, "prises de pouvoir", "takeovers"),
		count("joined", 3, "Familles qui participent", "Families that join"),
		count("stayed", 1, "Familles qui restent dehors", "Families that stay out"),
		count("cards", 5, "cartes de manche jouées", "round cards played"),
		count("answered", 1, "cartes annulées ou renvoyées", "cards cancelled or sent back"),
		count("waves", 2, "demandes de réponses", "times answers were asked"),
		count("lost", 3, "Mugs éliminés", "Mugs killed"),
		count("red", 1, "représailles", "retaliations"),
		count("won", 2, "Rackets gagnés", "Rackets won"),
	)
}

// countKingOfCrime counts what happened at the table.
func countKingOfCrime(t Tally, facts []games.Fact) {
	for _, f := range facts {
		switch f.Type {
		case "racket_declared":
			t.add("rounds", 1)
		case "takeover_declared":
			t.add("takeovers", 1)
		case "joined":
			t.add("joined", 1)
		case "stayed_out":
			t.add("stayed", 1)
		case "round_card_played":
			t.add("cards", 1)
		case "card_cancelled", "card_redirected":
			t.add("answered", 1)
		case "answers_asked":
			t.add("waves", 1)
		case "mug_discarded":
			t.add("lost", 1)
		case "racket_won":
			t.add("won", 1)
		}
		if p, ok := f.Pub.(koc.DieRolled); ok {
			t.when("red", p.Die == "red")
		}
	}
}
