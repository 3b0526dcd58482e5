package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/games/catalog"
	"fivepoints/games/gamestest"
	"fivepoints/templates"
)

// What the demo computes on disk is what the generator saw in memory while it
// wrote the mails: otherwise letters would speak of things that never happened.
func TestDemoIsWhatWasPlayed(t *testing.T) {
	for _, c := range demo.Campaigns() {
		t.Run(c.Rulebook, func(t *testing.T) { testDemo(t, c) })
	}
}

func testDemo(t *testing.T, c demo.Campaign) {
	ctx := context.Background()
	log := events.NewMemory(demo.Keys())
	log.Rand = demo.Salts()
	stage, err := c.Create(ctx, log, catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stage.Play(ctx, nil); err != nil {
		t.Fatal(err)
	}
	tab, err := stage.Judge.Table(ctx, c.Game)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "demo")
	if out, code := run(t, "unused", "demo", "--game", c.Rulebook, "--out", dir); code != exitOK {
		t.Fatal(out)
	}
	out, code := run(t, filepath.Join(dir, "data"), "state", c.Game)
	var info struct{ View any }
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&info); code != exitOK || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	var want any
	text, err := json.Marshal(tab.Game.View("public"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(info.View, want) {
		t.Errorf("on disk:\n%+v\nin memory:\n%+v", info.View, want)
	}
	testDialects(t, c, filepath.Join(dir, "data"))
}

// A page of each game as every board and program gets it.
func testDialects(t *testing.T, c demo.Campaign, data string) {
	t.Helper()
	lang := "fr"
	if c.Rulebook == "crooks" {
		lang = "en"
	}
	for _, f := range templates.Formats() {
		page, code := run(t, data, "--lang", lang, "summary", c.Game, "--turn", c.Look, "--format", string(f))
		if code != exitOK {
			t.Fatal(page)
		}
		name := fmt.Sprintf("dialects/%s.%s", c.Game, strings.Replace(string(f), ":", "-", 1))
		gamestest.Golden(t, name+".txt", []byte(page))
		testHoldsNoOrders(t, c, data, page)
	}
}

// A page of ours that comes back as a mail or a post orders nothing.
func testHoldsNoOrders(t *testing.T, c demo.Campaign, data, page string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.txt")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code := run(t, data, "--json", "orders", "check", c.Game, c.Players[0].Seat, file)
	if code != exitOK || !strings.Contains(out, `"kind": "talk"`) || strings.Contains(out, `"kind": "order"`) || strings.Contains(out, `"kind": "setting"`) {
		t.Errorf("exit %d: a summary is read as orders:\n%s", code, out)
	}
}
