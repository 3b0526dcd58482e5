package gamestest

import (
	"testing"

	"fivepoints/games"
)

// Standards are what every rulebook keeps: its language (Language), its purity
// (pure), the stored form of its facts (GoldenFacts), and code and a case for
// every rule (citedRules). Ids that begin with a word of foreign are of other packages.
func Standards(t *testing.T, book games.Rulebook, foreign ...string) {
	t.Run("language", func(t *testing.T) { Language(t, book) })
	t.Run("pure", func(t *testing.T) { pure(t) })
	t.Run("facts", func(t *testing.T) { GoldenFacts(t, book.Info().Facts) })
	t.Run("rules", func(t *testing.T) { citedRules(t, foreign...) })
}
