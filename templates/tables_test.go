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
		"| 3 | **Bowery Boys** | $9 | $4 |", "| 1 | **Whyos** |", "| 1 | **Dead Rabbits** |")
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

// Like facts share a sentence; a place is named with its code once.
func TestStoryIsProse(t *testing.T) {
	t.Parallel()
	gang := arg("gang", "gang", "whyos")
	paid := func(gang, place string) games.Msg {
		return msg("ny.joint_paid", arg("gang", "gang", gang), arg("activity", "activity", "racket"), arg("place", "place", place), arg("money", "money", "4"))
	}
	opened := func(what, place string) games.Msg {
		return msg("ny.joint_opened", gang, arg("activity", "activity", what), arg("place", "place", place))
	}
	story := []games.Msg{
		msg("ny.phase.a"), paid("whyos", "MUL"), paid("bowery", "BOW"), paid("whyos", "FVP"), msg("ny.phase.c"),
		opened("brothel", "MUL"), opened("saloon", "FVP"), msg("ny.turn_ended", gang, number("left", 0)),
		msg("ny.turn_ended", arg("gang", "gang", "bowery"), number("left", 2)),
	}
	shows(t, cityWriter(t, games.EN).story(story),
		"The **Whyos** ", "$8 ", "$4 from the racket in Mulberry Bend (MUL) and $4 from the racket in Five Points (FVP)", "The **Bowery Boys** ",
		"a brothel in Mulberry Bend and a saloon in Five Points.\n", "Bowery Boys")
	shows(t, cityWriter(t, games.FR).story(story),
		"Les **Whyos** ", "4 $ du racket à Mulberry Bend (MUL) et 4 $ du racket à Five Points (FVP)", "un bordel à Mulberry Bend et un bar à Five Points.\n")
}

// The same facts make the same text; two like facts in a row do not.
func TestVariantsDoNotRepeat(t *testing.T) {
	t.Parallel()
	for _, lang := range []games.Lang{games.FR, games.EN} {
		one, two := cityWriter(t, lang).tale("ny"), cityWriter(t, lang).tale("ny")
		before := ""
		for i := range 20 {
			arms := word("arms", text(itoa(i)))
			got := one.vary("ny.t.buy", arms, arg("money", "money", "2")).String()
			if again := two.vary("ny.t.buy", arms, arg("money", "money", "2")).String(); got != again {
				t.Errorf("%q, then %q", got, again)
			}
			if verb := strings.Fields(got)[0]; verb == before {
				t.Errorf("%q twice running", verb)
			} else {
				before = verb
			}
		}
	}
}

// A gang whose members were stopped by a fight is not told to have stopped, and
// a battle is told from its weapons to the flight.
func TestBattleIsTold(t *testing.T) {
	t.Parallel()
	gang, against, place := arg("gang", "gang", "whyos"), arg("against", "gang", "bowery"), arg("place", "place", "ELZ")
	laid := func(who string, pistols, sticks int) games.Msg {
		return msg("ny.arms_laid", arg("gang", "gang", who), number("n", pistols+sticks), number("pistols", pistols), number("knives", 0), number("sticks", sticks))
	}
	story := []games.Msg{
		msg("ny.phase.c"),
		msg("ny.moved", gang, arg("who", "sexes", "2m1f"), arg("from", "place", "MUL"), arg("to", "place", "ELZ"), arg("money", "money", "1")),
		msg("ny.move_stopped.battle", gang, arg("who", "sexes", "2m1f"), place, arg("toward", "place", "ELZ"), arg("rivals", "list:gang", "bowery")),
		msg("ny.battle_begun", gang, against, place, number("mine", 3), number("theirs", 2)), laid("bowery", 0, 2), laid("whyos", 1, 2),
		msg("ny.battle_fought", gang, against, number("kills", 1), number("wounds", 0), number("lost", 0), number("hurt", 1),
			arg("money", "money", "5"), arg("their_money", "money", "1"), arg("winner", "gang", "whyos")),
		msg("ny.fighters_killed", against, place, arg("who", "sexes", "1m")),
		msg("ny.retreated", arg("gang", "gang", "bowery"), arg("from", "place", "ELZ"), arg("to", "place", "BOW"), arg("who", "sexes", "1f")),
		msg("ny.turn_ended", gang, number("left", 1)),
	}
	shows(t, cityWriter(t, games.EN).story(story),
		"two men and a woman to Elizabeth Street (ELZ) from Mulberry Bend (MUL) ($1). ", "the Bowery Boys on Elizabeth Street, three against two. ",
		"a pistol and two sticks", "nothing but sticks", "one dead among the Bowery Boys and one wounded among the Whyos; the Whyos pocket $5, the Bowery Boys $1. ",
		"to the Bowery (BOW).", "!in their way", "!go no further", "!killed")
	shows(t, cityWriter(t, games.FR).story(story),
		"deux hommes et une femme rue Elizabeth (ELZ) depuis Mulberry Bend (MUL) (1 $). ", "rue Elizabeth, à trois contre deux. ",
		"un mort chez les Bowery Boys et un blessé chez les Whyos ; les Whyos empochent 5 $, les Bowery Boys 1 $. ", "sur le Bowery (BOW).")
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
			if i == 0 || p.forms || p.form != "" || (p.arg != "place" && p.arg != "from" && p.arg != "to" && p.arg != "toward" && p.arg != "via") {
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
