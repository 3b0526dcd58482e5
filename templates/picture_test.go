package templates

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
)

// atTable is a game in a position, with its writer.
func atTable(t *testing.T, lang games.Lang, book games.Rulebook, pos gamestest.Positions, text string) (*Writer, games.Game) {
	t.Helper()
	g := gamestest.At(t, book, pos, text)
	parser, err := order.New(g.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	return load(t).NewWriter(lang, g.Grammar(), parser, nil), g
}

// drawn is the picture of a view, which must be well formed.
func drawn(t *testing.T, w *Writer, v games.View) string {
	t.Helper()
	picture := string(w.Picture(v))
	for dec := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return picture
		} else if err != nil {
			t.Fatalf("%v:\n%s", err, picture)
		}
	}
}
