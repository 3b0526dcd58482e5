package kingofcrime

import (
	"fmt"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func houseText(t testing.TB) string {
	t.Helper()
	text, err := files.ReadFile("data/kingofcrime.toml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A group's own cards are typed in a file like ours; a card that the vocabulary
// cannot express is refused with the reason and its line (data.load).
func TestOwnedCardsAreChecked(t *testing.T) {
	t.Parallel()
	good := houseText(t)
	for _, c := range [][3]string{
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"curse",{n=-5,who="other",on="family"}`, `there is no verb "curse"`},
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"fp",{n=-5,who="other",on="mug"}`, `fp takes who="self" on="family", or who="other" on="family", not who="other" on="mug"`},
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"fp",{n=-55,who="other",on="family"}`, "fp adds -20 to 20, not -55"},
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"fp",{n=-5,who="other",on="family",speed=3}`, "only"},
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"fp",{n="many",who="other",on="family"}`, "in which n fits"},
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"fp"`, "a column is missing"},
		{`3,"fp",{n=-5,who="other",on="family"}`, `3,"fp",{n=-5,who="other",on="family"},7`, "there are 6 columns"},
		{`"Fear",3,`, `"Fear",2,`, "26 cards of the kind round instead of 27"},
		{`"Fear",3,`, `"Play Fear",3,`, `holds "Play", a word of the orders`},
		{`"Fear",3,`, `"F3ar",3,`, "a name has 3 to 40 letters"},
		{`"Fear",3,`, `"Yella",3,`, `R01 is called "Yella", too`},
		{`["R02",`, `["R01",`, "the id R01 is there twice"},
		{`["R02",`, `["r2",`, "an id is a capital"},
		{`3,6,"turn",true,""],`, `3,6,"discard",true,""],`, "turn for a Boss"},
		{`"torpedo",3,"VM"`, `"gangster",3,"VM"`, "a class is bookie, torpedo or thug"},
		{`"torpedo",3,"VM"`, `"torpedo",3,"VX"`, "icons are letters"},
		{`"torpedo",3,"VM"`, `"torpedo",99,"VM"`, "Family Points are 0 to 20"},
		{`"VM","V",5,`, `"VM","Z",5,`, "control is letters"},
		{`"VM","V",5,`, `"VM","V",7,`, "its die is 1 to 6"},
		{`"VM","V",5,"discard",false,"","M4"`, `"VM","V",5,"discard",false,"Q","M4"`, "draw_on is letters"},
		{`"VM","V",5,"discard",false,"","M4"`, `"VM","V",5,"discard",false,"","4M"`, "override is a type and points"},
		{`"VM","V",5,"discard",false,"","M4"`, `"VM","V",5,"burn",false,"","M4"`, "turn or discard"},
		{`"VM","V",5,"discard",false,"","M4"`, `"VM","V","5","discard",false,"","M4"`, "column 7 is a number"},
		{`{give="retaliation"`, `{give="luck"`, "an attachment gives retaliation"},
		{`{give="control:A"`, `{give="control:AB"`, "control is of a letter"},
		{`6,"hit",{n=1,who="other",on="family"}`, `6,"hit",{n=9,who="other",on="family"}`, "dice up to 6"},
		{`6,"hit",{n=1,who="other",on="family"}`, `6,"exclude",{who="other",on="mug"}`, "no exclude on a card of this kind"},
		{`2,"die",{n=6`, `2,"die",{n=7`, "a die is fixed at 1 to 6"},
		{`"B","combo","EG","fp",{n=2}`, `"B","combo","EG","draw",{n=2}`, "a combo is fp"},
		{`"B","combo","EG","fp",{n=2}`, `"Q","combo","EG","fp",{n=2}`, "a Racket's type"},
		{`"B","combo","EG","fp",{n=2}`, `"B","jackpot","EG","fp",{n=2}`, "a bonus is combo, extra or option"},
		{`"extra","round_win","draw",{n=1}`, `"extra","full_moon","draw",{n=1}`, `there is no trigger "full_moon"`},
		{`"extra","round_win","draw",{n=1}`, `"extra","round_win","steal",{n=1,who="other",on="hand"}`, "no steal on a card of this kind"},
		{`"extra","die_is:6"`, `"extra","die_is:9"`, "die_is: and a number"},
		{`{n=1,same_target=true}`, `{n=1,who="other",on="family"}`, "same_target only"},
		{`"option","","recover",{what="mug"}`, `"option","","recover",{what="money"}`, "mug, round, family or racket"},
		{`"option","","recover",{what="mug"}`, `"option","turn_start","recover",{what="mug"}`, "an option has no trigger"},
		{`{n=2,then_discard=1}`, `{n=2,then_discard=3}`, "then_discard belongs to draw"},
		{`types = "BEGMPV"`, `types = "ABC"`, "types are"},
		{`XV3 = "Club du Judas"`, `XV9 = "Club du Judas"`, "of no card"},
		{`XV3 = "Club du Judas"`, `XV3 = "Club du Passe"`, "a word of the orders"},
		{`types = "BEGMPV"`, "types = \"BEGMPV\"\nweather = 3", "unknown key weather"},
	} {
		at := strings.Index(good, c[0])
		if at < 0 {
			t.Fatalf("the deck holds no %q", c[0])
		}
		_, err := parse(good[:at] + c[1] + good[at+len(c[0]):])
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%q for %q: %v", c[1], c[0], err)
			continue
		}
		line := fmt.Sprintf("line %d,", 1+strings.Count(good[:at], "\n"))
		if strings.HasPrefix(c[0], "[\"") || strings.Contains(c[0], ",\"") && !strings.Contains(c[2], "instead of") && !strings.Contains(c[2], ", too") {
			if !strings.Contains(err.Error(), line) {
				t.Errorf("%q: the error does not name %s %v", c[1], line, err)
			}
		}
	}
}

// Games with owned cards are played with what their first fact holds.
func TestGamesWithOwnedCards(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	own := strings.NewReplacer(
		`["R01","Fear",3,"fp",{n=-5,who="other",on="family"}]`, `["R01","Bribe",3,"steal",{n=1,who="other",on="hand"}]`,
		`["R05","Tommy Gun",3,"fp",{n=4,who="self",on="family"}]`, `["R05","Shootout",3,"hit",{n=2,who="other",on="family"}]`,
		`["R06","Extra Muscle",3,"fp",{n=3,who="self",on="family"}]`, `["R06","Tumble",3,"turn",{who="other",on="mug"}]`,
		`["F01","Drive-By",6,"hit",{n=1,who="other",on="family"}]`, `["F01","Ambush",6,"hit",{n=3,who="each_other",on="family"}]`,
		`"XE2","Protection","E","extra","mug_lost","draw",{n=1}`, `"XE2","Protection","E","extra","mug_lost","straighten",{n=1}`,
		`"XV2","Opium Parlour","V","extra","turn_start","straighten",{n=1}`, `"XV2","Opium Parlour","V","extra","turn_start","recover",{what="round"}`,
		`R01 = "Peur"`, `R01 = "Enveloppe"`,
	).Replace(houseText(t))
	for seed := range 30 {
		d := gamestest.Dice(seed)
		s := setup(minSeats+seed%3, games.KV{Key: "deck", Value: "owned"}, games.KV{Key: "turn_cap", Value: "40"})
		s.Data = own
		if err := gamestest.Play(b, s, d.Pick, gamestest.MailsFit); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func TestGamesThatCannotBeCreated(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	for _, s := range []games.Setup{
		{Seats: []games.Seat{"a"}},
		{Seats: []games.Seat{"a", "b", "c", "d", "e"}},
		{Seats: []games.Seat{"a", "a"}},
		{Seats: []games.Seat{"a", "yeah"}},
		{Seats: []games.Seat{"a", "m05"}},
		{Seats: []games.Seat{"a", "joue"}},
		{Seats: []games.Seat{"a", "j2"}},
		{Seats: []games.Seat{"a", "moi"}},
		{Seats: []games.Seat{"a", "b"}, Preset: "long"},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "turn_cap", Value: "-1"}}},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "boss", Value: "stolen"}}},
		{Seats: []games.Seat{"a", "b"}, Options: []games.KV{{Key: "deck", Value: "owned"}}},
		{Seats: []games.Seat{"a", "b"}, Data: "types = 3"},
	} {
		if facts, err := r.New(s); err == nil {
			t.Errorf("%v was created: %v", s, facts)
		}
	}
}

// parse refuses any text without harm; what it reads is checked.
func FuzzData(f *testing.F) {
	f.Add(houseText(f))
	f.Add("types = \"BEGMPV\"\nround = [[\"R01\",\"Fear\",3,\"fp\",{n=1}]]")
	f.Add("mugs = [[1,2],[\"M01\"]]\nbosses = [[]]")
	f.Add("family = [[\"F01\",\"Ab\",27,\"hit\",{n=1,who=\"other\",on=\"family\",x={y=1}}]]")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := parse(text); err == nil && len(d.deck.playable()) != 99 {
			t.Errorf("a deck of %d cards was read", len(d.deck.playable()))
		}
	})
}
