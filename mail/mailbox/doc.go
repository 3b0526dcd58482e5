// Package mailbox yields the messages of a source one by one: an mbox file, a
// single .eml, a Maildir, a stream of either file kind, and, as long as the
// program runs, a folder of an IMAP server or what a mail server of this
// machine hands over by LMTP.
//
// No message is held in memory beyond [mail.MaxRaw] plus one byte; that byte
// tells the reader that it was longer. Files are never changed; in a folder of
// a server only our own mark is.
//
// # Why the readers of files are our own
//
// go-mbox takes every line "From " for a separator, even "From Bowery to
// Docks" in an order sheet, drops the separator's date, and knows one quoting
// only. go-maildir moves messages from new to cur; a file that somebody asked
// us to read stays as it was.
//
// # mbox
//
// A separator is a line "From sender date" after an empty line or before a
// header field; without a date it must have both. ">From " and ">>From " lose
// one mark (mboxrd). LF and CRLF are both read.
//
// # Cursors
//
// A cursor names the place in the source and nothing else (it is public in
// the log): the byte offset in an mbox, a hash of a Maildir file's name,
// "uidvalidity.uid" in an IMAP folder, time and number of an LMTP delivery.
//
// # IMAP
//
// [IMAP.Follow] keeps one connection to one folder. It asks for the UIDs
// behind the cursor, describes them (UID FLAGS INTERNALDATE RFC822.SIZE, a
// hundred at once) and fetches them one by one, in order, each only after the
// one before was committed. Then it waits in IDLE, at most nine minutes, and
// looks again whether anything was announced or not. A server without IDLE is
// polled.
//
//	NOOP, UID SEARCH n:* -> UID FETCH descriptions -> UID FETCH BODY.PEEK[]
//	   -> Take (the commit is the cursor) -> mark -> IDLE -> DONE ...
//
// What it relies on:
//
//   - The log is the only memory. \Seen is neither read nor set, and marks
//     decide nothing: people and other programs may change both. A message
//     counts as taken when Take returned nil; until then it is fetched again.
//   - Marks come after commits, in batches; those that a crash prevented are
//     made at the next start. Messages get the keyword $fpIngested or are moved
//     to Account.Done.
//   - Another UIDVALIDITY is another folder: everything is read again, and the
//     log knows by content what it has. Without UIDVALIDITY nothing is read. The
//     folder is opened anew every hour, should it have been replaced.
//   - ReadTo in [State] is the time of a search whose every result was taken.
//     A turn whose deadline lies before the ReadTo of every source has all its
//     mail.
//   - A message whose answer cannot be read twice is reported ([Handler].Unread)
//     and passed over, and bears $fpUnread. When the line is cut or the server
//     refuses, that may be the server's own trouble: then another message must
//     be readable and this one fail once more, so that a sick server loses
//     nobody's mail. Before that a description without the date is tried, since
//     a date is what servers get wrong.
//
// # Traps of go-imap v2 and how they are met
//
//   - It knows no limit of time between two answers, and arms a new one after a
//     timeout inside an answer: [watch] keeps the deadlines and closes the
//     socket. It also counts bytes, for the library reads lines of any length.
//   - A connection that ends inside a message ends its reader without an error:
//     the length is compared, and the command's OK is awaited. Discarding the
//     rest of such a message races with the library's own reading: it waits
//     until that has ended.
//   - A list among the capabilities makes it loop for ever (found by fuzzing),
//     and it follows body structures, unasked for, to any depth: such answers
//     are kept from it by [guard].
//   - One answer it does not know ends the connection: see the rule above.
//   - "n:*" finds the last message even when its UID is smaller, and a search
//     result may name 2^32 messages in a few bytes: filtered and cut here.
//   - Its substitute for MOVE deletes without waiting for the copy, and without
//     UIDPLUS expunges what others marked: replaced here.
//   - Its DebugWriter shows passwords, and servers repeat what they do not
//     understand: texts of servers are stripped of our secrets, and quoted.
//
// # LMTP
//
// [LMTP.Serve] is the better way for who runs a mail server: it brings the
// envelope ([Envelope]: where bounces go, which of our addresses it came to),
// and the server is the queue, for a message is answered for only when it is
// committed. One message for several of our recipients is one [Item]. It
// listens on this machine only. ReadTo waits for what is on its way and for
// what we could not store and the server will bring again; it cannot know what
// waits in the server's queue, so after a start allow for the server's retries.
// For OpenSMTPD, which brings a message once for each recipient:
//
//	action "play" lmtp "127.0.0.1:2400" rcpt-to virtual { "@" = nobody }
//	match from any for domain "play.example.org" action "play"
//
// go-smtp offers sending in chunks (BDAT) and then takes a message whose last
// chunk was cut off for a whole one; chunks are not offered here, and the end
// of a connection is an error. It also reads lines of 2,000 bytes only; mail
// has longer ones.
//
// All of go-imap stays behind this package; its API may still change.
//
// Tests run the library's server in memory inside testing/synctest, with
// connections that end, fall silent or babble at every offset, and Dovecot on
// pipes; a child is killed at every step with a log on disk. In memory, hours of
// waiting take no time and a goroutine left behind fails the test.
package mailbox
