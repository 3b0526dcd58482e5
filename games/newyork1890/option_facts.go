package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// Facts that only an option brings about.
type (
	// Bailed is a prisoner whom money brings a box nearer.
	Bailed struct {
		Gang    string `json:"gang"`
		From    int    `json:"from"`
		To      int    `json:"to"`
		Paid    int    `json:"paid"`
		Actions int    `json:"actions"`
		Sexes   Sexes  `json:"who"`
	}
	// DialDecayed is the free fall of the dial after its effect.
	DialDecayed struct {
		Gang    string `json:"gang"`
		Alcohol int    `json:"alcohol"`
	}
	// MercyGiven is a member for a gang that has none left.
	MercyGiven struct {
		Gang  string `json:"gang"`
		Place string `json:"place"`
		Sexes Sexes  `json:"who"`
	}
	// PrizeTaken is what the loser of a war pays of its winner's prize.
	PrizeTaken struct {
		Gang string `json:"gang"`
		Paid int    `json:"paid"`
	}
	// OptionsApplied are the options that hold from this year on, all of them.
	OptionsApplied struct {
		Options []games.KV `json:"options"`
	}
	// WeaponsSold are the weapons that count at the end.
	WeaponsSold struct {
		Gang    string `json:"gang"`
		Knives  int    `json:"knives,omitempty"`
		Pistols int    `json:"pistols,omitempty"`
		Paid    int    `json:"paid"`
	}
)

const (
	factBailed  = "bailed"
	factDecayed = "dial_decayed"
	factMercy   = "mercy_given"
	factPrize   = "prize_taken"
	factSold    = "weapons_sold"
	factOptions = "options_applied"
)

func optionFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factBailed, V: 1, Pub: Bailed{}},
		{Type: factDecayed, V: 1, Pub: DialDecayed{}},
		{Type: factMercy, V: 1, Pub: MercyGiven{}},
		{Type: factPrize, V: 1, Pub: PrizeTaken{}},
		{Type: factSold, V: 1, Pub: WeaponsSold{}},
		{Type: factOptions, V: 1, Pub: OptionsApplied{}, Words: true},
		{Type: factGiven, V: 1, Pub: Given{}},
	}
}

// applied gives the options that change their new values, for the year that
// begins.
func (s *State) applied() games.Fact {
	out := slices.Clone(s.Options)
	for _, p := range s.Pending {
		i := slices.IndexFunc(out, func(kv games.KV) bool { return kv.Key == p.Key })
		if i < 0 {
			i, out = len(out), append(out, p)
		}
		out[i] = p
	}
	return fact(factOptions, OptionsApplied{out})
}

// tellOption tells them.
func (r Rules) tellOption(f games.Fact) (games.Msg, bool) {
	switch p := f.Pub.(type) {
	case Adjusted:
		return r.tellAdjusted(p), true
	case Given:
		return games.Say("ny.gift_given."+p.What, gangArg(p.Gang), games.With("with", "gang", p.To), games.Int("n", p.N)), true
	case Bailed:
		return games.Say("ny.bailed", gangArg(p.Gang), sexesArg(p.Sexes), games.Int("box", p.To), games.Money("money", p.Paid)), true
	case DialDecayed:
		return games.Say("ny.dial_decayed", gangArg(p.Gang), games.Int("n", p.Alcohol)), true
	case MercyGiven:
		return games.Say("ny.mercy_given", gangArg(p.Gang), sexesArg(p.Sexes), r.placeArg("place", p.Place)), true
	case PrizeTaken:
		return games.Say("ny.prize_taken", gangArg(p.Gang), games.Money("money", p.Paid)), true
	case WeaponsSold:
		return games.Say("ny.weapons_sold", gangArg(p.Gang), games.Int("knives", p.Knives), games.Int("pistols", p.Pistols), games.Money("money", p.Paid)), true
	}
	return games.Msg{}, false
}
