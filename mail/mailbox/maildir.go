package mailbox

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maildir reads the messages of a Maildir, new and cur together, in the order
// of their delivery. It moves nothing.
func maildir(dir string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		names, err := maildirNames(dir)
		if err != nil {
			yield(Item{}, fmt.Errorf("reading the Maildir: %w", err))
			return
		}
		for _, name := range names {
			item, err := readFile(dir, name)
			if err != nil {
				err = fmt.Errorf("reading a message of the Maildir: %w", err)
			}
			item.Cursor = maildirCursor(name)
			if item.At = deliveryTime(name); !item.At.IsZero() {
				item.Clock = "internaldate"
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// maildirNames lists "cur/…" and "new/…" by delivery time, then by key.
func maildirNames(dir string) ([]string, error) {
	var names []string
	found := false
	for _, sub := range []string{"cur", "new"} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		found = true
		for _, e := range entries {
			if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
				names = append(names, filepath.Join(sub, e.Name()))
			}
		}
	}
	if !found {
		return nil, fmt.Errorf("the folder %s has neither cur nor new", filepath.Base(dir))
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(deliveryTime(a).Compare(deliveryTime(b)), cmp.Compare(maildirKey(a), maildirKey(b)))
	})
	return names, nil
}

// maildirKey is the part of a name that stays when flags change.
func maildirKey(name string) string {
	key, _, _ := strings.Cut(filepath.Base(name), ":2,")
	return key
}

// maildirCursor hides the key, which holds the name of a machine.
func maildirCursor(name string) string {
	sum := sha256.Sum256([]byte(maildirKey(name)))
	return "maildir:" + hex.EncodeToString(sum[:8])
}

// deliveryTime reads the seconds that a delivered file's name begins with.
func deliveryTime(name string) time.Time {
	stamp, _, ok := strings.Cut(maildirKey(name), ".")
	sec, err := strconv.ParseInt(stamp, 10, 64)
	if !ok || err != nil || sec < 1e8 || sec > 1e11 {
		return time.Time{}
	}
	return time.Unix(sec, 0).UTC()
}
