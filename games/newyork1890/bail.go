package newyork1890

import (
	"strconv"

	"fivepoints/games"
)

// bailPrice is what the option tombs.bail asks for a box.
const bailPrice = 3

// bail pays a prisoner one box nearer, of the box and sex named, else of the
// highest box, males first; never one of box 0, who is due already. It is an
// action of the option tombs.bail (e.2).
func (r Rules) bail(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	switch {
	case s.option("tombs.bail") != on:
		return nil, games.Invalid("order.1", "ny.refused.kind")
	case g.Money < bailPrice:
		return nil, games.Refuse("c.a.fit", "ny.refused.money", games.Money("cost", bailPrice), games.Money("money", g.Money))
	}
	for box := r.data.Tracks.Tombs; box > 0; box-- {
		if word := l.First("box"); word != "" && word != strconv.Itoa(box) {
			continue
		}
		if x, ok := ofSex(l.First("sex"), g.on("tombs", box)); ok {
			return []games.Fact{fact(factBailed, Bailed{g.ID, box, box - 1, bailPrice, 1, x})}, nil
		}
	}
	return nil, games.Refuse("e.2", "ny.refused.prisoner")
}

func bailVerb() games.Verb {
	return games.Verb{
		ID: "bail", Kind: kindAction, FR: []string{"caution"}, EN: []string{"bail"},
		Shape: "[ {box:int[1-2]} ] [ {sex:sex} ]", Help: games.Text{FR: "caution 2 h", EN: "bail 2 m"},
	}
}
