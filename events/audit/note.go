package audit

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Signer signs for a club, in the name of its log. Its Ed25519 key follows from
// the club's key, which lies outside the log.
type Signer struct {
	name   string
	key    string
	signer note.Signer
}

// NewSigner returns the signer of the log with that origin. [F]
func NewSigner(origin string, clubKey []byte) (*Signer, error) {
	mac := hmac.New(sha256.New, clubKey)
	mac.Write([]byte("fivepoints note key 1\n"))
	private := ed25519.NewKeyFromSeed(mac.Sum(nil))
	public, _ := private.Public().(ed25519.PublicKey)
	name := keyName(origin)
	key, err := note.NewEd25519VerifierKey(name, public)
	if err != nil {
		return nil, fmt.Errorf("making the signing key of %s: %w", name, err)
	}
	hash, _, _ := strings.Cut(strings.TrimPrefix(key, name+"+"), "+")
	secret := base64.StdEncoding.EncodeToString(append([]byte{1}, private.Seed()...)) // 1: Ed25519, as in package note
	s, err := note.NewSigner("PRIVATE+KEY+" + name + "+" + hash + "+" + secret)
	if err != nil {
		return nil, fmt.Errorf("making the signing key of %s: %w", name, err)
	}
	return &Signer{name, key, s}, nil
}

// keyName makes an origin fit for a signed note, which allows neither blanks nor plus.
func keyName(origin string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '+' {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(origin, "-"))
	if name == "" {
		return "fivepoints.local/log"
	}
	return name
}

// Key is what everybody needs to check the signatures: name+hash+key, as in
// golang.org/x/mod/sumdb/note.
func (s *Signer) Key() string { return s.key }

// Sign signs a text that ends with a line feed.
func (s *Signer) sign(text string) (string, error) {
	signed, err := note.Sign(&note.Note{Text: text}, s.signer)
	if err != nil {
		return "", fmt.Errorf("signing for %s: %w", s.name, err)
	}
	return string(signed), nil
}

// Checkpoint signs the head of a log: a checkpoint as in c2sp.org/tlog-checkpoint,
// three lines (origin, size, root in base64) and the signature. [F]
func (s *Signer) Checkpoint(t *Tree) (string, error) {
	return s.sign(Head{Origin: s.name, Size: t.Size(), Root: t.Root()}.text())
}

// Head is what a signed checkpoint says.
type Head struct {
	Origin string
	Size   uint64
	Root   [32]byte
}

func (h Head) text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", h.Origin, h.Size, tlog.Hash(h.Root))
}

// Promise is the signed half of a receipt: this sheet was recorded. It holds no
// seq, size or root, which would tell who else has written.
type Promise struct {
	Game     string
	Window   string // the mail that was open for it; "" when none was
	Seat     string
	N        int      // number of the sheet of its seat, from 1
	H        [32]byte // the sheet's commitment
	Received time.Time
}

const (
	promiseHead = "fivepoints promise 1"
	stampLayout = "2006-01-02T15:04:05.000Z"
)

// Promise signs that a sheet was recorded. [F]
func (s *Signer) Promise(p Promise) (string, error) { return s.sign(p.text()) }

func (p Promise) text() string {
	window := p.Window
	if window == "" {
		window = "-"
	}
	return fmt.Sprintf("%s\ngame %s\nwindow %s\nseat %s\nsheet %d\nhash %x\nreceived %s\n",
		promiseHead, p.Game, window, p.Seat, p.N, p.H, p.Received.UTC().Format(stampLayout))
}

// Signed is a checkpoint or a promise whose signature was checked; one of the
// two is not nil.
type Signed struct {
	Head    *Head
	Promise *Promise
}

// ErrSignature says that a note bears no signature of the key it was checked with.
var ErrSignature = errors.New("it is not signed with this key")

// OpenNote checks the signature of a note and reads it. key is what Signer.Key
// returns.
func OpenNote(text, key string) (Signed, error) {
	v, err := note.NewVerifier(key)
	if err != nil {
		return Signed{}, fmt.Errorf("reading the key %.80q: %w", key, err)
	}
	n, err := note.Open([]byte(text), note.VerifierList(v))
	if err != nil {
		return Signed{}, fmt.Errorf("checking a signature: %w (%w)", ErrSignature, err)
	}
	if _, err := base64.StdEncoding.Strict().DecodeString(n.Sigs[0].Base64); err != nil {
		return Signed{}, fmt.Errorf("checking a signature: %w (%w)", ErrSignature, err)
	}
	if strings.HasPrefix(n.Text, promiseHead+"\n") {
		p, err := parsePromise(n.Text)
		return Signed{Promise: p}, err
	}
	h, err := parseHead(n.Text)
	return Signed{Head: h}, err
}

func parseHead(text string) (*Head, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 {
		return nil, errors.New("reading a checkpoint: it has not three lines")
	}
	size, err := strconv.ParseUint(lines[1], 10, 62)
	root, err2 := tlog.ParseHash(lines[2])
	if err := errors.Join(err, err2); err != nil {
		return nil, fmt.Errorf("reading a checkpoint: %w", err)
	}
	return &Head{Origin: lines[0], Size: size, Root: root}, nil
}

func parsePromise(text string) (*Promise, error) {
	var p Promise
	var window, hash, received string
	n, err := fmt.Sscanf(text, promiseHead+"\ngame %s\nwindow %s\nseat %s\nsheet %d\nhash %s\nreceived %s\n",
		&p.Game, &window, &p.Seat, &p.N, &hash, &received)
	if err != nil || n != 6 {
		return nil, fmt.Errorf("reading a promise: %w", err)
	}
	if window != "-" {
		p.Window = window
	}
	h, err := hex.DecodeString(hash)
	if err != nil || len(h) != len(p.H) {
		return nil, errors.New("reading a promise: its hash is none")
	}
	p.H = [32]byte(h)
	if p.Received, err = time.Parse(stampLayout, received); err != nil {
		return nil, fmt.Errorf("reading a promise: %w", err)
	}
	if p.text() != text {
		return nil, errors.New("reading a promise: it is written otherwise than this program writes")
	}
	return &p, nil
}

// maxNotes bounds how many notes of one text are looked at.
const maxNotes = 16

// FindNotes finds the checkpoints and promises in the lines of a mail or post,
// quoted, folded or set apart as they may have become on their way, and writes
// them as they were signed. Their signatures are not checked.
func FindNotes(lines []string) []string {
	var kept []string
	for _, l := range lines {
		if l = strings.TrimSpace(strings.TrimLeft(tags.ReplaceAllString(strings.Map(plainBlank, l), ""), " >|")); l != "" {
			kept = append(kept, l)
		}
	}
	var out []string
	for i := 0; i < len(kept) && len(out) < maxNotes; i++ {
		n := 0
		switch {
		case kept[i] == promiseHead:
			n = strings.Count(Promise{}.text(), "\n")
		case i+2 < len(kept) && isNumber(kept[i+1]) && isHash(kept[i+2]):
			n = 3
		}
		if n == 0 || i+n >= len(kept) {
			continue
		}
		if sig := signature(kept[i+n:]); sig != "" {
			out = append(out, strings.Join(kept[i:i+n], "\n")+"\n\n"+sig)
		}
	}
	return out
}

// tags are those of boards, around a line that was copied from the source of a post.
var tags = regexp.MustCompile(`\[/?[a-z]{1,8}\]`)

func plainBlank(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	if unicode.Is(unicode.Cf, r) || r == '`' {
		return -1
	}
	return r
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 62)
	return err == nil
}

func isHash(s string) bool {
	_, err := tlog.ParseHash(s)
	return err == nil
}

// signatureSize is that of a signature in base64: 4 bytes of the key's hash and 64.
const signatureSize = 92

// signature reads the signature line that lines begin with, which may have been folded.
func signature(lines []string) string {
	words := strings.Fields(strings.Join(lines[:min(len(lines), 5)], " "))
	if len(words) < 3 || strings.Trim(words[0], "—–-") != "" {
		return ""
	}
	sig := ""
	for _, w := range words[2:] {
		if len(sig) >= signatureSize {
			break
		}
		sig += w
	}
	return "— " + words[1] + " " + sig + "\n"
}
