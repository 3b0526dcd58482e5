package templates

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/noxford"
)

// noxfordAt is a game in a position.
func noxfordAt(t *testing.T, lang games.Lang, position string) (*Writer, games.Game) {
	t.Helper()
	rules, err := noxford.New()
	if err != nil {
		t.Fatal(err)
	}
	return atTable(t, lang, games.Erase(rules), noxford.NewPositions(rules), position)
}

const town = `seats ann bob
colours B O
turn 20
city L11V Q11
city P11V Q05
city K7H K1
city J11V B-M
city Q9H B-S1
city R11V B-S2 B-G2
city P14H B-S3
city K9H O-M
city N7H O-S1
city L14H O-S2
city N11V O-S3
city N9H O-S4
market Q03 K2 Q06
hand ann S4 L1 G1`

// The map, in characters that every mail and board leaves alone: cards with
// rank, gear, lock, what lies below and what Barracks cancel; spots; symbols.
func TestTheMapOfNoxford(t *testing.T) {
	t.Parallel()
	const city = `
    H  I  J  K  L  M  N  O  P  Q  R  S  T  U
 6  .  .  .  .  .  .  .  .  .  +  +  .  .  .
 7  .  +  + |K1     ||O-S1   | +  +  +  .  .
 8  .  +  + |       ||1x     | +  +  +  .  .
 9  +  +  + |O-M    ||O-S4   ||B-S1   | +  +
10  +  +  + |4x     ||1*!    ||1      | +  +
11  .  . |B-M ||Q11 ||O-S3||Q05 ||B-G2| +  +
12  .  . |4   ||dbaw||1*! ||db  ||2   | .  .
13  .  . |    ||!   ||    ||!   ||+1  | .  .
14  .  +  +  + |O-S2   | . |B-S3   | +  +  +
15  .  +  +  + |1      | . |1*     | +  +  +
16  .  .  +  +  .  .  .  .  .  .  .  +  +  .
`
	w, g := noxfordAt(t, games.EN, town)
	v, ok := g.View("ann").(noxford.View)
	if got := "\n" + strings.Join(w.nxMap(v), "\n") + "\n"; !ok || got != city {
		t.Errorf("the map is%s", got)
	}
	shows(t, w.position(v, "ann"),
		"Your hand: B-L1, B-G1, B-S4\\*.", "Market: Q03\\* (airship), K2, Q06 (diamond, airship). 9 more in the pile.",
		" 1  Q6V   touches B-S1 O-S1\n", "Locked: O-S3\\*, O-S4\\*, Q05, Q11.", "Movable by a gear: B-G2, B-S1, B-S3\\*, K1, O-S1, O-S2.",
		"B-G2 (R11V) with L1", "O-S2 (L14H) with L1, G1", "d diamond, b bottle, a airship, w watch",
		"| Q05 | diamond, bottle | Ann 3, Bob 2 | **Ann** | 4 |", "Cancelled by Barracks: O-M, O-S1.", "| **Ann** | B blue | bottle | 3 + 2 | L12 G13 S4 | 4 |")
	w, g = noxfordAt(t, games.FR, town)
	shows(t, w.position(g.View(games.Public), ""), "!Votre main", "!Ce que vous pourriez", "|dbam|", " 1  Q6V   touche B-S1 O-S1\n",
		"Bloquées : O-S3\\*, O-S4\\*, Q05, Q11.", "d diamant, b bouteille, a aéronef, m montre", "| **Bob** | O orange | aéronef | 3 + 2 | L12 G123 | 0 |")
}

// A city too broad for a mail has narrower cells; no line is wider than a mail.
func TestABroadMap(t *testing.T) {
	t.Parallel()
	w, _ := noxfordAt(t, games.EN, town)
	v := noxford.View{Columns: 52, Rows: 52, Symbols: []string{"diamond"}}
	for x := range 18 {
		pos := noxford.Column(2*x+1) + "7V"
		v.City = append(v.City, noxford.StackView{Pos: pos, X: 2*x + 1, Y: 6, W: 2, H: 3, Top: noxford.CardView{Card: "R-S3", Rank: 1, Gear: true}, Cards: []string{"R-S3"}})
	}
	lines := w.nxMap(v)
	want := []string{"   B C D E F G", " 7 R-S3R-S3R-S3", " 8 |1*||1*||1*|", " 9 |  ||  ||  |"}
	for i, l := range lines {
		if len(l) > nxWide || !strings.HasPrefix(l, want[i]) {
			t.Errorf("%q does not begin with %q, or is too wide", l, want[i])
		}
	}
}

// No board changes the map; some are kept from breaking its lines by joiners
// without width and blanks that do not break.
func TestTheMapSurvivesBoards(t *testing.T) {
	t.Parallel()
	w, g := noxfordAt(t, games.EN, town)
	v, _ := g.View(games.Public).(noxford.View)
	for _, format := range Formats() {
		page := string(Render(Doc{blocks: []block{pre{w.nxMap(v)}}}, format))
		if format == MyBB || format == SMF || format == BGG {
			page = strings.NewReplacer(joint, "", nbsp, " ").Replace(page)
		}
		for _, line := range w.nxMap(v) {
			if !strings.Contains(page, line) {
				t.Errorf("%s changes %q:\n%s", format, line, page)
			}
		}
	}
}

// Symbols of a group's own deck that begin alike are told apart by numbers.
func TestSignsOfSymbols(t *testing.T) {
	t.Parallel()
	w, _ := noxfordAt(t, games.EN, town)
	if got := strings.Join(w.nxSigns([]string{"moon", "mask", "watch", "xylo", "diamond"}), ""); got != "m2w4d" {
		t.Errorf("the signs are %s", got)
	}
}

// The picture is sound XML and names every card, spot and player; hands that
// are not the reader's lie face down.
func TestThePictureOfNoxford(t *testing.T) {
	t.Parallel()
	w, g := noxfordAt(t, games.EN, town)
	open := string(w.Picture(g.View("ann")))
	dec := xml.NewDecoder(strings.NewReader(open))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"<svg xmlns=", ">B-G2<", ">Q11<", ">K1<", ">1V<", ">Ann<", ">Bob<", ">L1<", ">S4<", ">orange · 5/10<"} {
		if !strings.Contains(open, want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	if public := string(w.Picture(g.View(games.Public))); strings.Contains(public, ">L1<") || strings.Contains(public, ">S4<") {
		t.Error("the public picture shows a hand")
	}
}

// The story in both languages.
func TestTheStoryOfNoxford(t *testing.T) {
	t.Parallel()
	for lang, want := range map[games.Lang]string{
		games.EN: "**Ann** places B-S4* on I7V. **Ann** uses the gear: B-G2 goes from R11V onto O-S2 on L14H. That uncovers B-S2.",
		games.FR: "**Ann** pose B-S4* en I7V. **Ann** utilise l’engrenage : B-G2 passe de R11V sur O-S2 en L14H. B-S2 redevient visible.",
	} {
		w, g := noxfordAt(t, lang, town)
		var got []string
		for _, m := range g.Narrate([]games.Fact{
			{Type: "card_placed", V: 1, Pub: noxford.Placed{Seat: "ann", Card: "B-S4", Pos: "I7V", From: "hand"}},
			{Type: "card_lifted", V: 1, Pub: noxford.Lifted{Seat: "ann", Card: "B-G2", Pos: "R11V", Uncovered: "B-S2"}},
			{Type: "card_dropped", V: 1, Pub: noxford.Dropped{Seat: "ann", Card: "B-G2", Pos: "L14H", On: "O-S2"}},
		}, games.Public) {
			got = append(got, strings.ReplaceAll(strings.ReplaceAll(string(Render(Doc{blocks: []block{para{w.say(m)}}}, Markdown)), "\n", ""), "\u00a0", " "))
		}
		if story := strings.ReplaceAll(strings.Join(got, " "), `\*`, "*"); story != want {
			t.Errorf("the story is\n%s\nnot\n%s", story, want)
		}
	}
}
