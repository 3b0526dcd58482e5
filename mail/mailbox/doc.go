// Package mailbox yields the messages of a source one by one: an mbox file, a
// single .eml, a Maildir, a stream of either file kind. IMAP and LMTP will be
// further sources with the same [Item].
//
// Nothing here changes the source, and no message is held in memory beyond
// [mail.MaxRaw] plus one byte; that byte tells the reader that it was longer.
//
// # Why the readers are our own
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
// the log): the byte offset in an mbox, a hash of a Maildir file's name.
package mailbox
