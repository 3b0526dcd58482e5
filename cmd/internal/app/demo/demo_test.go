package demo

import (
	"bytes"
	"context"
	"testing"

	"fivepoints/events"
	"fivepoints/games/catalog"
	"fivepoints/games/newyork1890"
	"fivepoints/games/table"
)

// The recorded games hold what the demo promises, by the rules of today.
func TestCampaigns(t *testing.T) {
	for _, c := range Campaigns() {
		t.Run(c.Rulebook, func(t *testing.T) {
			t.Parallel()
			testCampaign(t, c)
		})
	}
}

func testCampaign(t *testing.T, c Campaign) {
	ctx := context.Background()
	log := events.NewMemory(Keys())
	log.Rand = Salts()
	stage, err := c.Create(ctx, log, catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	read, err := stage.Play(ctx, func(int) { steps++ })
	if err != nil {
		t.Fatal(err)
	}
	tab, err := stage.Judge.Table(ctx, c.Game)
	if err != nil {
		t.Fatal(err)
	}
	tally := c.Tally()
	tally.CountMails(read, tab)
	if err := c.CountLog(ctx, tally, log, tab); err != nil {
		t.Fatal(err)
	}
	if err := tally.Missing(); err != nil {
		t.Errorf("%v\nAfter a change of rules run: go generate ./cmd/internal/app", err)
	}
	if steps != len(read) || steps != tally.of("mails") {
		t.Errorf("%d steps, %d readings, %d mails", steps, len(read), tally.of("mails"))
	}
	checkEnd(t, tab)
}

// checkEnd: the games were played to their end, in both languages.
func checkEnd(t *testing.T, tab *table.Table) {
	t.Helper()
	v, ok := tab.Game.View("public").(newyork1890.View)
	if tab.Over == nil || ok && (v.Year != 1896 || len(v.Gangs) != 6) {
		t.Errorf("the game of %s ends in %d with %d gangs, over: %v", tab.Created.Rulebook, v.Year, len(v.Gangs), tab.Over)
	}
	langs := map[string]bool{}
	for _, s := range tab.Seats {
		langs[s.Lang] = true
	}
	if !langs["fr"] || !langs["en"] {
		t.Errorf("the players' languages are %v", langs)
	}
}

// What lacks is told, and only that.
func TestTally(t *testing.T) {
	tally := Campaigns()[0].Tally()
	if err := tally.Missing(); err == nil {
		t.Error("an empty campaign holds enough")
	}
	for i := range tally {
		tally[i].N = tally[i].Least
	}
	if err := tally.Missing(); err != nil {
		t.Error(err)
	}
	tally.add("raids", -1)
	if err := tally.Missing(); err == nil || err.Error() != "the campaign holds too little: 1 raids, not 2" {
		t.Errorf("the error is %v", err)
	}
}

// The demo's keys are known wherever they turn up; others are not.
func TestKnown(t *testing.T) {
	for _, c := range Campaigns() {
		for _, name := range c.Names() {
			key, err := Keys().Key(name)
			if err != nil || !Known(key) {
				t.Errorf("the key %s is not known (%v)", name, err)
			}
			key[0] ^= 1
			if Known(key) {
				t.Errorf("a key beside %s is known", name)
			}
		}
	}
	if Known(nil) {
		t.Error("no key is known")
	}
}

// Chance gives the same bytes in every run, however they are read.
func TestChance(t *testing.T) {
	whole, pieces := make([]byte, 100), make([]byte, 100)
	for _, b := range [][]byte{whole} {
		if _, err := (&Chance{Seed: "x"}).Read(b); err != nil {
			t.Fatal(err)
		}
	}
	c := &Chance{Seed: "x"}
	for i := range pieces {
		if _, err := c.Read(pieces[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(whole, pieces) || bytes.Equal(whole[:32], whole[32:64]) {
		t.Error("the stream depends on how it is read, or repeats itself")
	}
	for range 100 {
		if n := c.Pick(7); n < 0 || n > 6 {
			t.Fatalf("picked %d of 7", n)
		}
	}
}
