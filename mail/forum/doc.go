// Package forum reads and writes boards: phpBB, MyBB, SMF, NodeBB, Discourse,
// BoardGameGeek, and text that somebody pastes. A post is a message with another
// source: it goes through the same intake, judge and receipts as a mail.
//
//	page, answer or paste -> Read, Paste -> Page{Posts} -> Look -> Ledger.Take
//	  -> one commit per revision in inbox/<source>: message.received, post.seen
//	     (or post.changed); post.gone, post.back, board.polled stand alone
//
// # Reading
//
// A page is read by the names of its elements, an answer by its fields. What
// lacks them is [ErrNotUnderstood]: nothing is guessed, no post is taken for
// deleted because a board was upgraded. Who wrote a post is the board's id of
// its author; a name is for people, and names that look alike are told
// (LookAlikes). BoardGameGeek gives names only.
//
// Every line of a post has a class: kept (empty), "quote", "spoiler" (nobody
// sees it before he clicks; signatures too), "struck", "unclear", "own" (a post of
// ours, by its footer). Only kept lines give orders. Unclear is what a board may
// show in two ways, or what it no longer tells: a line struck out in part, a
// quotation that is opened and not closed (or closed and not opened: that is how
// one is forged), a smiley that ate what was typed. It is held and its author
// told; nothing is guessed. HTML, BBCode and Markdown come to the same lines.
//
// # Edits and deletions
//
// The log keeps every revision that was seen. When it changed nobody knows: a
// fact tells the last look that saw the old text and the first one that saw the
// new one, and what the board showed of it. A post is known by board, topic and
// id, never by its place; a revision by a keyed hash of its lines, so that an
// upgrade which only draws them anew changes nothing. Between two looks nothing
// is written, but for looks around a deadline (board.polled), which bound the
// window of an edit even after a restart.
//
// Whether an edit counts is the judge's: never, until a receipt was written, or
// until the deadline, as the fact says. What straddles a deadline is held.
//
// # Asking boards
//
// Client asks one board: one question at a time with a pause between two, never
// before its Retry-After, over https and at no address of this machine or a
// private network, whatever its name resolves to or a redirect says. A redirect
// to a password is [ErrLogin]; a page that does not tell how many pages its topic
// has is not understood, for the posts of the others would be lost. Follower
// looks at what is new each time, at everything once an hour, and at everything
// shortly before and after each deadline. Feeds only wake (Bell): each was seen
// to lose posts or words.
//
// Boards are read only. Where `write` is set, Poster puts summaries on those that
// have an interface to write (NodeBB, Discourse): before each try it looks for the
// last line of the post, so that one whose answer was lost is not posted twice.
// Everywhere else the summary is pasted (`summary --format bbcode:phpbb`).
//
// # What was tried
//
// NodeBB 4.9.2 on loopback: reading, an edit, a deletion, a post that waits to be
// let through, posting a summary. The other kinds are read from look-alike pages
// that we wrote after what was measured on running boards (phpBB 3.3, MyBB 1.8,
// SMF 2.1) or documented (Discourse, XMLAPI2). npm has NodeBB 1.4 only, so no test
// installs one.
//
// # Accounts
//
// An account belongs to a person (person.bound): its holder posted a code that
// reached him by another way, or the moderator says so. Posts from before wait
// and are judged then.
package forum
