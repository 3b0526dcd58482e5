package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fivepoints/events"
)

// maxYoung is how many keys wait in memory for the table keys. They are random,
// so one by one each would write a page of its own; together and in order they
// share pages. Between 2048 and 16384 the rate of 64 appenders is the same within
// the noise. More make the merges of a long log rarer (one stops the writing for
// some 40 ms at first, 150 to 250 ms at half a million commits), and slower what looks
// through the young commits: opening, and Lookup beside a process that writes.
const maxYoung = 8192

// keyed is how many commits have their keys in the table keys.
const keyed = `coalesce((SELECT keyed FROM checkpoints ORDER BY size DESC LIMIT 1), 0)`

// allKeys are the keys of all commits, old and young.
const allKeys = `(SELECT sid, key, seq FROM keys UNION ALL SELECT sid, key, seq FROM commits WHERE seq > ` + keyed + `)`

// insertCommit makes NULL of a key that is among the old ones, which the column
// refuses. Asked within the statement this costs 64 appenders a tenth of their rate
// at most (measured twice: 9 % and nothing); a query before it cost 5 % more.
const insertCommit = `INSERT INTO commits(seq, sid, prev, key, leaf, sum, body)
VALUES(?1, ?2, ?3, CASE WHEN EXISTS (SELECT 1 FROM keys WHERE sid = ?2 AND key = ?4) THEN NULL ELSE ?4 END, ?5, ?6, ?7)`

// streamKey is a key with the stream it is unique in.
type streamKey struct {
	stream string
	key    events.Key
}

// resumeKeys reads the tips of the streams and the keys that are young.
func (w *writer) resumeKeys(l *Log) error {
	rows, err := l.db.Query(`SELECT s.sid, s.name, coalesce(max(k.seq), 0), count(k.seq) FROM streams s LEFT JOIN keys k USING(sid) GROUP BY s.sid`)
	if err != nil {
		return fmt.Errorf("reading the tips of its streams: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var t tip
		var name string
		var n events.Seq
		if err := rows.Scan(&t.sid, &name, &t.seq, &n); err != nil {
			return fmt.Errorf("reading the tips of its streams: %w", err)
		}
		w.tips[name], w.lasts[name] = t, t.seq
		w.keyed += n
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading the tips of its streams: %w", err)
	}
	return w.resumeYoung(l)
}

// resumeYoung reads the keys of the other commits, and counts: none may lack one.
func (w *writer) resumeYoung(l *Log) error {
	rows, err := l.db.Query(`SELECT s.sid, s.name, c.key, c.seq FROM commits c JOIN streams s USING(sid) WHERE c.seq > ` + keyed + ` ORDER BY c.seq`)
	if err != nil {
		return fmt.Errorf("reading its newest keys: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var t tip
		var name string
		var key []byte
		if err := rows.Scan(&t.sid, &name, &key, &t.seq); err != nil || len(key) != len(events.Key{}) {
			return errors.Join(errors.New("reading its newest keys: one is damaged; run `fivepoints verify`"), err)
		}
		w.tips[name], w.lasts[name] = t, t.seq
		w.young[streamKey{name, events.Key(key)}] = t.seq
	}
	w.last = events.Seq(w.tree.Size())
	if n := w.keyed + events.Seq(len(w.young)); n != w.last && rows.Err() == nil {
		return fmt.Errorf("it has %d keys for %d commits; run `fivepoints verify` and restore a backup", n, w.last)
	}
	return rows.Err()
}

// remember notes the key of a commit on its way. Lookup reads the same map.
func (w *writer) remember(c *events.Commit, seq events.Seq) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.young[streamKey{c.Stream, c.Key}] = seq
}

// lookupYoung returns the seq of a durable commit whose key is young, or 0.
func (w *writer) lookupYoung(stream string, key events.Key) events.Seq {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq := w.young[streamKey{stream, key}]; seq <= w.last {
		return seq
	}
	return 0
}

// knownYoung marks a request whose key its stream has among the young ones.
// It needs no mutex: only the goroutine that writes changes the map.
func (w *writer) knownYoung(r *request) bool {
	r.seq = w.young[streamKey{r.commit.Stream, r.commit.Key}]
	r.dup = r.seq > 0
	return r.dup
}

// known marks a request whose key its stream has already.
func (w *writer) known(r *request, sid int64) error {
	if w.knownYoung(r) {
		return nil
	}
	err := w.lookup.QueryRow(sid, r.commit.Key[:]).Scan(&r.seq)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	r.dup = err == nil
	return err
}

// merge moves the young keys to the table, in its order; a key that is there
// already ends the writing. They are forgotten when the transaction is durable.
func (w *writer) merge() error {
	_, err := w.conn.ExecContext(context.Background(), `INSERT INTO keys(sid, key, seq) SELECT sid, key, seq FROM commits WHERE seq > ? ORDER BY sid, key`, int64(w.keyed))
	w.keyed = events.Seq(w.tree.Size())
	return err
}

// checkKeys wants exactly the keys of the old commits in the table.
func (l *Log) checkKeys(ctx context.Context) error {
	var old, count, wrong int64
	row := l.db.QueryRowContext(ctx, `SELECT n, (SELECT count(*) FROM keys), coalesce((
		SELECT c.seq FROM commits c LEFT JOIN keys k ON k.sid = c.sid AND k.key = c.key
		WHERE c.seq <= n AND k.seq IS NOT c.seq ORDER BY c.seq LIMIT 1), 0)
		FROM (SELECT `+keyed+` AS n)`)
	if err := row.Scan(&old, &count, &wrong); err != nil {
		return fmt.Errorf("checking the keys: %w", err)
	}
	if wrong != 0 {
		return &events.Damage{Seq: events.Seq(wrong), What: "the table of keys does not lead to it"}
	}
	if count != old {
		return fmt.Errorf("checking the keys: there are %d of them for %d commits", count, old)
	}
	return nil
}
