package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// checkLength misses bytes cut off the end of the file, which SQLite reads as
// zeros within the last page. A crash may leave the file shorter than its head
// says, but then the write-ahead log has the pages that are missing.
func checkLength(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var head [100]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return fmt.Errorf("reading its head: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := int64(binary.BigEndian.Uint16(head[16:]))
	if size == 1 {
		size = 1 << 16
	}
	pages := int64(binary.BigEndian.Uint32(head[28:]))
	if counted := bytes.Equal(head[24:28], head[92:96]); !counted || size == 0 || info.Size() >= size*pages {
		return nil
	}
	logged, err := walPages(path+"-wal", size)
	if err != nil {
		return err
	}
	for page := info.Size()/size + 1; page <= pages; page++ {
		if !logged[page] {
			return fmt.Errorf("its file has %d bytes and should have %d: the end is cut off; restore a backup", info.Size(), size*pages)
		}
	}
	return nil
}

// walPages lists the pages in a write-ahead log, which begins with 32 bytes;
// before each page are 24, its number first. Frames of an earlier round have
// another salt.
func walPages(path string, size int64) (map[int64]bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var head [32]byte
	pages := map[int64]bool{}
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return pages, nil // an empty one
	}
	var frame [24]byte
	for at := int64(len(head)); ; at += int64(len(frame)) + size {
		if _, err := f.ReadAt(frame[:], at); err != nil || !bytes.Equal(frame[8:16], head[16:24]) {
			return pages, nil
		}
		pages[int64(binary.BigEndian.Uint32(frame[:]))] = true
	}
}
