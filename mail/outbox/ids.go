package outbox

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strings"

	"fivepoints/events"
)

// idLength is that of an id in a Message-ID and in an envelope sender.
const idLength = 26

var idCode = base32.StdEncoding.WithPadding(base32.NoPadding)

// IDs names mails so that nobody else can, and knows them again. An id is the
// seq of the post's commit in 48 bits and 80 zero bits, enciphered as one block
// of AES-256: the same for the same post, without a table, showing nothing of
// the seq, and a guess passes once in 2^80. Message-IDs and envelope senders
// have keys of their own, both from the club's: who is shown one in a quoted
// mail cannot make the other. [F]
type IDs struct {
	message, bounce cipher.Block
}

// NewIDs makes the ids of the club whose keys these are.
func NewIDs(keys events.Keys) (IDs, error) {
	club, err := keys.Key("club")
	if err != nil {
		return IDs{}, fmt.Errorf("naming mails: reading the club's key: %w", err)
	}
	var ids IDs
	if ids.message, err = idCipher(club, "outbox message-id 1"); err != nil {
		return IDs{}, err
	}
	ids.bounce, err = idCipher(club, "outbox envelope-sender 1")
	return ids, err
}

func idCipher(club []byte, use string) (cipher.Block, error) {
	mac := hmac.New(sha256.New, club)
	mac.Write([]byte(use))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, fmt.Errorf("naming mails: %w", err)
	}
	return block, nil
}

// MessageID returns the Message-ID of a post, without angle brackets.
func (i IDs) MessageID(post events.Seq, domain string) string {
	return encodeID(i.message, post) + "@" + domain
}

// Post returns which post a Message-ID, with or without angle brackets, names;
// false when it is not one of ours. The domain does not count: a club may move.
func (i IDs) Post(messageID string) (events.Seq, bool) {
	local, _, _ := strings.Cut(strings.Trim(messageID, " \t<>"), "@")
	return decodeID(i.message, local)
}

// Sender returns the envelope sender of a post's mail: base is an address
// "local@domain", the id comes behind a plus.
func (i IDs) Sender(post events.Seq, base string) string {
	local, domain, _ := strings.Cut(base, "@")
	return local + "+" + encodeID(i.bounce, post) + "@" + domain
}

// Bounced returns which post's envelope sender an address is, false when it is
// none of ours.
func (i IDs) Bounced(address string) (events.Seq, bool) {
	local, _, _ := strings.Cut(strings.Trim(address, " \t<>"), "@")
	return decodeID(i.bounce, local[strings.LastIndexByte(local, '+')+1:])
}

func encodeID(block cipher.Block, seq events.Seq) string {
	var b [aes.BlockSize]byte
	binary.BigEndian.PutUint64(b[:], uint64(seq)<<16)
	block.Encrypt(b[:], b[:])
	return strings.ToLower(idCode.EncodeToString(b[:]))
}

func decodeID(block cipher.Block, id string) (events.Seq, bool) {
	if len(id) != idLength || block == nil {
		return 0, false
	}
	b, err := idCode.DecodeString(strings.ToUpper(id))
	if err != nil || len(b) != aes.BlockSize {
		return 0, false
	}
	block.Decrypt(b, b)
	seq := binary.BigEndian.Uint64(b) >> 16
	redundant := binary.BigEndian.Uint64(b)<<48 | binary.BigEndian.Uint64(b[8:])
	if redundant != 0 || seq == 0 {
		return 0, false
	}
	return events.Seq(seq), encodeID(block, events.Seq(seq)) == strings.ToLower(id) // the last letter has bits to spare
}
