package mailtest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a server may take to start or to stop: far more than any needs.
const patience = 2 * time.Minute

// apart runs a command in mount and process namespaces of its own.
var apart = []string{"unshare", "--mount", "--pid", "--fork", "--kill-child"}

// guard runs "$@" until standard input ends, and then its last words, $last.
const guard = `
exec 3<&0
"$@" &
server=$!
(cat <&3 >/dev/null; eval "$last"; kill $server) &
watcher=$!
wait $server
kill $watcher 2>/dev/null
`

// need skips the test for what is missing, or fails it in the long run.
func need(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("FIVEPOINTS_LONG") != "" {
		t.Fatal(why)
	}
	t.Skip("NOT TESTED: " + why)
}

func installed(t testing.TB, file, pack string) {
	t.Helper()
	if _, err := exec.LookPath(file); err != nil {
		need(t, file+" is missing: apt-get install "+pack)
	}
}

// private reports whether a server may have namespaces of its own.
func private() bool {
	return exec.Command(apart[0], append(apart[1:], "mount", "-t", "tmpfs", "tmpfs", "/var/spool")...).Run() == nil
}

// server is a process that ends with its test.
type server struct {
	said bytes.Buffer // read only once it has ended
	done chan struct{}
	stop func() // and wait for its end
}

// start runs a shell script that ends when its input does.
func start(t testing.TB, command ...string) *server {
	t.Helper()
	s := &server{done: make(chan struct{})}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &s.said, &s.said, patience
	in, err := cmd.StdinPipe()
	if err = errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	go func() { _ = cmd.Wait(); close(s.done) }() // how it ends says nothing: we kill it
	s.stop = sync.OnceFunc(func() {
		in.Close()
		<-s.done
		if t.Failed() {
			t.Logf("%v said:\n%s", command[len(command)-1], s.said.String())
		}
	})
	t.Cleanup(s.stop)
	return s
}

// answers waits until the server greets at all addresses, and reports whether it
// does. One that does not is stopped.
func (s *server) answers(greeting string, addrs ...string) bool {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		for len(addrs) > 0 && greets(addrs[0], greeting) {
			addrs = addrs[1:]
		}
		if len(addrs) == 0 {
			return true
		}
		select {
		case <-s.done:
			return false
		case <-time.After(20 * time.Millisecond):
		}
	}
	s.stop()
	return false
}

func greets(addr, greeting string) bool {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return false
	}
	defer c.Close()
	_ = c.SetReadDeadline(time.Now().Add(patience))
	line := make([]byte, 200)
	n, _ := c.Read(line)
	return strings.Contains(string(line[:n]), greeting)
}

// FreePort is a port of the loopback that nobody listens on. It is none of those
// that the machine gives away by itself, so that nobody takes it by chance
// before the test does.
func FreePort(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 15000 + rand.IntN(15000)
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port of the loopback is free")
	return 0
}
