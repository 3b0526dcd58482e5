package app

import (
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/games/catalog"
	"fivepoints/games/newyork1890"
)

// What the demo computes on disk is what the generator saw in memory while it
// wrote the mails: otherwise letters would speak of things that never happened.
func TestDemoIsWhatWasPlayed(t *testing.T) {
	ctx := context.Background()
	log := events.NewMemory(demo.Keys())
	log.Rand = demo.Salts()
	stage, err := demo.Create(ctx, log, catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stage.Play(ctx, string(demo.Mailbox()), nil); err != nil {
		t.Fatal(err)
	}
	tab, err := stage.Judge.Table(ctx, demo.Game)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "demo")
	if out, code := run(t, "unused", "demo", "--out", dir); code != exitOK {
		t.Fatal(out)
	}
	out, code := run(t, filepath.Join(dir, "data"), "state", demo.Game)
	var info struct{ View newyork1890.View }
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&info); code != exitOK || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	var want newyork1890.View
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
}
