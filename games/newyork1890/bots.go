package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// A bot plays like anybody who has only the report in front of him: it looks at
// the View of its seat and at the tables, and writes a sheet. Nothing below
// Play knows a State. A style is a row of numbers (tempers); the same few
// functions play them all:
//
//	bots.go          styles, and which part of a sheet a mail asks for
//	bots_plan.go     the year as planned so far: who stands where, what is left
//	bots_move.go     errands to the action spaces, openings, robberies, attacks
//	bots_act.go      the actions that go with them
//	bots_council.go  war, police, bribes, the way home
//	bots_politics.go favours, Tammany Hall, ballots, pacts
//	bots_words.go    how its lines are written
//	bots_tally.go    what a finished game was like, for tournaments
//
// How even base7 is (play tournament, 150 games of each of the seeds 1 to 3,
// which also prints where the differences come from): with six gangs the
// headquarters win 14 to 21 % of their games and the styles 15 to 19 %, fair
// are 16.7 % with a standard error of 1.8. What was found on the way:
//
//   - The place counts and not the name: with the headquarters handed round
//     among the gangs, Corlears Hook wins 20 % and the Charlton docks 13 % again.
//   - Who lives beside the parks of the north robbed 8 $ more in the last year,
//     when every crew is idle: the Gansevoort docks won 26 %. So in
//     that year groups rob where they stand, and nobody closes a joint for it.
//   - The pawns start in City Hall Park and cannot reach Corlears Hook and the
//     Bowery in their first year: hardly anybody is jailed there, elsewhere 0.3 to 0.6
//     members a game. Without police Corlears Hook wins 16 %, with them 21.
//   - By the seventh year six gangs earn 28 $ each, as in section 10 of the
//     rules; three earn 38: the tokens in stock are the same for half as many
//     gangs, each owns 5.3 joints and not 3.0.
//   - In politique10 politicians win about half of their games, where fair is 17 %:
//     the favours double a joint a year, the pawn keeps the police away. Section 10
//     of the rules finds the same of a lone bidder, and .31 each with three.
//   - With four gangs, 450 games, shares are 23 to 28 %, fair are 25 with a
//     standard error of 2.5. With three, where 33 is fair, give or take 3.2,
//     Corlears Hook wins 44 % and Mulberry Bend 25: three pawns have only the
//     gangs near City Hall Park to raid.

// temper is what tells one style from another.
type temper struct {
	style   string
	silent  bool     // never writes
	builds  bool     // opens joints and traffics
	least   int      // tenths of a dollar a member must bring a year to be kept from robbing
	hires   int      // recruits while at least so many incomes are to come
	idle    int      // hires nobody while so many have nothing to do
	band    int      // robs with idle groups of at least so many; 0 not before the last year
	arms    int      // weapons it wants to own
	war     int      // percent of the victim's force with which it declares war
	attacks bool     // enters quarters of weaker gangs
	hall    bool     // works at Tammany Hall every year
	bribe   int      // income from which it pays the police; 0 never
	roles   []string // of the individual board, in the order it wants them
}

// tempers are the styles of the economy of rules 10.
func tempers() []temper {
	return []temper{
		{style: "builder", builds: true, hires: 2, idle: 6, band: 5, war: 170, bribe: 8, roles: []string{"bookkeeper", "cabman"}},
		{style: "brawler", builds: true, hires: 2, idle: 6, band: 4, arms: 3, war: 105, attacks: true, bribe: 8, roles: []string{"gunsmith"}},
		{style: "politician", builds: true, hires: 2, idle: 6, band: 5, war: 200, hall: true, bribe: 7, roles: []string{"bookkeeper", "crimp"}},
		{style: "robber", builds: true, least: 26, hires: 2, idle: 12, band: 2, war: 170, roles: []string{"lookout", "shyster"}},
		{style: "passive", silent: true},
		{style: "purerob", hires: 2, idle: 20, band: 1, war: 170, roles: []string{"lookout"}},
	}
}

// Styles lists the bots; the first four make a usual table.
func (r Rules) Styles() []string {
	var out []string
	for _, t := range tempers() {
		out = append(out, t.style)
	}
	return out
}

// Play is what a bot of a style writes for an open mail. The first line is all
// it sees of the game; which orders there are is in the grammar.
func (r Rules) Play(s *State, seat games.Seat, w games.Window, style string, pick func(n int) int) []games.Line {
	r = r.of(s)
	v, ok := r.View(s, seat).(View)
	if !ok {
		return nil
	}
	return r.data.sheet(v, r.Grammar(s), w.Kinds, style, pick)
}

// sheet writes the orders of a bot that sees v, for a mail that takes those kinds.
func (d *data) sheet(v View, words *games.Grammar, kinds []games.Kind, style string, pick func(n int) int) []games.Line {
	b, ok := newBot(d, v, style, pick)
	if !ok || b.silent {
		return nil
	}
	b.doWithout(words)
	if slices.Contains(kinds, kindMove) {
		b.politick()
		b.move()
		b.act()
	}
	for _, k := range kinds {
		b.advise(k)
	}
	return b.lines
}

// doWithout drops the plans for modules that this game leaves out.
func (b *bot) doWithout(words *games.Grammar) {
	plays := func(id string) bool {
		v, ok := words.Verb(id)
		return ok && !v.Closed
	}
	if !plays("equip") {
		b.roles = nil
	}
	if !plays("war") && !plays("fight") {
		b.arms = 0
	}
	if !plays("war") {
		b.war = 0
	}
	b.attacks = b.attacks && plays("fight")
}

// advise writes the orders of one kind that are no moves or actions.
func (b *bot) advise(k games.Kind) {
	switch k {
	case kindBattle:
		b.preferFights()
	case kindDefend:
		b.standing(games.Order("defend", "at", "*", "arms", b.allOrSticks()))
	case kindRetreat:
		b.standing(games.Order("retreat", "at", "*", "to", "hq"))
	case kindSpoils:
		b.standing(games.Order("spoils", "at", "*", "fate", "keep"))
	case kindLosses:
		b.preferLosses()
	case kindReturn:
		b.comeHome()
	case kindSupply:
		b.supply()
	case kindWar:
		b.declareWar()
	case kindAnswer:
		b.answerWar()
	case kindPolice:
		b.direct()
	case kindBribe:
		b.bribePolice()
	case kindCare:
		b.care()
	case kindFavour:
		if b.view.Phase != phaseMoves {
			b.lateFavours()
		}
	case kindRig:
		b.stuff()
	case kindOffer:
		b.bargain()
	case kindPact:
		b.answerOffers()
	case kindLend:
		b.standing(games.Order("lend", "arms", "stick"))
	}
}
