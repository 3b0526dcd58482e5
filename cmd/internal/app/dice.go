package app

import (
	"slices"
	"strings"

	"fivepoints/games"
	"fivepoints/games/judge"
)

// dice reads what was thrown at a table: a line `DRAW: THING, THING` a draw, the
// things as the draw names them. A draw that is not there stops the mail and says
// what to throw; nothing is written before all are there.
func (e *env) dice(text string) judge.Dice {
	thrown := map[string][]string{}
	for line := range strings.Lines(text) {
		label, things, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, s := range strings.Split(things, ",") {
			if s = strings.TrimSpace(s); s != "" {
				thrown[strings.TrimSpace(label)] = append(thrown[strings.TrimSpace(label)], s)
			}
		}
	}
	return func(d games.Draw) ([]int, error) {
		things, ok := thrown[d.Label]
		if !ok || len(things) != d.N {
			return nil, failed("il manque un tirage : tirez %d de %s, et ajoutez la ligne « %s: … » ; rien n'est encore résolu",
				"a draw is missing: draw %d of %s, and add the line `%s: ...`; nothing is resolved yet", d.N, strings.Join(d.Pool, ", "), d.Label)
		}
		picks := make([]int, 0, d.N)
		for _, thing := range things {
			at := -1
			for i, p := range d.Pool { // things that are alike count one by one
				if p == thing && !slices.Contains(picks, i) {
					at = i
					break
				}
			}
			if at < 0 {
				return nil, failed("tirage %s : il n'y a pas (ou plus) de « %s » parmi %s", "draw %s: there is no (more) %q among %s", d.Label, thing, strings.Join(d.Pool, ", "))
			}
			picks = append(picks, at)
		}
		return picks, nil
	}
}
