// Package outbox carries posts from the log to a mail server, and writes down
// what became of them. It is the last step of a message: publish queues, the
// outbox claims, composes, hands over, records.
//
//	post.queued      by publish, in outbox/<game>: rendered, with its addressee
//	post.claimed     by a Sender: these posts are mine for five minutes
//	post.sent        the next server answers for it
//	delivery.failed  it refused (now, or for good), there is no address, or it bounced
//
// # Promises
//
//   - At least once. A post leaves the queue when the log says that it was sent
//     or failed for good, and at no other time. A crash between the server's yes
//     and the record sends at most the last batch (32 mails) again.
//   - The same mail. Message-ID, date, boundaries and text follow from the post's
//     commit, so that a mail program shows it once.
//   - One node at a time. A claim is a commit with Expect; a mail is begun only
//     when the claim lasts longer than a mail may take. A claim that was left
//     behind ends by itself.
//   - In order. The posts of one person go oldest first; one that has to wait
//     keeps those behind it waiting, and nobody else's.
//   - No cursor. All of this is read from the log, once, and then followed.
//
// # What goes by itself
//
// Sending begins with the posts queued after mail was switched on. The mark is
// the first claim of the log, an empty one in outbox/club without a node, which
// [SwitchOn] leaves: the commands do it as soon as a mail server is configured. Older posts are [HeldBefore]. A post that is older than
// a week when it is first seen is [HeldStale]: somebody has read an old mailbox
// into a live club. Held posts are listed by [Box.Waiting] and go when somebody
// asks for them with [Resend].
//
// Posts without an addressee (public summaries) are not mail: boards read them.
//
// # Answers and loops
//
// Receipts, notices and reports that were asked for answer a message. More than
// 20 in an hour for one seat, or 200 for one game, are [HeldCapped]; the
// moderator is told, once an hour.
// What counts is when they were queued, so every node and every restart decides
// alike. A robot that hears nothing stops. The mails say Auto-Submitted
// (RFC 3834) and carry [LoopHeader], by which package mail knows one that comes
// back. There is no List-Unsubscribe on purpose: a player is no subscriber, and
// a program must not leave the game for him.
//
// # Tries
//
// A refusal that may pass (4xx), and a connection that breaks under a mail, is a
// delivery.failed that is not final; the next try comes after 1, 5, 15 and 30
// minutes, 1, 2 and then every 4 hours. The first one that fails three days
// after the first is final. 5xx to the addressee or to the text is final at once.
// What is nobody's fault (no connection, a wrong password or certificate, our
// own address refused) fails no post: it is the [Pass]'s Trouble, costs no
// commit, and is tried again after one minute, two, up to fifteen.
//
// # Bounces
//
// Every mail has an envelope sender of its own, "play+<id>@...". A message of
// class bounce that comes to it, or that holds our Message-ID, is a
// delivery.failed with the status of its report (RFC 3464) or of its words. An
// id is enciphered under the club's key ([IDs]): nobody can make one up. An
// out-of-office note comes to that address, too; without a status it is no
// bounce. A bounce changes no queue: whoever asks gets the post again.
// The moderator gets a mail about an addressee whom something did not reach, once a
// day (Config.Moderator).
//
// # Threads
//
// All mails to a person about a game refer to the first one. An answer refers to
// the message it answers as well, when that one's id is well-formed.
//
// # Traps
//
//   - go-smtp knows no context and sets no deadline while it writes the text:
//     a watcher closes the connection ([Server] has a limit for everything).
//   - Closing go-smtp's data writer sends the final dot. After an error it is not
//     closed, but the connection: half a mail would be taken for a whole one.
//   - "Relay denied" is a 5xx to the addressee, and means us. It is tried again.
//   - A server's answer to a wrong password can repeat it. Only its code is kept.
//   - Gmail drops a second mail with a Message-ID it knows, even when the first is
//     in the bin. So Resend makes a new post.
//   - An error of [Addresses] stops a post for now, an empty address for good. A
//     key that a backup did not bring must be an error.
package outbox
