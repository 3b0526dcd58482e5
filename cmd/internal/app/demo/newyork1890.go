package demo

import (
	_ "embed"
	"time"

	"fivepoints/games"
	"fivepoints/games/newyork1890"
)

//go:embed newyork1890.mbox
var newyorkMails []byte

// Drunk is the level of the alcohol dial from which a gang is drunk.
const Drunk = 6

func newyorkGame() Campaign {
	return Campaign{
		Game: "ny12", Rulebook: "newyork1890", Preset: "base7", Title: "Five Points, 1890", Deadline: 7 * 24 * time.Hour, Mailbox: newyorkMails,
		Players: []Player{
			club("Alix", "whyos"), club("Sam", "eastman"), club("Jo", "dusters"), club("Kim", "rabbits"), club("Lou", "bowery"), club("Max", "charlton"),
		},
		Intro: games.Text{
			FR: "Six bandes, sept ans, deux courriers par an. Tout vient d'un fichier de mails ; personne n'y existe.",
			EN: "Six gangs, seven years, two mails a year. All of it comes out of one mailbox file; nobody in it exists.",
		},
		Turns: 1, Look: "1893c", counts: newyorkTally, count: countNewyork,
	}
}

func newyorkTally() Tally {
	return Tally{
		count("mails", 110, "messages", "messages"),
		count("openings", 40, "ouvertures", "openings"),
		count("battles", 6, "batailles", "battles"),
		count("wars", 4, "guerres", "wars"),
		count("robberies", 12, "agressions", "robberies"),
		count("raids", 2, "rafles", "raids"),
		count("drunk", 1, "gangs ivres", "drunk gangs"),
		count("equipments", 5, "équipements", "equipments"),
		count("fired", 2, "conditions remplies", "guards that fired"),
		count("unfired", 2, "conditions non remplies", "guards that did not fire"),
		count("plain", 30, "mails en texte seul", "plain mails"),
		count("html", 15, "mails en HTML", "mails with HTML"),
		count("html-only", 5, "mails en HTML seul", "mails with HTML only"),
		count("flowed", 8, "mails en format=flowed", "flowed mails"),
		count("quoted-printable", 15, "mails en quoted-printable", "quoted-printable mails"),
		count("base64", 8, "mails en base64", "base64 mails"),
		count("8bit", 8, "mails en 8 bits", "8bit mails"),
		count("latin-1", 8, "mails en latin-1", "latin-1 mails"),
		count("windows-1252", 8, "mails en windows-1252", "windows-1252 mails"),
		count("nbsp", 3, "mails à espaces insécables", "mails with non-breaking spaces"),
		count("above", 8, "réponses au-dessus d'une citation", "replies above a quotation"),
		count("below", 8, "réponses sous une citation", "replies below a quotation"),
		count("signed", 20, "mails signés", "signed mails"),
		count("robots", 2, "réponses automatiques", "automatic replies"),
		count("strangers", 2, "mails d'inconnus", "mails of strangers"),
		count("duplicates", 1, "doublons", "duplicates"),
		count("corrections", 2, "feuilles corrigées", "corrected sheets"),
		count("late", 2, "mails en retard ou pour un autre courrier", "late mails, or for another turn"),
		count("mistakes", 2, "fautes de frappe", "typing mistakes"),
		count("illegal", 1, "ordres impossibles", "illegal orders"),
		count("checks", 1, "essais à blanc", "dry runs"),
		count("standing", 3, "ordres permanents", "standing orders"),
		count("cancelled", 1, "ordres permanents annulés", "cancelled standing orders"),
		count("alternatives", 1, "ordres à alternative", "orders with alternatives"),
		count("ready", 1, "mails sans ordre, « terminé »", "mails that only say ready"),
		count("silent", 2, "courriers laissés sans réponse", "mails left unanswered"),
	}
}

// countNewyork counts what happened in the city; a raid arrests in one quarter
// at once, however many it takes.
func countNewyork(t Tally, facts []games.Fact) {
	raided := map[string]bool{}
	for _, f := range facts {
		switch f.Type {
		case "joint_opened", "traffic_opened":
			t.add("openings", 1)
		case "battle_fought":
			t.add("battles", 1)
		case "war_fought":
			t.add("wars", 1)
		case "robbed":
			t.add("robberies", 1)
		case "member_equipped":
			t.add("equipments", 1)
		}
		switch p := f.Pub.(type) {
		case newyork1890.AlcoholApplied:
			t.when("drunk", p.Level >= Drunk)
		case newyork1890.Taken:
			if f.Type == "raided" {
				raided[p.Place] = true
			}
		}
	}
	t.add("raids", len(raided))
}
