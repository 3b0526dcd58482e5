package demo

import (
	_ "embed"
	"time"

	"fivepoints/games"
	"fivepoints/games/escrocs"
)

//go:embed escrocs.mbox
var escrocsMails []byte

func escrocsGame() Campaign {
	return Campaign{
		Game: "es4", Rulebook: "escrocs", Title: "Escrocs, jeudi soir", Deadline: 4 * 24 * time.Hour, Mailbox: escrocsMails,
		Players: []Player{club("Lou", "lou"), club("Max", "max"), club("Alix", "alix"), club("Kim", "kim")},
		Intro: games.Text{
			FR: "Trois rangées de cartes de sept couleurs. À son tour, un joueur prend en main le groupe de cartes de même couleur qui est à un bout d'une rangée ; le groupe voisin va en prison. Puis il peut déposer devant lui des cartes d'une couleur, une seule fois, ou battre le dépôt d'un autre en en montrant plus ; enfin une carte neuve est retournée. Quand la prison est bondée, on compte : qui a déposé une couleur reçoit les prisonniers de cette couleur, et marque leur nombre fois le nombre de ses couleurs. Trois décomptes, et c'est fini.",
			EN: "Three rows of cards in seven colours. A player at turn takes the group of like cards at one end of a row into his hand; the group beside it goes to prison. Then he may lay cards of one colour before him, once only, or beat another's set by showing more; then a new card is turned up. When the prison is full, points are counted: who has laid a colour receives the prisoners of that colour, and scores their number times the number of his colours. Three scorings, and it is over.",
		},
		Turns: 10, Look: "t12", counts: escrocsTally, count: countEscrocs,
	}
}

func escrocsTally() Tally {
	return append(commonTally(70),
		count("laid", 15, "dépôts", "sets laid"),
		count("beaten", 5, "dépôts battus", "sets beaten"),
		count("full", 3, "prisons bondées, trois décomptes", "full prisons, three scorings"),
		count("refills", 2, "rangées renouvelées", "refills of the rows"),
		count("reshuffles", 1, "talons refaits", "talons rebuilt"),
		count("called", 1, "mains trop pleines", "calls to give cards back"),
		count("given", 1, "cartes rendues par un joueur", "hands that gave back cards"),
		count("stored", 2, "tours joués d'avance", "turns sent ahead and played"),
		count("brackets", 2, "prises gardées par des crochets", "takes guarded by brackets"),
	)
}

// countEscrocs counts what happened at the table.
func countEscrocs(t Tally, facts []games.Fact) {
	for _, f := range facts {
		switch f.Type {
		case "set_laid":
			t.add("laid", 1)
		case "set_beaten":
			t.add("beaten", 1)
		case "prison_full":
			t.add("full", 1)
		case "rows_refilled":
			t.add("refills", 1)
		case "talon_rebuilt":
			t.add("reshuffles", 1)
		case "give_back_called":
			t.add("called", 1)
		case "given_back":
			t.add("given", 1)
		}
		if _, ok := f.Pub.(escrocs.Taken); !ok {
			continue
		}
		for _, part := range f.Priv {
			if n, ok := part.Payload.(escrocs.Note); ok {
				t.when("stored", n.Stored > 0)
			}
		}
	}
}
