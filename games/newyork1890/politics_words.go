package newyork1890

import "fivepoints/games"

// favourVerbs are the orders of the module favours.
func favourVerbs(s *State) []games.Verb {
	verbs := []games.Verb{{
		ID: "favour", Kind: kindFavour, Object: "use", FR: []string{"faveur"}, EN: []string{"favour", "favor"},
		Shape: "( {use:=double} {at:" + placeType + "} | {use:=steps} | {use:=jail} [ {box:int[1-2]} ] [ {sex:sex} ] | {use:=alcohol} )",
		Help:  games.Text{FR: "faveur double FVP", EN: "favour double FVP"},
		Note: games.Text{
			FR: "Aussi : faveur pas, faveur prison 2 f, faveur alcool ; et le mot faveur derrière agresser, recruter, corrompre.",
			EN: "Also: favour steps, favour jail 2 f, favour sober; and the word favour behind rob, recruit, bribe.",
		},
	}}
	if s.option("favours.tiles") == "drafted" {
		verbs = append(verbs, games.Verb{
			ID: "draft", Kind: kindDraft, Keep: true, FR: []string{"tuiles"}, EN: []string{"draft"},
			Shape: ": {uses:use}+,", Help: games.Text{FR: "tuiles: double, pas", EN: "draft: double, steps"},
		})
	}
	return verbs
}

// pactVerbs are the orders of the module pacts.
func pactVerbs() []games.Verb {
	const deal = "( {deal:=all} | {deal:deal} )"
	return []games.Verb{
		{
			ID: "offer", Kind: kindOffer, FR: []string{"proposer"}, EN: []string{"offer"},
			Shape: "( {deal:barter} to {gang:gang} | {pact:=nowar/=nobattle/=loan/=noballot} {gang:gang} ) [ {duel:=duel} ]",
			Help:  games.Text{FR: "proposer paix eastman duel", EN: "offer nowar eastman duel"},
			Note: games.Text{
				FR: "Plusieurs offres forment une liste : la première possible est faite. Troc : proposer troc LES contre TOM à bowery.",
				EN: "Several offers make a list: the first that can be is made. Exchange: offer exchange LES for TOM to bowery.",
			},
		},
		{
			ID: "accept", Kind: kindPact, Object: "deal", Keep: true, FR: []string{"accepter"}, EN: []string{"accept"},
			Shape: deal, Help: games.Text{FR: "accepter paix de whyos", EN: "accept nowar from whyos"},
		},
		{
			ID: "refuse", Kind: kindPact, Object: "deal", Keep: true, FR: []string{"refuser"}, EN: []string{"refuse"},
			Shape: deal, Help: games.Text{FR: "refuser tout", EN: "refuse all"},
		},
	}
}

// lendVerb is the order of the lender, which needs wars, too.
func lendVerb() games.Verb {
	return games.Verb{
		ID: "lend", Kind: kindLend, Keep: true, FR: []string{"prêt"}, EN: []string{"lend"},
		Shape: ": " + armsShape, Help: games.Text{FR: "prêt: 1 couteau", EN: "lend: 1 knife"},
	}
}

// politicsVerbs are the orders of the modules in play.
func (r Rules) politicsVerbs(s *State) []games.Verb {
	var verbs []games.Verb
	if s.option("favours") == on {
		verbs = append(verbs, favourVerbs(s)...)
	}
	if s.option("pacts") == on {
		verbs = append(verbs, pactVerbs()...)
		if s.option("gang_war") == on {
			verbs = append(verbs, lendVerb())
		}
	}
	if s.option("ballots") == on && s.option("elections") == on {
		verbs = append(verbs, rigVerbs()...)
	}
	if s.option("gifts") == on {
		verbs = append(verbs, giftVerb())
	}
	return verbs
}

// politicsWords are their small words.
func politicsWords(s *State) []games.Word {
	var words []games.Word
	add := func(id string, fr, en string) {
		words = append(words, games.Word{ID: id, FR: []string{fr}, EN: []string{en}})
	}
	if s.option("favours") == on {
		add("double", "double", "double")
		add("steps", "pas", "steps")
		add("jail", "prison", "jail")
	}
	if s.option("pacts") == on {
		add("nowar", "paix", "nowar")
		add("nobattle", "trêve", "nobattle")
		add("noballot", "urnes", "noballot")
		add("exchange", "troc", "exchange")
		add("for", "contre", "for")
		add("from", "de", "from")
		add("duel", "duel", "duel")
	}
	if s.option("pacts") == on || s.option("gifts") == on {
		add("to", "à", "to")
	}
	if s.option("vocabulary") == "mild" { // templates look for this mark
		add("mild", "édulcoré", "mild")
	}
	return words
}

// politicsShapes are the shapes of deals.
func politicsShapes(s *State) []games.Shape {
	if s.option("pacts") != on {
		return nil
	}
	const token = "[ ( joint | traffic ) ]"
	barter := "exchange {give:" + placeType + "} " + token + " for {get:" + placeType + "} " + token
	return []games.Shape{
		{ID: "barter", Pattern: barter},
		{ID: "deal", Pattern: "( nowar | nobattle | loan | noballot | " + barter + " ) from {gang:gang}"},
	}
}

// politicsSets name what favours are for, and the pacts.
func (r Rules) politicsSets(s *State) []games.Set {
	uses, pacts := games.Set{ID: "use"}, games.Set{ID: "pact"}
	for _, u := range r.data.FavourUses {
		w := games.Word{ID: useWord(u.Key), FR: []string{u.FR}, EN: []string{u.EN}}
		if u.FR == "" {
			w.FR, w.EN = []string{u.SuffixFR}, []string{u.SuffixEN}
		}
		uses.Words = append(uses.Words, w)
	}
	for _, p := range r.data.Pacts {
		pacts.Words = append(pacts.Words, games.Word{ID: p.Key, FR: []string{p.FR}, EN: []string{p.EN}})
	}
	var out []games.Set
	if s.option("favours") == on && s.option("favours.tiles") == "drafted" {
		out = append(out, uses)
	}
	if s.option("pacts") == on {
		out = append(out, pacts)
	}
	return out
}

// useWord is the word of orders for what a favour is for: drink has one already.
func useWord(key string) string {
	if key == "sober" {
		return "alcohol"
	}
	return key
}

// someFavours proposes the uses that are legal now, or that may be later.
func (r Rules) someFavours(s *State, g *Gang) games.Choice {
	lines := []games.Line{games.Order("favour", "use", "steps"), games.Order("favour", "use", "alcohol"), games.Order("favour", "use", "jail")}
	for _, p := range g.Year.Paid {
		lines = append(lines, games.Order("favour", "use", "double", "at", p.Place))
	}
	return r.choose(s, g, lines, r.decideFavour)
}

// someOffers proposes every kind of pact to every other gang.
func (r Rules) someOffers(s *State, g *Gang) games.Choice {
	var lines []games.Line
	for _, o := range s.byOrder() {
		for _, p := range r.data.Pacts {
			if p.Key != "exchange" && (p.Module == "" || s.option(p.Module) == on) {
				lines = append(lines, games.Order("offer", "pact", p.Key, "gang", o.ID), games.Order("offer", "pact", p.Key, "gang", o.ID, "duel", "duel"))
			}
		}
	}
	for _, mine := range s.Tokens {
		for _, theirs := range s.Tokens {
			if mine.Gang == g.ID && theirs.Gang != g.ID && len(lines) < maxChoices {
				deal := "exchange " + r.slotted(mine) + " for " + r.slotted(theirs)
				lines = append(lines, games.Order("offer", "deal", deal, "gang", theirs.Gang))
			}
		}
	}
	return r.choose(s, g, lines, r.decideOffer)
}

// slotted names a token as "LES joint".
func (r Rules) slotted(t Token) string {
	a, _ := r.data.activity(t.Activity)
	return t.Place + " " + a.Kind
}

// somePolicies proposes to accept or to refuse: the open offer, or all.
func (r Rules) somePolicies(s *State, g *Gang) games.Choice {
	lines := []games.Line{games.Order("accept", "deal", "all"), games.Order("refuse", "deal", "all")}
	if s.Talks != nil && s.Talks.Open != nil && s.Talks.Open.With == g.ID {
		if p := *s.Talks.Open; p.Pact == "exchange" {
			lines = append(lines, games.Order("accept", "deal", "exchange "+p.Get+" for "+p.Give+" from "+p.Gang))
		} else {
			lines = append(lines, games.Order("accept", "deal", p.Pact+" from "+p.Gang))
		}
		return r.choose(s, g, lines, r.decidePact)
	}
	return games.Choice{Lines: lines, More: true}
}

func someLoans() games.Choice {
	return games.Choice{Lines: []games.Line{games.Order("lend", "arms", "all"), games.Order("lend", "arms", "stick")}, More: true}
}
