// Package chance draws verifiably: an outcome follows from a secret that was
// fixed before the first order, and from everything the players sealed.
//
// The secret of a game (32 bytes) is made at its start and its Commitment
// stands in the game's first fact. When a window closes, the beacon is the
// hash of the commitments of all sheets received since the window before, so
// nobody, not even the keeper of the secret, could choose it. The keys are
//
//	window key = HMAC-SHA256(secret, "window" 0x00 window 0x00 beacon)
//	hidden key = HMAC-SHA256(secret, "hidden")        shuffles and deals
//
// and pick i (from 0) among the m things left in the pool is
//
//	x = first 8 bytes, big endian, of HMAC-SHA256(key, label 0x00 pool 0x00 i 0x00 try)
//	x >= 2^64 - (2^64 mod m)  =>  try again with try+1;  else the (x mod m)-th thing left
//
// where i and try are decimal and pool is each thing preceded by its length in
// decimal and a colon ("6:pistol5:stick"). A window key may be published
// without harm to other windows; the secret is published when the game ends.
//
// A correction may open an ended game again, whose secret everybody knows by
// then. So a publication commits to the next secret, and later draws come from
// that one; judge.CheckDraws tells which draw came from which and repeats them.
//
// The secret says nothing of the pool: it fixes which things were drawn, and
// the rules fix what they were drawn from and in which order (fivepoints verify
// GAME judges the game again for that).
package chance
