package sqlite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"fivepoints/events"

	"golang.org/x/mod/sumdb/tlog"
)

// readers are the prepared statements of the reading side.
type readers struct {
	lookup, lookupOld, tip, last, all, stream, recent, blob, blobKey *sql.Stmt
	list                                                             []*sql.Stmt
}

const (
	columns = `SELECT c.seq, s.name, c.prev, c.key, c.leaf, c.sum, c.body FROM `
	commits = columns + `commits c LEFT JOIN streams s USING(sid) `
)

// alongChain are the commits of stream ?1 after ?2, to ?3: each is found by its
// prev, one after the other, beginning with ?2 if it is one of the stream's.
const alongChain = `WITH RECURSIVE
own(sid) AS (SELECT sid FROM streams WHERE name = ?1),
chain(seq) AS (
	SELECT coalesce((SELECT seq FROM commits WHERE seq = ?2 AND sid = (SELECT sid FROM own)),
		(SELECT seq FROM commits WHERE prev = 0 AND sid = (SELECT sid FROM own)))
	UNION ALL
	SELECT c.seq FROM chain JOIN commits c ON c.prev = chain.seq AND c.prev > 0
	WHERE c.seq > chain.seq AND c.seq <= ?3
) ` + columns + `chain CROSS JOIN commits c USING(seq) LEFT JOIN streams s USING(sid) WHERE c.seq > ?2 AND c.seq <= ?3`

func (r *readers) prepare(db *sql.DB) error {
	for _, p := range []struct {
		stmt  **sql.Stmt
		query string
	}{
		{&r.lookup, `SELECT seq FROM ` + allKeys + ` WHERE sid = (SELECT sid FROM streams WHERE name = ?) AND key = ?`},
		{&r.lookupOld, `SELECT seq FROM keys WHERE sid = (SELECT sid FROM streams WHERE name = ?) AND key = ?`},
		{&r.tip, `SELECT coalesce(max(seq), 0) FROM ` + allKeys + ` WHERE sid = (SELECT sid FROM streams WHERE name = ?)`},
		{&r.last, `SELECT coalesce(max(seq), 0) FROM commits`},
		{&r.all, commits + `WHERE c.seq > ? AND c.seq <= ? ORDER BY c.seq`},
		// Two ways to the commits of a stream: along its chain, from the given
		// commit if it is one of the stream's, or through the newest rows of the log.
		{&r.stream, alongChain},
		{&r.recent, commits + `WHERE +c.sid = (SELECT sid FROM streams WHERE name = ?) AND c.seq > ? AND c.seq <= ? ORDER BY c.seq`},
		{&r.blob, `SELECT key, data FROM blobs WHERE h = ?`},
		{&r.blobKey, `SELECT key FROM blobs WHERE h = ?`},
	} {
		stmt, err := db.Prepare(p.query)
		if err != nil {
			return fmt.Errorf("preparing to read: %w", err)
		}
		*p.stmt = stmt
		r.list = append(r.list, stmt)
	}
	return nil
}

func (r *readers) close() error {
	var errs []error
	for _, s := range r.list {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

// Lookup implements events.Log.
func (l *Log) Lookup(ctx context.Context, stream string, key events.Key) (events.Seq, error) {
	stmt := l.read.lookup
	if l.w != nil {
		if seq := l.w.lookupYoung(stream, key); seq > 0 {
			return seq, ctx.Err()
		}
		stmt = l.read.lookupOld // keys leave the map when they are durable there
	}
	return one(ctx, "looking up a key of "+stream, stmt, stream, key[:])
}

// Tip implements events.Log.
func (l *Log) Tip(ctx context.Context, stream string) (events.Seq, error) {
	if l.w != nil {
		return l.w.tip(stream), ctx.Err()
	}
	if stream == "" {
		return one(ctx, "reading the tip of the log", l.read.last)
	}
	return one(ctx, "reading the tip of "+stream, l.read.tip, stream)
}

// one returns the seq a query finds, 0 when there is none.
func one(ctx context.Context, doing string, stmt *sql.Stmt, args ...any) (events.Seq, error) {
	var seq events.Seq
	err := stmt.QueryRowContext(ctx, args...).Scan(&seq)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%.80s: %w", doing, err)
	}
	return seq, nil
}

// Streams implements events.Log.
func (l *Log) Streams(ctx context.Context, prefix string) ([]string, error) {
	rows, err := l.db.QueryContext(ctx, `SELECT name FROM streams ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("listing the streams: %w", err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("listing the streams: %w", err)
		}
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	return names, rows.Err()
}

// Read implements events.Log. A commit that is not what was stored is an
// *events.Damage.
func (l *Log) Read(ctx context.Context, stream string, after events.Seq) iter.Seq2[events.Stored, error] {
	return func(yield func(events.Stored, error) bool) {
		tip, err := l.Tip(ctx, "")
		if err == nil && tip <= after {
			return
		}
		var rows *sql.Rows
		if err == nil {
			rows, err = l.query(ctx, stream, after, tip)
		}
		if err != nil {
			yield(events.Stored{}, fmt.Errorf("reading the log after commit %d: %w", after, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			st, err := scan(rows, after)
			if !yield(st, err) || err != nil {
				return
			}
			after = st.Seq
		}
		if err := rows.Err(); err != nil {
			yield(events.Stored{}, fmt.Errorf("reading the log after commit %d: %w", after, err))
		}
	}
}

// fewCommits is how many rows are sooner looked through than a stream's index.
const fewCommits = 100

func (l *Log) query(ctx context.Context, stream string, after, tip events.Seq) (*sql.Rows, error) {
	if stream == "" {
		return l.read.all.QueryContext(ctx, after, tip)
	}
	if tip-after <= fewCommits {
		return l.read.recent.QueryContext(ctx, stream, after, tip)
	}
	return l.read.stream.QueryContext(ctx, stream, after, tip)
}

// scan reads a row and compares its columns with the commit itself.
func scan(rows *sql.Rows, after events.Seq) (events.Stored, error) {
	var seq, prev events.Seq
	var name sql.NullString
	var key, leaf, sum, body []byte
	if err := rows.Scan(&seq, &name, &prev, &key, &leaf, &sum, &body); err != nil {
		return events.Stored{}, &events.Damage{Seq: after + 1, What: "its row cannot be read: " + err.Error()}
	}
	st, err := events.Unframe(body)
	if err != nil {
		return events.Stored{}, &events.Damage{Seq: seq, Stream: name.String, What: err.Error()}
	}
	st.Seq, st.Leaf = seq, tlog.RecordHash(st.Bytes)
	what := ""
	switch {
	case !bytes.Equal(leaf, st.Leaf[:]):
		what = "its bytes do not have the stored leaf hash"
	case !bytes.Equal(sum, partSum(&st, body)):
		what = "its encrypted parts do not have the stored hash"
	case !sameHeader(st.Bytes, name.String, prev, key):
		what = "its stream, place or key is not what its row says"
	}
	if what != "" {
		return events.Stored{}, &events.Damage{Seq: seq, Stream: name.String, What: what}
	}
	return st, nil
}

// partSum hashes the encrypted parts of a frame; nil when there are none.
func partSum(st *events.Stored, frame []byte) []byte {
	if len(st.Parts) == 0 {
		return nil
	}
	sum := sha256.Sum256(frame[len(st.Bytes)+1:])
	return sum[:]
}

// sameHeader compares columns with the head of canonical bytes.
func sameHeader(b []byte, stream string, prev events.Seq, key []byte) bool {
	head := make([]byte, 0, 128)
	head = fmt.Appendf(head, `{"v":1,"stream":"%s","prev":%d,"at":`, stream, prev)
	rest, ok := bytes.CutPrefix(b, head)
	if !ok {
		return false
	}
	rest = bytes.TrimLeft(rest, "0123456789")
	head = hex.AppendEncode(append(head[:0], `,"key":"`...), key)
	return bytes.HasPrefix(rest, head)
}

// watchEvery is how often a read-only log looks for commits of the process
// that writes.
const watchEvery = 50 * time.Millisecond

// Wait implements events.Log.
func (l *Log) Wait(ctx context.Context, after events.Seq) error {
	if l.w != nil {
		return l.w.wait(ctx, after)
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		tip, err := l.Tip(ctx, "")
		if err != nil || tip > after {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Blob implements events.Log.
func (l *Log) Blob(ctx context.Context, h string) ([]byte, error) {
	raw, err := hex.DecodeString(h)
	if err != nil || len(raw) != sha256.Size {
		return nil, fmt.Errorf("reading blob %.64q: %w", h, events.ErrNotFound)
	}
	if l.w != nil {
		if b, ok := l.w.waitingBlob(h); ok {
			return events.OpenBlob(l.keys, b.key, h, b.data)
		}
	}
	var key string
	var data []byte
	switch err := l.read.blob.QueryRowContext(ctx, raw).Scan(&key, &data); {
	case errors.Is(err, sql.ErrNoRows):
		return nil, fmt.Errorf("reading blob %s: %w", h, events.ErrNotFound)
	case err != nil:
		return nil, fmt.Errorf("reading blob %s: %w", h, err)
	}
	return events.OpenBlob(l.keys, key, h, data)
}

// BlobKey names the key that a stored blob lies under.
func (l *Log) BlobKey(ctx context.Context, h string) (string, error) {
	raw, err := hex.DecodeString(h)
	if err != nil {
		return "", fmt.Errorf("reading blob %.64q: %w", h, events.ErrNotFound)
	}
	var key string
	err = l.read.blobKey.QueryRowContext(ctx, raw).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		err = events.ErrNotFound
	}
	if err != nil {
		return "", fmt.Errorf("reading blob %s: %w", h, err)
	}
	return key, nil
}

// Check looks for damage in the file that reading the commits does not find: in
// indexes, in pages nobody refers to, and in the tables and triggers themselves.
func (l *Log) Check(ctx context.Context) error {
	var what string
	if err := l.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&what); err != nil {
		return fmt.Errorf("checking the file: %w", err)
	}
	if what != "ok" {
		return fmt.Errorf("checking the file: %s", what)
	}
	err := checkLength(l.path)
	for i := 0; err != nil && i < 2; i++ { // a writer may have folded its log in between
		err = checkLength(l.path)
	}
	if err != nil {
		return fmt.Errorf("checking the file: %w", err)
	}
	if err := l.checkKeys(ctx); err != nil {
		return err
	}
	return l.checkSchema(ctx)
}

// checkSchema wants exactly the tables and triggers of schema.
func (l *Log) checkSchema(ctx context.Context) error {
	rows, err := l.db.QueryContext(ctx, `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL`)
	if err != nil {
		return fmt.Errorf("checking the tables: %w", err)
	}
	defer rows.Close()
	missing := strings.Count(schema, "CREATE ")
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return fmt.Errorf("checking the tables: %w", err)
		}
		if !strings.Contains(schema, text+";") {
			return fmt.Errorf("checking the tables: %q is not as it was made", name)
		}
		missing--
	}
	if missing != 0 {
		return errors.New("checking the tables: tables or triggers were added or dropped")
	}
	return rows.Err()
}
