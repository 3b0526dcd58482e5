package publish_test

import (
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games/escrocs"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
)

// hand opens a game of Escrocs in a position in which only the first row can be played.
func hand(t *testing.T, row string) *gamestest.World {
	t.Helper()
	r, err := escrocs.New()
	if err != nil {
		t.Fatal(err)
	}
	book, err := escrocs.Book()
	if err != nil {
		t.Fatal(err)
	}
	w := gamestest.NewWorld(t, events.NewMemory(events.NewMemoryKeys("kept")), book)
	w.Open(judge.NewGame{ID: "esc1", Rulebook: escrocs.Name}, escrocs.NewPositions(r),
		"seats sarah danny\nrow 1 "+row+"\nrow 2 YE\nrow 3 OR\nhand danny 2GN\ntalon YE LI GY")
	return w
}

// Who sent orders ahead learns, when their mail opens, which of them can no
// longer be carried out; the others learn nothing of it (mail.void).
func TestVoidOrdersAreTold(t *testing.T) {
	t.Parallel()
	w := hand(t, "2BL YE")
	w.Send("esc1", "danny", "take 1L lay 1 green")
	w.Send("esc1", "danny", "add", "take 1L [3 reds], 2R [2 greys]", "if prison red >= 2 : take 1L")
	w.Send("esc1", "sarah", "prendre 1D")
	w.Tick("esc1", 0)
	all := pages(t, w)
	wants(t, all["turn-1-report-danny.en"], "## Your orders kept for this mail",
		"| `take 1L lay 1 green` | impossible | ", "(rule mail.void)",
		"| `take 1L [3 reds], 2R [2 greys]` | impossible | ", "(rule cmd.guard)",
		"| `if prison red >= 2: take 1L` | condition not met |",
		"send another one, or the automatic move plays at the deadline")
	wants(t, all["turn-1-report-sarah.fr"], "!gardés pour ce courrier", "!annoncé")
	wants(t, all["turn-1-summary.fr"], "!gardés")
}

// What can be carried out is told, too: nobody writes it twice.
func TestKeptOrdersAreTold(t *testing.T) {
	t.Parallel()
	w := hand(t, "2BL YE RE OR")
	w.Send("esc1", "danny", "take 1L", "always take 3L", "default take 1R")
	w.Send("esc1", "danny", "add", "take 1R")
	w.Send("esc1", "sarah", "take 1R")
	w.Tick("esc1", 0)
	all := pages(t, w)
	wants(t, all["turn-1-report-danny.en"],
		"| `take 1L` | will be carried out |", "| `take 1R` | in reserve |", "!any more", "!| `always", "!| `default")
}

// A receipt promises to carry out soon only what can be.
func TestReceiptsPromiseWhatCanBeDone(t *testing.T) {
	t.Parallel()
	for sheet, soon := range map[string]bool{
		"prendre 1G":                         true,
		"prendre 1G\nattendre":               false,
		"prendre 1G [3 bleus]":               false,
		"si main vert >= 1 alors prendre 1G": false,
		"déposer 1 vert":                     false,
		"toujours prendre 1G":                true,
		"défaut prendre 1G":                  false,
	} {
		w := hand(t, "2BL YE RE OR")
		w.Send("esc1", "sarah", sheet)
		page := pages(t, w)["receipt-sarah-1.fr"]
		if strings.Contains(page, "seront exécutés bientôt") != soon {
			t.Errorf("%q is done soon: not %t\n%s", sheet, soon, page[:min(len(page), 900)])
		}
		if w.Tick("esc1", 0) > 0 != soon {
			t.Errorf("%q: done at once is not %t", sheet, soon)
		}
	}
}
