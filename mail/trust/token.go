package trust

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"

	"fivepoints/events"
)

// Seat is what a token names.
type Seat struct {
	Game, Seat string
	Epoch      events.Seq // commit by which the seat was taken
}

// macLength is 80 bits in base32.
const macLength = 16

// Token writes the token of a seat under the club's key, "game.seat.mac": lower
// case, letters, digits, "-" and ".", at most 50 characters.
func Token(club []byte, s Seat) string {
	return s.Game + "." + s.Seat + "." + mac(club, s)
}

func mac(club []byte, s Seat) string {
	h := hmac.New(sha256.New, club)
	h.Write([]byte(strings.Join([]string{"seat token", s.Game, s.Seat, strconv.FormatUint(uint64(s.Epoch), 10)}, "\x00")))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)))[:macLength]
}

// Tokens lists what the plus parts of addresses claim to be, not yet checked:
// game, seat and mac. Addresses are lower case.
func Tokens(to []string) (out [][3]string) {
	for _, a := range to {
		local, _, _ := strings.Cut(a, "@")
		_, plus, _ := strings.Cut(local, "+")
		if p := strings.Split(plus, "."); len(p) == 3 && len(p[2]) == macLength {
			out = append(out, [3]string{p[0], p[1], p[2]})
		}
	}
	return out
}

// Valid tells whether a mac belongs to a seat at this epoch.
func Valid(club []byte, s Seat, got string) bool {
	return hmac.Equal([]byte(mac(club, s)), []byte(got))
}
