package demo

import (
	_ "embed"
	"time"

	"fivepoints/games"
	"fivepoints/games/crooks"
)

//go:embed crooks.mbox
var crooksMails []byte

func crooksGame() Campaign {
	return Campaign{
		Game: "cr4", Rulebook: "crooks", Title: "Crooks, mardi soir", Deadline: 4 * 24 * time.Hour, Mailbox: crooksMails,
		Players: []Player{club("Alix", "alix"), club("Sam", "sam"), club("Jo", "jo"), club("Kim", "kim")},
		Intro: games.Text{
			FR: "Quatre Barons du crime envoient leurs Escrocs sur huit Cibles. À son tour, un joueur paie un Lieu, un dollar par Escroc qui y dort, et lui seul voit la pile ; il en prend un et l'envoie aussitôt sur une Cible, à découvert ou, pour un dollar de plus, face cachée. Les Escrocs à découvert ont parfois un talent : voler la banque, tuer, déplacer, espionner. Qui n'a plus de quoi payer est hors jeu ; à la fin on retourne tout, le plus fort de chaque Cible en prend la valeur, et les gangs donnent un bonus. « Niveau 4(+1) » est un Escroc de force 4 qui ajoute 1 à la valeur de sa Cible.\n\nAlix et Jo jouent en deux temps (ils paient, regardent, puis choisissent), Sam et Kim en un seul mail, avec des listes de préférences.",
			EN: "Four Crime Barons send their crooks to eight targets. A player at turn pays for a place, a dollar for each crook asleep there, and sees its pile alone; he takes one of them and sends him to a target at once, face up or, for a dollar more, face down. Crooks who lie face up may have a skill: to rob the bank, to kill, to move others, to spy. Who can pay no more is out; at the end everything is turned up, the strongest at each target takes its value, and gangs give a bonus. “Level 4(+1)” is a crook of strength 4 who adds 1 to the value of his target.\n\nAlix and Jo play in two steps (they pay, look, then choose), Sam and Kim in one mail, with lists of preferences.",
		},
		Turns: 10, Look: "12", counts: crooksTally, count: countCrooks,
	}
}

func crooksTally() Tally {
	return append(commonTally(55),
		count("pickpocket", 1, "Pickpockets à l'œuvre", "Pickpockets at work"),
		count("accomplice", 1, "Complices à l'œuvre", "Accomplices at work"),
		count("transfer", 1, "Transferts", "Transfers"),
		count("killer", 1, "Tueurs à l'œuvre", "Killers at work"),
		count("spy", 1, "Espions à l'œuvre", "Spies at work"),
		count("caid", 1, "Caïd recruté", "Caid recruited"),
		count("down", 4, "Escrocs placés face cachée", "crooks placed face down"),
		count("one-mail", 8, "tours joués en un seul mail", "turns played in one mail"),
		count("two-mails", 8, "tours joués en deux mails", "turns played in two mails"),
		count("unmet", 1, "listes sans Escroc à leur goût", "lists that no crook suited"),
		count("automatic", 1, "tours joués par l'automate", "turns played by the rules"),
		count("forced", 2, "sorties forcées", "forced passes"),
		count("passed", 1, "sorties volontaires", "passes of one's own will"),
		count("regrets", 1, "sorties reprises à temps", "passes taken back in time"),
		count("turned-up", 3, "Cibles retournées à la fin", "targets turned up at the end"),
	)
}

// countCrooks counts what happened around the targets.
func countCrooks(t Tally, facts []games.Fact) {
	paid := false
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case crooks.AbilityUsed:
			t.add(p.Ability, 1)
		case crooks.Placed:
			t.when("one-mail", paid && !p.Auto)
			t.when("two-mails", !paid && !p.Auto)
			t.when("down", !p.Up)
			t.when("caid", p.Card == "C32")
		case crooks.Paid:
			paid = true
			t.when("automatic", p.Auto)
		case crooks.Shown:
			for _, part := range f.Priv {
				if c, ok := part.Payload.(crooks.Cards); ok {
					t.when("unmet", c.Unmet)
				}
			}
		case crooks.Passed:
			t.when("forced", p.Why != "")
			t.when("passed", p.Why == "")
		case crooks.Revealed:
			for _, row := range p.Rows {
				t.when("turned-up", len(row.Down) > 0)
			}
		}
	}
}
