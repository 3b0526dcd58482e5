package order

import (
	"testing"

	"fivepoints/games"
)

// Orders of a verb that stands are standing ones with the word or without, and
// are written with it; a fallback stays one.
func TestVerbsThatStand(t *testing.T) {
	t.Parallel()
	p, err := New(&games.Grammar{Verbs: []games.Verb{{ID: "keep", Kind: "keep", Stands: true, Keep: true, FR: []string{"garder"}, EN: []string{"keep"}, Shape: "{n:int}"}}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"keep 3": "always keep 3", "toujours garder 3": "always keep 3", "default keep 3": "default keep 3"} {
		s := p.Parse(games.EN, []Input{{N: 1, Text: text}})
		if got := p.FormatAll(s.Lines, games.EN); len(got) != 1 || got[0] != want {
			t.Errorf("%q is read %+v and written %q", text, s.Lines, got)
		}
	}
}
