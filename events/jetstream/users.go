package jetstream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fivepoints/events"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Reader is the name of the user who may read what is public.
const Reader = "reader"

const seedEnding = ".nk"

// CheckUser tells whether name can name a user: "reader" or "<game>.<seat>".
func CheckUser(name string) error {
	if name == Reader {
		return nil
	}
	game, seat, found := strings.Cut(name, ".")
	if !found || events.CheckStream("game/"+game) != nil || events.CheckAudience(seat) != nil || seat == "engine" {
		return fmt.Errorf("user %.60q is neither reader nor <game>.<seat>", name)
	}
	return nil
}

// Grant makes the file that proves to be that user, unless it is there, and
// returns its path. A running Node must Reload.
func Grant(dir, user string) (string, error) {
	if err := CheckUser(user); err != nil {
		return "", err
	}
	path := seedPath(dir, user)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	kp, err := nkeys.CreateUser()
	if err != nil {
		return "", fmt.Errorf("making a key for user %s: %w", user, err)
	}
	seed, err := kp.Seed()
	if err != nil {
		return "", fmt.Errorf("making a key for user %s: %w", user, err)
	}
	if err := writeSeed(path, seed); err != nil {
		return "", fmt.Errorf("writing the key of user %s: %w", user, err)
	}
	return path, nil
}

// writeSeed puts a file of mode 0600 in place whole.
func writeSeed(path string, seed []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // made 0600
	if err != nil {
		return err
	}
	_, err = f.Write(append(seed, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Revoke takes a user's file away. A running Node must Reload.
func Revoke(dir, user string) error {
	if err := CheckUser(user); err != nil {
		return err
	}
	if err := os.Remove(seedPath(dir, user)); err != nil {
		return fmt.Errorf("revoking user %s: %w", user, err)
	}
	return nil
}

func seedPath(dir, user string) string { return filepath.Join(dir, "users", user+seedEnding) }

// Users lists the users that have a file, sorted.
func Users(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "users"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing the users: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), seedEnding); ok && CheckUser(name) == nil {
			names = append(names, name)
		}
	}
	return names, nil
}

// users gives the server its users: the node, and those of these names.
func users(dir string, node nkeys.KeyPair, names []string) ([]*natsserver.NkeyUser, error) {
	pub, err := node.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("reading the node's key: %w", err)
	}
	all := []*natsserver.NkeyUser{{Nkey: pub}}
	for _, name := range names {
		pub, err := publicKey(seedPath(dir, name))
		if err != nil {
			return nil, fmt.Errorf("reading the key of user %s: %w", name, err)
		}
		all = append(all, &natsserver.NkeyUser{Nkey: pub, Permissions: permissions(name)})
	}
	return all, nil
}

// publicKey reads a seed; its errors never quote the file.
func publicKey(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s may be read by others; chmod 600 it, or make a new one", path)
	}
	seed, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	kp, err := nkeys.FromSeed([]byte(strings.TrimSpace(string(seed))))
	if err != nil {
		return "", fmt.Errorf("%s holds no nkey seed", path)
	}
	return kp.PublicKey()
}

// permissions are what a user may do; whatever is not listed is refused.
func permissions(user string) *natsserver.Permissions {
	own := []string{"public.>"}
	if game, seat, ok := strings.Cut(user, "."); ok {
		own = []string{publicSubject(game), privateSubject(game, seat)}
	}
	var ask []string
	for _, subject := range own {
		ask = append(ask, historyPrefix+subject)
	}
	return &natsserver.Permissions{
		Publish:   &natsserver.SubjectPermission{Allow: ask},
		Subscribe: &natsserver.SubjectPermission{Allow: append(own, Inbox(user)+".>")},
	}
}

// Inbox is the prefix of the reply subjects that a user may listen to.
func Inbox(user string) string { return "_INBOX_" + strings.ReplaceAll(user, ".", "_") }

func publicSubject(game string) string        { return "public." + game }
func privateSubject(game, seat string) string { return "private." + game + "." + seat }
