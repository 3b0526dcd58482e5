package templates

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	ny "fivepoints/games/newyork1890"
)

// playCity plays a base game of bots that choose at random and looks at every position.
func playCity(t *testing.T, seed uint64, seats []games.Seat, look func(games.Game, ny.View, []games.Fact)) {
	t.Helper()
	book, err := ny.Book()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	setup := games.Setup{Game: "ny1", Preset: "base7", Seats: seats}
	if err := gamestest.Play(book, setup, r.IntN, func(g games.Game, facts []games.Fact) error {
		if v, ok := g.View(games.Public).(ny.View); ok {
			look(g, v, facts)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// Every street is drawn or listed, every open quarter is on the map, and it
// fits into a mail, whatever the number of gangs.
func TestMapIsWhole(t *testing.T) {
	t.Parallel()
	w := cityWriter(t, games.EN)
	for _, seats := range [][]games.Seat{{"whyos", "bowery"}, {"whyos", "bowery", "eastman", "rabbits", "dusters", "charlton"}} {
		playCity(t, 1, seats, func(_ games.Game, v ny.View, _ []games.Fact) {
			if v.Phase != "c" || v.Playing != string(seats[0]) {
				return
			}
			blocks := w.nyMap(v)
			page := string(Render(Doc{blocks: blocks}, Markdown))
			for _, p := range v.Quarters {
				if !strings.Contains(page, p.Place) {
					t.Fatalf("%s is not on the map:\n%s", p.Place, page)
				}
			}
			for _, b := range blocks {
				if art, ok := b.(pre); ok {
					for _, l := range art.lines {
						if columnsOf(l) > columns {
							t.Fatalf("a line of %d columns: %q", columnsOf(l), l)
						}
					}
				}
			}
		})
	}
}

// The streets of the full map: as many drawn or listed as there are.
func TestMapHasEveryStreet(t *testing.T) {
	t.Parallel()
	book, err := ny.Book()
	if err != nil {
		t.Fatal(err)
	}
	v, _ := begun(t, book).View(games.Public).(ny.View)
	m := cityMap{places: map[string]ny.PlaceView{}, drawn: map[string]bool{}, mark: func(string) string { return "X" }}
	streets := 0
	for _, p := range v.Quarters {
		m.places[p.Place] = p
		streets += len(p.Near)
	}
	for r := range plan {
		m.row(r)
	}
	if got := len(m.drawn) + len(m.rest(v)); got != streets/2 || len(m.rest(v)) > 8 {
		t.Errorf("%d streets drawn, %d listed, there are %d", len(m.drawn), len(m.rest(v)), streets/2)
	}
}

// A year's accounts add up: what a gang had, what it got and paid, what it has.
func TestAccountsAddUp(t *testing.T) {
	t.Parallel()
	years := map[int]bool{}
	money := map[string]int{} // at the beginning of the year
	for seed := range uint64(3) {
		playCity(t, seed, []games.Seat{"whyos", "bowery", "eastman"}, func(_ games.Game, v ny.View, facts []games.Fact) {
			year, own, later := nyYear(v, facts)
			if len(own) == 0 {
				return
			}
			years[year] = true
			for _, g := range v.Gangs {
				before := g.Money - total(later, g.Gang) - total(own, g.Gang)
				sums := 0
				for _, s := range sources {
					sums += total(own, g.Gang, s.sums...)
				}
				if sums != total(own, g.Gang) {
					t.Fatalf("%d: the rows of %s make %d, its payments %d", year, g.Gang, sums, total(own, g.Gang))
				}
				key := g.Gang + itoa(year) + itoa(int(seed))
				if old, ok := money[key]; ok && old != before {
					t.Fatalf("%d: %s had %d, then %d", year, g.Gang, old, before)
				}
				money[key] = before
			}
		})
	}
	if len(years) < 5 {
		t.Errorf("only the years %v were accounted for", years)
	}
}

// A headline tells the weightiest news.
func TestHeadline(t *testing.T) {
	t.Parallel()
	opened := msg("ny.joint_opened.bottles", arg("gang", "gang", "whyos"), arg("activity", "activity", "brothel"), arg("place", "place", "FVP"), number("bottles", 2))
	raid := msg("ny.raided", arg("gang", "gang", "bowery"), arg("who", "sexes", "2m1f"), arg("place", "place", "ELZ"), arg("track", "track", "tombs"), number("box", 2))
	w := cityWriter(t, games.EN)
	for want, story := range map[string][]games.Msg{
		"brothel":                {opened},
		"two men and a woman of": {opened, raid, opened},
	} {
		if got := w.tale("ny").headline(story).String(); !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
	if got := w.tale("ny").headline(nil).String(); got == "" {
		t.Error("nothing happened, and there is no headline")
	}
}

// A headline holds at the end of the mail: what was taken back is no loss.
func TestHeadlineHolds(t *testing.T) {
	t.Parallel()
	taken := func(gang, owner string) games.Msg {
		return msg("ny.token_seized.kept", arg("gang", "gang", gang), arg("owner", "gang", owner), arg("activity", "activity", "fence"), arg("place", "place", "TOM"))
	}
	tale := cityWriter(t, games.EN).tale("ny")
	if got := tale.headline([]games.Msg{taken("bowery", "eastman"), taken("eastman", "bowery")}).String(); !strings.HasPrefix(got, "The Bowery Boys lose") {
		t.Errorf("the headline is %q", got)
	}
}

// Deeds are told in the order of the log, alike ones together only in a row; a
// gang is named again after a sentence about another.
func TestDeedsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	gang, place := arg("gang", "gang", "whyos"), arg("place", "place", "MUL")
	story := []games.Msg{
		msg("ny.phase.c"),
		msg("ny.weapons_bought.pistols", gang, number("pistols", 1), arg("money", "money", "5")),
		msg("ny.member_equipped", gang, arg("who", "sexes", "1f"), place, arg("role", "role", "gunsmith")),
		msg("ny.weapons_bought.knives", gang, number("knives", 1), arg("money", "money", "1")),
		msg("ny.turn_ended", gang, number("left", 0)),
	}
	page := string(Render(Doc{blocks: cityWriter(t, games.EN).story(story)}, Markdown))
	if a, b, c := strings.Index(page, "($5)"), strings.Index(page, "gunsmith"), strings.Index(page, "knife"); a < 0 || b < a || c < b {
		t.Errorf("the order is lost:\n%s", page)
	}
	p := cityWriter(t, games.EN).tale("ny").about("whyos")
	p.does(text("attack"))
	p.says(text("the Bowery Boys withdraw."))
	p.does(text("open a den"))
	p.does(text("dry out"))
	if got := p.out.String(); got != "The Whyos attack. The Bowery Boys withdraw. The Whyos open a den. They dry out." &&
		strings.Count(got, "the Whyos")+strings.Count(got, "The Whyos") != 2 {
		t.Errorf("the story is %q", got)
	}
}

// A correction has the headings of its story, and never their marks.
func TestCorrectionHasNoMarks(t *testing.T) {
	t.Parallel()
	gone := msg("ny.gang_eliminated", arg("gang", "gang", "bowery"), arg("money", "money", "3"))
	for _, lang := range []games.Lang{games.FR, games.EN} {
		w := cityWriter(t, lang)
		in := Correction{Kind: "adjust", Story: []games.Msg{msg("ny.phase.c"), gone}}
		shows(t, w.Correction(in).blocks, "**Bowery Boys**", "### ", "!- #")
		shows(t, w.changes(in.Story), "**Bowery Boys**", "!#")
	}
}

// No variant comes twice before all were used; the police only where they are.
func TestVariantsTakeTurns(t *testing.T) {
	t.Parallel()
	for _, lang := range []games.Lang{games.FR, games.EN} {
		tale, seen := cityWriter(t, lang).tale("ny"), map[string]bool{}
		for i := range 5 {
			seen[tale.vary("ny.t.recruit", number("i", i), arg("who", "sexes", "1m"), arg("money", "money", "4")).String()] = true
		}
		if len(seen) != 5 {
			t.Errorf("%s: %d sentences of 5", lang, len(seen))
		}
		for range 12 {
			robbed := msg("ny.robbed.clean", arg("gang", "gang", "whyos"), arg("place", "place", "MUL"), number("n", 1), arg("money", "money", "2"))
			if got := tale.robbery(robbed).String(); strings.Contains(got, "polic") {
				t.Errorf("no policeman is near: %q", got)
			}
		}
	}
}

// A joint closed to open another in its place is one deed; what has no prose is
// told fact by fact, once.
func TestTurnedJointIsOneDeed(t *testing.T) {
	t.Parallel()
	at := func(key, what string) games.Msg {
		return msg(key, arg("gang", "gang", "whyos"), arg("activity", "activity", what), arg("place", "place", "MUL"))
	}
	story := []games.Msg{
		msg("ny.phase.c"), at("ny.token_closed", "fence"), at("ny.joint_opened", "ratpit"), msg("ny.unheard_of", arg("gang", "gang", "whyos")),
		msg("ny.turn_ended", arg("gang", "gang", "whyos"), number("left", 0)),
	}
	shows(t, cityWriter(t, games.EN).story(story), "fence’s shop in Mulberry Bend (MUL)", "a rat pit", "unheard", "!close their", "!Mulberry Bend: ")
}

// A wide table of the city is told line by line where there is no markup.
func TestWideTableIsBrief(t *testing.T) {
	t.Parallel()
	v := aCity()
	many := []ny.GangStack{{Gang: "whyos", Males: 2, Females: 3}, {Gang: "bowery", Males: 4, Females: 1}, {Gang: "rabbits", Males: 1, Females: 1}}
	v.Quarters = []ny.PlaceView{{Place: "FVP", HQ: "whyos", Members: many, Joint: "brothel", JointOf: "whyos", Police: 2}}
	page := string(Render(Doc{blocks: cityWriter(t, games.EN).nyCity(v)}, Plain))
	if !slices.Contains(strings.Split(page, "\n"), "- Five Points (FVP, HQ Whyos): Whyos 2m 3f, Bowery 4m 1f, Rabbits 1m 1f,") {
		t.Errorf("the page is\n%s", page)
	}
}

// The picture is well-formed SVG with every quarter, street and gang.
func TestPictureOfTheCity(t *testing.T) {
	t.Parallel()
	book, err := ny.Book()
	if err != nil {
		t.Fatal(err)
	}
	v, _ := begun(t, book).View(games.Public).(ny.View)
	picture := drawn(t, cityWriter(t, games.FR), v)
	streets := 0
	for _, p := range v.Quarters {
		streets += len(p.Near)
		if !strings.Contains(picture, ">"+p.Place+" ") {
			t.Errorf("%s is not drawn", p.Place)
		}
	}
	rails := strings.Count(picture, "stroke-dasharray") - 1 // the key shows one
	if n := strings.Count(picture, `stroke="#b7a98b"`) + rails; n != streets/2 || strings.Count(picture, "10"+nbsp+"$") != len(v.Gangs) {
		t.Errorf("%d of %d streets, gangs: %d", n, streets/2, strings.Count(picture, "10"+nbsp+"$"))
	}
}

// BenchmarkSummary writes the summary of a whole game, story, accounts and map.
func BenchmarkSummary(b *testing.B) {
	book, err := ny.Book()
	if err != nil {
		b.Fatal(err)
	}
	var story []games.Msg
	var facts []games.Fact
	var g games.Game
	r := rand.New(rand.NewPCG(1, 2))
	setup := games.Setup{Game: "ny1", Preset: "base7", Seats: []games.Seat{"whyos", "bowery", "eastman", "rabbits", "dusters", "charlton"}}
	if err := gamestest.Play(book, setup, r.IntN, func(now games.Game, all []games.Fact) error {
		g, facts = now, all
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	story = g.Narrate(facts, games.Public)
	w := load(b).NewWriter(games.FR, g.Grammar(), nil, nil)
	in := Summary{Closed: &Closing{Why: "complete"}, Story: story, Turn: facts, View: g.View(games.Public)}
	b.ReportMetric(float64(len(story)), "messages")
	for b.Loop() {
		Render(w.Summary(in), Markdown)
	}
}
