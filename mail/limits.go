package mail

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash"
)

// MaxRaw is how many bytes of a message are read. Sources hand over at most
// one byte more, which makes the message ClassTooBig.
const MaxRaw = 1 << 20

const (
	maxHeader      = 64 << 10
	maxHeaderLines = 500
	maxHeaderLine  = 16 << 10
	maxDepth       = 10
	maxParts       = 100
	maxAddresses   = 100
	maxRefs        = 100
	maxHTML        = 512 << 10
	maxText        = 256 << 10
	maxLines       = 5000
)

// The texts are the notes of the message.
var (
	errRaw       = errors.New("raw-too-big")
	errHeader    = errors.New("header-too-big")
	errDepth     = errors.New("parts-too-deep")
	errParts     = errors.New("too-many-parts")
	errAddresses = errors.New("too-many-addresses")
	errHTML      = errors.New("html-too-big")
	errText      = errors.New("text-too-big")
	errLines     = errors.New("too-many-lines")
)

// TooBig lists the notes that name a limit.
func TooBig() []string {
	var notes []string
	for _, err := range []error{errRaw, errHeader, errDepth, errParts, errAddresses, errHTML, errText, errLines} {
		notes = append(notes, err.Error())
	}
	return notes
}

// checkHeader applies the limits of a header block before it is parsed.
func checkHeader(block []byte) error {
	if len(block) > maxHeader || bytes.Count(block, []byte{'\n'}) > maxHeaderLines {
		return errHeader
	}
	for line := range bytes.Lines(block) {
		if len(line) > maxHeaderLine {
			return errHeader
		}
	}
	return nil
}

// digest hashes strings with their length in front of each.
type digest struct{ hash.Hash }

func (d digest) add(s string) { d.addBytes([]byte(s)) }

func (d digest) addBytes(b []byte) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(b)))
	d.Write(n[:])
	d.Write(b)
}
