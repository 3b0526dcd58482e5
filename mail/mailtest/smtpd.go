package mailtest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// ownQueue gives OpenSMTPD an empty queue and a socket of its own.
const ownQueue = `
mount -t tmpfs -o mode=0755 tmpfs /var/run || exit 1
mount -t tmpfs -o mode=0711 tmpfs /var/spool/smtpd || exit 1
`

// sharedQueue uses the machine's, under a lock, and leaves it empty. What a
// killed test left is removed, in the long run only: that is a test machine.
const sharedQueue = `
queued() { find /var/spool/smtpd/queue /var/spool/smtpd/incoming -type f 2>/dev/null | grep -q .; }
if pidof smtpd >/dev/null; then echo "another OpenSMTPD is running"; exit 1; fi
if [ -n "$FIVEPOINTS_LONG" ]; then rm -rf /var/run/smtpd.sock /var/spool/smtpd/queue/* /var/spool/smtpd/incoming/*; fi
if queued; then echo "there are mails in the queue of this machine"; exit 1; fi
last='n=0; while queued && [ $n -lt 600 ]; do sleep 0.1; n=$((n+1)); done'
`

// OpenSMTPD starts a mail server and returns its address. It hands mail for
// each domain to an LMTP server, and everything else to relay, by SMTP.
func OpenSMTPD(t testing.TB, domains map[string]string, relay string) (addr string) {
	t.Helper()
	installed(t, "smtpd", "opensmtpd")
	if os.Geteuid() != 0 {
		need(t, "OpenSMTPD runs only as root")
	}
	command, own := append(slices.Clone(apart), "sh", "-c", ownQueue+guard), private()
	if !own {
		command = []string{"flock", "/var/spool/smtpd", "sh", "-c", sharedQueue + guard}
	}
	conf := filepath.Join(t.TempDir(), "smtpd.conf")
	for range 5 { // somebody may take the port before it does
		port := FreePort(t)
		addr = fmt.Sprintf("127.0.0.1:%d", port)
		if err := os.WriteFile(conf, smtpdConf(port, domains, relay), 0o600); err != nil {
			t.Fatal(err)
		}
		if start(t, append(command, "OpenSMTPD", "smtpd", "-d", "-f", conf)...).answers("ESMTP OpenSMTPD", addr) {
			return addr
		}
	}
	if !own {
		need(t, "OpenSMTPD does not start in the queue of this machine")
	}
	t.Fatal("OpenSMTPD does not start")
	return ""
}

func smtpdConf(port int, domains map[string]string, relay string) []byte {
	text := fmt.Appendf(nil, "listen on 127.0.0.1 port %d\naction \"out\" relay host \"smtp://%s\"\n", port, relay)
	for _, domain := range slices.Sorted(maps.Keys(domains)) {
		text = fmt.Appendf(text, "action %[1]q lmtp %[2]q rcpt-to virtual { \"@\" = nobody }\nmatch from any for domain %[1]q action %[1]q\n", domain, domains[domain])
	}
	return append(text, "match from any for any action \"out\"\n"...)
}
