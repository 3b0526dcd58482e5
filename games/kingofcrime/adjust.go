package kingofcrime

import (
	"fmt"
	"strings"

	"fivepoints/games"
)

// Adjust changes the position by lines of a position: each takes the place of
// what stands there, and every card must be somewhere in the end. It goes
// between two actions only.
func (r Rules) Adjust(s *State, text string) ([]games.Fact, error) {
	if s.Step != stepTurn || s.Round != nil || len(s.Jobs) > 0 {
		return nil, fmt.Errorf("changing the position: it can be changed while a turn waits for its action")
	}
	v, _ := r.View(s, games.Engine).(View)
	lines := strings.Split(format(v), "\n")
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		key := keyOf(line)
		switch key {
		case "":
			continue
		case "seats", "rest", "step", "turn":
			return nil, fmt.Errorf("changing the position: a line %q cannot be changed", key)
		}
		for i := range lines {
			if keyOf(lines[i]) == key {
				lines[i] = ""
			}
		}
		lines = append(lines, line)
	}
	p := Positions{Rules{&data{deck: s.deck}}}
	facts, err := p.Parse(strings.Join(ordered(lines), "\n") + "\nrest nobody")
	if err != nil {
		return nil, fmt.Errorf("changing the position: %w", err)
	}
	return facts, nil
}

// ordered puts the lines of Families before those of their Rackets.
func ordered(lines []string) []string {
	var first, last []string
	for _, l := range lines {
		if strings.HasPrefix(keyOf(l), "rackets") {
			last = append(last, l)
		} else {
			first = append(first, l)
		}
	}
	return append(first, last...)
}

// keyOf tells what a line of a position is about: "pile", "hand danny".
func keyOf(line string) string {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return ""
	case len(words) > 1 && (words[0] == "hand" || words[0] == "family" || words[0] == "rackets"):
		return words[0] + " " + words[1]
	}
	return words[0]
}
