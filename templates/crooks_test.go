package templates

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/crooks"
)

// barons is a game in the middle of a turn.
func barons(t *testing.T, lang games.Lang) (*Writer, games.Game) {
	t.Helper()
	rules, err := crooks.New()
	if err != nil {
		t.Fatal(err)
	}
	return atTable(t, lang, games.Erase(rules), crooks.NewPositions(rules), `seats tom pim zoe
turn 9 tom
pile A C05 C28
pile B -
pile C C21 C22 C23
tom cash 4
pim cash 12
zoe cash 0
zoe passed
tom 9 -C17 C02
tom 6 C19
pim 9 C08
pim 8 -C27:tom
zoe 2 -C06
tom seen C 3 C21 C22 C23
zoe box C10 -C11
paid A`)
}

// A seat sees the pile before it, its own crooks face down and those its Spy
// saw, and what it was shown.
func TestTheTableOfCrooks(t *testing.T) {
	t.Parallel()
	w, g := barons(t, games.EN)
	shows(t, w.position(g.View("tom"), "tom"),
		"### Before you: place A\n\n- C05 Razor Riordan, level 2, killer\n- C28 Northpaw Nolan, level 8, gang Northside\n",
		"### Your crooks face down\n\n- Target 9: C17 Gravel Gus, level 5, gang Outfit\n",
		"- Place C, turn 3: C21 Torch Tully, level 6(−2), gang Outfit; C22 ",
		"\nTarget     Worth  > Tom         Pim     x Zoe\n2          2?     .             .       ##\n",
		"\n6          7      6(+1)N        .       .\n", "\n8          7      .             °8(-1)  .\n",
		"\n9          12     °5O + 1(+1)W  3(+2)O  .\n", "\n$                 4             12      0\n",
		"\nPlaces  A  B  C\nPrice   2  .  3\n", "Out of the game: 2.")
	w, g = barons(t, games.FR)
	shows(t, w.position(g.View(games.Public), ""),
		"\nCible      Valeur  > Tom        Pim     x Zoe\n", "\n9          12?     ## + 1(+1)W  3(+2)O  .\n",
		"\nLieux  A  B  C\nPrix   2  .  3\n", "Banque : 6 $.", "!Gravel", "!Razor", "!face cachée\n\n", "!Torch")
}

// The picture of the table survives a narrow mail: four players with stacks.
func TestTheTableOfCrooksIsNarrow(t *testing.T) {
	t.Parallel()
	w, g := barons(t, games.FR)
	for line := range strings.Lines(string(Render(Doc{blocks: w.position(g.View("tom"), "tom")}, Plain))) {
		if columnsOf(strings.TrimSuffix(line, "\n")) > 72 {
			t.Errorf("%d columns: %s", columnsOf(line), line)
		}
	}
}

// The drawing is well formed, and shows nobody what it must not.
func TestThePictureOfCrooks(t *testing.T) {
	t.Parallel()
	w, g := barons(t, games.EN)
	for seat, shown := range map[games.Seat]string{"tom": "Gravel Gus", "pim": "Boxer Brannigan", "zoe": "Fingers Foley", games.Public: "Penny Pope"} {
		svg := drawn(t, w, g.View(seat))
		if !strings.Contains(svg, shown) {
			t.Errorf("%s does not see %s", seat, shown)
		}
		hidden := map[string]games.Seat{"Gravel Gus": "tom", "Fingers Foley": "zoe"}
		for card, owner := range hidden {
			if strings.Contains(svg, card) != (seat == owner) {
				t.Errorf("%s, seen by %s: %t", card, seat, seat != owner)
			}
		}
	}
}
