// Package escrocs is the rulebook of Escrocs by Florian Racky, for two to four
// players. rules.md lists every rule id with what is done; the table of the deck
// and of all numbers is data/escrocs.toml.
//
// A turn is a take, a lay and a card turned. next.go puts them in sequence,
// turn.go judges take and lay, supply.go sees to talon, refill and give-backs,
// scoring.go shares out the prison, calendar.go knows the mails to come, grammar.go and guard.go hold the words,
// evolve.go alone changes the state and knows no rule. Ids such as (take.end)
// cite rules.md.
//
// Take and lay are one order in the window turn/<t>: two decisions of a bundle
// (games.Decision.Bundle), so that a lay may stand on a line of its own and is
// judged behind the take. Orders sent ahead wait for their mail; Decision.Stored
// tells when they came in.
//
// A give-back needs no Resolver: what each seat gives does not depend on the
// others, and the judge answers the sealed group at once.
//
// # Positions
//
// Cases and tests write a position one item a line. Cards are runs with the
// English report codes, in order: 2RE GN is two reds and a green. The codes are
// YE OR RE LI BL GN GY.
//
//	seats sarah danny pim   who plays, clockwise; first line
//	active sarah            whose turn it is, the first seat when absent; for step
//	                        begin the seat whose turn is over
//	turn 12                 its number, 1 when absent
//	step take               take when absent; begin (upkeep, then the next turn), score,
//	                        lay 3l or draw 3l with the end of the take (l or r)
//	row 3 2RE 2LI YE        from left to right; a row without a line is empty
//	prison 4YE 2OR
//	table sarah 2GN 3YE     laid by sarah
//	hand sarah 2RE GN       her secret
//	seen sarah 2RE          of it, what all saw taken and cannot be gone
//	talon GN 3YE            from the top
//	discard 5YE
//	rest talon              where the cards go that no line names, in the order of
//	                        colours: talon (behind the others; when absent), discard, or a
//	                        player's hand
//	score sarah 12 0        points by scoring so far
//	shaken 9                last turn that ended with a refill or a scoring
//	rank 1 sarah danny      of an ended game; in "after" only
//
// Draws, with their labels: dealer takes a seat; talon takes all 105 cards, hands
// from the dealer's left, then rows 1, 2, 3, then the talon; reshuffle/<k> takes
// the cards of the discard and given/<k> those given back, k from 1, in the order
// in which they go under the talon. Cards are called yellow, orange, red, lilac, blue,
// green, grey.
package escrocs
