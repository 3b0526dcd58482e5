// Package kingofcrime is the rulebook of King of Crime by Dan Smith, for two to
// four players: Families of Mugs fight for Rackets, with cards played in rounds
// and dice that hit. rules.md lists every rule id with what is done; ids such as
// (round.hits) cite it.
//
//	rules.go      options, first facts        card.go, data.go, cardcheck.go  the deck, data/kingofcrime.toml or a group's own file
//	next.go       the sequence: jobs, rounds, turns, draws, mails
//	turn.go       the orders of a turn        round.go    rounds and takeovers
//	effects.go    targets and the verbs       control.go  who holds which Racket
//	run.go        hits, retaliation, extras   end.go      victory, ranks
//	evolve.go     the fold; it knows no rule  state.go    the state and what is counted on it
//	view.go, redeal.go, check.go, narrate.go, forecast.go, grammar.go, guard.go, choices.go
//	position.go, adjust.go, bots.go, measured.go
//
// A step gathers its facts on a copy of the state (run), so that each sees what
// those before it did. What takes dice, lots or an owner's standing order is put
// into a queue of jobs, which is a fact (queue_set) and public: replay folds it
// and knows no order of steps.
//
// # Plans
//
// A plan is the lines JOUE/PLAY of a mail. Every visit in a round is one
// decision of the mail that is closed; the judge takes the first line that
// fits. A line whose guard does not hold, or an answer without a card to answer,
// stays for the next visit (games.Decision.Patient, games.Refusal.NotThis); one
// that is never used nobody sees (mail.unused). The
// initiator's plan comes with his RACKET in turn/<t>, the others' with their
// joining in round/<r>, later ones in answer/<r>/<k>; third parties of a
// takeover write in takeover/<r>.
//
// Orders about Rackets (GARDE/KEEP, CONFIE/ASSIGN) are standing orders without
// the word (games.Verb.Stands). They are asked in the mail that was judged last,
// so that nobody waits for them; a list never gives a victory away.
//
// # Positions
//
// Cases and the moderator's changes write a position one item a line. Cards are
// ids, 2R01 is two copies, # begins a comment.
//
//	seats danny tisha seth       who plays, clockwise; first line
//	turn 7 danny                 number of the turn and whose; 1 and the first seat without it
//	step begin                   action (when absent: the draw is over), or begin: the next seat's
//	                             turn comes; with turn 0 the named seat's own
//	family danny BO1- M07+F05    the Boss first, Mugs in the order of play; - is turned, + a card under it;
//	                             who has no line gets a free Boss
//	rackets danny XE1:BO1        the oldest first, with their holders; below the line family
//	hand danny F01 2R01
//	pile M03 M04                 the top first
//	discard R05 M01              the newest last
//	out XV1                      Rackets out of the game (option discarded_racket=out)
//	rest discard                 where the cards go that no line names, in the order of the deck: pile (when absent), or discard
//
// A game that is written may also show, in "after" only:
//
//	round 3 XV2 join             a round under way: its number, Racket and stage
//	in danny tisha               who takes part
//	played R01 R04               round cards played
//	entry R01 danny danny        an effect that waits: card, by whom, Family struck, Mug, dead
//	rank 1 danny
//
// Draws, with their labels: bosses takes ids, a seat each; first a seat; pile all
// 99 cards, hands of six from the first seat on, then the pile from its top;
// reshuffle/<k> the discard; white/<r>/<seat>, red/<t>/<k> and hit/<t>/<k> a
// number from 1 to 6; random/<t>/<k> cards of a hand. r counts rounds and
// takeovers, t turns, k from 1.
package kingofcrime
