// Package publish follows the log and queues what people get to read:
//
//	t.sheet                  a receipt for its seat
//	t.created                the first summary in each language, a report per seat
//	t.window_closed, t.cut   a summary in each language, a report per seat it concerns
//	t.reminded, t.late       a reminder to each seat that has not written, and its sitter
//	about people and time    news, one letter for all that a commit tells somebody
//	message.settled          a notice to a known sender whose message did not count
//
// A post is one commit post.queued in outbox/<game> (outbox/club when no game is
// known), with its rendered bytes as a blob. Its key names the causing commit,
// the seat, the kind and the language, and is looked up before anything is
// rendered: running twice, on a new machine or without views.db queues nothing
// twice. The time of a post is that of its cause. Which posts a commit asks for
// is told by the commit and the public facts before it (want.go), so that going
// over an old log folds no game.
//
// Deviation from the design: the key of a post names its language too, because
// one commit asks for the same summary in several. A notice is keyed by its
// message, since many messages are settled in one commit.
//
// Document renders the same texts on demand, for the reading commands.
package publish
