package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Given is a gift, which only the option gifts allows.
type Given struct {
	Gang string `json:"gang"`
	To   string `json:"to"`
	What string `json:"what"` // "money", "barrel" or "kilo"
	N    int    `json:"n"`
}

const factGiven = "gift_given"

// maxGift bounds the number in one order.
const maxGift = 999

// give hands money or goods to another gang; it costs no action (c.a.gift).
func (r Rules) give(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	n, what, to := number0(l.First("n")), l.First("what"), s.gang(l.First("gang"))
	if what == "" {
		what = "money"
	}
	has := g.Money
	if what != "money" {
		has = g.good(what)
	}
	switch {
	case s.option("gifts") != on || n < 1 || n > maxGift || (what != "money" && !slices.Contains(goods(), what)):
		return nil, games.Invalid("c.a.gift", "ny.refused.kind")
	case to == nil || to.ID == g.ID || to.Out:
		return nil, games.Refuse("c.a.gift", "ny.refused.partner", games.With("against", "gang", l.First("gang")))
	case n > has:
		ref := games.Refuse("c.a.fit", "ny.refused.gift", games.Int("n", has))
		if has > 0 {
			ref.Nearest = []games.Line{withArg(l, "n", strconv.Itoa(has))}
		}
		return nil, ref
	}
	return []games.Fact{fact(factGiven, Given{g.ID, to.ID, what, n})}, nil
}

func evolveGift(s *State, p Given) {
	hand := func(id string, n int) {
		s.with(id, func(g *Gang) {
			switch p.What {
			case "money":
				g.pay("gift", n)
			case "kilo":
				g.Kilos, g.Made.Kilos = g.Kilos+n, g.Made.Kilos+max(n, 0)
				g.Sold.Kilos -= min(n, 0)
			default:
				g.Barrels, g.Made.Barrels = g.Barrels+n, g.Made.Barrels+max(n, 0)
				g.Sold.Barrels -= min(n, 0)
			}
		})
	}
	hand(p.Gang, -p.N)
	hand(p.To, p.N)
	s.with(p.Gang, func(g *Gang) { g.act(0) })
}

func giftVerb() games.Verb {
	return games.Verb{
		ID: "give", Kind: kindAction, FR: []string{"donner"}, EN: []string{"give"},
		Shape: "{n:int" + bounds(maxGift) + "} [ {what:good} ] to {gang:gang}", Help: games.Text{FR: "donner 5 à bowery", EN: "give 5 to bowery"},
	}
}
