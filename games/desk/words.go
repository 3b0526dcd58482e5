package desk

import (
	"strings"

	"fivepoints/games"
)

// The words of the desk, as Command.Word has them.
const (
	Status     = "status"
	History    = "history"
	Map        = "map"
	Rules      = "rules"
	Help       = "help"
	Absence    = "absence"
	Sitter     = "sitter"
	Press      = "press"
	Resign     = "resign"
	Lang       = "lang"
	Zone       = "zone"
	Notices    = "notices"
	Address    = "address"
	Apply      = "apply"
	Claim      = "claim"
	Decline    = "decline"
	Contest    = "contest"
	Preview    = "preview"
	Process    = "process"
	Deadline   = "deadline"
	Extend     = "extend"
	Pause      = "pause"
	Resume     = "resume"
	Substitute = "substitute"
	Admit      = "admit"
	Become     = "become"
	Remind     = "remind"
	Announce   = "announce"
	Adjust     = "adjust"
	Pace       = "pace"
	Start      = "start"
	Calendar   = "calendar"
)

// word is a word of the desk with its forms and how to read what follows.
type word struct {
	id        string
	fr, en    []string // the first is written back
	moderator bool     // only a moderator's
	shape     func(*reader) bool
	example   string // of what follows the word
}

// words lists them. A new one must not mean anything in the orders of a game.
func words() []word {
	return []word{
		{id: Status, fr: []string{"état", "statut"}, en: []string{"status"}, shape: (*reader).nothing},
		{id: History, fr: []string{"historique"}, en: []string{"history"}, shape: (*reader).turn, example: "1893"},
		{id: Map, fr: []string{"carte"}, en: []string{"map"}, shape: (*reader).nothing},
		{id: Rules, fr: []string{"règles", "règle"}, en: []string{"rules", "rule"}, shape: (*reader).topic},
		{id: Help, fr: []string{"aide"}, en: []string{"help"}, shape: (*reader).topic},
		{id: Absence, fr: []string{"absence"}, en: []string{"absence"}, shape: (*reader).absence, example: "2026-12-20 2027-01-03"},
		{id: Sitter, fr: []string{"suppléant", "suppléante"}, en: []string{"sitter"}, shape: (*reader).sitter, example: "anna@example.org 2026-12-20 2027-01-03"},
		{id: Press, fr: []string{"message", "presse"}, en: []string{"press"}, shape: (*reader).press, example: "SEAT: …"},
		{id: Resign, fr: []string{"démissionner", "démission"}, en: []string{"resign"}, shape: (*reader).nothing},
		{id: Lang, fr: []string{"langue"}, en: []string{"lang", "language"}, shape: (*reader).language, example: "fr"},
		{id: Zone, fr: []string{"fuseau"}, en: []string{"zone", "timezone"}, shape: (*reader).zone, example: "Europe/Paris"},
		{id: Notices, fr: []string{"avis"}, en: []string{"notices"}, shape: (*reader).notices, example: "digest"},
		{id: Address, fr: []string{"adresse"}, en: []string{"address"}, shape: (*reader).address, example: "anna@example.org"},
		{id: Apply, fr: []string{"postuler"}, en: []string{"apply"}, shape: (*reader).join, example: "whyos"},
		{id: Claim, fr: []string{"occuper", "occupe"}, en: []string{"claim"}, shape: (*reader).seat, example: "whyos"},
		{id: Decline, fr: []string{"décliner", "décline"}, en: []string{"decline"}, shape: (*reader).seat, example: "whyos"},
		{id: Contest, fr: []string{"contester", "conteste"}, en: []string{"contest"}, shape: (*reader).contest, example: "1893c …"},
		{id: Preview, fr: []string{"aperçu"}, en: []string{"preview"}, moderator: true, shape: (*reader).turn, example: "1893c"},
		{id: Process, fr: []string{"résoudre"}, en: []string{"process"}, moderator: true, shape: (*reader).window, example: "1893c"},
		{id: Deadline, fr: []string{"échéance", "dl"}, en: []string{"deadline"}, moderator: true, shape: (*reader).moment, example: "1893c 2026-12-20 21:00"},
		{id: Extend, fr: []string{"prolonger", "prolonge"}, en: []string{"extend"}, moderator: true, shape: (*reader).length, example: "1893c 48h"},
		{id: Pause, fr: []string{"suspendre"}, en: []string{"pause"}, moderator: true, shape: (*reader).reason, example: ""},
		{id: Resume, fr: []string{"poursuivre", "poursuis"}, en: []string{"resume"}, moderator: true, shape: (*reader).reason, example: ""},
		{id: Substitute, fr: []string{"remplacer", "remplace"}, en: []string{"substitute"}, moderator: true, shape: (*reader).substitute, example: "whyos anna@example.org"},
		{id: Admit, fr: []string{"admettre", "admets"}, en: []string{"admit"}, moderator: true, shape: (*reader).admit, example: "p7xyz whyos"},
		{id: Become, fr: []string{"incarner", "incarne"}, en: []string{"become"}, moderator: true, shape: (*reader).become, example: "whyos"},
		{id: Remind, fr: []string{"relancer", "relance"}, en: []string{"remind"}, moderator: true, shape: (*reader).turn, example: "1893c"},
		{id: Announce, fr: []string{"annoncer", "annonce"}, en: []string{"announce"}, moderator: true, shape: (*reader).announce, example: ""},
		{id: Start, fr: []string{"commencer", "commence"}, en: []string{"start"}, moderator: true, shape: (*reader).nothing},
		{id: Calendar, fr: []string{"calendrier"}, en: []string{"calendar"}, moderator: true, shape: (*reader).calendar, example: "sat 21:00"},
		{id: Pace, fr: []string{"rythme"}, en: []string{"pace"}, moderator: true, shape: (*reader).nothing},
		{id: Adjust, fr: []string{"ajuster", "ajuste"}, en: []string{"adjust"}, moderator: true, shape: (*reader).adjust, example: "whyos money 12 …"},
	}
}

// Players lists the words that players may use, in the order of their help.
func Players() []string {
	var out []string
	for _, w := range words() {
		if !w.moderator {
			out = append(out, w.id)
		}
	}
	return out
}

// Moderators lists the words that only moderators may use.
func Moderators() []string {
	var out []string
	for _, w := range words() {
		if w.moderator {
			out = append(out, w.id)
		}
	}
	return out
}

// Example writes a word with what may follow it.
func Example(id string, lang games.Lang) string {
	for _, w := range words() {
		if w.id == id {
			return strings.TrimSpace(strings.ToUpper(firstForm(w, lang)) + " " + w.example)
		}
	}
	return id
}
