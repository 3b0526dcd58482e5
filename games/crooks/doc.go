// Package crooks is the rulebook of Crooks (Neil Crowley, 2012), for two to
// four players: crooks lie face down at places, a look at a place costs a
// dollar a crook, one of them is sent to a target at once, face up or down, and
// when all have passed the strongest at each target takes its value.
//
// A turn is one decision or two. "RECRUIT D" pays and shows the pile; the mail
// that brings it asks for "TAKE C28 TO 9". With "RECRUIT D : TAKE MAX TO 9, 8"
// the choice is made on the pile in the same step, and the pile is mailed all
// the same. What such an order asks is never tested against the pile before it
// is paid for: see conceivable in recruit.go.
//
//	setup.go      options, first facts, draws
//	data.go       the deck and its checks: data/crooks.toml, or a group's own file
//	next.go       the sequence of turns, mails, silence
//	recruit.go    pass and recruit      take.go    whom an order means
//	burgle.go     placing and abilities score.go   the end
//	evolve.go     the fold; it knows no rule
//	position.go   positions as text, format.go written
//	view.go       who sees what         redeal.go  what a seat cannot know, dealt anew
//	grammar.go    words of orders       options.go legal orders and guards
//	narrate.go    the story             forecast.go what silence brings, mails ahead
//	bots.go       two bots, which see their own view only
//
// rules.md lists every rule id with what is done; ids such as (place.fee) cite it.
//
// # Hidden things
//
// State holds plain values. Facts carry what is not public in parts: the piles
// for the engine, the pile paid for, a crook face down, dead crooks that lay
// face down and a Spy's sight for one seat. A seat keeps notes (Sheet) of what it
// was shown; who knows a crook face down is written on the crook (Known). View
// shows both, and nothing else that is hidden.
//
// # Positions
//
// Cases and the moderator's changes write a position one item a line. What is
// not written is at its starting value: eighteen dollars, six in the bank,
// empty targets; crooks that are nowhere lie aside. Crooks are named by id, -
// stands for none, # begins a comment.
//
//	seats tom pim              who plays, clockwise, the first to play first
//	turn 5 tom                 number of the turn and whose; 1 and the first seat without it
//	bank 6
//	lone 1                     turns of the last seat in (option last_alone=one)
//	pile D C05 C21 C28         what lies at a place; places without a line are not in the game
//	pile B -                   an empty place
//	tom cash 15
//	tom passed
//	tom 9 -C17 C02             at target 9, bottom to top; - is face down
//	tom 8 -C16:pim             face down, and seen by a Spy of pim
//	tom box -C23 C02           out of the game, once tom's; - was never seen
//	tom seen A 3 C05 C21       tom was shown these at A in turn 3
//	tom seen B 3 C05 C21 gone 1   and another took one of them since, face down
//	tom seen 9 3 pim:C05       and these at target 9; pile lines stand above those of notes
//	paid D                     the seat at turn has paid for D and chooses; below the line turn
//	phase take                 turn, take or, when all have passed, next; it follows from the rest
//	phase over                 as written of an ended game, like the next two
//	decided cash               by points, by cash, shared, or a playoff to come
//	rank 1 tom pim
//	tom points 7
//
// Draws, with their labels: first takes a seat; piles takes ids of crooks, A
// from its first to its last, then B, and so on; sizes (option sizes=random)
// takes the sizes with their numbers in the data file, such as "5/5, 2/1".
package crooks
