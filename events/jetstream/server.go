package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"golang.org/x/mod/semver"
)

const (
	damagedEnding = ".damaged" // of files that were set aside
	foundEnding   = ".found"   // of files of others, for the time of a shutdown
)

const (
	oldest      = "v2.15.0"        // server whose stream limits and locks are those tested here
	startTime   = 30 * time.Second // a loaded machine is slow; a port in use is told at once
	publishTime = 2 * time.Second  // after which an unanswered publish counts as failed
	lookEvery   = 10 * time.Second // how often the streams' files are looked at when nothing happens
)

// StorePath is the folder of nats-server's own files in Options.Dir. Without it
// the streams are made anew; the users' keys lie elsewhere.
func StorePath(dir string) string { return filepath.Join(dir, "store") }

// server is one life of the embedded nats-server and our connection to it.
type server struct {
	nats  *natsserver.Server
	node  nkeys.KeyPair
	conn  *nats.Conn
	js    jetstream.JetStream
	gone  chan struct{} // closed when the connection is
	notes *notes

	dir    string        // Options.Dir
	places []*place      // of the streams
	look   time.Duration // how often these are looked at
}

// startServer runs nats-server on the store in dir.
func startServer(ctx context.Context, o Options) (*server, error) {
	node, err := nkeys.CreateUser()
	if err != nil {
		return nil, fmt.Errorf("making the node's key: %w", err)
	}
	opts, err := serverOptions(o, node)
	if err != nil {
		return nil, err
	}
	s := &server{dir: o.Dir, look: cmp.Or(o.look, lookEvery), node: node, gone: make(chan struct{}), notes: &notes{fatal: make(chan struct{})}}
	if s.nats, err = natsserver.NewServer(opts); err != nil {
		return nil, fmt.Errorf("starting nats-server: %w", err)
	}
	s.nats.SetLoggerV2(s.notes, false, false, false)
	if err := s.start(cmp.Or(o.patience, startTime)); err != nil {
		return nil, errors.Join(err, setAside(opts.StoreDir, opts.StoreDir+damagedEnding))
	}
	if err := s.ready(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	if s.conn, s.js, err = dial(ctx, "", nats.InProcessServer(s.nats), nkeyOf(node), nats.ClosedHandler(func(*nats.Conn) { close(s.gone) })); err != nil {
		return nil, errors.Join(s.because(err), s.stop())
	}
	return s, nil
}

// serverOptions are those of the embedded server; users may read their part.
func serverOptions(o Options, node nkeys.KeyPair) (*natsserver.Options, error) {
	opts := &natsserver.Options{
		ServerName: "fivepoints", Host: "127.0.0.1", DontListen: o.Listen == "", NoSigs: true,
		JetStream: true, StoreDir: StorePath(o.Dir), JetStreamMaxMemory: 1 << 20, JetStreamMaxStore: 1 << 50,
		MaxConn: 256, AuthTimeout: 30, DisableJetStreamBanner: true,
		DisableShortFirstPing: true, // nats.go gives up when a ping comes while it connects, as it does on a loaded machine
	}
	names, err := []string(nil), error(nil)
	if o.Listen != "" {
		if opts.Host, opts.Port, err = CheckListen(o.Listen); err != nil {
			return nil, err
		}
		if names, err = Users(o.Dir); err != nil {
			return nil, err
		}
	}
	opts.Nkeys, err = users(o.Dir, node, names)
	return opts, err
}

// CheckListen splits an address to listen on; it must be a loopback one.
func CheckListen(listen string) (host string, port int, err error) {
	host, p, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("listening on %q: it is no address like 127.0.0.1:4222", listen)
	}
	port, err = strconv.Atoi(p)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("listening on %q: %q is no port", listen, p)
	}
	if port == 0 {
		port = natsserver.RANDOM_PORT
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", 0, fmt.Errorf("listening on %q: only a loopback address is served, for there is no TLS; reach it through a tunnel", listen)
	}
	return host, port, nil
}

// start bounds the time in which nats-server reads its store. A flipped bit in
// the number of a message can have version 2.15.2 count for years.
func (s *server) start(patience time.Duration) error {
	started := make(chan struct{})
	go func() {
		s.nats.Start()
		close(started)
	}()
	select {
	case <-started:
		return nil
	case <-time.After(patience):
		return errStuck
	}
}

// setAside moves files that are no use out of the way. What they held is made anew.
func setAside(path, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return fmt.Errorf("setting %s aside: %w", path, err)
	}
	if err := os.Rename(path, to); err != nil && !errors.Is(err, fs.ErrNotExist) { // the server may have cleared up
		return fmt.Errorf("setting %s aside: %w", path, err)
	}
	return nil
}

// ready waits until the server takes connections and has its streams.
func (s *server) ready(ctx context.Context) error {
	up := make(chan bool, 1)
	go func() { up <- s.nats.ReadyForConnections(startTime) }()
	select {
	case ok := <-up:
		if !ok {
			return s.because(errors.New("starting nats-server: it is not ready in time"))
		}
	case <-s.notes.fatal:
		return s.because(errors.New("starting nats-server"))
	case <-ctx.Done():
		return ctx.Err()
	}
	if !s.nats.JetStreamEnabled() {
		return s.because(errors.New("starting nats-server: JetStream does not run"))
	}
	return nil
}

// because adds what the server itself complained of.
func (s *server) because(err error) error {
	if note := s.notes.last(); err != nil && note != "" {
		return fmt.Errorf("%w: nats-server says: %s", err, note)
	}
	return err
}

// watch ends when the connection does, so that nobody waits for answers in vain,
// or when the files of a stream are others.
func (s *server) watch(ctx context.Context) error {
	look := time.NewTicker(s.look)
	defer look.Stop()
	for {
		select {
		case <-s.gone:
			return s.because(errors.New("the connection to nats-server is gone"))
		case <-look.C:
			for _, p := range s.places {
				if err := p.intact(); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// stop ends the server. When other files are in the place of its own, it is kept
// from writing its last state into them.
func (s *server) stop() error {
	store := StorePath(s.dir)
	aside := slices.ContainsFunc(s.places, func(p *place) bool { return p.intact() != nil }) &&
		os.Rename(store, store+foundEnding) == nil // otherwise there are none
	if s.conn != nil {
		s.conn.Close()
	}
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	for _, p := range s.places {
		p.release()
	}
	if !aside {
		return nil
	}
	if err := errors.Join(os.RemoveAll(store), os.Rename(store+foundEnding, store)); err != nil {
		return fmt.Errorf("putting back what was found in %s: %w", store, err)
	}
	return nil
}

// reload gives the server the users of today.
func (s *server) reload(o Options) error {
	opts, err := serverOptions(o, s.node)
	if err != nil {
		return err
	}
	return s.nats.ReloadOptions(opts)
}

// url is where the server listens, "" when it does not.
func (s *server) url() string {
	addr, ok := s.nats.Addr().(*net.TCPAddr)
	if !ok || addr == nil {
		return ""
	}
	return "nats://" + addr.String()
}

func nkeyOf(kp nkeys.KeyPair) nats.Option {
	return func(o *nats.Options) error {
		pub, err := kp.PublicKey()
		if err != nil {
			return err
		}
		return nats.Nkey(pub, kp.Sign)(o)
	}
}

// dial connects, and refuses a server too old for what is relied on here.
func dial(ctx context.Context, url string, more ...nats.Option) (*nats.Conn, jetstream.JetStream, error) {
	options := append([]nats.Option{
		nats.Name("fivepoints"), nats.NoReconnect(), nats.Timeout(startTime),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the default writes to stderr
	}, more...)
	conn, err := nats.Connect(url, options...)
	if err != nil {
		return nil, nil, fmt.Errorf("connecting to NATS: %w", err)
	}
	if v := conn.ConnectedServerVersion(); semver.Compare("v"+v, oldest) < 0 {
		conn.Close()
		return nil, nil, fmt.Errorf("connecting to NATS: its server is version %.20s; %s or newer is needed", v, oldest[1:])
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(publishTime), jetstream.WithPublishAsyncMaxPending(2*ahead))
	if err == nil {
		_, err = js.AccountInfo(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, nil, fmt.Errorf("reaching JetStream: %w", err)
	}
	return conn, js, nil
}

// notes keeps what nats-server complains of, for the error that follows.
type notes struct {
	mu    sync.Mutex
	note  string
	once  sync.Once
	fatal chan struct{}
}

func (n *notes) last() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.note
}

func (n *notes) keep(format string, v ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.note = strings.TrimSpace(fmt.Sprintf(format, v...))
}

// Errorf implements the server's logger, as do the others.
func (n *notes) Errorf(format string, v ...any) { n.keep(format, v...) }

// Fatalf is what the server cannot go on after.
func (n *notes) Fatalf(format string, v ...any) {
	n.keep(format, v...)
	n.once.Do(func() { close(n.fatal) })
}

// Noticef and those below are of no interest.
func (*notes) Noticef(string, ...any) {}

// Warnf is of no interest.
func (*notes) Warnf(string, ...any) {}

// Debugf is of no interest.
func (*notes) Debugf(string, ...any) {}

// Tracef is of no interest.
func (*notes) Tracef(string, ...any) {}
