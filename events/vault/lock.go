//go:build unix

package vault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ErrLocked says that another process owns the data folder.
var ErrLocked = errors.New("another process is using this data folder")

// FolderLock is the ownership of a data folder. It ends with Release, or with
// the process however it ends.
type FolderLock struct{ f *os.File }

// LockFolder takes the data folder dir, made 0700 when missing, before anything
// in it is opened. The error of a folder that is taken is ErrLocked and names
// the process.
func LockFolder(dir string) (*FolderLock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data folder: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, fmt.Errorf("closing the data folder to others: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the data folder %s: %w", dir, err), f.Close())
	}
	return &FolderLock{f}, nil
}

func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("%w (process %s)", ErrLocked, owner(f))
	}
	if err != nil {
		return err
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

func owner(f *os.File) string {
	b := make([]byte, 16)
	n, _ := f.ReadAt(b, 0)
	if pid := strings.TrimSpace(string(b[:n])); pid != "" {
		return pid
	}
	return "unknown"
}

// Release gives the folder back. The file stays: removing it would let two
// processes lock two files of the same name. It is unlocked and not only closed:
// a child that is just being started still has the file open, until its exec.
func (l *FolderLock) Release() error {
	return errors.Join(syscall.Flock(int(l.f.Fd()), syscall.LOCK_UN), l.f.Close())
}
