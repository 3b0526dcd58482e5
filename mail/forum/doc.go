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
// # Accounts
//
// An account belongs to a person (person.bound): its holder posted a code that
// reached him by another way, or the moderator says so. Posts from before wait
// and are judged then.
package forum
