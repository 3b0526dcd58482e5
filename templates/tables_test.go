package templates

import (
	"strings"
	"testing"
	"time"

	"fivepoints/games"
	ny "fivepoints/games/newyork1890"
	"fivepoints/games/order"
)

func cityWriter(t *testing.T, lang games.Lang) *Writer {
	t.Helper()
	book, err := ny.Book()
	if err != nil {
		t.Fatal(err)
	}
	g := begun(t, book).Grammar()
	parser, err := order.New(g)
	if err != nil {
		t.Fatal(err)
	}
	return load(t).NewWriter(lang, g, parser, nil)
}

func shows(t *testing.T, blocks []block, lines ...string) {
	t.Helper()
	page := strings.ReplaceAll(string(Render(Doc{blocks: blocks}, Markdown)), nbsp, " ")
	for _, l := range lines {
		if want, not := strings.CutPrefix(l, "!"); strings.Contains(page, want) == not {
			t.Errorf("%q in the page is %t:\n%s", want, not, page)
		}
	}
}

func aCity() ny.View {
	return ny.View{Year: 1893, Round: 4, Rounds: 7, Gangs: []ny.GangView{
		{Gang: "bowery", Money: 9, Males: 1, Forecast: 4, Influence: 2, Tokens: []ny.TokenView{
			{Place: "BOW", Activity: "still", Kind: "traffic", Status: "staffed", Yields: "barrel", Yield: 2},
			{Place: "ELZ", Activity: "den", Kind: "joint", Status: "at_risk", Income: 10, Supply: "kilo"},
		}},
		{Gang: "whyos", Money: 12, Males: 2, Barrels: 1},
		{Gang: "rabbits", Money: 12, Females: 2},
	}}
}

// What a traffic yields is counted; influence is no weapon.
func TestTokensAndInfluence(t *testing.T) {
	t.Parallel()
	shows(t, cityWriter(t, games.EN).position(aCity(), "bowery"),
		"| 2 barrels |", "$10, sells 1 kilo", "- Influence at Tammany Hall: 2.\n",
		"### Goods and weapons\n\n- **Whyos**: 1 barrel\n\n### Influence at Tammany Hall\n\n- **Bowery Boys**: 2\n",
		"| Order |", "| 1 | **Bowery Boys** |", "| 2 | **Whyos** |")
	shows(t, cityWriter(t, games.FR).position(aCity(), "bowery"),
		"| 2 tonneaux |", "10 $, vend 1 kilo", "### Influence à Tammany Hall\n\n- **Bowery Boys** : 2\n")
}

// Of an ended game the table shows ranks; those who tie share one.
func TestTiedRanks(t *testing.T) {
	t.Parallel()
	v := aCity()
	v.Ranks = [][]string{{"whyos", "rabbits"}, {"bowery"}}
	shows(t, cityWriter(t, games.EN).position(v, "bowery"),
		"| Rank |", "| 1 | **Whyos** |", "| 1 | **Dead Rabbits** |", "| 3 | **Bowery Boys** |", "!Order",
		"- Money: $9.\n", "- Alcohol: level 0", "!income", "!sacked")
}

// Production is told gang by gang, moves in the order in which they happened.
func TestProductionIsGathered(t *testing.T) {
	t.Parallel()
	paid := func(gang, place string) games.Msg {
		return msg("ny.joint_paid", arg("gang", "gang", gang), arg("activity", "activity", "racket"), arg("place", "place", place), arg("money", "money", "4"))
	}
	story := []games.Msg{msg("ny.phase.a"), paid("whyos", "MUL"), paid("bowery", "BOW"), paid("whyos", "FVP")}
	shows(t, cityWriter(t, games.EN).story(story),
		"**Whyos**\n\n- The racket at Mulberry Bend pays $4.\n- The racket at Five Points pays $4.\n\n**Bowery Boys**: the racket at Bowery pays $4.\n")
	shows(t, cityWriter(t, games.FR).story(story), "**Whyos**\n\n- Racket (Mulberry Bend), 4 $.\n- Racket (Five Points), 4 $.\n")
	story[0] = msg("ny.phase.c")
	shows(t, cityWriter(t, games.EN).story(story), "!**Whyos**\n\n- The racket at Mulberry Bend pays $4.\n- The racket at Five")
}

func TestFirstOfTheMonth(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 2, 1, 10, 0, 0, 0, time.UTC)
	for lang, want := range map[games.Lang]string{games.FR: "dimanche 1er février 2026", games.EN: "Sunday 1 February 2026"} {
		w := load(t).NewWriter(lang, nil, nil, nil)
		if got := w.date(day).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
		if got := w.date(day.AddDate(0, 0, 10)).String(); !strings.Contains(got, " 11 ") {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// Names of places begin with an article's noun in French ("Quais Gansevoort"):
// no sentence puts "à" or "de" before one.
func TestFrenchPlacesNeedNoArticle(t *testing.T) {
	t.Parallel()
	for key, s := range load(t).fr {
		for i, p := range s {
			if i == 0 || p.forms || (p.arg != "place" && p.arg != "from" && p.arg != "to" && p.arg != "toward" && p.arg != "via") {
				continue
			}
			before := strings.ToLower(s[i-1].text)
			for _, word := range []string{"à ", "de ", "dans ", "pas ", "pour ", "par "} {
				if strings.HasPrefix(key, "ny.") && strings.HasSuffix(before, word) {
					t.Errorf("%s: %q before a place", key, before)
				}
			}
		}
	}
}
