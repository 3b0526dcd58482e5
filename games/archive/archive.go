package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"fivepoints/events"
	"fivepoints/events/audit"
)

// Limits of a file that is read.
const (
	MaxFile    = 256 << 20
	maxLine    = 8 << 20
	maxCommits = 200_000
)

// Header is the first line of a file.
type Header struct {
	Kind       string `json:"fivepoints"` // "game"
	V          int    `json:"v"`          // 1
	Game       string `json:"game"`
	Origin     string `json:"origin"`
	Key        string `json:"key"`                  // checks the signature; who trusts the file only checks nothing
	Checkpoint string `json:"checkpoint,omitempty"` // signed
	Commits    int    `json:"commits"`
	Full       bool   `json:"full,omitempty"` // with what people wrote
}

// line is a commit as it is written.
type line struct {
	Seq   events.Seq `json:"seq"`
	Bytes string     `json:"bytes"`
	Open  []*opening `json:"open,omitempty"`
	Proof []string   `json:"proof,omitempty"`
}

type opening struct {
	Salt  []byte `json:"salt"`
	Plain []byte `json:"plain"`
}

// Write writes a game of a log, with proofs that lead to the signed checkpoint
// note of size commits.
func Write(ctx context.Context, out io.Writer, log events.Log, game, note string, size uint64, full bool) error {
	commits, err := commitsOf(ctx, log, game, size)
	if err != nil {
		return err
	}
	s, err := audit.SignerOf(ctx, log)
	if err != nil || s == nil {
		return errors.Join(errors.New("the log has no name and no key"), err)
	}
	prover, err := audit.NewProver(ctx, log)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(out)
	enc := json.NewEncoder(buffered)
	enc.SetEscapeHTML(false)
	origin, _, _ := strings.Cut(s.Key(), "+")
	if err := enc.Encode(Header{Kind: "game", V: 1, Game: game, Origin: origin, Key: s.Key(), Checkpoint: note, Commits: len(commits), Full: full}); err != nil {
		return err
	}
	for _, st := range commits {
		l, err := lineOf(st, log.Keys(), prover, size, full)
		if err != nil {
			return err
		}
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

func commitsOf(ctx context.Context, log events.Log, game string, size uint64) ([]events.Stored, error) {
	var out []events.Stored
	for st, err := range log.Read(ctx, "game/"+game, 0) {
		if err != nil {
			return nil, fmt.Errorf("reading game %s: %w", game, err)
		}
		if uint64(st.Seq) <= size {
			out = append(out, st)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("reading game %s: %w", game, events.ErrNotFound)
	}
	return out, nil
}

func lineOf(st events.Stored, keys events.Keys, prover *audit.Prover, size uint64, full bool) (line, error) {
	l := line{Seq: st.Seq, Bytes: string(st.Bytes)}
	open, err := events.Openings(st, keys, func(key string) bool { return full || strings.HasPrefix(key, "games/") })
	if err != nil {
		return l, err
	}
	for _, o := range open {
		if o == nil {
			l.Open = append(l.Open, nil)
			continue
		}
		l.Open = append(l.Open, &opening{o.Salt, o.Plain})
	}
	proof, err := prover.Inclusion(st.Seq, size)
	for _, h := range proof {
		l.Proof = append(l.Proof, h.String())
	}
	return l, err
}

// Commit is one commit as it was read and checked.
type Commit struct {
	Seq   events.Seq
	Bytes []byte
	Open  []*events.Opening
	events.Commit
}

// Game is a file as it was read.
type Game struct {
	Header
	Head    *audit.Head // of the checkpoint, nil without one
	Proven  int         // commits whose place in the log is proven
	Commits []Commit
	Digest  string // hex SHA-256 of the file
}

// Bad names the first commit of a file that is not right.
type Bad struct {
	Seq  events.Seq // its number in the log it comes from, 0 when unknown
	Line int        // of the file
	Err  error
}

func (b *Bad) Error() string {
	if b.Seq == 0 {
		return fmt.Sprintf("line %d of the file: %v", b.Line, b.Err)
	}
	return fmt.Sprintf("commit %d (line %d of the file): %v", b.Seq, b.Line, b.Err)
}

func (b *Bad) Unwrap() error { return b.Err }

// Read reads a file and checks all that the file and the key can tell. key is
// that of the log the game comes from; "" takes the file's own word for it. What
// is wrong with a commit is a *Bad.
func Read(in io.Reader, key string) (*Game, error) {
	sum := sha256.New()
	limited := &io.LimitedReader{R: in, N: MaxFile + 1}
	lines := bufio.NewScanner(io.TeeReader(limited, sum))
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	g, err := readHeader(lines, key)
	if err != nil {
		return nil, fmt.Errorf("reading a game: %w", err)
	}
	r := reader{g: g}
	for n := 2; lines.Scan(); n++ {
		if seq, err := r.line(lines.Bytes()); err != nil {
			return nil, fmt.Errorf("reading a game: %w", &Bad{seq, n, err})
		}
	}
	switch {
	case limited.N == 0:
		return nil, fmt.Errorf("reading a game: the file has more than %d MB", MaxFile>>20)
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return nil, fmt.Errorf("reading a game: a line of the file has more than %d MB", maxLine>>20)
	case lines.Err() != nil:
		return nil, fmt.Errorf("reading a game: %w", lines.Err())
	case len(g.Commits) != g.Header.Commits:
		return nil, fmt.Errorf("reading a game: the file has %d commits and says it has %d; its end is missing or too long", len(g.Commits), g.Header.Commits)
	}
	g.Digest = hex.EncodeToString(sum.Sum(nil))
	return g, nil
}

func readHeader(lines *bufio.Scanner, key string) (*Game, error) {
	if !lines.Scan() {
		return nil, errors.Join(errors.New("it is empty"), lines.Err())
	}
	g := &Game{}
	if err := strict(lines.Bytes(), &g.Header); err != nil || g.Kind != "game" {
		return nil, errors.New("it is no game that fivepoints wrote")
	}
	switch {
	case g.V != 1:
		return nil, fmt.Errorf("its format %d needs a newer fivepoints", g.V)
	case g.Header.Commits < 1 || g.Header.Commits > maxCommits:
		return nil, fmt.Errorf("it says it has %d commits; 1 to %d are read", g.Header.Commits, maxCommits)
	case events.CheckStream("game/"+g.Game) != nil:
		return nil, fmt.Errorf("%.40q is no id of a game", g.Game)
	}
	if key == "" {
		key = g.Key
	}
	if g.Checkpoint == "" {
		return g, nil
	}
	n, err := audit.OpenNote(g.Checkpoint, key)
	if err == nil && n.Head == nil {
		err = errors.New("its checkpoint is none")
	}
	g.Head = n.Head
	return g, err
}

func strict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return errors.New("it is no line that fivepoints writes")
	}
	if dec.More() {
		return errors.New("the line goes on")
	}
	return nil
}

type reader struct {
	g    *Game
	last events.Seq
	keys map[events.Key]bool
}

func (r *reader) line(data []byte) (events.Seq, error) {
	var l line
	if len(r.g.Commits) == r.g.Header.Commits {
		return 0, fmt.Errorf("there are more than the %d commits that the file says it has", r.g.Header.Commits)
	}
	if err := strict(data, &l); err != nil {
		return 0, err
	}
	c := Commit{Seq: l.Seq, Bytes: []byte(l.Bytes)}
	for _, o := range l.Open {
		if o == nil {
			c.Open = append(c.Open, nil)
			continue
		}
		c.Open = append(c.Open, &events.Opening{Salt: o.Salt, Plain: o.Plain})
	}
	if len(l.Bytes) > events.MaxCommit {
		return l.Seq, fmt.Errorf("it has %d bytes, more than a commit may have", len(l.Bytes))
	}
	if err := r.check(&c); err != nil {
		return l.Seq, err
	}
	if err := r.proof(c, l.Proof); err != nil {
		return l.Seq, err
	}
	r.g.Commits, r.last = append(r.g.Commits, c), l.Seq
	return l.Seq, nil
}

// check compares a commit with its parts and with the one before it.
func (r *reader) check(c *Commit) error {
	parts := make([]events.Sealed, len(c.Open))
	for i := range parts {
		parts[i].Key = "people/closed"
	}
	var err error
	if c.Commit, err = events.Decode(events.Stored{Seq: c.Seq, Bytes: c.Bytes, Parts: parts}); err != nil {
		return err
	}
	if r.keys == nil {
		r.keys = map[events.Key]bool{}
	}
	switch {
	case c.Stream != "game/"+r.g.Game:
		return errors.New("it is a commit of another stream")
	case c.Seq <= r.last:
		return fmt.Errorf("it comes after commit %d", r.last)
	case c.Expect != r.last:
		return fmt.Errorf("it follows commit %d of the game, and the file has %d before it", c.Expect, r.last)
	case r.keys[c.Key]:
		return errors.New("it has the key of a commit before it")
	}
	r.keys[c.Key] = true
	return events.OpenWith(&c.Commit, c.Open)
}

// proof checks the place of a commit in the log, where there is a checkpoint.
func (r *reader) proof(c Commit, proof []string) error {
	if len(proof) == 0 && (r.g.Head == nil || r.g.Head.Size != 1) {
		return nil
	}
	if r.g.Head == nil || uint64(c.Seq) > r.g.Head.Size || len(proof) > 64 {
		return errors.New("its proof leads nowhere")
	}
	var hashes tlog.RecordProof
	for _, p := range proof {
		h, err := tlog.ParseHash(p)
		if err != nil {
			return errors.New("its proof is damaged")
		}
		hashes = append(hashes, h)
	}
	if err := tlog.CheckRecord(hashes, int64(r.g.Head.Size), r.g.Head.Root, int64(c.Seq-1), tlog.RecordHash(c.Bytes)); err != nil {
		return errors.New("it is not the commit that was in the signed log at this place")
	}
	r.g.Proven++
	return nil
}
