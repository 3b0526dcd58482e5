// Package events is the vocabulary of the append-only log: commits, facts,
// private parts, and the bytes they have for ever.
//
// What is written here is final; a log made today is read by every later
// fivepoints.
//
// # Canonical JSON
//
// Marshal writes objects with the fields of their struct in declaration order,
// named by their json tag; no white space; integers only; strings in strict
// UTF-8 where only the quote, the backslash and the control characters below
// U+0020 are escaped (\b \t \n \f \r, else \u00xx in lower-case hexadecimal); a
// nil slice is []; null stands only for a nil pointer. Fields tagged omitempty
// are left out when zero. There are no maps, floats or interfaces.
//
// # Canonical bytes of a commit
//
//	{"v":1,"stream":"game/ny12","prev":7,"at":1763724000000,
//	 "key":"<32 hex>","cause":5,"facts":[
//	 {"t":"t.sheet","v":1,"pub":{...},"priv":[["whyos","<64 hex>"]]}]}
//
// without the line breaks. prev is the seq of the stream's previous commit (0
// when there is none), at is in unix milliseconds, and priv lists audience and
// hash of each private part, sorted by audience; it is left out when a fact has
// none. Seq and private values are not in these bytes. The leaf of the commit in
// the log's Merkle tree is tlog.RecordHash of them.
//
// # Private parts
//
// A part's hash is SHA-256(salt32 || audience || plain). Plain is a canonical
// JSON object, so audience and plain cannot be confused. Stored beside the
// canonical bytes is nonce12 || AES-256-GCM(salt32 || plain), without additional
// data, under a key named "games/<id>" or "people/<id>". Destroying the key
// erases the value and breaks no proof.
//
// # Frame
//
// A commit travels and rests as one message, the same in SQLite and JetStream:
//
//	canonical bytes
//	0x0A                       (never occurs inside canonical bytes)
//	per part, in the order of the facts and of their audiences:
//	  1 byte   n, length of the key's name
//	  n bytes  the key's name
//	  4 bytes  m, length of the data, big-endian
//	  m bytes  the data
//
// The number of parts is the number of priv entries of the canonical bytes.
package events
