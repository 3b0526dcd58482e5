package newyork1890

import "fivepoints/games"

// policeVerbs are the orders of the module police.
func policeVerbs() []games.Verb {
	const target = "place/far/gang/=hq" // a closed quarter is passed over (b.6)
	return []games.Verb{{
		ID: "police", Kind: kindPolice, Keep: true, FR: []string{"police"}, EN: []string{"police"},
		Shape: ": {first:" + target + "}+, [ ; {second:" + target + "}+, [ ; {third:" + target + "}+, ] ]",
		Help:  games.Text{FR: "police: FVP, eastman ; MUL", EN: "police: FVP, eastman ; MUL"},
	}}
}

// bribeVerbs are the orders of the module bribery. A favour is read and ignored
// without its module.
func bribeVerbs() []games.Verb {
	return []games.Verb{{
		ID: "bribe", Kind: kindBribe, Object: "on", Keep: true, FR: []string{"corrompre", "corromps", "corrompez"}, EN: []string{"bribe"},
		Shape: "( if {on:=raid/=income} >= {n:int[1-30]} | {on:" + placeType + "} -> {to:" + placeType + "} )" +
			" [ with {with:place/space/=hq} ] [ {favour:=favour} ]",
		Help: games.Text{FR: "toujours corrompre si revenu >= 6", EN: "always bribe if income >= 6"},
	}}
}

func bribeWords() []games.Word {
	return []games.Word{
		{ID: "if", FR: []string{"si"}, EN: []string{"if"}},
		{ID: "raid", FR: []string{"rafle"}, EN: []string{"raid"}},
		{ID: "income", FR: []string{"revenu"}, EN: []string{"income"}},
		{ID: "with", FR: []string{"avec"}, EN: []string{"with"}},
	}
}

// tellPolice tells phase b.
func (r Rules) tellPolice(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case PawnMoved:
		args := []games.MsgArg{gangArg(p.Gang), games.Int("pawn", p.Pawn), r.placeArg("from", p.From), r.placeArg("to", p.To)}
		if len(p.Path) == 0 {
			return games.Say("ny.pawn_stayed", args[:3]...), true
		}
		return games.Say("ny.pawn_moved", args...), true
	case Bribed:
		if f.Type == factBribedFree {
			return games.Say("ny.bribed_by_favour", gangArg(p.Gang), games.Int("pawn", p.Pawn), r.placeArg("from", p.From), r.placeArg("to", p.To),
				games.Money("money", p.Paid)), true
		}
		if f.Type == factBribedMale {
			return games.Say("ny.bribed_male", gangArg(p.Gang), games.Int("pawn", p.Pawn), r.placeArg("from", p.From), r.placeArg("to", p.To),
				games.Money("money", p.Paid), r.placeArg("place", p.Woman)), true
		}
		return games.Say("ny.bribed", gangArg(p.Gang), games.Int("pawn", p.Pawn), r.placeArg("from", p.From), r.placeArg("to", p.To),
			games.Money("money", p.Paid), r.placeArg("place", p.Woman)), true
	}
	if m, ok := r.tellOption(f); ok {
		return m, ok
	}
	if m, ok := tellEquipment(f, r.placeArg); ok {
		return m, ok
	}
	return r.tellFavours(f)
}

// somePolice proposes each rival and each quarter with a joint of his.
func (r Rules) somePolice(s *State, g *Gang) games.Choice {
	c := games.Choice{More: true}
	for _, o := range s.byOrder() {
		if o.ID != g.ID && !o.Out {
			c.Lines = append(c.Lines, games.Order("police", "first", o.ID))
		}
	}
	for _, t := range s.Tokens {
		if t.Gang != g.ID {
			c.Lines = append(c.Lines, games.Order("police", "first", t.Place))
		}
	}
	return c
}

// someBribes proposes the rules of both windows, or ways out for a bribed pawn.
func (r Rules) someBribes(s *State, g *Gang) games.Choice {
	if s.Police == nil {
		return games.Choice{}
	}
	if o := s.Police.Offer; o != nil && o.Gang == g.ID {
		c := games.Choice{More: true}
		at := s.Police.Pawns[o.Pawn-1]
		for _, p := range r.exits(s, g, at) {
			c.Lines = append(c.Lines, games.Order("bribe", "on", at, "to", p))
		}
		return c
	}
	lines := []games.Line{games.Order("bribe", "on", "raid", "n", "1"), games.Order("bribe", "on", "income", "n", "2"), games.Order("bribe", "on", "income", "n", "6")}
	if s.Phase == phasePolice || s.Phase == phaseProduce {
		return r.choose(s, g, lines, r.decideBribe)
	}
	return games.Choice{Lines: lines, More: true}
}
