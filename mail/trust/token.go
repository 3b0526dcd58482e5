package trust

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"

	"fivepoints/events"
)

// Token is the part behind the plus of an address that our mails ask to answer
// to. Nobody without the club's key can make one.
type Token struct {
	Game, Seat string
	mac        string
}

// macLength is 80 bits in base32.
const macLength = 16

// maxTokens bounds the tokens of one message.
const maxTokens = 10

// NewToken makes the token of a seat that was taken by the commit since.
func NewToken(club []byte, game, seat string, since events.Seq) Token {
	h := hmac.New(sha256.New, club)
	h.Write([]byte(strings.Join([]string{"seat token", game, seat, strconv.FormatUint(uint64(since), 10)}, "\x00")))
	return Token{game, seat, strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)))[:macLength]}
}

// String writes "game.seat.mac": lower case letters, digits, "-" and ".", at
// most 50 characters.
func (t Token) String() string { return t.Game + "." + t.Seat + "." + t.mac }

// Address is the address of a club with the token behind a plus.
func (t Token) Address(club string) string {
	local, domain, _ := strings.Cut(club, "@")
	return local + "+" + t.String() + "@" + domain
}

// Holds tells whether a token is the one of a seat that was taken by the commit since.
func (t Token) Holds(club []byte, since events.Seq) bool {
	return hmac.Equal([]byte(t.mac), []byte(NewToken(club, t.Game, t.Seat, since).mac))
}

// Tokens finds what may be tokens in addresses, which are lower case.
func Tokens(to []string) []Token {
	var out []Token
	for _, a := range to {
		local, _, _ := strings.Cut(a, "@")
		_, plus, _ := strings.Cut(local, "+")
		if p := strings.Split(plus, "."); len(p) == 3 && len(p[2]) == macLength && len(out) < maxTokens {
			out = append(out, Token{p[0], p[1], p[2]})
		}
	}
	return out
}
