// Package games is the rules kernel: the vocabulary in which a rulebook tells
// the judge what is due, what is legal and what happened.
//
// A rulebook implements Rules over its own plain state S; Erase hides S, so
// that table, judge and templates handle any of them. Data walks one way:
//
//	sheet lines ──Decide──► facts ──Evolve──► state ──Next──► decisions due, draws, facts
//
// Facts are outcomes. Decide, Next and Drawn run once, when a window is
// resolved; their facts are stored, and every later reading of the game only
// folds them. See games/judge for the walk, games/table for the fold,
// games/order for the language of orders, games/chance for the draws.
//
// What rulebooks write in the same way is here: messages and refusals (msg.go),
// lines and guards (line.go), options and presets (options.go), words and
// shapes of orders (grammar.go), tables (tables.go). What they are tested with is in games/gamestest;
// games/trial plays whole games of bots and measures them.
//
// Deviations from the design: Rules has Grammar and Narrate as methods, because
// names may come from a game's own data file and every rulebook tells its
// story. A rulebook may also be a Calendar, a Forecaster and a Player. A
// Decision knows whether it Must be answered, its Bundle and when its order was
// Stored. The rulebooks so far keep plain values in S, which only View and
// Narrate show; of them none uses Secret, the miniature games do.
package games
