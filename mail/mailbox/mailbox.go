package mailbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fivepoints/mail"
)

// Item is one message of a source.
type Item struct {
	Cursor string    // place in the source, opaque, without personal data
	Raw    []byte    // at most mail.MaxRaw+1 bytes
	Size   int64     // of the whole message
	At     time.Time // when the source got it, zero when it does not say
	Clock  string    // what At is: "from-line", "internaldate", or "ours" when it was handed to us

	Envelope *Envelope // nil when the source does not tell it
}

// Envelope is how a mail server handed a message over.
type Envelope struct {
	From string   // where bounces go, "" for a bounce
	To   []string // those recipients that are ours, as they were written
}

// WithEnvelope is the item as a delivery agent stores it: the envelope stands on
// top as Return-Path and Delivered-To (RFC 5321 section 4.4), so that it is kept
// with the message.
func (i Item) WithEnvelope() Item {
	if i.Envelope == nil {
		return i
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Return-Path: <%s>\r\n", onOneLine(i.Envelope.From))
	for _, to := range i.Envelope.To {
		fmt.Fprintf(&b, "Delivered-To: %s\r\n", onOneLine(to))
	}
	i.Size += int64(b.Len())
	b.Write(i.Raw)
	i.Raw, i.Envelope = b.Bytes(), nil
	return i
}

// onOneLine leaves nothing in an address that could end a header field.
func onOneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s)
}

// Open reads the file or folder at path, whatever kind of mailbox it is.
func Open(path string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		info, err := os.Stat(path)
		if err != nil {
			yield(Item{}, fmt.Errorf("opening the mailbox: %w", err))
			return
		}
		if info.IsDir() {
			maildir(path)(yield)
			return
		}
		f, err := os.Open(path)
		if err != nil {
			yield(Item{}, fmt.Errorf("opening the mailbox: %w", err))
			return
		}
		defer f.Close()
		Stream(f)(yield)
	}
}

// Stream reads an mbox or a single message; an empty stream has none.
func Stream(r io.Reader) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		br := bufio.NewReader(r)
		start, err := br.Peek(512)
		if err != nil && err != io.EOF {
			yield(Item{}, fmt.Errorf("reading the mailbox: %w", err))
			return
		}
		start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte(bom)), "\r\n")
		if bytes.HasPrefix(start, []byte("From ")) {
			Mbox(br)(yield)
			return
		}
		eml(br)(yield)
	}
}

// eml reads a single message; a stream without a visible character has none.
func eml(r io.Reader) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		item, err := readOne(r)
		if err != nil {
			yield(Item{}, fmt.Errorf("reading a message: %w", err))
			return
		}
		if len(bytes.TrimSpace(item.Raw)) == 0 {
			return
		}
		item.Cursor = "eml"
		yield(item, nil)
	}
}

// readOne reads the start of a message and counts the rest.
func readOne(r io.Reader) (Item, error) {
	raw, err := io.ReadAll(io.LimitReader(r, mail.MaxRaw+1))
	if err != nil {
		return Item{}, err
	}
	more, err := io.Copy(io.Discard, r)
	return Item{Raw: raw, Size: int64(len(raw)) + more}, err
}

// readFile reads one file of a Maildir.
func readFile(dir, name string) (Item, error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return Item{}, err
	}
	defer f.Close()
	return readOne(f)
}
