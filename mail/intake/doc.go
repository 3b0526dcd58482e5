// Package intake puts messages into the log: the raw bytes first, each once,
// with what they say about themselves. It proposes campaign and seat; the
// judge decides, later and from the log.
//
//	item -> read (package mail) -> key known? stop: committed before
//	     -> blob of the raw bytes -> one commit in inbox/<source>
//
// That commit is the source's cursor. Its key is the hash of the message's
// content, so reading a mailbox again commits nothing, and neither does the
// same mail in another file. The same content from another source is stored
// with class "duplicate"; the same Message-ID with other content is a message
// of its own with the note "same-id-other-content".
//
// # What is public
//
// [events.Received] is: class, size, times, hashes, notes. Whose message it
// is and what it says is the private part for the engine, under the key of
// the person the address belongs to; so is the blob. When that key was
// destroyed, a new mail from the same address starts a new one.
//
// The content hash is public too, so it is keyed with the club's key: a plain
// hash would let anybody who holds the log test a guess at a short mail ("is
// this 'war dusters 6'?"). Whoever has the key can still show that two mails
// are the same.
//
// # Vouching
//
// A From field proves nothing. What does is looked for once (package trust) and
// stored with the message: when it is enough the message comes in "proven", else
// "claimed", and the judge holds its orders until their writer sends a code back
// (package judge). When the operator reads the same source again with
// "ingest --trust=address", nothing is stored twice: each message that was
// only claimed gets a fact "message.vouched", once, and what was held for want
// of proof is released and judged. The first fact stays as it was, so the log
// tells when somebody began to believe the address.
//
// # Proposals
//
// In this order, all of them, without repetition: the seat tokens in the
// addresses that it came to, the tag of the subject
// ("[ny12 1893c]"), the message of ours that it answers, a line "GAME ny12
// TURN 1893 PHASE c" or "PARTIE ny12", the seats of the sender's address. A
// tag may be a mailing list's: only the judge knows which games exist.
package intake
