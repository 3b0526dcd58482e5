package escrocs

import (
	"fmt"
	"strings"

	"fivepoints/games"
)

// Adjust changes the position by lines of a position: each takes the place of
// what stands there, and all 105 cards must be somewhere in the end. While a
// give-back waits nothing can be changed.
func (r Rules) Adjust(s *State, text string) ([]games.Fact, error) {
	v, ok := r.View(s, games.Engine).(View)
	if !ok || len(v.Rows) == 0 || s.Step == stepOver || s.Call != nil {
		return nil, fmt.Errorf("changing the position: there is none to change now")
	}
	p := NewPositions(r)
	var lines []string
	for line := range strings.Lines(p.format(v)) {
		lines = append(lines, strings.TrimSpace(line))
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		key := keyOf(line)
		switch key {
		case "":
			continue
		case "seats", "rest":
			return nil, fmt.Errorf("changing the position: a line %q cannot be changed", key)
		}
		lines = append(lines, strings.TrimSpace(line))
		for i := range lines[:len(lines)-1] {
			if keyOf(lines[i]) == key {
				lines[i] = ""
			}
		}
	}
	facts, err := p.Parse(strings.Join(append(lines, "rest nobody"), "\n"))
	if err != nil {
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

// keyOf tells what a line of a position is about: "turn", "row 2", "hand sarah".
func keyOf(line string) string {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return ""
	case len(words) == 1:
		return words[0]
	}
	switch words[0] {
	case "row", "hand", "seen", "table", "score":
		return words[0] + " " + words[1]
	}
	return words[0]
}
