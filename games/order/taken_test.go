package order

import "testing"

func TestTaken(t *testing.T) {
	t.Parallel()
	g := crooks()
	for _, word := range []string{"si", "OU", "default", "pret", "to", "le", "prends", "recrutez", "pile", "tueur", "c08", "gino-la-valise", "moi"} {
		if !Taken(g, word) {
			t.Errorf("somebody may be called %q", word)
		}
	}
	for _, word := range []string{"sarah", "sinonette", "gino", "q"} {
		if Taken(g, word) {
			t.Errorf("nobody may be called %q", word)
		}
	}
}
