package main

import (
	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/table"
)

// style is how a gang is played.
func style(seat string) string {
	return map[string]string{
		"whyos": "builder", "eastman": "brawler", "dusters": "builder", "rabbits": "robber", "bowery": "politician", "charlton": "brawler",
	}[seat]
}

// choose asks a bot what a seat writes for an open mail.
func choose(t *table.Table, w *table.Window, seat string, c *demo.Chance) []games.Line {
	win := games.Window{ID: w.ID(), Tag: w.Tag, Turn: w.Turn, Report: w.Report}
	for _, s := range w.Seats {
		win.Seats = append(win.Seats, games.Seat(s))
	}
	for _, k := range w.Kinds {
		win.Kinds = append(win.Kinds, games.Kind(k))
	}
	return t.Game.Play(games.Seat(seat), win, style(seat), c.Pick)
}
