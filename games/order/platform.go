package order

import (
	"slices"

	"fivepoints/games"
)

// platformWord is a word every game understands.
type platformWord struct {
	id     string
	fr, en []string
}

const (
	wordIf       = "if"
	wordThen     = "then"
	wordAnd      = "and"
	wordOr       = "or"
	wordElse     = "else"
	wordAlways   = "always"
	wordFallback = "default"
	wordReady    = "ready"
	wordWait     = "wait"
	wordClear    = "clear"
	wordAdd      = "add"
	wordCheck    = "check"
	wordResend   = "resend"
	wordCancel   = "cancel"
	wordAbsent   = "absent"
	wordGame     = "game"
	wordTurn     = "turn"
	wordEnd      = "end"
)

// platformWords lists them; imperative, infinitive and plural are one word
// (order.verbs). The first form is written back.
func platformWords() []platformWord {
	return []platformWord{
		{wordIf, []string{"si"}, []string{"if"}},
		{wordThen, []string{"alors"}, []string{"then"}},
		{wordAnd, []string{"et"}, []string{"and"}},
		{wordOr, []string{"ou"}, []string{"or"}},
		{wordElse, []string{"sinon"}, []string{"else"}},
		{wordAlways, []string{"toujours"}, []string{"always"}},
		{wordFallback, []string{"défaut"}, []string{"default"}},
		{wordReady, []string{"terminé", "terminer", "termine", "termines", "terminez"}, []string{"ready"}},
		{wordWait, []string{"attendre", "attends", "attend", "attendez"}, []string{"wait"}},
		{wordClear, []string{"effacer", "efface", "effaces", "effacez"}, []string{"clear"}},
		{wordAdd, []string{"ajouter", "ajoute", "ajoutes", "ajoutez"}, []string{"add"}},
		{wordCheck, []string{"vérifier", "vérifie", "vérifies", "vérifiez"}, []string{"check"}},
		{wordResend, []string{"renvoyer", "renvoie", "renvoies", "renvoyez"}, []string{"resend"}},
		{wordCancel, []string{"annuler", "annule", "annules", "annulez"}, []string{"cancel"}},
		{wordAbsent, []string{"absent", "absente", "absents"}, []string{"away"}},
		{wordGame, []string{"partie"}, []string{"game"}},
		{wordTurn, []string{"tour"}, []string{"turn"}},
		{wordEnd, []string{"fin"}, []string{"end"}},
	}
}

// platform writes a platform word in a language.
func platform(id string, lang games.Lang) string {
	for _, w := range platformWords() {
		if w.id == id {
			return firstForm(games.Word{ID: id, FR: w.fr, EN: w.en}, lang)
		}
	}
	return id
}

// reserved maps every folded form of a platform word to its id.
func reserved() map[string]string {
	out := make(map[string]string)
	for _, w := range platformWords() {
		for _, f := range forms(w.fr, w.en) {
			out[foldName(f)] = w.id
		}
	}
	return out
}

// is tells whether token i is one of these platform words.
func (p *Parser) is(t *text, i int, ids ...string) bool {
	id, ok := p.reserved[t.at(i)]
	return ok && slices.Contains(ids, id)
}
