package newyork1890

import (
	"reflect"
	"testing"

	"fivepoints/games"
)

// Every production of the grammar (specification 12) is read, the same in both
// languages, and read again as it is written back.
func TestEveryProduction(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	g := r.Grammar(allOn())
	p := parser(t, g)
	for _, c := range []struct {
		fr, en string
		want   games.Line
	}{
		{"déplacer 3 Bowery -> Five Points", "move 3 Bowery to Five Points", games.Order("move", "group", "3", "from", "BOW", "path", "FVP")},
		{"deplacer 2h+1f MUL vers FVP", "MOVE 2m + 1f MUL => FVP", games.Order("move", "group", "2m1f", "from", "MUL", "path", "FVP")},
		{"déplacer 3 (2h+1f) QG → port", "move 3 (2m+1f) HQ -> port", games.Order("move", "group", "2m1f", "from", "hq", "path", "port")},
		{"déplacer f MUL -> tammany", "move f MUL -> tammany", games.Order("move", "group", "1f", "from", "MUL", "path", "tammany")},
		{"déplacer tous MUL -> armes", "move all MUL -> arms", games.Order("move", "group", "all", "from", "MUL", "path", "arms")},
		{"déplacer 1 MUL -> hôpital", "move 1 MUL -> hospital", games.Order("move", "group", "1", "from", "MUL", "path", "hospital")},
		{"bataille LES contre bowery: 1 pistolet, 2 couteaux", "fight LES vs bowery: 1 pistol, 2 daggers", games.Line{}},
		{"bataille *: tout", "fight *: all", games.Order("fight", "at", "*", "arms", "all")},
		{"bataille QG: bâtons", "fight HQ: sticks", games.Order("fight", "at", "hq", "arms", "stick")},
		{"défense *: 1 bâton, 2 poignards", "defend *: 1 stick, 2 knives", games.Line{}},
		{"repli *: QG, LES", "retreat *: HQ, LES", games.Line{}},
		{"pertes: h, f", "losses: m, f", games.Line{}},
		{"pertes alcool: MUL, FVP f, h", "losses alcohol: MUL, FVP f, m", games.Line{}},
		{"pertes guerre: MUL h, QG", "losses war: MUL m, HQ", games.Line{}},
		{"butin *: garder", "spoils *: keep", games.Order("spoils", "at", "*", "fate", "keep")},
		{"butin LES tapis: détruire", "spoils LES joint: destroy", games.Order("spoils", "at", "LES joint", "fate", "destroy")},
		{"ouvrir fumerie Tenderloin", "open den Tenderloin", games.Order("open", "activity", "den", "at", "TEN")},
		{"ouvrir bordel QG", "open brothel HQ", games.Order("open", "activity", "brothel", "at", "hq")},
		{"fermer LES", "close LES", games.Order("close", "at", "LES")},
		{"fermer LES trafic", "close LES traffic", games.Order("close", "at", "LES", "slot", "traffic")},
		{"reprendre TOM", "seize TOM", games.Order("seize", "at", "TOM")},
		{"reprendre TOM trafic détruire", "seize TOM traffic destroy", games.Order("seize", "at", "TOM", "slot", "traffic", "fate", "destroy")},
		{"agresser TEN 4 faveur", "rob TEN 4 favor", games.Line{}},
		{"agresser TEN 4 faveur 2", "rob TEN 4 favour 2", games.Line{}},
		{"agresser TEN 2h+2f", "rob TEN 2m+2f", games.Order("rob", "at", "TEN", "who", "2m2f")},
		{"recruter 4", "recruit 4", games.Order("recruit", "n", "4")},
		{"recruter 2 (1h+1f) échange rabbits", "recruit 2 (1m+1f) swap rabbits", games.Line{}},
		{"recruter 2 faveur échange 3", "recruit 2 favour swap 3", games.Line{}},
		{"tammany", "tammany", games.Order("tammany")},
		{"tammany échange premier", "tammany swap first", games.Order("tammany", "swap", "first")},
		{"acheter 2 poignards, 1 pistolet échange 2", "buy 2 daggers, 1 pistol swap 2", games.Line{}},
		{"dessoûler", "sober", games.Order("sober")},
		{"équiper cocher BOW (h)", "equip cabman BOW (m)", games.Line{}},
		{"équiper dame QG", "equip temperance HQ", games.Order("equip", "role", "temperance", "at", "hq")},
		{"police: BOW, whyos, Five Points", "police: BOW, whyos, FVP", games.Line{}},
		{"police: FVP ; MUL, eastman ; QG", "police: FVP ; MUL, eastman ; HQ", games.Line{}},
		{"corrompre si rafle >= 3 avec MUL faveur", "bribe if raid >= 3 with MUL favour", games.Line{}},
		{"corrompre si revenu >= 6 avec port", "bribe if income >= 6 with port", games.Line{}},
		{"corrompre ELZ vers MER avec QG", "bribe ELZ to MER with HQ", games.Line{}},
		{"guerre dusters 6", "war dusters 6", games.Order("war", "gang", "dusters", "n", "6")},
		{"guerre dusters 6: 2 pistolets, 2 couteaux renfort", "war dusters 6: 2 pistols, 2 knives loan", games.Line{}},
		{"riposte 10: tout", "answer 10: all", games.Order("answer", "n", "10", "arms", "all")},
		{"riposte 3 renfort", "answer 3 loan", games.Line{}},
		{"carabin f", "quack f", games.Order("quack", "sex", "f")},
		{"avocat", "shyster", games.Order("shyster")},
		{"avocat 2 h", "shyster 2 m", games.Order("shyster", "box", "2", "sex", "m")},
		{"avocat f", "shyster f", games.Order("shyster", "sex", "f")},
		{"retour: FVP 1f, LES 2, QG", "return: FVP 1f, LES 2, HQ", games.Line{}},
		{"priorité bar: LES, QG", "supply saloon: LES, HQ", games.Line{}},
		{"priorité fumerie: LES", "supply den: LES", games.Order("supply", "activity", "den", "places", "LES")},
	} {
		if c.en == "" {
			continue
		}
		fr, en := parseOne(t, p, games.FR, c.fr), parseOne(t, p, games.EN, c.en)
		mixed := parseOne(t, p, games.FR, c.en)
		if !reflect.DeepEqual(fr, en) || !reflect.DeepEqual(mixed, en) {
			t.Errorf("%q and %q differ: %v, %v, %v", c.fr, c.en, fr, en, mixed)
		}
		if c.want.Verb != "" && !reflect.DeepEqual(fr, c.want) {
			t.Errorf("%q is read %v, not %v", c.fr, fr, c.want)
		}
		for _, lang := range []games.Lang{games.FR, games.EN} {
			if back := parseOne(t, p, lang, p.Format(fr, lang)); !reflect.DeepEqual(back, fr) {
				t.Errorf("%q is written %q and read %v", c.fr, p.Format(fr, lang), back)
			}
		}
	}
}

// A guard joins conditions, with a dollar sign or without, in either language.
func TestEveryCondition(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r.Grammar(allOn()))
	fr := parseOne(t, p, games.FR, "toujours si libre FVP et ennemi LES < 2 et moi QG = 3 et argent > 5 $ et alcool <= 4 et argent >= 1: dessoûler")
	en := parseOne(t, p, games.EN, "always if free FVP and enemy LES < 2 and mine HQ = 3 and money > 5 and alcohol <= 4 and money >= 1: sober")
	if !reflect.DeepEqual(fr, en) || len(fr.If) != 6 || !fr.Always {
		t.Errorf("%+v\n%+v", fr, en)
	}
}
