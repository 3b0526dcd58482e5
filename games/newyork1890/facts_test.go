package newyork1890

import (
	"testing"

	"fivepoints/games"
	"fivepoints/games/gamestest"
)

// samples holds one filled fact of every type ever released.
func samples() []games.Fact {
	who := Sexes{2, 1}
	state := Board{
		Options: []games.KV{{Key: "rounds", Value: "7"}}, Round: 4, Phase: phaseMoves, Order: []string{"whyos"},
		Turns: []string{"whyos"}, Turn: 1, Acting: true, Tokens: []Token{{"whyos", "FVP", "brothel"}}, Closed: []string{"HAR"},
		Robbery: &Robbery{Gang: "whyos", Place: "TEN", Sexes: who, Gain: 6, Drawn: true, Jailed: 1, Wounded: 1}, Ranks: []Rank{{[]string{"whyos"}}},
		Gangs: []Gang{{
			ID: "whyos", HQ: "MUL", Out: true, Absent: true, Money: 1, Alcohol: 2, Barrels: 3, Kilos: 4, Knives: 5, Pistols: 6, Influence: 7,
			Stacks: []Stack{{"MUL", who}}, Tracks: []Box{{"tombs", 2, who}}, Stake: 10, Start: who, Recruits: who,
			Sold: Goods{1, 2}, Made: Goods{3, 4}, Ledger: []Entry{{"move", -2}},
			Year: Year{
				Moves: 1, Orders: 2, Available: 3, Used: 1, Held: []Stack{{"LES", who}}, Robbed: []string{"TEN"}, Sobered: 1, Registered: true,
				Supply: []Priority{{"barrel", []string{"LES"}}}, Return: []string{"FVP 1f"}, ReturnGiven: true,
				Losses: []string{"MUL m"}, LossesGiven: true, Came: []Entrance{{"LES", "COR"}}, Fought: []string{"LES"}, Steps: 1,
				Care: []Care{{"quack", 1, "f"}},
			},
		}},
	}
	return []games.Fact{
		fact(factCreated, Created{Edition: 1, Data: "abc", Options: []games.KV{{Key: "rounds", Value: "7"}}, Gangs: []Seated{{"whyos", "MUL", 10, 1, who}}, Closed: []string{"HAR"}}),
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
		fact(factFought, Fought{Place: "LES", Winner: "whyos", Attacker: Side{Gang: "whyos", Pistols: 1, Kills: 1, KillPay: 5}, Defender: Side{Gang: "bowery", Knives: 1, Wounds: 1, WoundPay: 1}}),
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
		fact(factOptions, OptionsApplied{[]games.KV{{Key: "police", Value: "off"}}}),
		fact(factGiven, Given{"whyos", "bowery", "money", 5}),
		fact(factBribedFree, Bribed{"whyos", 1, "FVP", "CHP", "", 3}),
		fact(factGranted, Granted{"whyos", 1, 2}),
		fact(factDrafted, Drafted{"whyos", []string{"double", "steps"}}),
		fact(factWanted, ListGiven{"whyos", []string{"steps"}}),
		fact(factCorruption, CorruptionMoved{"whyos", "bowery"}),
		fact(factFavour, FavourSpent{"whyos", "double", 1, 0, "FVP", "brothel", 8}),
		fact(factKept, FavourKept{"whyos", "jail", 2, "f"}),
		fact(factFavoursDone, FavoursEnded{"whyos", 1}),
		fact(factLapsed, FavoursLapsed{"whyos", 1}),
		{Type: factRigged, V: 1, Pub: BallotsRigged{"whyos"}, Priv: []games.Part{{Audience: "whyos", Payload: BallotsPut{5, 5}}}},
		fact(factWrecking, WreckBegun{"whyos"}),
		fact(factWrecked, BallotsWrecked{"whyos", []string{"bowery", "bowery", "whyos"}, 5, 1}),
		fact(factActed, ActionsClosed{"whyos"}),
		fact(factElection, ElectionHeld{8, []Score{{"whyos", 4, 3, 1, 20, 3, 0}, {"bowery", 2, 0, 2, 16, 0, 0}}}),
		fact(factPactEnded, PactEnded{"whyos", "bowery", "nowar"}),
		fact(factProposed, Proposal{Gang: "whyos", With: "bowery", Pact: "exchange", Duel: true, Give: "LES joint", Get: "TOM joint"}),
		fact(factOffersDone, OffersEnded{"whyos"}),
		fact(factOffered, Proposal{Gang: "whyos", With: "bowery", Pact: "exchange", Give: "LES joint", Get: "TOM joint"}),
		fact(factAnswered, Answered{Proposal{Gang: "whyos", With: "bowery", Pact: "nowar"}, true, true}),
		fact(factDuel, DuelFought{"whyos", "bowery", "nowar", 4, "whyos"}),
		fact(factPactMade, PactMade{"whyos", "bowery", "nowar", 8}),
		fact(factExchanged, Exchanged{"whyos", "bowery", Token{"whyos", "LES", "den"}, Token{"bowery", "TOM", "fence"}, who, Sexes{1, 0}}),
		fact(factVoid, ExchangeVoided{"whyos", "bowery", "room"}),
		fact(factTalked, TalksPassed{"whyos"}),
		fact(factReserved, LoanReserved{"whyos", "answer"}),
		fact(factLoanCalled, LoanCalled{"whyos", "bowery"}),
		fact(factLent, ArmsLent{"bowery", "whyos", 1, 1, 1}),
		fact(factLoanEnd, LoanEnd{"bowery", -1, -1}),
		fact(factTables, TablesBrought{"x"}),
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
		CorruptionMoved{"", "bowery"},
		FavourSpent{Gang: "whyos", Use: "steps", Spent: 1, N: 4},
		FavourSpent{Gang: "whyos", Use: "whites", Spent: 1, N: 2},
		FavourSpent{Gang: "whyos", Use: "port", Spent: 1, N: 2},
		FavourSpent{Gang: "whyos", Use: "jail", Spent: 1, N: 2},
		FavourSpent{Gang: "whyos", Use: "sober", Spent: 1, N: 2},
		FavourKept{Gang: "whyos", Use: "sober"},
		BallotsWrecked{Gang: "whyos"},
		Answered{Offer: Proposal{Gang: "whyos", With: "bowery", Pact: "nowar"}},
		Answered{Offer: Proposal{Gang: "whyos", With: "bowery", Pact: "nowar"}, Accepted: true},
		PactMade{"whyos", "bowery", "nobattle", 8},
		PactMade{"whyos", "bowery", "loan", 8},
		PactMade{"whyos", "bowery", "exchange", 8},
		PactMade{"whyos", "bowery", "noballot", 8},
		ExchangeVoided{"whyos", "bowery", "hq"},
		ExchangeVoided{"whyos", "bowery", "token"},
		Given{"whyos", "bowery", "barrel", 1},
		Given{"whyos", "bowery", "kilo", 1},
	} {
		told = append(told, r.Narrate(&State{}, []games.Fact{{Pub: more}}, games.Public)...)
	}
	for _, p := range adjustments() {
		told = append(told, r.tellAdjusted(p))
	}
	none := games.Part{Audience: "whyos", Payload: BallotsPut{0, 5}}
	told = append(told, r.Narrate(&State{}, []games.Fact{{Type: factRigged, V: 1, Pub: BallotsRigged{"whyos"}, Priv: []games.Part{none}}}, "whyos")...)
	told = append(told, r.Narrate(&State{}, []games.Fact{fact(factOffered, Proposal{Gang: "whyos", With: "bowery", Pact: "nowar"})}, games.Public)...)
	for _, typ := range []string{factJoint, factTraffic} {
		told = append(told, r.Narrate(&State{}, []games.Fact{fact(typ, Opened{Gang: "whyos", Place: "MUL", Activity: "opium", Actions: 1})}, games.Public)...)
	}
	met := fact(factStopped, MoveStopped{"whyos", "WSQ", "WSQ", "rivals", []string{"bowery"}, true, Sexes{1, 0}})
	told = append(told, r.Narrate(&State{Board: Board{Options: []games.KV{{Key: "battle", Value: on}}}}, []games.Fact{met}, games.Public)...)
	told = append(told, r.Narrate(&State{}, []games.Fact{fact(factFought, Fought{Place: "LES"})}, games.Public)...)
	keys := append(gamestest.KeysInCode(t, `"(ny\.refused\.[a-z.]+)"`), "ny.over.rounds", "ny.over.last")
	gamestest.Sentences(t, b, told, keys)
}
