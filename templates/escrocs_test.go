package templates

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/escrocs"
)

// rogues is a game in the position of the rulebook's example.
func rogues(t *testing.T, lang games.Lang) (*Writer, games.Game) {
	t.Helper()
	rules, err := escrocs.New()
	if err != nil {
		t.Fatal(err)
	}
	return atTable(t, lang, games.Erase(rules), escrocs.NewPositions(rules), `seats sarah danny
row 1 YE
row 2 OR YE
row 3 2RE 2LI 3YE BL
prison 2LI 6OR
table danny 2GN
hand sarah 2GN OR
hand danny 4LI 6YE
seen danny LI
score sarah 12
score danny 3
discard 2BL`)
}

// The table shows rows with the words of their ends, who would receive which
// prisoners, and to a seat its own hand; of others what all saw.
func TestTheTableOfEscrocs(t *testing.T) {
	t.Parallel()
	w, g := rogues(t, games.EN)
	shows(t, w.position(g.View("sarah"), "sarah"),
		"Your hand: 1 orange, 2 greens (3 cards).", "1  - YE1 (closed)\n2L > OR1 YE1 < 2R\n3L > RE2 LI2 YE3 BL1 < 3R\n",
		"| lilac | LI | 2 |  |  | 15 |", "| green | GN |  | **Danny** | 2 | 9 |",
		"The prison is full with 6 colours of 2 cards or more (now 2) or 2 colours of 6 cards or more (now 1).",
		"| **Danny** | 10 | LI1 | 3 | 3 |", "| **Sarah** | 3 |  | 12 | 12 |", "Scorings: 1 of 3.")
	w, g = rogues(t, games.FR)
	shows(t, w.position(g.View("danny"), "danny"),
		"Votre main : 6 jaunes, 4 lilas (10 cartes).", "3G > RO2 LI2 JA3 BL1 < 3D\n", "| vert | VE |  | **Danny** | 2 | 9 |",
		"La prison est bondée avec 6 couleurs d’au moins 2 cartes (pour l’instant 2) ou 2 couleurs d’au moins 6 cartes (pour l’instant 1).")
	shows(t, w.position(g.View(games.Public), ""), "!Votre main", "!6 jaunes", "3G > RO2")
}

// A turn is told under its player's name, in both languages; a set beaten with
// the set that beats it.
func TestTheStoryOfEscrocs(t *testing.T) {
	t.Parallel()
	for lang, want := range map[games.Lang]string{
		games.EN: "**Sarah** takes 3 yellows from the left of row 1 and lays 4 yellows over **Danny** (2 cards to the discard).\n\n### The prison is full: scoring\n\n- **Sarah** scores 21 points: 7 cards × 3 colours.\n",
		games.FR: "**Sarah** prend 3 jaunes à gauche de la rangée 1 et dépose 4 jaunes par-dessus **Danny** (2 cartes à la défausse).\n\n### La prison est bondée : décompte\n\n- **Sarah** marque 21 points : 7 cartes × 3 couleurs.\n",
	} {
		w, g := rogues(t, lang)
		story := g.Narrate([]games.Fact{
			{Type: "group_taken", V: 1, Pub: escrocs.Taken{Seat: "sarah", Row: 1, End: "left", Colour: "yellow", N: 3}},
			{Type: "set_beaten", V: 1, Pub: escrocs.SetFact{Seat: "danny", Colour: "yellow", N: 2}},
			{Type: "set_laid", V: 1, Pub: escrocs.SetFact{Seat: "sarah", Colour: "yellow", N: 4}},
			{Type: "scored", V: 1, Pub: escrocs.Scored{Seat: "sarah", N: 7, Kinds: 3, Points: 21}},
		}, games.Public)
		page := string(Render(Doc{blocks: w.story(story)}, Markdown))
		if page = strings.ReplaceAll(page, nbsp, " "); !strings.Contains(page, want) {
			t.Errorf("the story is\n%s\nnot\n%s", page, want)
		}
	}
}

// A mail that was another seat's says nothing of orders that nobody asked for.
func TestABystanderHadNothingToOrder(t *testing.T) {
	t.Parallel()
	w, g := rogues(t, games.EN)
	in := Report{Closed: &Closing{Why: "complete"}, View: g.View("danny"), Bystander: true}
	in.Seat = "danny"
	if page := string(Render(w.Report(in), Markdown)); strings.Contains(page, "automatic") {
		t.Errorf("the report tells of automatic choices:\n%s", page)
	}
	in.Bystander = false
	if page := string(Render(w.Report(in), Markdown)); !strings.Contains(page, "automatic") {
		t.Errorf("the report tells nothing of automatic choices:\n%s", page)
	}
}

// The picture is well-formed XML with the words of the reader's language; it
// shows no more than the view.
func TestThePictureOfEscrocs(t *testing.T) {
	t.Parallel()
	w, g := rogues(t, games.FR)
	picture := drawn(t, w, g.View("sarah"))
	for _, want := range []string{">3G<", ">3D<", ">Danny 2<", ">VE 2<", ">6<"} {
		if !strings.Contains(picture, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if public := string(w.Picture(g.View(games.Public))); strings.Contains(public, ">VE 2<") || strings.Contains(public, ">1G<") {
		t.Error("the public sees Sarah's hand, or a closed row's ends")
	}
	if w.Picture(nil) != nil {
		t.Error("there is a picture of nothing")
	}
}
