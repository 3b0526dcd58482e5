package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Backup writes a copy of the log, as it is now, into a new file: commits, blobs
// and checkpoints. It may run while the log is written. The copy is on the disk
// when Backup returns; what an error leaves of it is removed.
func (l *Log) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("copying the log: %s is there already", path)
	}
	db, err := sql.Open("sqlite", dsn(l.path, "ro"))
	if err != nil {
		return fmt.Errorf("copying the log: %w", err)
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, path)
	if err = errors.Join(err, db.Close()); err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("copying the log into %s: %w", path, err), os.RemoveAll(path))
	}
	return nil
}
