package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// armsShape is what a fight is fought with: all, or weapons by number; what is
// left out are sticks.
const armsShape = "( {arms:=all} | {arms:=stick} | {arms:wpn}+, )"

// field names a battlefield, or all; an action space only where the option
// makes it one.
func field(s *State) string {
	if s.option("battle.action_spaces") == on {
		return `{at:place/space/=hq/"*"}`
	}
	return `{at:place/=hq/"*"}`
}

// fightVerbs are the orders of the module battle.
func fightVerbs(s *State) []games.Verb {
	anyPlace := field(s)
	return []games.Verb{
		{
			ID: "fight", Kind: kindBattle, Object: "at", Keep: true, FR: []string{"bataille"}, EN: []string{"fight"},
			Shape: anyPlace + " [ vs {gang:gang} ] : " + armsShape,
			Help:  games.Text{FR: "bataille LES contre bowery: 1 pistolet, 2 couteaux", EN: "fight LES vs bowery: 1 pistol, 2 knives"},
		},
		{
			ID: "defend", Kind: kindDefend, Object: "at", Keep: true, FR: []string{"défense"}, EN: []string{"defend"},
			Shape: anyPlace + " : " + armsShape,
			Help:  games.Text{FR: "toujours défense *: tout", EN: "always defend *: all"},
		},
		{
			ID: "retreat", Kind: kindRetreat, Object: "at", Keep: true, FR: []string{"repli"}, EN: []string{"retreat"},
			Shape: anyPlace + " : {to:" + placeType + "}+,",
			Help:  games.Text{FR: "repli LES: COR, SEV", EN: "retreat LES: COR, SEV"},
		},
		{
			ID: "spoils", Kind: kindSpoils, Object: "at", Keep: true, FR: []string{"butin"}, EN: []string{"spoils"},
			Shape: `{at:spoil/"*"} : {fate:=keep/=destroy}`,
			Help:  games.Text{FR: "butin LES trafic: détruire", EN: "spoils LES traffic: destroy"},
		},
	}
}

// moduleVerbs lists the orders of the modules in play, then those of modules
// that are switched off: whoever writes one is told so.
func (r Rules) moduleVerbs(s *State) []games.Verb {
	var verbs []games.Verb
	if s.option("battle") == on {
		verbs = append(verbs, fightVerbs(s)...)
	}
	if s.option("gang_war") == on {
		verbs = append(verbs, warVerbs()...)
	}
	if s.hasPolice() {
		verbs = append(verbs, policeVerbs()...)
	}
	if s.option("bribery") == on {
		verbs = append(verbs, bribeVerbs()...)
	}
	if s.option("equipment") == on {
		verbs = append(verbs, r.equipVerbs()...)
	}
	if s.option("tombs.bail") == on {
		verbs = append(verbs, bailVerb())
	}
	verbs = append(verbs, r.politicsVerbs(s)...)
	for _, off := range offVerbs() {
		if !slices.ContainsFunc(verbs, func(v games.Verb) bool { return v.ID == off.ID }) {
			verbs = append(verbs, off)
		}
	}
	return verbs
}

// moduleWords are the small words of the modules in play.
func moduleWords(s *State) []games.Word {
	var words []games.Word
	if s.option("bribery") == on {
		words = append(words, bribeWords()...)
	}
	if s.option("gang_war") == on || s.option("pacts") == on {
		words = append(words, games.Word{ID: "loan", FR: []string{"renfort"}, EN: []string{"loan"}})
	}
	if s.option("battle") == on || s.option("gang_war") == on || s.option("pacts") == on {
		words = append(words,
			games.Word{ID: "vs", FR: []string{"contre"}, EN: []string{"vs"}},
			games.Word{ID: "all", FR: []string{"tout"}, EN: []string{"all"}},
			games.Word{ID: "stick", FR: []string{"bâtons"}, EN: []string{"sticks"}},
		)
	}
	return words
}
