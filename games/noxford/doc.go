// Package noxford is the rulebook of Noxford (Henri Kermarrec, 2016) for two to
// four players: cards are laid edge to edge, cover each other and are moved by
// gears, and in the end each Quarter goes to whoever has most cards beside it.
//
// Cards are 2 by 3 units and lie upright or across on a lattice of at most 52 by
// 52; N12H is the card whose north-west cell is in column N, row 12, lying
// (3 by 2), N12V an upright one (2 by 3). Each contact and flush position of such cards has
// integer coordinates, so that nothing playable is lost (geo.card).
//
//	cards.go     the 55 cards          data.go     data/noxford.toml, or a group's own file
//	rect.go      one card's cells      city.go     touching, spots, locks, isolation, gear moves
//	rules.go     options, creation     next.go     draws, turns, mails
//	turn.go      the judge             choices.go  legal orders, the automatic move
//	scoring.go   the end               evolve.go   the fold; it knows no rule
//	view.go      who sees what         redeal.go   what a seat cannot know, dealt anew
//	grammar.go   words of orders       guard.go    what conditions ask
//	position.go  positions as text     adjust.go   a moderator's changes
//	narrate.go   the story             bots.go     two bots, measured.go their table
//
// rules.md lists every rule id with what is done; ids such as (geo.spot) cite it.
//
// A turn is one decision or two, in one mail: the action with its gear move on
// the same line, or the gear move on a line of its own. Both are a bundle
// (games.Decision.Bundle), so that neither is done when one of them cannot be.
// The second decision is asked behind every card, also one without a gear: only so
// a gear line that has nothing to do there refuses its action (cmd.gear). Silence
// answers it and leaves no trace.
//
// Deviations from the specification: SANS ENGRENAGE behind a card without a
// gear is harmless. Rotation when covering (its X10) is no option: orders have no
// word for it. A turn that the engine passes has a number like any other, so that
// numbers of turns tell whose they are.
//
// # Positions
//
// Cases and the moderator's changes write a position one item a line; # begins a
// comment, - stands for no card. Cards are named R-S3 (letters R B O V, ranks M
// L1 L2 G1 G2 G3 S1 S2 S3 S4), Q01 to Q12, K1 to K3; in a player's own hand and
// pile the letter is left out.
//
//	seats ann bob             who plays, clockwise; first line
//	colours R B               their colours; R B O V in this order when absent
//	turn 5                    its number, 1 when absent
//	active bob                whose turn it is, the first seat when absent
//	step action               action when absent; gear (the gear move is due), end (what follows a
//	                          turn), score
//	just R-S3 hand            in steps gear and end: the card placed this turn, and whether it came
//	                          from hand, market or as the master
//	passes 1                  turns passed in a row
//	city L11V Q01             a stack, its cards from bottom to top
//	market Q05 K1             Neutrals one may take
//	neutrals Q03              their pile, the top first
//	hand ann S3 G1            her secret
//	pile ann S1               her pile, the top first
//
// Market and hands are filled up to three: from the piles as written, then with
// cards that no line names, in the order above; the rest goes under the piles. A
// Master that is in no stack lies before his player. Of an ended game Format also
// writes decided, cancelled, won, points (with the Quarters won) and rank.
//
// A moderator changes lines; "city L11V -" takes a stack away.
//
// Draws, with their labels: first takes a seat; neutrals takes all 15 Neutrals,
// two for the city, three for the market, then the pile from its top; pile/r,
// pile/b, pile/o and pile/v take the nine cards of a colour, the hand first.
package noxford
