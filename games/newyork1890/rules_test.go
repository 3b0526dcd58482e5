package newyork1890

import (
	"testing"

	"fivepoints/games/gamestest"
)

func TestEveryRuleHasCodeAndCase(t *testing.T) {
	t.Parallel()
	gamestest.CitedRules(t)
}
