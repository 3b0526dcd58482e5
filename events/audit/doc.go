// Package audit proves that a log is what it was: every leaf recomputed from
// the stored bytes, every chain, key, part and blob compared, and the Merkle
// root of it all (RFC 6962, as in golang.org/x/mod/sumdb/tlog).
//
// What cannot be opened proves nothing, so it counts only if its key was erased,
// which the key store remembers. A key that is simply not there is reported
// (Report.Missing). The name of the key beside encrypted bytes is in no leaf;
// where it follows from what everybody can read it is compared: posts and contacts
// are under their person's or game's key, a mail under that of its envelope.
//
// Rows cut off the end leave a shorter log that is right in itself. They are
// missed against a checkpoint, which a log keeps beside its rows and which
// later travels with every mail; against somebody who may rewrite rows,
// checkpoints and keys alike, only one that left the house helps.
//
// # What leaves the house
//
// The head of the log is signed (Signer.KeepCheckpoint) when everybody is told of
// a commit: a C2SP checkpoint with an Ed25519 key that follows from the club's
// key. It is first a fact, checkpoint.signed in the stream club, under a key that
// is its size, then it is rendered: no size has two roots, and nothing is mailed
// that is not in the log. Receipts carry a Promise instead, which tells nothing
// of others. FindNotes reads both out of mails; Prover makes inclusion and
// consistency proofs that CheckProof checks with the key alone.
package audit
