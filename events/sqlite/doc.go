// Package sqlite is the log of record: one file, one process that writes.
//
// # Schema
//
//	streams(sid, name)                         names of streams
//	commits(seq, sid, prev, key, leaf, sum, body)
//	keys(sid, key, seq)                        index of the old commits by key
//	blobs(h, key, data)                        raw messages and rendered posts, encrypted
//	checkpoints(size, root, peaks, mac, keyed) heads of the Merkle tree
//
// A row of commits is one commit: body is its frame (see package events), the
// same bytes that JetStream carries; the other columns repeat what queries need
// and are compared with the body whenever a commit is read. seq has no gaps.
// No two commits have the same prev, or begin the same stream: a fork cannot be
// stored. (prev is a seq of the whole log, so its index grows at its end; one by
// stream would touch a page per stream and commit.) The same index leads from each
// commit of a stream to the next, and so a stream is read. sum is SHA-256 over the
// encrypted parts, which finds damage in parts whose key is gone. Triggers forbid UPDATE
// and DELETE in every table. application_id is 'FPLG', user_version the schema.
//
// # Keys
//
// A key is unique in its stream for ever, which makes every append idempotent. An
// index of such keys would have a random page written for nearly every commit, so
// there are two levels. Those of the first commits, as many as the newest
// checkpoint says in keyed, are in the table keys; those of the young commits after
// them are in the writer's memory, and read from commits when a log is opened. When
// 8192 are young, and on Close, they go to the table in one sorted insert, in the
// transaction of the batch and of the checkpoint that counts them, and leave the
// memory once that is durable. A commit is compared with both levels before it is
// stored, and a key that came twice all the same would break the merge, for it is
// the primary key of the table. Verify wants each old commit, and nothing else, in it.
//
// # Writing
//
// Append seals in the caller's goroutine and queues the commit. One goroutine at
// a time, the first that waits, writes what is queued, at most 1024 commits, in
// one transaction: one wait for the disk for all of them (WAL, synchronous
// FULL). Deviation from the design: there is no goroutine of its own for this;
// handing a lone commit over and back cost a tenth of the rate. Blobs wait in
// memory for the next transaction, so they cost no wait of their own and are
// never later than the commit that names them. After the first write error the log refuses to write:
// what the disk holds is known again only after it was opened anew.
//
// A checkpoint is stored with the first commits, every 1024, and on Close.
//
// # Opening
//
// Open refuses, but for Options.Damaged, what is cheap to see: a log shorter than
// its checkpoint or with gaps, tables or triggers that are not those of the schema,
// a newest checkpoint that the key club did not make (another key would make
// strangers of all senders), and, for writing, a file that lacks its end and has no
// write-ahead log that makes up for it. It does not
// look into the commits: whoever reads them does, and Verify.
//
// # Reading
//
// Any number of goroutines, and of processes with Options.ReadOnly, read beside
// the writer. Read verifies the leaf hash of each commit it yields.
package sqlite
