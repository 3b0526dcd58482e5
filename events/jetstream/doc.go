// Package jetstream copies the log to NATS: the mirror LOG for machines, the
// feed FEED for readers. It is the only door to NATS.
//
//	log (SQLite, decides) ──Node──► LOG    one message per commit, same seq
//	                          └───► FEED   what the public and each seat may know
//
// A Node runs nats-server inside the process that owns the data folder. It opens
// no port unless Options.Listen names one, and then only on a loopback address:
// there is no TLS here. Both streams are disposable; what was acknowledged rests
// in the log. So the streams are written without waiting for the disk.
//
// # LOG
//
// Commit N of the log is message N of the stream, with subject log.<stream>, the
// slash written as a dot: log.game.ny12, log.people. Its data is events.Frame:
// the canonical bytes, then the encrypted parts. Headers:
//
//	Fp-Leaf  the commit's leaf hash, in hexadecimal
//	Fp-Root  the Merkle root of the log up to this commit (package audit)
//	Fp-Sum   8 bytes of SHA-256 over root and data: tells a damaged message from a
//	         message of another log
//	Nats-Expected-Last-Sequence  N-1
//
// The server refuses a message that would not get sequence N, so there is no
// duplicate, gap or reordering whatever dies when, and no window of time in
// which that holds. Commits are published up to 512 ahead of their
// acknowledgements; after any error all those on their way are waited for, the
// last message is read again and compared, and publishing goes on from there.
//
// The head of a log is its size and root. Roots, not leaves, are compared: equal
// roots say that every commit before is the same too. A stream that is longer
// than the log, or has another root or leaf at its end, is a fork: somebody put
// an older backup back, or two folders were mixed up. The Node stops for good and
// the error names both heads; nothing here mends a fork. A stream that is
// missing, cut short, with holes or unreadable is made anew from the log, with
// the same sequences. A store in which nats-server does not get ready within
// half a minute, as a single flipped bit can bring about, is set aside as
// store.damaged, for the next start. When the files are taken away under a running
// server, or others put in their place, it is started again on what is there now;
// that is noticed with the next commit, or within ten seconds. A stream LOG that
// fivepoints did not make is never touched.
//
// Limits are compared at every start: nothing may be deleted, purged or grow old,
// and a full stream refuses what is new instead of dropping what is old.
//
// # FEED
//
//	public.<game>          what everybody may know of one commit
//	private.<game>.<seat>  the private parts of that commit for a seat
//
// A message is canonical JSON (package events), the facts in the order of the commit:
//
//	{"v":1,"game":"ny12","seq":57,"at":1763724000000,
//	 "facts":[{"t":"gang_moved","v":1,"pub":{...}}]}
//	{"v":1,"game":"ny12","seat":"whyos","seq":57,"at":1763724000000,
//	 "facts":[{"t":"hand_dealt","v":1,"pub":{...},"priv":{...}}]}
//
// Headers: Fp-Seq, the seq of the commit, and Fp-Leaf; no others, for a place among
// the messages of a commit, or a sequence of the stream, would tell a reader how
// many others are told something. A subject has at most one message per commit, so
// Fp-Seq is a reader's cursor. The stream has sequences of its own. Its messages are
// not locked to them: their last 512 are compared with the log at every opening, and
// it is made anew when they do not fit, or when the derivation's version changes.
//
// Order sheets are never told, not even to their seat: that somebody has written
// is not public while a mail is open, and a number in the right place would tell.
// A seat gets private parts only of commits that everybody sees. Texts under a
// person's key are never told, so erasing somebody leaves nothing here. The seqs
// count all commits of the log: a gap tells that something happened, somewhere.
//
// # Users
//
// Users prove themselves with an nkey (Ed25519); the seed is a file of mode 0600
// under <dir>/users and never travels. Node is the process itself; its key lives
// in memory.
//
//	reader            subscribes to public.>
//	<game>.<seat>     subscribes to public.<game> and private.<game>.<seat>
//
// No user may use the JetStream API: a consumer's deliver subject would let a
// reader publish with the server's rights. The past is asked for instead:
// a request on history.<subject>, for example history.public.ny12, with the
// decimal Fp-Seq after which to begin, is answered by up to 256 messages, or
// some 8 MiB, as they were published and one that is empty, whose header Fp-More is "true" when
// there are more. The reply subject must begin with the user's own inbox prefix,
// _INBOX_reader or _INBOX_<game>_<seat>: set nats.CustomInboxPrefix. A follower
// subscribes first, asks for the past until it has it, then drops what it
// has seen; after a reconnect it asks again. Example_follower in follower_test.go
// does the first in forty lines of nats.go. Who asks so fast that the questions
// pile up gets no answer to some, and asks again.
package jetstream
