package newyork1890

import (
	"testing"

	"fivepoints/games/gamestest"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	_, b := book(t)
	gamestest.Language(t, b)
}

func TestPure(t *testing.T) {
	t.Parallel()
	gamestest.Pure(t)
}
