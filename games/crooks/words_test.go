package crooks

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
)

func parser(t testing.TB, r Rules) *order.Parser {
	t.Helper()
	s := &State{}
	for _, id := range []string{"tom", "pim", "suzanne"} {
		s.Seats = append(s.Seats, Seat{ID: id})
	}
	p, err := order.New(r.Grammar(s))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The orders of the specification are read, and written as they stand here.
func TestOrdersAreRead(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r)
	for _, c := range [][2]string{
		{"RECRUTE D", "recruit D"},
		{"RECRUIT place D", "recruit D"},
		{"PREND C21 VERS 6 CACHE", "take C21 -> 6 hidden"},
		{"TAKE Torch Tully TO 6 HIDDEN", "take C21 -> 6 hidden"},
		{"take C21 target 6 face down", "take C21 -> 6 hidden"},
		{"prends C21 cible 6 face cachée", "take C21 -> 6 hidden"},
		{"prends C21 vers 6 face visible", "take C21 -> 6 up"},
		{"take torch to target 6", "take C21 -> 6"},
		{"take two hats tobin to 6 up", "take C22 -> 6 up"},
		{"PREND COMPLICE VERS 9", "take accomplice -> 9"},
		{"PREND C08 VERS 9 DEPLACE VERS 4", "take C08 -> 9 move -> 4"},
		{"TAKE C08 TO 9 MOVE TO 4", "take C08 -> 9 move -> 4"},
		{"PREND TUEUR VERS 8 TUE Pim", "take killer -> 8 kill Pim"},
		{"prends tueur vers 8 tue jaune", "take killer -> 8 kill Pim"},
		{"take killer to 8 kill P3", "take killer -> 8 kill Suzanne"},
		{"prenez tueur vers cible 8 tue moi", "take killer -> 8 kill me"},
		{"PREND ESPION VERS 2 REGARDE LIEU C", "take spy -> 2 look C"},
		{"TAKE SPY TO 2 LOOK TARGET 8", "take spy -> 2 look 8"},
		{"PREND MAX VERS 9, 8 SANS", "take max -> 9, 8 no"},
		{"PREND MAX", "take max"},
		{"take gang N, C05 > min to 3", "take gang N, C05, min -> 3"},
		{"PASSE", "pass"},
		{"RECRUTE D, B : PREND CAID, TUEUR, MAX VERS 9, 8, 7", "recruit D, B: take caid, killer, max -> 9, 8, 7"},
		{"recruit D : take killer to 9 kill tom or take max to 9 hidden", "recruit D: take killer -> 9 kill Tom or take max -> 9 hidden"},
		{"si pile D >= 4 alors recrute D sinon recrute A", "if pile D >= 4: recruit D else recruit A"},
		{"IF PILE D >= 4: RECRUIT D ELSE RECRUIT A", "if pile D >= 4: recruit D else recruit A"},
		{"recrute D : prends max vers 9 ou recrute B : prends min vers 2", "recruit D: take max -> 9 or recruit B: take min -> 2"},
	} {
		typed, want := c[0], c[1]
		s := p.Parse(games.EN, []order.Input{{N: 1, Text: typed}})
		if got := strings.Join(p.FormatAll(s.Lines, games.EN), " "); !strings.EqualFold(got, want) {
			t.Errorf("%q: %q instead of %q (%+v)", typed, got, want, s.Notes)
		}
	}
}

// What is no order is answered: a pass with more words, a verb cut short, a
// card that is not there, a place that is not in the game.
func TestMistakesAreAnswered(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	p := parser(t, r)
	for _, c := range [][2]string{
		{"pass the salt", "order.extra"},
		{"default pass", "order.alone"},
		{"if cash < 3: pass", "order.alone"},
		{"recruit D or pass", "order.alone"},
		{"recruit K", "order.unknown-of"},
		{"prends tueur vers 8 tue zoé", "order.unknown-of"},
		{"take C99 to 6", "order.unknown"},
		{"take C21 to 11", "order.shape"},
		{"prend max vers 9 caché tue", "order.missing"},
		{"recr D", "order.verb"},
		{"take pip to 9", "order.unknown"},
	} {
		typed, want := c[0], c[1]
		s := p.Parse(games.EN, []order.Input{{N: 1, Text: typed}})
		if len(s.Lines) != 0 || s.Notes[0].Problem == nil || !strings.HasPrefix(s.Notes[0].Problem.Key, want) {
			t.Errorf("%q: %v %+v", typed, s.Lines, s.Notes[0].Problem)
		}
	}
}

// Every message has its sentence, and every sentence its message.
func TestEveryMessageHasItsSentence(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	keys := gamestest.KeysInCode(t, `"(crooks\.forecast\.[a-z.]+)"`)
	for prefix, pattern := range map[string]string{
		"crooks.refused.": `refuse\([^,]+, "([a-z.]+)"`,
		"crooks.over.":    `Why(?: = |: +)"([a-z]+)"`,
	} {
		for _, key := range gamestest.KeysInCode(t, pattern) {
			keys = append(keys, prefix+key)
		}
	}
	gamestest.Sentences(t, b, toldInGames(t), keys, "crooks.view.")
}

// toldInGames plays games of all kinds and gathers what was told; what is rare
// is told of samples.
func toldInGames(t *testing.T) []games.Msg {
	t.Helper()
	r, b := book(t)
	var told []games.Msg
	for seed := range 400 {
		d := gamestest.Dice(seed)
		told = append(told, gamestest.Told(t, b, setupOf(2+seed%3, variants(seed*2654435761>>7)...), d.Pick)...)
	}
	return append(told, r.Narrate(&State{Deck: r.data.Crooks}, []games.Fact{
		fact(factPosition, PositionSet{[]Amount{{"tom", 3}}}),
		secretly(fact(factShown, Shown{"tom", "A", 1}), "tom", Cards{[]string{"C01"}, true}),
		fact(factKilled, Killed{"tom", "pim", 4, 2, []string{"C02"}}),
		fact(factKilled, Killed{"tom", "pim", 4, 2, nil}),
		secretly(fact(factReturned, Left{"tom", "A", false}), "tom", Card{"C01"}),
		fact(factReturned, Left{"tom", "A", false}),
		fact(factPassed, Passed{"tom", "room"}),
		fact(factPassed, Passed{"tom", "empty"}),
	}, "tom")...)
}
