package main

import (
	"strings"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/newyork1890"
)

// newyork is the home game: two mails a year, for all gangs at once.
func newyork() book {
	return book{
		title: "New-York 1890", plan: newyorkPlan(),
		styles: map[string]string{
			"whyos": "builder", "eastman": "brawler", "dusters": "builder", "rabbits": "robber", "bowery": "politician", "charlton": "brawler",
		},
		// Quarters whose names are the same in both languages and need no article.
		places: map[string]string{
			"FVP": "Five Points", "CHS": "Chatham Square", "MUL": "Mulberry Bend", "COR": "Corlears Hook", "TOM": "Tompkins Square",
			"WSQ": "Washington Square", "GRV": "Greenwich Village", "UNS": "Union Square", "HEL": "Hell's Kitchen",
			"CPK": "Central Park", "YRK": "Yorkville", "HAR": "Harlem", "MAN": "Manhattanville",
		},
		write: (*desk).write,
		orders: func(d *desk, p demo.Player) sheet {
			return d.befall(p, d.direct(p, d.ambitious(p, d.choose(p))))
		},
		occasion: newyorkOccasion,
		season: func(d *desk) string {
			if d.moving() {
				return "c"
			}
			return "d"
		},
		tell: func(add func(string, item), facts []games.Fact) {
			for _, f := range facts {
				tellNewyork(add, f)
			}
		},
	}
}

func newyorkOccasion(d *desk, p demo.Player) string {
	switch {
	case d.act(p, "back"):
		return "back"
	case d.w.Tag == "1890c":
		return "first"
	case d.w.Tag == "1896c":
		return "last"
	case d.w.Tag == "1896d":
		return "end"
	}
	return ""
}

func (d *desk) moving() bool { return strings.HasSuffix(d.w.Tag, "c") }

func tellNewyork(add func(string, item), f games.Fact) {
	switch p := f.Pub.(type) {
	case newyork1890.Fought:
		a, d := p.Attacker.Gang, p.Defender.Gang
		switch p.Winner {
		case a, d:
			loser := a
			if p.Winner == a {
				loser = d
			}
			if p.Place == "" {
				add(p.Winner, item{"warwon", loser, ""})
			} else {
				add(p.Winner, item{"won", loser, p.Place})
				add(loser, item{"lost", p.Winner, p.Place})
			}
		}
	case newyork1890.WarDeclared:
		add(p.Against, item{"warred", p.Gang, ""})
	case newyork1890.Taken:
		if f.Type == "raided" {
			add(p.Gang, item{"raid", "", p.Place})
		}
		if f.Type == "robbers_caught" && p.Track == "tombs" {
			add(p.Gang, item{"caught", "", p.Place})
		}
	case newyork1890.Robbed:
		if p.Gain >= 4 && p.Jailed+p.Wounded == 0 {
			add(p.Gang, item{"rob", "", p.Place})
		}
	case newyork1890.AlcoholApplied:
		if p.Level >= demo.Drunk {
			add(p.Gang, item{"drunk", "", ""})
		}
	}
}
