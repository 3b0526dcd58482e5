package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// Grammar lists the orders of this edition (rules 12). Names come from the
// tables; quarters that this game leaves out are known but closed (order.2).
// How lines are read is in games/order (order.1), how sheets replace each other
// and standing orders last in games/table and games/judge (mail.3, order.6).
func (r Rules) Grammar(s *State) *games.Grammar {
	r = r.of(s)
	return &games.Grammar{Verbs: slices.Concat(r.verbs(s), r.moduleVerbs(s)), Preds: preds(), Shapes: append(r.shapes(), politicsShapes(s)...), Sets: r.sets(s)}
}

const placeType = "place/=hq"

// bounds writes the numbers a type takes: [1-4].
func bounds(high int) string { return "[1-" + strconv.Itoa(high) + "]" }

// alive bounds a group of members by how many of a gang can live.
func (r Rules) alive() string { return bounds(r.data.Supply.Males + r.data.Supply.Females) }

// verbs lists the orders of this edition. Numbers that no state of the game
// could ever make legal are refused when the mail arrives (order.7); their
// bounds come from the tables.
func (r Rules) verbs(s *State) []games.Verb {
	alive := r.alive()
	robbers := bounds(len(r.data.Robbery))
	gangs := len(s.Gangs)
	if gangs == 0 {
		gangs = len(r.data.Gangs)
	}
	swapShape := "swap {swap:gang/int" + bounds(gangs) + "/=first}"
	return []games.Verb{
		{
			ID: "move", Kind: kindMove, FR: []string{"déplacer"}, EN: []string{"move"},
			Shape: "{group:group" + alive + "} {from:" + placeType + "} -> {path:place/space/=hq}+->",
			Help:  games.Text{FR: "déplacer 2h+1f MUL -> FVP", EN: "move 2m+1f MUL -> FVP"},
		},
		{
			ID: "open", Kind: kindAction, FR: []string{"ouvrir", "ouvre", "ouvrez"}, EN: []string{"open"},
			Shape: "{activity:activity} {at:" + placeType + "}",
			Help:  games.Text{FR: "ouvrir recel MUL", EN: "open fence MUL"},
		},
		{
			ID: "close", Kind: kindAction, FR: []string{"fermer"}, EN: []string{"close"},
			Shape: "{at:" + placeType + "} [ {slot:=joint/=traffic} ]",
			Help:  games.Text{FR: "fermer LES tapis", EN: "close LES joint"},
		},
		{
			ID: "seize", Kind: kindAction, FR: []string{"reprendre", "reprends", "reprenez"}, EN: []string{"seize"},
			Shape: "{at:" + placeType + "} [ {slot:=joint/=traffic} ] [ {fate:=keep/=destroy} ]",
			Help:  games.Text{FR: "reprendre TOM garder", EN: "seize TOM keep"},
		},
		{
			ID: "rob", Kind: kindAction, Object: "at", FR: []string{"agresser"}, EN: []string{"rob"},
			Shape: "{at:" + placeType + "} {who:int" + robbers + "/sexes" + robbers + "} [ {favour:=favour} [ {favours:int} ] ]",
			Help:  games.Text{FR: "agresser LES 4", EN: "rob LES 4"},
		},
		{
			ID: "recruit", Kind: kindAction, FR: []string{"recruter"}, EN: []string{"recruit"},
			Shape: `{n:int` + bounds(len(r.data.Port)) + `} [ \( {sexes:sexes=n} \) ] [ ( {favour:=favour} | ` + swapShape + " ) ]*",
			Help:  games.Text{FR: "recruter 2 (1h+1f) échange premier", EN: "recruit 2 (1m+1f) swap first"},
		},
		{
			ID: "tammany", Kind: kindAction, FR: []string{"tammany"}, EN: []string{"tammany"},
			Shape: "[ " + swapShape + " ]",
			Help:  games.Text{FR: "tammany échange premier", EN: "tammany swap first"},
		},
		{
			ID: "buy", Kind: kindAction, FR: []string{"acheter"}, EN: []string{"buy"},
			Shape: "{arms:wpn}+, [ " + swapShape + " ]",
			Help:  games.Text{FR: "acheter 2 couteaux, 1 pistolet", EN: "buy 2 knives, 1 pistol"},
		},
		{
			ID: "sober", Kind: kindAction, FR: []string{"dessoûler"}, EN: []string{"sober"},
			Help: games.Text{FR: "dessoûler", EN: "sober"},
		},
		{
			ID: "losses", Kind: kindLosses, Slot: "losses", Object: "scope", Keep: true, FR: []string{"pertes"}, EN: []string{"losses"},
			Shape: "[ {scope:=war/=alcohol} ] : {loss:loss}+,",
			Help:  games.Text{FR: "toujours pertes: h, f", EN: "always losses: m, f"},
		},
		{
			ID: "return", Kind: kindReturn, Keep: true, FR: []string{"retour"}, EN: []string{"return"},
			Shape: ": {back:back}+,",
			Help:  games.Text{FR: "retour: FVP 1f, QG", EN: "return: FVP 1f, HQ"},
		},
		{
			ID: "supply", Kind: kindSupply, Object: "activity", Keep: true, FR: []string{"priorité"}, EN: []string{"supply"},
			Shape: "{activity:activity} : {places:" + placeType + "}+,",
			Help:  games.Text{FR: "priorité bar: LES, TOM", EN: "supply saloon: LES, TOM"},
		},
	}
}

// offVerbs lists the orders of modules that are switched off: whoever writes
// one is told so.
func offVerbs() []games.Verb {
	off := func(id string, fr, en []string) games.Verb { return games.Verb{ID: id, FR: fr, EN: en, Closed: true} }
	one := func(id, fr string) games.Verb { return off(id, []string{fr}, []string{id}) }
	return []games.Verb{
		one("fight", "bataille"), one("defend", "défense"), one("retreat", "repli"), one("spoils", "butin"),
		one("equip", "équiper"), one("quack", "carabin"), one("shyster", "avocat"),
		one("rig", "truquer"), one("wreck", "saccager"),
		off("favour", []string{"faveur"}, []string{"favour", "favor"}),
		one("police", "police"), off("bribe", []string{"corrompre", "corromps", "corrompez"}, []string{"bribe"}),
		one("war", "guerre"), one("answer", "riposte"), one("lend", "prêt"),
		one("offer", "proposer"), one("accept", "accepter"), one("refuse", "refuser"),
	}
}

func preds() []games.Pred {
	const count = "{cmp:cmp} {n:int}"
	return []games.Pred{
		{ID: "free", FR: []string{"libre"}, EN: []string{"free"}, Shape: "{at:" + placeType + "}"},
		{ID: "enemy", FR: []string{"ennemi"}, EN: []string{"enemy"}, Shape: "{at:" + placeType + "} " + count},
		{ID: "mine", FR: []string{"moi"}, EN: []string{"mine"}, Shape: "{at:" + placeType + "} " + count},
		{ID: "money", FR: []string{"argent"}, EN: []string{"money"}, Shape: count},
		{ID: "alcohol", FR: []string{"alcool"}, EN: []string{"alcohol"}, Shape: count},
	}
}

func (r Rules) shapes() []games.Shape {
	alive := r.alive()
	return []games.Shape{
		{ID: "wpn", Pattern: "{n:int" + bounds(maxBought) + "} {w:weapon}"},
		{ID: "loss", Pattern: "( {at:" + placeType + "} [ {sex:sex} ] | {sex:sex} )"},
		{ID: "spoil", Pattern: "{at:" + placeType + "} [ ( joint | traffic ) ]"},
		{ID: "back", Pattern: "{at:" + placeType + "} [ {who:int" + alive + "/sexes" + alive + "} ]"},
	}
}

func (r Rules) sets(s *State) []games.Set {
	sets := []games.Set{
		{ID: "kw", Words: append(append(moduleWords(s), politicsWords(s)...), []games.Word{
			{ID: "hq", FR: []string{"QG"}, EN: []string{"HQ"}},
			{ID: "joint", FR: []string{"tapis"}, EN: []string{"joint"}},
			{ID: "traffic", FR: []string{"trafic"}, EN: []string{"traffic"}},
			{ID: "keep", FR: []string{"garder"}, EN: []string{"keep"}},
			{ID: "destroy", FR: []string{"détruire"}, EN: []string{"destroy"}},
			{ID: "swap", FR: []string{"échange"}, EN: []string{"swap"}},
			{ID: "first", FR: []string{"premier"}, EN: []string{"first"}},
			{ID: "favour", FR: []string{"faveur"}, EN: []string{"favour", "favor"}},
			{ID: "war", FR: []string{"guerre"}, EN: []string{"war"}},
			{ID: "alcohol", FR: []string{"alcool"}, EN: []string{"alcohol", "sober"}},
		}...)},
		{ID: "sex", Words: []games.Word{
			{ID: "m", FR: []string{"h", "homme", "hommes"}, EN: []string{"m", "male", "males"}},
			{ID: "f", FR: []string{"f", "femme", "femmes"}, EN: []string{"f", "female", "females"}},
		}},
		{ID: "track", Words: []games.Word{
			{ID: "hospital", FR: []string{"l'Hôpital"}, EN: []string{"the Hospital"}},
			{ID: "tombs", FR: []string{"les Tombs"}, EN: []string{"the Tombs"}},
		}},
		{ID: "good", Words: []games.Word{
			{ID: "barrel", FR: []string{"tonneau", "tonneaux"}, EN: []string{"barrel", "barrels"}},
			{ID: "kilo", FR: []string{"kilo", "kilos"}, EN: []string{"kilo", "kilos"}},
		}},
		r.gangSet(s), r.weaponSet(), r.activitySet(s), r.spaceSet(), r.placeSet(s), r.farSet(s),
	}
	if s.option("equipment") == on {
		sets = append(sets, r.roleSet())
	}
	return append(sets, r.politicsSets(s)...)
}

func (r Rules) gangSet(s *State) games.Set {
	set := games.Set{ID: "gang"}
	for _, g := range r.data.Gangs {
		names := []string{g.Name, g.Key}
		set.Words = append(set.Words, games.Word{ID: g.Key, FR: names, EN: names, Closed: len(s.Gangs) > 0 && s.gang(g.Key) == nil})
	}
	return set
}

// weaponSet lists every weapon with its other words; French and English make
// the plural with an s, except knives.
func (r Rules) weaponSet() games.Set {
	set := games.Set{ID: "weapon"}
	for _, w := range r.data.Weapons {
		word := games.Word{ID: w.Key, FR: []string{w.FR}, EN: []string{w.EN}}
		plural := map[string]string{"couteau": "couteaux", "knife": "knives"}
		for _, f := range append([]string{w.FR}, w.Also...) {
			word.FR = appendNew(word.FR, f, pluralOf(plural, f))
		}
		word.EN = appendNew(word.EN, pluralOf(plural, w.EN))
		set.Words = append(set.Words, word)
	}
	return set
}

func pluralOf(irregular map[string]string, w string) string {
	if p, ok := irregular[w]; ok {
		return p
	}
	return w + "s"
}

func appendNew(list []string, words ...string) []string {
	for _, w := range words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// activitySet names joints and traffics; with the option vocabulary=mild by milder
// words, while orders may use either.
func (r Rules) activitySet(s *State) games.Set {
	set := games.Set{ID: "activity"}
	for _, a := range r.data.Activities {
		w := games.Word{ID: a.Key, FR: []string{a.FR}, EN: []string{a.EN}}
		for _, m := range mildWords() {
			if m.ID == a.Key && s.option("vocabulary") == "mild" {
				w.FR, w.EN = append(m.FR, w.FR...), append(m.EN, w.EN...)
			}
		}
		set.Words = append(set.Words, w)
	}
	return set
}

// mildWords are for boards with content rules; keys in facts never change.
func mildWords() []games.Word {
	return []games.Word{
		{ID: "brothel", FR: []string{"bal"}, EN: []string{"dance hall"}},
		{ID: "opium", FR: []string{"tonique"}, EN: []string{"tonic run", "tonic"}},
		{ID: "den", FR: []string{"salon de thé"}, EN: []string{"tea room"}},
	}
}

func (r Rules) spaceSet() games.Set {
	set := games.Set{ID: "space"}
	for _, sp := range r.data.Spaces {
		set.Words = append(set.Words, games.Word{
			ID: sp.Key, FR: appendNew([]string{sp.FR}, sp.Key), EN: appendNew([]string{sp.EN}, sp.Key),
		})
	}
	return set
}

func (r Rules) placeSet(s *State) games.Set {
	set := games.Set{ID: "place", Prefix: true}
	for _, q := range r.data.Quarters {
		set.Words = append(set.Words, games.Word{ID: q.Code, FR: []string{q.FR}, EN: []string{q.EN}, Closed: !s.isOpen(q.Code)})
	}
	return set
}

// farSet lists the quarters that are closed in this game, for orders that may
// name them.
func (r Rules) farSet(s *State) games.Set {
	set := games.Set{ID: "far"}
	for _, w := range r.placeSet(s).Words {
		if w.Closed {
			w.Closed = false
			set.Words = append(set.Words, w)
		}
	}
	return set
}
