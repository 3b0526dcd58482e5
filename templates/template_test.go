package templates

import (
	"strings"
	"testing"
	"time"

	"fivepoints/games"
	"fivepoints/games/newyork1890"
	"fivepoints/games/order"
)

// Every line of a template is read as the order it shows once its "# " is
// taken away; as it stands, nothing of it is an order.
func TestTemplateLinesAreOrders(t *testing.T) {
	t.Parallel()
	book, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	g := begun(t, book)
	parser, err := order.New(g.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []games.Lang{games.FR, games.EN} {
		w := load(t).NewWriter(lang, g.Grammar(), parser, nil)
		lines := w.sheet("ny12", dueNow(g))
		asIs := parser.Parse(lang, inputs(lines))
		if len(asIs.Lines) > 0 || asIs.Game != "ny12" || asIs.Turn != "1890c" {
			t.Errorf("%s: the untouched template is read as %+v", lang, asIs)
		}
		orders := 0
		for _, l := range lines {
			text, ok := typedIn(w, l)
			if !ok {
				continue
			}
			orders++
			for _, n := range parser.Parse(lang, inputs([]string{text})).Notes {
				if n.Problem != nil || (n.Kind != order.Order && n.Kind != order.Setting) {
					t.Errorf("%s: %q is read as %s, %v", lang, text, n.Kind, n.Problem)
				}
			}
		}
		if orders < 20 {
			t.Errorf("%s: only %d lines to choose from:\n%s", lang, orders, strings.Join(lines, "\n"))
		}
	}
}

// typedIn is what a player would leave of a template line.
func typedIn(w *Writer, l string) (string, bool) {
	how, more := w.t("template.how").String(), w.t("template.more").String()
	also, _, _ := strings.Cut(w.t("template.also", arg("verbs", "text", "|")).String(), "|")
	text, comment := strings.CutPrefix(l, "# ")
	if !comment || l == how || l == more || strings.HasPrefix(l, also) {
		return "", false
	}
	return strings.TrimPrefix(text, strings.TrimPrefix(w.t("template.example").String(), "# ")), true
}

func inputs(lines []string) []order.Input {
	out := make([]order.Input, len(lines))
	for i, l := range lines {
		out[i] = order.Input{N: i + 1, Text: l}
	}
	return out
}

// begun is a game as it waits for its first mail.
func begun(t *testing.T, book games.Rulebook) games.Game {
	t.Helper()
	facts, err := book.New(games.Setup{Game: "ny12", Seats: []games.Seat{"whyos", "bowery"}})
	if err != nil {
		t.Fatal(err)
	}
	g := book.Start()
	for range 100 {
		for _, f := range facts {
			g.Evolve(f)
		}
		step := g.Next()
		switch {
		case step.Draw != nil:
			facts = g.Drawn(*step.Draw, []int{0, 1}[:step.Draw.N])
		case step.Auto != nil:
			facts = step.Auto
		default:
			return g
		}
	}
	t.Fatal("the game never waits for anybody")
	return nil
}

func dueNow(g games.Game) Due {
	win := g.Windows()[0]
	d := Due{Window: win.ID, Tag: win.Tag, Closes: time.UnixMilli(0)}
	for _, k := range win.Kinds {
		d.Hints = append(d.Hints, Hint{k, g.Options("whyos", k)})
	}
	return d
}
