// Package gamestest holds what every rulebook is tested with, and four
// miniature games that prove the kernel before any real game does:
//
//	bids   sealed simultaneous bids from hidden hands (sealed groups, deals, Resolver, Redealer)
//	peek   pay, look at a hidden card, take it or not, in two steps or in one mail (private parts, Must)
//	stall  two lines a turn, a hidden hand, two cadences (bundles, orders sent ahead, lists that the rules walk, standing alone, early mails)
//	race   three seats, draws, two cadences with the same facts (standing, guarded, alternative and listed orders)
//
// Cases runs testdata/cases/*.txtar of a rulebook. A case is one year, one
// window or one order, in sections:
//
//	-- setup --       k=v words: seats=whyos,eastman preset=slice cadence=full resolve=2 …; the position's seats without it
//	-- before --      short text position, in the rulebook's own words (its doc.go)
//	-- orders SEAT -- the sheet of one seat as typed, in any language
//	-- draws --       "label: thing, thing" in the order drawn; a draw without a line takes the first things of its pool; a line without a draw fails
//	-- facts --       rules facts, one a line: "type {json of the public part}"
//	-- refusals --    "SEAT line: rule-id" for every order that was read but passed over, or not understood
//	-- after --       lines of the short text position that must hold; it may be partial
//	-- view SEAT --   lines of the JSON view of a seat that must occur
//
// An absent section is not checked. A case begins when the rules wait for
// orders for the first time. It resolves the windows open then, once each and
// the oldest first, as at their deadline: play goes on to the next decision
// whose window is open, so phases that ask nobody are over. resolve=N resolves
// N windows, those that open meanwhile included; resolve=0 none. Orders may be
// for windows that open later.
//
// Refusals stand in the order of the log: first, sheet by sheet, the lines not
// understood, then those passed over, as the walk came to them. An order that
// was never tried, because its decision did not come, is none. Lines count from
// 1 in the sheet as typed, empty ones included. -update rewrites facts,
// refusals and after.
//
// A rulebook's tests begin with these:
//
//	Standards     its language, purity, stored facts, code and case for every rule
//	Cases         see above
//	Recorded      whole games of testdata/games, again from their sheets
//	Play, Whole   random games by legal moves, the invariant checked at every step
//	Bots          games of its bots; Sample compares what they measure with its specification
//	Leaks         the two-world fuzz: two states that differ only in what a seat
//	              cannot know must look the same to that seat in views, options,
//	              refusals, stories and forecasts; PlantedLeaks proves that it finds leaks
//	Sentences     a sentence in French and English for every message
//	BenchEvolve   the fold
//
// World is a judge on a log for tests by mail, Dice the chance of tests.
package gamestest
