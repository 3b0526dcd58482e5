package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// politick uses favours before the moves: the best joint pays twice, then drink,
// then the recruits; what is left pays for prisoners, or lapses.
func (b *bot) politick() {
	b.favours = b.me.Favours - b.me.Promised
	if b.favours > 0 && !b.me.Doubled {
		best, place := 0, ""
		for _, t := range b.me.Tokens {
			if t.Income > best && slices.Contains(b.me.Paid, t.Place) && t.Kind == "joint" {
				best, place = t.Income, t.Place
			}
		}
		if place != "" {
			b.write(games.Order("favour", "use", "double", "at", place))
			b.favours--
			b.money += best
		}
	}
	if b.favours > 0 && b.me.Alcohol >= 6 {
		b.write(games.Order("favour", "use", "alcohol"))
		b.favours--
	}
}

// withFavour lets Tammany Hall pay a part of a recruiting.
func (b *bot) withFavour(l games.Line) (games.Line, int) {
	if b.favours <= 0 {
		return l, 0
	}
	b.favours--
	l.Args = append(l.Args, games.Arg{Name: "favour", Vals: []string{"favour"}})
	return l, portFavour
}

// portFavour is what a favour takes off at the Port; a bot knows the tables' number.
const portFavour = 2

// lateFavours uses what is left in the council's mail: for prisoners and drink.
func (b *bot) lateFavours() {
	left := b.me.Favours - b.me.Promised
	jailed := slices.ContainsFunc(b.me.Tracks, func(t TrackView) bool { return t.Track == "tombs" && t.Box > 0 })
	if left > 0 && jailed {
		b.write(games.Order("favour", "use", "jail"))
		left--
	}
	if left > 0 && b.me.Alcohol >= 3 {
		b.write(games.Order("favour", "use", "alcohol"))
	}
}

// bid is how many members go to Tammany Hall for next year's favours: a politician
// outbids who led last year, others send what they feel like.
func (b *bot) bid() int {
	if !b.view.Politics || b.left() == 0 {
		return 0
	}
	if !b.hall {
		return b.pick(4)
	}
	most := 0
	for _, g := range b.others() {
		most = max(most, g.Influence)
	}
	return min(most+1, 3)
}

// lobby sends the bidders, idle ones of one quarter together.
func (b *bot) lobby() {
	n := b.bid()
	if n == 0 || b.money < stepPrice {
		return
	}
	best := ""
	for _, st := range b.at {
		if b.quarter(st.Place).Place != "" && b.spare(st.Place).n() > b.spare(best).n() {
			best = st.Place
		}
	}
	who := b.spare(best).malesFirst(min(n, b.spare(best).n()))
	if who.n() == 0 {
		b.errand("tammany")
		return
	}
	b.walk(who, []string{best, "tammany"}, stepPrice)
	b.used++
}

// canvass spreads idle members over empty quarters in a year with an election:
// each that it controls counts.
func (b *bot) canvass() {
	if !slices.Contains(b.view.Votes, b.view.Year) {
		return
	}
	for _, st := range slices.Clone(b.at) {
		if b.quarter(st.Place).Place == "" {
			continue
		}
		for _, code := range b.quarter(st.Place).Near {
			who, ok := ofSex("", b.spare(st.Place))
			stays := b.here(st.Place).n() > 1
			if q := b.quarter(code); ok && stays && b.money > stepPrice+2 && len(b.rivals(q)) == 0 && b.here(code).n() == 0 && q.HQ == "" {
				b.walk(who, []string{st.Place, code}, stepPrice)
			}
		}
	}
}

// stuff puts ballots into the booth, a politician to his last dollars.
func (b *bot) stuff() {
	n := min(mostBallots, b.money-3)
	if !b.hall {
		n = min(mostBallots, b.money-6)
	}
	if b.view.Booth && n > 0 {
		b.write(games.Order("rig", "n", strconv.Itoa(n)))
		b.money -= n
	}
}

// storm wrecks the booth when others have voted already and it can pay.
func (b *bot) storm() {
	bound := slices.ContainsFunc(b.view.Pacts, func(p PactView) bool {
		return p.Pact == "noballot" && (p.A == b.me.Gang || p.B == b.me.Gang)
	})
	last := slices.Index(b.view.Order, b.me.Gang) > len(b.view.Order)/2
	if b.view.Booth && last && !bound && b.money >= wreckPrice+mostBallots+3 && b.actions() > 1 && b.pick(2) == 0 {
		b.write(games.Order("wreck"))
		b.money -= wreckPrice
		b.used++
	}
}

// bargain offers peace to the strongest, quiet streets to who lives next door, men
// to anybody, and before the booth opens quiet ballots; brawlers want men only.
func (b *bot) bargain() {
	rivals := b.strongest()
	if len(rivals) == 0 {
		return
	}
	offer := func(pact, with string, duel bool) {
		l := games.Order("offer", "pact", pact, "gang", with)
		if duel {
			l.Args = append(l.Args, games.Arg{Name: "duel", Vals: []string{"duel"}})
		}
		b.write(l)
	}
	if b.hall && b.left() < 4 {
		offer("noballot", rivals[0].Gang, true)
	}
	if !b.attacks {
		offer("nowar", rivals[0].Gang, b.hall)
		offer("nobattle", rivals[b.pick(len(rivals))].Gang, false)
	}
	offer("loan", rivals[len(rivals)-1].Gang, false)
}

// answerOffers accepts what costs nothing; who lives by the fist signs no peace.
func (b *bot) answerOffers() {
	for _, g := range b.others() {
		if b.attacks {
			b.write(games.Order("refuse", "deal", "nowar from "+g.Gang))
		}
	}
	if b.pick(3) == 0 {
		b.write(games.Order("refuse", "deal", "all"))
		return
	}
	b.write(games.Order("accept", "deal", "all"))
}
