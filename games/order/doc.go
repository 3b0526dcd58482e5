// Package order reads order sheets: the visible lines of a message become
// orders, and orders become text again, in French and English, in the words of
// a games.Grammar. It knows no rules.
//
//	p, err := order.New(grammar)          // compile once per grammar
//	sheet := p.Parse(games.FR, lines)     // orders, settings, one note per line
//	text := p.Format(line, games.EN)      // the canonical spelling of one order
//	texts := p.FormatAll(lines, games.FR) // with guards, OU and SINON
//
// Reading what Format wrote gives the same order again.
//
// # The language of players
//
// One order per line: [TOUJOURS|DEFAUT] [SI c [ET c]:] order {OU order}
// [SINON order], or SINON: order on the line below. Alternatives and else
// branches follow their head in Sheet.Lines; Always and Fallback stand on every
// line of such a group, If on its head only.
//
// A line is read in this order: frame and comment, setting (READY, WAIT,
// CLEAR, ADD, CHECK, CANCEL, ABSENT, GAME, END), order. A line that begins with
// a verb of the game is an order, or an error. Any other is a near miss, when
// it begins with a slip or a prefix of a verb or names a piece (a code typed in
// capitals, a whole name), or talk. Verbs are never completed, names may be.
//
// # The language of rulebook authors
//
// Verb.Shape, Pred.Shape and Shape.Pattern say what follows the word:
//
//	{name:T}       one value of type T into the argument name; captures of the
//	               same name add up in order
//	{name:T}+,     one or more, separated by a comma; also +; and +->
//	{name:T}+      one or more, with nothing between
//	{name:T}?,     one or more, separated by , or > : alternatives (Arg.Pref)
//	word           the keyword with that id in the set "kw"; lower case
//	->             an arrow: -> → => vers to
//	: , ; >= \( \) that mark
//	[ a ]  [ a ]*  optional; any number of times
//	( a | b )      one of them, tried in order
//
// Types:
//
//	int            a number without leading zeros, $ beside it is dropped
//	cmp            < <= = >= >
//	sexes          2h+1f, 3 hommes, 2h1f; value "2m1f", "3m", "1f"
//	group          a number, sexes, number(sexes), or all; value "3", "2m1f",
//	               "all": 3 (2h+1f) must add up and means 2h+1f
//	place          a set of the grammar: the canonical id of one of its words
//	token          a shape: its values and keyword ids joined by a space, the
//	               items of a list by a comma: "LES traffic", "2 knife,1 pistol"
//	=war           a keyword; the value is its id
//	"*"            that mark
//	place/gang/"*" a union: the longest reading wins, then the canonical id over
//	               a name over a prefix, then the order written
//
// A move is `{group:group} {from:place} -> {dest:place}+->`. A keyword of a verb's
// shape that changes the meaning must be captured ({what:=war}); inside a shape
// it is part of the value. A list inside a list of one shape cannot be told
// apart when read back. Keywords of a pattern may be skipped over the small
// words en, at, le, la, the.
//
// Names are written back by their first form, codes (ids with a capital) as
// they are. French verbs in -er bring their imperatives.
//
// # Problems
//
// Note.Problem is one of the keys in Texts, all with text arguments.
package order
