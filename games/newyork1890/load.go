package newyork1890

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"fivepoints/games"
)

//go:embed data/*.toml
var files embed.FS

// load reads the embedded tables. An unknown key is an error.
func load() (*data, error) {
	d := &data{}
	var all []byte
	for _, name := range tableFiles() {
		b, err := files.ReadFile("data/" + name + ".toml")
		if err != nil {
			return nil, fmt.Errorf("reading the tables of New-York 1890: %w", err)
		}
		if err := games.ReadTable(b, d); err != nil {
			return nil, fmt.Errorf("reading table %s.toml: %w", name, err)
		}
		all = fmt.Appendf(all, "%s %d\n%s", name, len(b), b)
	}
	d.Hash = games.HashTable(all)
	return d, d.link()
}

func tableFiles() []string { return []string{"map", "economy", "politics"} }

// link checks that rows name each other rightly and works out the map (board.1).
func (d *data) link() error {
	d.neighbours = make([][]int, len(d.Quarters))
	for i, e := range d.Edges {
		a, b := d.index(e.A), d.index(e.B)
		if a < 0 || b < 0 || a == b {
			return wrong("edges", i, "", "no street leads from %q to %q", e.A, e.B)
		}
		d.neighbours[a] = append(d.neighbours[a], b)
		d.neighbours[b] = append(d.neighbours[b], a)
	}
	for i, q := range d.Quarters {
		if !slices.ContainsFunc(d.Terrain, func(t terrain) bool { return t.Key == q.Terrain }) {
			return wrong("quarters", i, "terrain", "quarter %s lies on unknown terrain %q", q.Code, q.Terrain)
		}
	}
	for i, g := range d.Gangs {
		if d.index(g.HQ) < 0 {
			return wrong("gangs", i, "hq", "gang %s lives in the unknown quarter %q", g.Key, g.HQ)
		}
	}
	for i := range d.neighbours {
		slices.SortFunc(d.neighbours[i], func(a, b int) int {
			return strings.Compare(d.Quarters[a].Code, d.Quarters[b].Code)
		})
	}
	return nil
}

func (d *data) index(code string) int {
	return slices.IndexFunc(d.Quarters, func(q quarter) bool { return q.Code == code })
}

func (d *data) isQuarter(place string) bool { return d.index(place) >= 0 }

func (d *data) isSpace(place string) bool {
	return slices.ContainsFunc(d.Spaces, func(s named) bool { return s.Key == place })
}

func (d *data) adjacent(a, b string) bool {
	i, j := d.index(a), d.index(b)
	return i >= 0 && j >= 0 && slices.Contains(d.neighbours[i], j)
}

// around lists the neighbours of a quarter by code.
func (d *data) around(place string) []string {
	i := d.index(place)
	if i < 0 {
		return nil
	}
	var out []string
	for _, n := range d.neighbours[i] {
		out = append(out, d.Quarters[n].Code)
	}
	return out
}

// terrainOf returns the terrain of a quarter; an action space has none of its powers.
func (d *data) terrainOf(place string) terrain {
	if i := d.index(place); i >= 0 {
		for _, t := range d.Terrain {
			if t.Key == d.Quarters[i].Terrain {
				return t
			}
		}
	}
	return terrain{}
}

func (d *data) activity(key string) (activity, bool) {
	for _, a := range d.Activities {
		if a.Key == key {
			return a, true
		}
	}
	return activity{}, false
}

// level returns the row of the dial that holds at an alcohol level (f.2).
func (d *data) level(alcohol int) level {
	var l level
	for _, row := range d.Alcohol.Levels {
		if alcohol >= row.From {
			l = row
		}
	}
	return l
}

// closed lists the quarters that stay shut with that number of gangs (board.1).
func (d *data) closed(gangs int) []string {
	var out []string
	for _, o := range d.Open {
		if o.Gangs != gangs {
			continue
		}
		for _, q := range d.Quarters {
			if !slices.Contains(o.Zones, q.Zone) && !slices.Contains(o.Quarters, q.Code) {
				out = append(out, q.Code)
			}
		}
	}
	return out
}
