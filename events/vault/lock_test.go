//go:build unix

package vault

import (
	"syscall"
	"testing"
)

// A child that is being started keeps the files of its parent open until its
// exec; the folder is free all the same.
func TestReleaseBesideAChild(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock, err := LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	child, err := syscall.Dup(int(lock.f.Fd())) // what fork does
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(child)
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}
