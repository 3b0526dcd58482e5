package newyork1890

import "fivepoints/games"

// Payment is money that came to a gang, or left it, from one source.
type Payment struct {
	Gang   string
	Source string // as in invariant 1: joint, robbery, kill, move, ...
	Sum    int    // negative: paid
}

// Payments tells what a fact paid. Readers add it up by year and source.
func Payments(f games.Fact) []Payment {
	switch p := f.Pub.(type) {
	case JointPaid:
		return []Payment{{p.Gang, "joint", p.Money}}
	case BonusPaid:
		return []Payment{{p.Gang, "equipment", p.Money}}
	case Robbed:
		return []Payment{{p.Gang, "robbery", p.Gain}}
	case Moved:
		return []Payment{{p.Gang, "move", -p.Paid}}
	case Recruited:
		return []Payment{{p.Gang, "recruit", -p.Paid}}
	case WeaponsBought:
		return []Payment{{p.Gang, "weapon", -p.Paid}}
	case Bribed:
		return []Payment{{p.Gang, "bribe", -p.Paid}}
	case AlcoholApplied:
		return []Payment{{p.Gang, "alcohol", -p.Paid}}
	case Eliminated:
		return []Payment{{p.Gang, "forfeit", -p.Money}}
	case Bailed:
		return []Payment{{p.Gang, "bail", -p.Paid}}
	case PrizeTaken:
		return []Payment{{p.Gang, "war", -p.Paid}}
	case WeaponsSold:
		return []Payment{{p.Gang, "goods", p.Paid}}
	case FavourSpent:
		return []Payment{{p.Gang, "favour", p.Money}}
	case BallotsWrecked:
		return []Payment{{p.Gang, "wreck", -p.Paid}}
	case Given:
		if p.What == "money" {
			return []Payment{{p.Gang, "gift", -p.N}, {p.To, "gift", p.N}}
		}
	case ElectionHeld:
		return electionPayments(p)
	case Adjusted:
		if p.Item == "money" {
			return []Payment{{p.Gang, ruling, p.To.N - p.From.N}}
		}
	case Fought:
		return fightPayments(p)
	}
	return nil
}

func electionPayments(p ElectionHeld) []Payment {
	var out []Payment
	for _, s := range p.Scores {
		out = append(out, Payment{s.Gang, "election", s.Prize}, Payment{s.Gang, "ballot", -s.Paid})
	}
	return out
}

func fightPayments(p Fought) []Payment {
	var out []Payment
	for _, side := range []Side{p.Attacker, p.Defender} {
		out = append(out, Payment{side.Gang, "kill", side.KillPay}, Payment{side.Gang, "wound", side.WoundPay})
	}
	if p.Winner != "" && p.Prize > 0 {
		out = append(out, Payment{p.Winner, "war", p.Prize})
	}
	return out
}
