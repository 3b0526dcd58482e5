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
// The last of several unguarded orders counts where the verb says so (Once,
// Keep) and for standing orders with the same object.
//
// A line is read in this order: frame and comment, setting (READY, WAIT,
// CLEAR, ADD, CHECK, RESEND, CANCEL, ABSENT, GAME, END), order. A line that begins with
// a verb of the game is an order, or an error. Any other is a near miss or talk.
// Verbs are never completed, names may be.
//
// A near miss begins with a slip or a prefix of a verb, or names a piece (a code
// typed in capitals or beside an arrow, a whole name) and is mostly written in the game's words: at
// least half of its words are verbs, names, numbers, keywords or arrows, and
// more than half where neither a number nor a code in capitals speaks for an
// order. A name of several words counts once; si, et, ou, sinon, the small words
// below, vers, to and marks do not count. So "3 Bowery -> Five Points" is a near
// miss, and "The Dead Rabbits are coming" and "Bonjour Whyos" are talk.
//
// A verb that is Closed (of a module that is switched off) takes any text behind
// it and is answered by order.off; a line that begins with one without a guard
// is talk when less than half of it is the game's: "Police are coming".
//
// Note.Nearest is the player's own line corrected, or nothing; an example of
// the verb stands in the sentence.
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
//	: , ; >= \( \) that mark; also \[ \]
//	[ a ]  [ a ]*  optional; any number of times
//	( a | b )      one of them, tried in order
//
// Types:
//
//	int            a number without leading zeros, $ beside it is dropped
//	int[1-4]       one within these bounds: another is an error that names them
//	cmp            < <= = >= >
//	sexes          2h+1f, 3 hommes, 2h1f; value "2m1f", "3m", "1f"
//	sexes[1-5]     so many members together
//	sexes=n        as many as the argument n, read before
//	group          a number, sexes, number(sexes), or all; value "3", "2m1f",
//	               "all": 3 (2h+1f) must add up and means 2h+1f
//	group[1-30]    so many members
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
// apart when read back. The small words en, at, le, la, the are skipped before
// keywords and values.
//
// Names are written back by their first form, codes (ids with a capital) as
// they are, a single sex in words: 3 hommes, 1 female. French verbs in -er bring their imperatives.
//
// # Problems
//
// Note.Problem is one of these messages; all arguments are texts in the
// language given to Parse. Texts holds their sentences.
//
//	order.absent example                 dates that are not ISO
//	order.alone       verb               must be the whole line
//	order.ambiguous   word, candidates   a short name of several
//	order.bundle                         goes with a line that is not understood
//	order.cancel      verb, word         no such object to cancel
//	order.cancelled                      (order) taken back by a line below
//	order.class       first, second      joined orders for different decisions
//	order.closed      word               known, but not in this game
//	order.cond         word, example     a condition that lacks its place or number
//	order.cut                            torn by a mail program
//	order.else                           an else without its guard
//	order.elsewhere                      (unread) in the other half of a mail
//	order.end                            (unread) behind the end or signature
//	order.extra       verb, example, word   complete before word
//	order.guard       example            no colon behind the condition
//	order.header                         a second game or turn, or a game named too late
//	order.hidden                         controls that reorder what is shown
//	order.limit                          (unread) too many orders or lines
//	order.long                           too long for an order
//	order.males       word, hint         3m in a French game
//	order.missing     verb, example      ends too early
//	order.names       word               (near) names a thing, has no verb
//	order.no-verb     word               behind a guard or CANCEL: no verb
//	order.number      word               more than nine digits
//	order.off         word               a verb that is not in this game
//	order.pred        word, preds        no such condition
//	order.quoted                         (quoted) would have been an order
//	order.range       word, low, high    a number outside its bounds
//	order.ready                          PRET alone
//	order.sexes       word               a sex named twice
//	order.shape       verb, example, word   not understood from word on
//	order.spoiler                        (unread) hidden in a post of a board
//	order.struck                         (unread) struck out there
//	order.sum         n, sexes           3 (2h+2f), or sexes=n
//	order.twice                          replaced by an order below
//	order.unclear                        may mean two things there
//	order.unknown     word               no such name
//	order.unknown-of  word, candidates   no such name, there are these few
//	order.unknown-near word, candidates  no such name, these are near
//	order.verb        word, verbs        a slip or prefix of verbs
//
// What the parser cannot know stays with the judge: which decision an order
// answers (order.answer), which understood orders stand or fall together (order.bundle),
// what a sheet replaces (order.replace), what a public post may carry
// (order.public).
package order
