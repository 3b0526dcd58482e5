package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"fivepoints/cmd/internal/app/demo"
)

//go:embed talk/*/*.txt
var talkFiles embed.FS

// phrases are what one player may say, by situation. Each is said once, but
// for greetings and farewells.
type phrases map[string][]string

func readPhrases(rulebook, seat string) (phrases, error) {
	data, err := talkFiles.ReadFile("talk/" + rulebook + "/" + seat + ".txt")
	if err != nil {
		return nil, fmt.Errorf("reading the phrases of %s: %w", seat, err)
	}
	out := phrases{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, text, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("reading the phrases of %s: %q has no situation", seat, line)
		}
		out[key] = append(out[key], text)
	}
	return out, nil
}

// scene is what a phrase may speak of.
type scene struct{ rival, place string }

// take says something about a situation, "" when all has been said.
func (p phrases) take(key string, s scene, c *demo.Chance) string {
	fit := slices.DeleteFunc(slices.Clone(p[key]), func(text string) bool {
		return strings.Contains(text, "{place}") && s.place == "" || strings.Contains(text, "{rival}") && s.rival == ""
	})
	if len(fit) == 0 {
		return ""
	}
	often := key == "greet" || key == "close"
	if often {
		fit = fit[:(len(fit)+1)/2] // those not heard for a while
	}
	text := fit[c.Pick(len(fit))]
	p[key] = slices.DeleteFunc(p[key], func(t string) bool { return t == text })
	if often {
		p[key] = append(p[key], text)
	}
	return strings.NewReplacer("{rival}", s.rival, "{place}", s.place).Replace(text)
}
