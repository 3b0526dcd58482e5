// Package gamestest holds what every rulebook is tested with, and three
// miniature games that prove the kernel before any real game does:
//
//	bids   sealed simultaneous bids from hidden hands (sealed groups, deals, Resolver, Redealer)
//	peek   pay, look at a hidden card, take it or not, in two steps or in one mail (private parts, Must)
//	race   three seats, draws, two cadences with the same facts (standing, guarded, alternative and listed orders)
//
// Cases runs testdata/cases/*.txtar of a rulebook. A case is one year, one
// window or one order, in sections:
//
//	-- setup --       k=v words: seats=whyos,eastman preset=slice cadence=full resolve=2 …; the position's seats without it
//	-- before --      short text position, in the rulebook's own words (its doc.go)
//	-- orders SEAT -- the sheet of one seat as typed, in any language
//	-- draws --       "label: thing, thing" in the order drawn; a draw without a line takes the first things of its pool
//	-- facts --       rules facts, one a line: "type {json of the public part}"
//	-- refusals --    "SEAT line: rule-id" for every order that was read but passed over, or not understood
//	-- after --       lines of the short text position that must hold; it may be partial
//	-- view SEAT --   lines of the JSON view of a seat that must occur
//
// An absent section is not checked. A case resolves the windows open at its
// start, once each, as at their deadline. -update rewrites facts, refusals and after.
//
// Leaks is the two-world fuzz: two states that differ only in what a seat
// cannot know must look the same to that seat in views, options, guards,
// refusals and stories.
package gamestest
