package order

import (
	"testing"

	"fivepoints/games"
)

func TestNames(t *testing.T) {
	t.Parallel()
	g := crooks()
	for _, word := range []games.Seat{"si", "OU", "default", "pret", "to", "le", "prends", "recrutez", "pile", "tueur", "c08", "gino-la-valise", "moi"} {
		if CheckNames(g, []games.Seat{"sarah", word}) == nil {
			t.Errorf("somebody may be called %q", word)
		}
	}
	if err := CheckNames(g, []games.Seat{"sarah", "sinonette", "gino", "q"}); err != nil {
		t.Error(err)
	}
	if CheckNames(g, []games.Seat{"sarah", "gino", "sarah"}) == nil {
		t.Error("two may have one name")
	}
}
