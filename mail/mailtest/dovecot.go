package mailtest

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Mailboxes is a Dovecot that keeps a mailbox for whoever it gets mail for.
// What stands behind a plus in an address is not part of its name.
type Mailboxes struct {
	IMAP, LMTP string // addresses; everybody's password is "secret"
	dir        string
}

// Dovecot starts one.
func Dovecot(t testing.TB) *Mailboxes {
	t.Helper()
	installed(t, "dovecot", "dovecot-imapd")
	if _, err := os.Stat("/usr/lib/dovecot/lmtp"); err != nil {
		need(t, "Dovecot's LMTP server is missing: apt-get install dovecot-lmtpd")
	}
	if os.Geteuid() != 0 {
		need(t, "Dovecot takes mail for others only as root")
	}
	dir, err := os.MkdirTemp("", "dovecot") // t.TempDir's name may be longer than a socket's may be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	m := &Mailboxes{dir: dir}
	if err := m.folders(); err != nil {
		t.Fatal(err)
	}
	command := []string{"sh", "-c", guard}
	if private() {
		command = slices.Concat(apart, command)
	}
	conf := filepath.Join(dir, "conf")
	for range 5 { // somebody may take a port before it does
		imap, lmtp := FreePort(t), FreePort(t)
		if err := os.WriteFile(conf, dovecotConf(dir, imap, lmtp), 0o644); err != nil {
			t.Fatal(err)
		}
		m.IMAP, m.LMTP = fmt.Sprintf("127.0.0.1:%d", imap), fmt.Sprintf("127.0.0.1:%d", lmtp)
		if start(t, append(command, "Dovecot", "dovecot", "-F", "-c", conf)...).answers("Dovecot", m.IMAP, m.LMTP) {
			return m
		}
	}
	t.Fatal("Dovecot does not start")
	return nil
}

// mailUser owns the mailboxes: Dovecot serves nobody as root. It is Debian's "mail".
const mailUser = 8

func (m *Mailboxes) folders() error {
	home := filepath.Join(m.dir, "home")
	return errors.Join(os.Chmod(m.dir, 0o755), os.Mkdir(home, 0o755), os.Chown(home, mailUser, mailUser))
}

func dovecotConf(dir string, imap, lmtp int) []byte {
	return fmt.Appendf(nil, `base_dir = %[1]s/run
state_dir = %[1]s/state
log_path = /dev/stderr
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
recipient_delimiter = +
mail_location = maildir:~/Mail
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=%[2]d gid=%[2]d home=%[1]s/home/%%u allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = %[3]d
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = %[4]d
  }
}
`, dir, mailUser, imap, lmtp)
}

// Mails are the mails in a mailbox, raw, the oldest first.
func (m *Mailboxes) Mails(user string) ([][]byte, error) {
	files, err := filepath.Glob(filepath.Join(m.dir, "home", user, "Mail", "[nc][eu][wr]", "*"))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(delivered(a), delivered(b)) })
	mails := make([][]byte, 0, len(files))
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		mails = append(mails, raw)
	}
	return mails, nil
}

// delivered is when a file of a Maildir was, in microseconds: its name tells.
func delivered(name string) (us int) {
	var seconds, rest int
	_, _ = fmt.Sscanf(filepath.Base(name), "%d.M%d", &seconds, &rest) // another name is of no mail
	return seconds*1_000_000 + rest
}
