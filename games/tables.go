package games

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"
)

// maxTable bounds a data file: those of the house take a few kilobytes.
const maxTable = 1 << 20

// ReadTable reads the TOML of a rulebook's tables. An unknown key is an error,
// so that a slip in a data file is never passed over. What stands in the rows of
// an array of rows, inline tables for instance, its caller checks.
func ReadTable(text []byte, into any, rows ...string) error {
	if len(text) > maxTable {
		return fmt.Errorf("it has %d bytes, more than %d", len(text), maxTable)
	}
	md, err := toml.Decode(string(text), into)
	if err != nil {
		return err
	}
	for _, key := range md.Undecoded() {
		if len(key) < 2 || !slices.Contains(rows, key[0]) {
			return fmt.Errorf("unknown key %s", key)
		}
	}
	return nil
}

// HashTable is what Info.Data and a game's first fact say of tables.
func HashTable(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
