package publish_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/newyork1890"
	"fivepoints/templates"
)

func city(t *testing.T, options ...games.KV) *gamestest.World {
	t.Helper()
	book, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("test")), book)
	w.Judge.Draws = func(d games.Draw) ([]int, error) {
		picks := make([]int, d.N)
		for i := range picks {
			picks[i] = i
		}
		return picks, nil
	}
	w.Game("ny12", "newyork1890", options, "whyos", "bowery")
	return w
}

// pages reads all posts of a world by title and language.
func pages(t *testing.T, w *gamestest.World) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range run(t, publisher(t, w), 0) {
		out[p.Title+"."+p.Lang] = p.Subject + "\n" + strings.ReplaceAll(string(p.Body), "\u00a0", " ")
	}
	return out
}

func wants(t *testing.T, page string, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if want, refused := strings.CutPrefix(l, "!"); strings.Contains(page, want) == refused {
			t.Errorf("%q in the page is %t:\n%s", want, refused, page)
		}
	}
}

// A result is what happened: a group that was stopped did not arrive, nobody
// came home, and who wrote only READY did write.
func TestResultsSayWhatHappened(t *testing.T) {
	t.Parallel()
	w := city(t)
	w.Send("ny12", "whyos", "déplacer 2 MUL -> ELZ\nouvrir recel MUL")
	w.Send("ny12", "bowery", "move 1 BOW -> ELZ -> MUL\nmove 1 BOW -> port")
	w.Tick("ny12", time.Hour) // all wrote
	w.Send("ny12", "whyos", "retour: QG")
	w.Send("ny12", "bowery", "return: HQ")
	w.Tick("ny12", time.Hour)
	w.Send("ny12", "whyos", "terminé")
	w.Tick("ny12", week)
	w.Send("ny12", "bowery", "return: nowhere")
	w.Tick("ny12", week)
	all := pages(t, w)
	wants(t, all["1890-1-report-whyos.fr"], "| `déplacer 2 MUL -> ELZ` | exécuté |")
	wants(t, all["1890-1-report-bowery.en"],
		"| `move 1 BOW -> ELZ -> MUL` | stopped at Elizabeth Street | Face to face with **Whyos**: these members move no more this year. |",
		"| `move 1 BOW -> Port` | done |")
	wants(t, all["1890-2-report-whyos.fr"], "| `retour: QG` | rien à faire | Aucun de vos membres ne rentrait cette année. |")
	wants(t, all["1890-2-report-bowery.en"], "| `return: HQ` | done |  |")
	wants(t, all["1891-1-report-whyos.fr"], "Votre envoi ne contenait aucun ordre à exécuter", "!Vous n’aviez envoyé aucun ordre")
	wants(t, all["1891-1-report-bowery.en"], "You had sent no orders")
	wants(t, all["1891-2-report-bowery.en"], "Your mail held no order to carry out")
	wants(t, all["1891-2-report-whyos.fr"], "Vous n’aviez envoyé aucun ordre")
}

// The sentence about the closing is true in its three cases.
func TestClosingSentence(t *testing.T) {
	t.Parallel()
	w := city(t)
	deadline := w.Table("ny12").Windows[0].Closes
	w.Tick("ny12", week)
	if at := w.Table("ny12").Windows[0].Closed.At; at != deadline {
		t.Errorf("the mail closed at %d, its deadline was %d", at, deadline)
	}
	w.Send("ny12", "whyos", "terminé")
	w.Send("ny12", "bowery", "ready")
	w.Tick("ny12", time.Hour)
	now := time.UnixMilli(w.Table("ny12").Windows[2].At).Add(time.Hour)
	if _, err := w.Judge.Adjudicate(context.Background(), "ny12", now); err != nil {
		t.Fatal(err)
	}
	all := pages(t, w)
	wants(t, all["1891-1-summary.en"], "Played by the moderator on Monday 12 January 2026")
	wants(t, all["1891-1-summary.fr"], "Joué par le modérateur le lundi 12 janvier 2026")
	wants(t, all["1890-1-summary.en"], "The deadline passed on Monday 12 January 2026")
	wants(t, all["start-summary.en"], "by Monday 12 January 2026")
	wants(t, all["1890-2-summary.en"], "All orders were in: played on")
}

// Nothing is promised after the end, and who ties shares the rank.
func TestNothingIsPromisedAfterTheEnd(t *testing.T) {
	t.Parallel()
	w := city(t)
	w.Send("ny12", "whyos", "ouvrir recel MUL")
	w.Send("ny12", "bowery", "I am in")
	for range 40 {
		if w.Table("ny12").Over != nil {
			break
		}
		w.Tick("ny12", week)
	}
	over := w.Table("ny12").Over
	if over == nil {
		t.Fatal("the game does not end")
	}
	posts := run(t, publisher(t, w), 0)
	last := map[string]string{}
	for _, p := range posts[len(posts)-4:] {
		last[p.Kind+" "+p.Lang] = strings.ReplaceAll(string(p.Body), "\u00a0", " ")
	}
	wants(t, last["report fr"], "La partie est finie", "- Argent : ", "| Rang | Gang |", "| Mulberry Bend | recel |",
		"!prochaine phase", "!vous aurez", "!En fin d’année", "!Quartiers vides", "!encore libres", "!en marche", "!Revenu prévu")
	wants(t, last["report en"], "The game is over", "| Rank | Gang |", "!Expected income", "!If nobody moves", "!At the end of the year", "!still free")
	wants(t, last["summary en"], "The richest: **Whyos**, with $", "| Rank | Gang |", "!Expected income")
}

// A receipt says for which mail it was read, and keeps what is for a later one.
func TestReceiptNamesItsMail(t *testing.T) {
	t.Parallel()
	w := city(t)
	w.Send("ny12", "whyos", "PARTIE ny12 TOUR 1891c\ndéplacer 1 MUL -> FVP")
	w.Send("ny12", "whyos", "déplacer 1 MUL -> ELZ\nretour: QG")
	w.Send("ny12", "bowery", "GAME ny12 TURN 1890c\nmove 1 BOW -> ELZ")
	all := pages(t, w)
	wants(t, all["receipt-whyos-1.fr"], "Lu pour le courrier 1891c, que votre feuille nomme et qui n’est pas encore ouvert.", "seuls les choix automatiques joueront", "sont gardés jusqu’à son ouverture", "`déplacer 1 MUL -> FVP` (pour 1891c)")
	wants(t, all["receipt-whyos-2.fr"], "!Lu pour", "sont gardés", "`déplacer 1 MUL -> ELZ` (pour 1890c)", "`retour: QG` (pour un courrier à venir)")
	wants(t, all["receipt-bowery-1.en"], "Read for mail 1890c, which your sheet names.\n", "!not open yet")
}

// Only who wrote the line “check” is told to take it away.
func TestTrialWithoutTheWordCheck(t *testing.T) {
	t.Parallel()
	w := race(t)
	for lines, want := range map[string]string{
		"avancer 3":          "!sans la ligne « vérifie »",
		"vérifie\navancer 3": "sans la ligne « vérifie »",
	} {
		facts, err := w.Judge.Read(context.Background(), w.Table("r1"), w.Sheet("r1", "ann", lines))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := publisher(t, w).Receipt(w.Table("r1"), facts[0], facts[1], "fr")
		if err != nil {
			t.Fatal(err)
		}
		page := strings.ReplaceAll(string(templates.Render(doc, templates.Markdown)), "\u00a0", " ")
		wants(t, page, want, "Ceci est un essai : rien n’")
	}
}

// A person sees the first digits of the commitment; the log holds them all.
func TestReceiptShowsAShortCommitment(t *testing.T) {
	t.Parallel()
	page := pages(t, race(t))["receipt-ann-1.fr"]
	if commitment.FindString(page) == "" {
		t.Errorf("no commitment of 16 digits in\n%s", page)
	}
}

// A template shows nothing that is another's place.
func TestTemplateNamesNoForeignPlace(t *testing.T) {
	t.Parallel()
	page := pages(t, city(t))["invitation-bowery.en"]
	_, sheet, _ := strings.Cut(page, "--- orders ---")
	wants(t, sheet, "# move 1 BOW -> Port", "# open ", "# also, where they are possible: close, seize", "# example: recruit", "!MUL", "!example: move", "!LES joint", "!TOM keep")
}
