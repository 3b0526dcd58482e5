// Package audit proves that a log is what it was: every leaf recomputed from
// the stored bytes, every chain, key, part and blob compared, and the Merkle
// root of it all (RFC 6962, as in golang.org/x/mod/sumdb/tlog).
//
// Rows cut off the end leave a shorter log that is right in itself. They are
// missed against a checkpoint, which a log keeps beside its rows and which
// later travels with every mail; against somebody who may rewrite rows,
// checkpoints and keys alike, only one that left the house helps.
package audit
