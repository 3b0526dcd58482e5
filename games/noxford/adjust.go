package noxford

import (
	"fmt"
	"strings"

	"fivepoints/games"
)

// Adjust changes the position by lines of a position: each takes the place of
// what stands there; a stack without cards goes away. Cards that no line names any
// more go under their pile.
func (r Rules) Adjust(s *State, text string) ([]games.Fact, error) {
	v, ok := r.View(s, games.Engine).(View)
	if !ok || len(v.City) == 0 || s.Step == stepOver || s.Turn == 0 {
		return nil, fmt.Errorf("changing the position: there is none to change now")
	}
	var lines []string
	for line := range strings.Lines(v.format()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		switch key := keyOf(line); key {
		case "":
			continue
		case "seats", "colours":
			return nil, fmt.Errorf("changing the position: a line %q cannot be changed", key)
		default:
			lines = replaced(lines, key, line)
		}
	}
	facts, err := NewPositions(r).Parse(strings.Join(lines, "\n"))
	if err != nil {
		return nil, fmt.Errorf("changing the position: %w", err)
	}
	if err := r.Check(r.after(s, facts)); err != nil {
		return nil, fmt.Errorf("changing the position: %w", err)
	}
	changed, ok := facts[0].Pub.(Position)
	switch writer := string(s.Seats[s.Active]); {
	case ok && changed.Turn < s.Turn:
		return nil, fmt.Errorf("changing the position: the mail of turn %d is closed; the next turn is %d at least", changed.Turn, s.Turn)
	case ok && changed.Turn == s.Turn && changed.Active != writer:
		return nil, fmt.Errorf("changing the position: the mail of turn %d is written by %s; give %s a later turn", s.Turn, writer, changed.Active)
	}
	return facts, nil
}

// replaced puts a line in the place of the one about the same thing; a stack
// without cards leaves the city.
func replaced(lines []string, key, line string) []string {
	var out []string
	for _, old := range lines {
		if keyOf(old) != key {
			out = append(out, old)
		}
	}
	if words := strings.Fields(line); words[0] == "city" && (len(words) == 2 || words[2] == "-") {
		return out
	}
	return append(out, line)
}

// keyOf tells what a line of a position is about: "turn", "city N12H", "hand ann".
func keyOf(line string) string {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return ""
	case len(words) == 1:
		return words[0]
	}
	switch words[0] {
	case "city", "hand", "pile":
		return words[0] + " " + words[1]
	}
	return words[0]
}
