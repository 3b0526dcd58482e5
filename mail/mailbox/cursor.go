package mailbox

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// place is a message's place in an IMAP folder. Its text "uidvalidity.uid" is
// the cursor of the log.
type place struct {
	validity uint32
	uid      imap.UID
}

func (p place) String() string { return fmt.Sprintf("%d.%d", p.validity, p.uid) }

// parsePlace reads a cursor; "" is the start of any folder.
func parsePlace(s string) (place, error) {
	if s == "" {
		return place{}, nil
	}
	validity, uid, ok := strings.Cut(s, ".")
	v, err1 := strconv.ParseUint(validity, 10, 32)
	u, err2 := strconv.ParseUint(uid, 10, 32)
	p := place{uint32(v), imap.UID(u)}
	if !ok || err1 != nil || err2 != nil || v == 0 || p.String() != s {
		return place{}, fmt.Errorf("cursor %.40q is not the uidvalidity.uid of an IMAP folder", s)
	}
	return p, nil
}
