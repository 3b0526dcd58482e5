package games

import (
	"fmt"
	"slices"
	"strings"
)

// PositionSeats returns the players of a text position: what follows the word
// on the first line that begins with it.
func PositionSeats(text, word string) []string {
	for line := range strings.Lines(text) {
		if words := positionWords(line); len(words) > 1 && words[0] == word {
			return words[1:]
		}
	}
	return nil
}

// ReadPosition hands over the words of every line of a text position; # begins
// a comment, empty lines are passed over. An error names its line.
func ReadPosition(text string, read func(words []string) error) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		words := positionWords(line)
		if len(words) == 0 {
			continue
		}
		if err := read(words); err != nil {
			return fmt.Errorf("line %d %q: %w", n, strings.Join(words, " "), err)
		}
	}
	return nil
}

func positionWords(line string) []string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Fields(line)
}

// CheckSeats refuses seats that no game can have: one named twice, or called
// anything but a small letter and up to 15 letters and digits. The words taken
// mean something else where the seats are named.
func CheckSeats(seats []string, taken ...string) error {
	for i, id := range seats {
		switch {
		case slices.Contains(seats[:i], id):
			return fmt.Errorf("%q is there twice", id)
		case id == "" || len(id) > 16 || id[0] < 'a' || id[0] > 'z' || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") != "":
			return fmt.Errorf("%q is no seat; seats are a letter and up to 15 letters and digits, such as ann2", id)
		case slices.Contains(taken, id):
			return fmt.Errorf("%q is no seat: it is a word of positions", id)
		}
	}
	return nil
}
