package newyork1890

import "fivepoints/games"

// BattleBegun names who fights whom; the weapons are laid next.
type BattleBegun struct {
	Gang    string `json:"gang"` // the attacker
	Place   string `json:"place"`
	Against string `json:"against"`
	Mine    int    `json:"mine"`   // members of the attacker there
	Theirs  int    `json:"theirs"` // of the defender
	Actions int    `json:"actions"`
}

// ArmsLaid are the weapons one side puts into the pot, a cube a member.
type ArmsLaid struct {
	Gang    string `json:"gang"`
	Engaged int    `json:"engaged"`
	Pistols int    `json:"pistols,omitempty"`
	Knives  int    `json:"knives,omitempty"`
	Sticks  int    `json:"sticks,omitempty"`
}

// Fought is what the pot said, in a battle or a war.
type Fought struct {
	Place    string `json:"place,omitempty"`  // of a battle
	Winner   string `json:"winner,omitempty"` // nobody: a draw
	Prize    int    `json:"prize,omitempty"`  // for the winner of a war
	Attacker Side   `json:"attacker"`
	Defender Side   `json:"defender"`
}

// Side is what one side drew and what came of it.
type Side struct {
	Gang      string `json:"gang"`
	Pistols   int    `json:"pistols,omitempty"` // in its set
	Knives    int    `json:"knives,omitempty"`
	Sticks    int    `json:"sticks,omitempty"`
	Kills     int    `json:"kills,omitempty"` // enemies
	Wounds    int    `json:"wounds,omitempty"`
	KillPay   int    `json:"kill_pay,omitempty"`
	WoundPay  int    `json:"wound_pay,omitempty"`
	PistolsBy int    `json:"pistols_by,omitempty"` // change of its stock
	KnivesBy  int    `json:"knives_by,omitempty"`
}

// Killed are members that fell for good.
type Killed struct {
	Gang  string `json:"gang"`
	Place string `json:"place"`
	Sexes Sexes  `json:"who"`
}

// Retreated are the survivors that leave a lost battle.
type Retreated struct {
	Gang  string `json:"gang"`
	From  string `json:"from"`
	To    string `json:"to"`
	Sexes Sexes  `json:"who"`
}

// FightEnded closes a battle or a war.
type FightEnded struct {
	Gang string `json:"gang"` // the attacker
}

// Eliminated is a gang without members: it is out with all it had.
type Eliminated struct {
	Gang  string   `json:"gang"`
	Money int      `json:"money,omitempty"` // what it leaves
	Order []string `json:"order"`           // the track without it
}

const (
	factBattle     = "battle_begun"
	factArms       = "arms_laid"
	factFought     = "battle_fought"
	factKilled     = "fighters_killed"
	factWounded    = "fighters_wounded"
	factRetreated  = "retreated"
	factScattered  = "retreat_failed"
	factFightEnded = "fight_ended"
	factEliminated = "gang_eliminated"
)

func fightFactTypes() []games.FactType {
	return []games.FactType{
		{Type: factBattle, V: 1, Pub: BattleBegun{}},
		{Type: factArms, V: 1, Pub: ArmsLaid{}},
		{Type: factFought, V: 1, Pub: Fought{}},
		{Type: factKilled, V: 1, Pub: Killed{}},
		{Type: factWounded, V: 1, Pub: Taken{}},
		{Type: factRetreated, V: 1, Pub: Retreated{}},
		{Type: factScattered, V: 1, Pub: Taken{}},
		{Type: factFightEnded, V: 1, Pub: FightEnded{}},
		{Type: factEliminated, V: 1, Pub: Eliminated{}},
	}
}
