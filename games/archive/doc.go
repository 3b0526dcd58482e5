// Package archive reads and writes one game as one file that stands alone.
//
// # Format 1 [F]
//
// Lines of JSON. The first is a Header. Each further line is a commit of the
// game's stream, in order: its seq in the log it comes from, its canonical bytes
// (package events) as a string, for each of its private parts in order the salt
// and the value (base64), or null where it stays closed, and its inclusion proof
// (base64 hashes) in the checkpoint of the header.
//
//	{"fivepoints":"game","v":1,"game":"ny12","origin":"…","key":"…","checkpoint":"…","commits":7}
//	{"seq":4,"bytes":"{\"v\":1,…}","open":[{"salt":"…","plain":"…"},null],"proof":["…"]}
//
// Parts under the game's key are open: without them nobody could play the game
// again. Parts under a person's key are open only in a full export. No key is in
// the file, and neither are mails.
//
// Everything can be checked with the file and the key of the log it comes from:
// the signature, the place of every commit in the log, the chain of the game,
// every open part, every draw whose secret or key is published. What cannot be
// told is whether the game went on after its last commit.
//
// A file is hostile until it was read whole: Read bounds it before anything is
// folded, Fold runs the rulebook under guard and with a limit of steps.
package archive
