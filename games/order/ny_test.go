package order

import (
	"strings"
	"testing"

	"fivepoints/games"
)

func parser(t testing.TB, g *games.Grammar) *Parser {
	t.Helper()
	p, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sheet reads text typed by a player.
func sheet(p *Parser, lang games.Lang, text string) Sheet { return p.Parse(lang, inputs(text)) }

func inputs(text string) []Input {
	var in []Input
	for i, l := range strings.Split(text, "\n") {
		in = append(in, Input{N: i + 1, Text: l})
	}
	return in
}

// TestNewYorkExamples reads each example of rules section 12 and writes it in
// English.
func TestNewYorkExamples(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	for _, c := range []struct{ typed, want string }{
		{"déplacer 3 Bowery -> Five Points", "move 3 BOW -> FVP"},
		{"déplacer 2f+1h MUL -> FVP", "move 1m+2f MUL -> FVP"},
		{"déplacer 1 COR -> port", "move 1 COR -> port"},
		{"move 3 Bowery -> Five Points", "move 3 BOW -> FVP"},
		{"déplacer 2h MUL vers MER to WSQ", "move 2 males MUL -> MER -> WSQ"},
		{"bataille LES contre bowery: 1 pistolet, 2 couteaux", "fight LES vs bowery: 1 pistol, 2 knives"},
		{"toujours bataille *: 2 couteaux", "always fight *: 2 knives"},
		{"fight LES vs bowery: 1 pistol, 2 knives", "fight LES vs bowery: 1 pistol, 2 knives"},
		{"toujours défense LES: 1 couteau", "always defend LES: 1 knife"},
		{"toujours défense *: tout", "always defend *: all"},
		{"always defend *: all", "always defend *: all"},
		{"repli LES: COR, SEV", "retreat LES: COR, SEV"},
		{"pertes: h, f", "losses: m, f"},
		{"pertes guerre: MUL h, FVP f", "losses war: MUL m, FVP f"},
		{"losses war: MUL m", "losses war: MUL m"},
		{"butin LES: garder", "spoils LES: keep"},
		{"butin LES trafic: détruire", "spoils LES traffic: destroy"},
		{"spoils LES traffic: destroy", "spoils LES traffic: destroy"},
		{"ouvrir bar Bowery", "open saloon BOW"},
		{"ouvrir alambic COR", "open still COR"},
		{"open saloon Bowery", "open saloon BOW"},
		{"fermer LES tapis", "close LES joint"},
		{"reprendre TOM garder", "seize TOM keep"},
		{"reprendre TOM trafic détruire", "seize TOM traffic destroy"},
		{"seize TOM traffic destroy", "seize TOM traffic destroy"},
		{"agresser TEN 4 faveur", "rob TEN 4 favour"},
		{"agresser TEN 2h+2f", "rob TEN 2m+2f"},
		{"recruter 2 (1h+1f) échange rabbits", "recruit 2 (1m+1f) swap rabbits"},
		{"recruter 2 faveur échange 3", "recruit 2 favour swap 3"},
		{"recruit 2 (1m+1f) swap rabbits", "recruit 2 (1m+1f) swap rabbits"},
		{"tammany échange premier", "tammany swap first"},
		{"tammany", "tammany"},
		{"acheter 2 couteaux, 1 pistolet", "buy 2 knives, 1 pistol"},
		{"acheter 2 poignards échange 3", "buy 2 knives swap 3"},
		{"dessoûler", "sober"},
		{"équiper cocher BOW (h)", "equip cabman BOW (m)"},
		{"equip cabman BOW (m)", "equip cabman BOW (m)"},
		{"truquer 5", "rig 5"},
		{"saccager", "wreck"},
		{"faveur double FVP", "favour double FVP"},
		{"faveur pas", "favour steps"},
		{"faveur prison 2 f", "favour jail 2 f"},
		{"faveur alcool", "favour alcohol"},
		{"favour sober", "favour alcohol"},
		{"police: BOW, whyos, LES", "police: BOW, whyos, LES"},
		{"police: FVP ; MUL", "police: FVP; MUL"},
		{"police: bowery, Charlton Street", "police: bowery, CTN"},
		{"toujours corrompre si revenu >= 6", "always bribe if income >= 6"},
		{"corrompre si rafle >= 3 avec MUL faveur", "bribe if raid >= 3 with MUL favour"},
		{"corrompre ELZ -> MER", "bribe ELZ -> MER"},
		{"always bribe if income >= 6", "always bribe if income >= 6"},
		{"guerre dusters 6: 2 pistolets, 2 couteaux renfort", "war dusters 6: 2 pistols, 2 knives loan"},
		{"toujours riposte 10: 1 couteau", "always answer 10: 1 knife"},
		{"prêt: 1 couteau", "lend: 1 knife"},
		{"carabin f", "quack f"},
		{"avocat 2 h", "shyster 2 m"},
		{"retour: FVP 1f, QG", "return: FVP 1 female, HQ"},
		{"return: FVP 1f, HQ", "return: FVP 1 female, HQ"},
		{"proposer paix eastman duel", "offer nowar eastman duel"},
		{"proposer troc LES contre TOM à bowery", "offer exchange LES for TOM to bowery"},
		{"offer exchange LES for TOM to bowery", "offer exchange LES for TOM to bowery"},
		{"accepter paix de whyos", "accept nowar from whyos"},
		{"accepter troc LES tapis contre TOM tapis de whyos", "accept exchange LES joint for TOM joint from whyos"},
		{"refuser tout", "refuse all"},
		{"priorité bar: LES, TOM", "supply saloon: LES, TOM"},
	} {
		s := sheet(p, games.FR, c.typed)
		got := strings.Join(p.FormatAll(s.Lines, games.EN), " / ")
		if got != c.want {
			t.Errorf("%s\n got %q\nwant %q\nnote %+v", c.typed, got, c.want, s.Notes)
		}
	}
}

const mail1 = `--- ordres ---
faveur double FVP
déplacer 2h MUL -> MER -> WSQ
déplacer 1h MUL -> port
si ennemi ELZ <= 1: déplacer 3 MUL -> ELZ
sinon: déplacer 1 MUL -> tammany
toujours bataille *: 2 couteaux
toujours pertes: h, f
recruter 3 (2h+1f) faveur échange rabbits
tammany échange premier
si moi WSQ >= 2: ouvrir racket WSQ
toujours défense *: bâtons
--- fin ---`

const mail2 = `--- ordres ---
guerre dusters 6: 2 pistolets, 2 couteaux
toujours riposte 10: 1 couteau renfort
toujours pertes guerre: MUL h, MUL f
retour: FVP 1f, QG
proposer paix eastman duel
proposer troc WSQ tapis contre TOM tapis à bowery
accepter paix de rabbits
toujours corrompre si rafle >= 3 faveur
toujours corrompre FVP -> CHP
police: BOW, eastman ; LES
--- fin ---`

func TestSampleMails(t *testing.T) {
	t.Parallel()
	p := parser(t, newYork())
	for _, mail := range []string{mail1, mail2} {
		s := sheet(p, games.FR, mail)
		for _, n := range s.Notes {
			if n.Kind != Order && n.Kind != Comment {
				t.Errorf("%s: %s %+v", n.Text, n.Kind, n.Problem)
			}
		}
		french := p.FormatAll(s.Lines, games.FR)
		again := sheet(p, games.EN, strings.Join(p.FormatAll(s.Lines, games.EN), "\n"))
		if a, b := strings.Join(french, "\n"), strings.Join(p.FormatAll(again.Lines, games.FR), "\n"); a != b {
			t.Errorf("through English:\n%s\nbecame\n%s", a, b)
		}
	}
}
