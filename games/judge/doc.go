// Package judge is the command side: order sheets in, facts out.
//
// Run takes the messages that wait in the inboxes in the order they reached us.
// Before each it resolves every window whose time has come. A message of a seat
// becomes a sheet (Submit), once its sender is proven (confirm.go: by evidence, by
// the operator, or by a code that the address of record was mailed): every line gets its verdict, and a forecast tells
// which orders would be refused if nobody else wrote. A window is resolved when
// everybody wrote and had second thoughts, at its deadline, or by the moderator.
// Resolving is one commit:
//
//	t.window_closed{beacon}, (t.line_used | t.order_skipped | t.drawn | rules facts)..., t.window_opened...
//
// The clock (clock.go, agenda.go) knows for every game what is due next: a closing,
// a reminder, something about its people. The plan of its deadlines (games/deadline)
// gives whoever is late his grace, and the moderator or a sitter time to act; nothing
// runs in a pause or before the muster. What comes in behind a deadline waits for its
// resolution; a source that was not read past it (reading.go) delays it, and moves it
// when that lasts. Every move is a fact with its reason.
//
// The walk (walk.go) asks the rulebook what comes Next and answers each
// decision with the next unused line of its kind whose guard holds, a standing
// line, a fallback, or the default. It has a step budget and recovers panics: a
// failing rulebook suspends its own game and nothing is appended. Decisions of one
// Bundle are one order in several lines: a line sent for its mail falls with what was
// sent for the next one (order.bundle); one that had waited stands alone.
//
// Withdraw and Amend are cuts (cut.go): a commit t.cut with the change makes the
// fold forget what the rules did after a commit; then the same walk goes again
// over what people did, one commit t.window_judged{…} for each mail closed since.
// Adjust changes the position itself (t.adjusted and rules facts); behind a cut
// the change is made again where it stood. What a crash leaves to judge again is
// done before anything else in that game.
//
// What a mail asks of the desk (commands.go; the words are those of games/desk) is
// done before its sheet is read, each thing under a key of its own. What only asks
// leaves no fact in the game: the settled message is what its answer follows from.
// Deadlines follow the game's plan (games/deadline); what the clock does (reminders,
// grace, offers, deadlines) is found by an agenda of the games, earliest first.
//
// The people of a game (people.go, absent.go, chores.go, address.go) change by acts
// at the desk and by the clock. Nobody is a moderator because a mail says so: each
// act is judged by what its person is at that point of the log. What a stand-by, a
// sitter or a deputy gets by the clock comes in order of time with the mails that
// close. What cannot be undone, and every change of an address, needs a code that
// was mailed. A substitute takes over the orders under the game's key and none of
// the words of who played before, which are under that one's own.
//
// The end of a game publishes the secret of its draws with what the hidden ones
// took from what (t.over, t.secret_published); CheckDraws repeats all of them.
package judge
