package newyork1890

import (
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// samples holds one filled fact of every type ever released.
func samples() []games.Fact {
	who := Sexes{2, 1}
	state := State{
		Options: []games.KV{{Key: "rounds", Value: "7"}}, Round: 4, Phase: phaseMoves, Order: []string{"whyos"},
		Turns: []string{"whyos"}, Turn: 1, Acting: true, Tokens: []Token{{"whyos", "FVP", "brothel"}}, Closed: []string{"HAR"},
		Robbery: &Robbery{"whyos", "TEN", who, 6, true, 1, 1}, Ranks: []Rank{{[]string{"whyos"}}},
		Gangs: []Gang{{
			ID: "whyos", HQ: "MUL", Out: true, Absent: true, Money: 1, Alcohol: 2, Barrels: 3, Kilos: 4, Knives: 5, Pistols: 6, Influence: 7,
			Stacks: []Stack{{"MUL", who}}, Tracks: []Box{{"tombs", 2, who}}, Stake: 10, Start: who, Recruits: who,
			Sold: Goods{1, 2}, Made: Goods{3, 4}, Ledger: []Entry{{"move", -2}},
			Year: Year{
				1, 2, 3, 1,
				[]Stack{{"LES", who}},
				[]string{"TEN"},
				1, true,
				[]Priority{{"barrel", []string{"LES"}}},
				[]string{"FVP 1f"},
				true,
				[]string{"MUL m"},
				true,
				[]Entrance{{"LES", "COR"}},
				[]string{"LES"},
				1,
				[]Care{{"quack", 1, "f"}},
			},
		}},
	}
	return []games.Fact{
		fact(factCreated, Created{1, "abc", []games.KV{{Key: "rounds", Value: "7"}}, []Seated{{"whyos", "MUL", 10, 1, who}}, []string{"HAR"}}),
		fact(factOrder, OrderDrawn{[]string{"whyos", "eastman"}}),
		fact(factYear, YearStarted{4, 1893}),
		fact(factPhase, PhaseStarted{phaseMoves, []string{"whyos"}}),
		fact(factProduced, Produced{"whyos", "MUL", "still", "barrel", 2}),
		fact(factSupply, SupplyOrdered{"whyos", "barrel", []string{"LES", "TOM"}}),
		fact(factPaid, JointPaid{"whyos", "LES", "saloon", 8, "barrel", 1}),
		fact(factIdle, TokenFact{"whyos", "LES", "saloon"}),
		fact(factSacked, TokenFact{"whyos", "LES", "saloon"}),
		fact(factMoved, Moved{"whyos", "MUL", []string{"MER", "WSQ"}, 2, who}),
		fact(factStopped, MoveStopped{"whyos", "WSQ", "TEN", "rivals", []string{"dusters"}, true, who}),
		fact(factMovesEnded, MovesEnded{"whyos", 2, []string{"MUL", "port"}}),
		fact(factJoint, Opened{"whyos", "FVP", "brothel", 2, 1}),
		fact(factTraffic, Opened{"whyos", "FVP", "still", 1, 1}),
		fact(factClosed, TokenFact{"whyos", "LES", "saloon"}),
		fact(factSeized, Seized{"whyos", "TOM", "saloon", "eastman", true, 2, 1}),
		fact(factRecruited, Recruited{"whyos", "MUL", 9, 1, who}),
		fact(factWeapons, WeaponsBought{"whyos", 2, 1, 9, 1}),
		fact(factSobered, SoberedUp{"whyos", 3, 1}),
		fact(factTammany, TammanyWorked{"whyos", true, 1}),
		fact(factSwapped, OrderSwapped{"whyos", "eastman", []string{"eastman", "whyos"}}),
		fact(factRobbing, RobberyBegun{"whyos", "TEN", 6, 1, who}),
		fact(factRobbed, Robbed{"whyos", "TEN", 3, 6, []string{"black", "red", "white"}, 1, 1}),
		fact(factCaught, Taken{"whyos", "TEN", "tombs", 2, who}),
		fact(factDone, ActionsEnded{"whyos", 1}),
		fact(factReturn, ListGiven{"whyos", []string{"FVP 1f", "MUL"}}),
		fact(factReleased, Released{"whyos", "tombs", "MUL", who}),
		fact(factAdvanced, TrackAdvanced{"whyos", "tombs", 2, 1, who}),
		fact(factInfluence, InfluenceSet{"whyos", 3}),
		fact(factHome, WentHome{"whyos", "port", "MUL", who}),
		fact(factLosses, ListGiven{"whyos", []string{"MUL m"}}),
		fact(factAlcohol, AlcoholApplied{"whyos", 8, 2}),
		fact(factDrunk, Taken{"whyos", "MUL", "hospital", 0, who}),
		fact(factEnded, Ended{[]Rank{{[]string{"whyos"}}}, []Final{{"whyos", 30, 9}}}),
		fact(factPosition, PositionSet{state}),
		fact(factBattle, BattleBegun{"whyos", "LES", "bowery", 4, 2, 1}),
		fact(factArms, ArmsLaid{"whyos", 4, 1, 2, 1}),
		fact(factFought, Fought{"LES", "whyos", 0, Side{Gang: "whyos", Pistols: 1, Kills: 1, KillPay: 5}, Side{Gang: "bowery", Knives: 1, Wounds: 1, WoundPay: 1}}),
		fact(factKilled, Killed{"bowery", "LES", who}),
		fact(factWounded, Taken{"whyos", "LES", "hospital", 1, who}),
		fact(factRetreated, Retreated{"bowery", "LES", "BOW", who}),
		fact(factScattered, Taken{"bowery", "LES", "hospital", 1, who}),
		fact(factFightEnded, FightEnded{"whyos"}),
		fact(factWarDeclared, WarDeclared{"whyos", "dusters", 6}),
		fact(factWarPassed, WarPassed{"whyos"}),
		fact(factWarFought, Fought{Winner: "whyos", Prize: 10, Attacker: Side{Gang: "whyos", Kills: 2}, Defender: Side{Gang: "dusters"}}),
		fact(factPolice, PolicePlaced{[]string{"CHP", "CHP", "CHP"}}),
		fact(factPawn, PawnMoved{"dusters", 1, "CHP", "MUL", []string{"FVP", "MUL"}}),
		fact(factPawn, PawnMoved{"dusters", 2, "CHP", "CHP", nil}),
		fact(factRaided, Taken{"whyos", "FVP", "tombs", 2, who}),
		fact(factBlocked, TokenFact{"whyos", "LES", "saloon"}),
		fact(factBribeOffered, BribeOffered{"whyos", 1, "FVP", "MUL"}),
		fact(factBribed, Bribed{"whyos", 1, "FVP", "CHP", "MUL", 3}),
		fact(factBribePassed, BribePassed{"whyos"}),
		fact(factBribeRound, BribeRound{1}),
		fact(factEquipped, Equipped{"whyos", "MUL", "cabman", 1, Sexes{1, 0}}),
		fact(factSteps, StepsFree{"whyos", 2}),
		fact(factBonus, BonusPaid{"whyos", "bookkeeper", 2}),
		fact(factCare, CareGiven{"whyos", "shyster", 2, "f"}),
		fact(factLowered, DialLowered{"whyos", "temperance", 1}),
		fact(factAdjusted, Adjusted{Item: "money", Gang: "whyos", From: Value{N: 1}, To: Value{N: 2}}),
		fact(factBribedMale, Bribed{"whyos", 2, "ELZ", "MER", "BOW", 3}),
		fact(factBailed, Bailed{"whyos", 2, 1, 3, 1, Sexes{1, 0}}),
		fact(factDecayed, DialDecayed{"whyos", 1}),
		fact(factMercy, MercyGiven{"whyos", "MUL", Sexes{1, 0}}),
		fact(factPrize, PrizeTaken{"whyos", 7}),
		fact(factSold, WeaponsSold{"whyos", 2, 1, 9}),
		fact(factEliminated, Eliminated{"bowery", 3, []string{"whyos"}}),
	}
}

// The stories below are told from samples of every fact.
func TestSamplesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range samples() {
		seen[f.Type] = true
	}
	for _, ft := range factTypes() {
		if !seen[ft.Type] {
			t.Errorf("no sample of fact %s", ft.Type)
		}
	}
}

// Every message has its sentence, and the sentence names only what the message carries.
func TestEveryMessageHasItsSentence(t *testing.T) {
	t.Parallel()
	r, b := book(t)
	told := r.Narrate(&State{}, samples(), games.Public)
	for _, more := range []games.Payload{
		MoveStopped{"whyos", "WSQ", "TEN", "full", nil, false, Sexes{1, 0}},
		MoveStopped{"whyos", "WSQ", "WSQ", "rivals", []string{"bowery"}, true, Sexes{1, 0}},
		Moved{"whyos", "MUL", []string{"port"}, 1, Sexes{1, 0}},
		WeaponsBought{"whyos", 0, 1, 5, 1},
		WeaponsBought{"whyos", 1, 0, 2, 1},
		TammanyWorked{"whyos", false, 1},
		Robbed{Gang: "whyos", Place: "TEN", Members: 1, Gain: 2},
		Seized{Gang: "whyos", Place: "TOM", Activity: "den", Owner: "bowery"},
		Produced{"whyos", "MUL", "opium", "kilo", 1},
	} {
		told = append(told, r.Narrate(&State{}, []games.Fact{{Pub: more}}, games.Public)...)
	}
	for _, p := range adjustments() {
		told = append(told, r.tellAdjusted(p))
	}
	for _, typ := range []string{factJoint, factTraffic} {
		told = append(told, r.Narrate(&State{}, []games.Fact{fact(typ, Opened{Gang: "whyos", Place: "MUL", Activity: "opium", Actions: 1})}, games.Public)...)
	}
	met := fact(factStopped, MoveStopped{"whyos", "WSQ", "WSQ", "rivals", []string{"bowery"}, true, Sexes{1, 0}})
	told = append(told, r.Narrate(&State{Options: []games.KV{{Key: "battle", Value: on}}}, []games.Fact{met}, games.Public)...)
	told = append(told, r.Narrate(&State{}, []games.Fact{fact(factFought, Fought{Place: "LES"})}, games.Public)...)
	keys := append(gamestest.KeysInCode(t, `"(ny\.refused\.[a-z.]+)"`), "ny.over.rounds", "ny.over.last")
	gamestest.Sentences(t, b, told, keys)
}
