// Package catalog is the explicit list of rulebooks.
package catalog

import (
	"fmt"
	"strings"
	"sync"

	"fivepoints/games"
	"fivepoints/games/crooks"
	"fivepoints/games/escrocs"
	"fivepoints/games/kingofcrime"
	"fivepoints/games/newyork1890"
	"fivepoints/games/noxford"
)

// Each rulebook reads its embedded tables once.
var (
	newYork1890 = sync.OnceValues(newyork1890.Book)
	crooksBook  = sync.OnceValues(crooks.Book)
	escrocsBook = sync.OnceValues(escrocs.Book)
	noxfordBook = sync.OnceValues(noxford.Book)
	kingOfCrime = sync.OnceValues(kingofcrime.Book)
)

// all lists every rulebook in the order in which people are told of them.
func all() ([]games.Rulebook, error) {
	var out []games.Rulebook
	for _, load := range []func() (games.Rulebook, error){newYork1890, crooksBook, escrocsBook, noxfordBook, kingOfCrime} {
		book, err := load()
		if err != nil {
			return nil, fmt.Errorf("loading the rulebooks: %w", err)
		}
		out = append(out, book)
	}
	return out, nil
}

// Find returns a rulebook by name. Edition 0 means the newest; an edition
// above it was written by a newer fivepoints.
func Find(name string, edition int) (games.Rulebook, error) {
	books, err := all()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, b := range books {
		info := b.Info()
		names = append(names, info.Name)
		if info.Name != name {
			continue
		}
		if edition > info.Edition {
			return nil, fmt.Errorf("opening rulebook %s edition %d, of which edition %d is known: %w", name, edition, info.Edition, games.ErrNewer)
		}
		return b, nil
	}
	return nil, fmt.Errorf("there is no rulebook %q; known: %s", name, strings.Join(names, ", "))
}

// Names lists the rulebooks.
func Names() ([]string, error) {
	books, err := all()
	var names []string
	for _, b := range books {
		names = append(names, b.Info().Name)
	}
	return names, err
}
