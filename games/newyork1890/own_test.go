package newyork1890

import (
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

func house(t *testing.T) string {
	t.Helper()
	r, _ := book(t)
	text, err := r.ExportData()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The exported file holds the house's tables, with their comments, and is
// accepted as it stands.
func TestExportedDataIsTheHouse(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	text := house(t)
	own, err := ownTables(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(own.Quarters) != 26 || own.Activities[3] != r.data.Activities[3] || len(own.Pacts) != 5 || own.Start != r.data.Start {
		t.Error("the exported tables are others")
	}
	for _, comment := range []string{"# Map of New-York 1890", "Tokens (H)", "Pacts (T)"} {
		if !strings.Contains(text, comment) {
			t.Errorf("the comment %q is lost", comment)
		}
	}
}

// A file that cannot be played is refused with what is wrong, and its line.
func TestBadTablesAreRefused(t *testing.T) {
	t.Parallel()
	text := house(t)
	for _, c := range []struct{ old, new, want string }{
		{`money = 10`, `money = ten`, "line "},
		{`money = 10`, "money = 10\nmonney = 11", "unknown key start.monney"},
		{`{ a = "WMK", b = "CHP" },`, `{ a = "WMK", b = "XYZ" },`, `no street leads from "WMK" to "XYZ"`},
		{`terrain = "neutral"`, `terrain = "swamp"`, `unknown terrain "swamp"`},
		{"key = \"boxing\"\nfr = \"boxe\"\nen = \"boxing\"\nkind = \"joint\"\nmembers = 5", "key = \"boxing\"\nfr = \"boxe\"\nen = \"boxing\"\nkind = \"joint\"\nmembers = 7", "impossible crew: boxing needs 7 members"},
		{`females = 2
income = 8`, `females = 4
income = 8`, "impossible crew: brothel needs 4 females among 3"},
		{`hq = "MUL"`, `hq = "MMM"`, "lives in the unknown quarter"},
		{`hq = "MUL"`, `hq = "COR"`, "live in the same quarter COR"},
		{`supply = "kilo"`, `supply = "gold"`, "goods are"},
		{`police_start = ["CHP", "CHP", "CHP"]`, `police_start = ["CHP", "CHP"]`, "three policemen"},
		{`fr = "Five Points"`, `fr = "Harlem"`, "could not tell these names apart"},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("the house file has no %q", c.old)
		}
		_, err := ownTables(strings.Replace(text, c.old, c.new, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%s: got %v, want a line and %q", c.new, err, c.want)
		}
	}
	cut := ""
	for l := range strings.Lines(text) { // no street to Harlem
		if !strings.Contains(l, `"HAR"`) || !strings.Contains(l, "{") {
			cut += l
		}
	}
	if _, err := ownTables(cut); err == nil || !strings.Contains(err.Error(), "HAR cannot be reached with 5 gangs") || !strings.HasPrefix(err.Error(), "line ") {
		t.Errorf("Harlem is an island, and %v is said", err)
	}
}

// A game plays by its own file: prices, gains and dial are those typed in.
func TestOwnTablesArePlayed(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	text := strings.Replace(house(t), "money = 10", "money = 25", 1)
	setup := games.Setup{Game: "t", Seats: six()[:3], Data: text, Options: []games.KV{{Key: "data", Value: "owned"}, {Key: "rounds", Value: "3"}}}
	d := gamestest.Dice(5)
	all := gamestest.Whole(t, b, setup, d.Pick)
	created, _ := all[0].Pub.(Created)
	if created.Data != games.HashTable([]byte(text)) || created.Gangs[0].Money != 25 {
		t.Errorf("the first fact pins %s, and %d $", created.Data, created.Gangs[0].Money)
	}
	if all[1].Type != factTables {
		t.Errorf("after it comes %s", all[1].Type)
	}
}

// No file harms: it is refused or playable.
func FuzzOwnTables(f *testing.F) {
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	text, err := r.ExportData()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(100, "money", "= 3")
	f.Add(4000, "\n[[quarters]]\n", "edges = [{")
	f.Fuzz(func(t *testing.T, at int, old, put string) {
		at = max(0, min(at, len(text)))
		mine := text[:at] + put + strings.Replace(text[at:], old, "", 1)
		d, err := ownTables(mine)
		if err != nil {
			return
		}
		if err := (Rules{d}).Check(&State{}); err != nil || d.Hash == "" {
			t.Errorf("tables without a hash, %v", err)
		}
	})
}
