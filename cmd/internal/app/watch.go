package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/coreos/go-systemd/v22/daemon"

	"fivepoints/mail/mailbox"
	"fivepoints/mail/outbox"
)

// serveConfig says how a running server is watched.
type serveConfig struct {
	Listen string `toml:"listen"` // loopback address of /healthz, /readyz and /metrics; "" opens no port
	Log    string `toml:"log"`    // "plain" (default), "text" or "json": what is told goes to standard error
}

func (c serveConfig) check() error {
	if !slices.Contains([]string{"", "plain", "text", "json"}, c.Log) {
		return failed("serve.log vaut plain, text ou json", "serve.log is plain, text or json")
	}
	if c.Listen == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return failed("serve.listen est une adresse de cette machine, par exemple 127.0.0.1:8890", "serve.listen is an address of this machine, e.g. 127.0.0.1:8890")
	}
	return nil
}

// watch is what others may see of a running server: logs, metrics, health. None
// of it holds an address, a subject or a word of a player.
type watch struct {
	server *server
	log    *slog.Logger // nil: plain lines for people
	set    *metrics.Set
	every  time.Duration

	mu    sync.Mutex
	alive time.Time // when the deadlines were looked at last
	ready bool      // everything was read once
	ill   int       // games that stand still
	sent  outbox.Pass

	stopping atomic.Bool
}

func newWatch(s *server, every time.Duration) *watch {
	w := &watch{server: s, every: every, set: metrics.NewSet(), alive: s.env.Now()}
	switch s.folder.config.Serve.Log {
	case "text":
		w.log = slog.New(slog.NewTextHandler(s.env.Err, nil))
	case "json":
		w.log = slog.New(slog.NewJSONHandler(s.env.Err, nil))
	}
	w.gauges()
	return w
}

// tell writes a line for the operator: for people in his language, for programs
// with its level.
func (w *watch) tell(level slog.Level, err error) {
	text := w.server.env.explain(err)
	if w.log == nil {
		fmt.Fprintf(w.server.env.Err, "fivepoints: %s\n", text)
		return
	}
	w.log.Log(context.Background(), level, text)
}

// event logs what people at a terminal need not be told.
func (w *watch) event(text string, args ...any) {
	if w.log != nil {
		w.log.Info(text, args...)
	}
}

// gauges are read when somebody asks.
func (w *watch) gauges() {
	f := w.server.folder
	tip := func() float64 {
		n, err := f.log.Tip(context.Background(), "")
		if err != nil {
			return -1
		}
		return float64(n)
	}
	w.set.NewGauge("fivepoints_log_commits", tip)
	w.set.NewGauge("fivepoints_mirror_lag_commits", func() float64 { return tip() - float64(f.node.Status().Mirror) })
	w.set.NewGauge("fivepoints_games_suspended", func() float64 { return w.number(func() int { return w.ill }) })
	w.set.NewGauge("fivepoints_posts_waiting", func() float64 { return w.number(func() int { return w.sent.Waiting }) })
	w.set.NewGauge("fivepoints_posts_held", func() float64 { return w.number(func() int { return w.sent.Held }) })
	w.set.NewGauge("fivepoints_sending_trouble", func() float64 {
		return w.number(func() int { return one(w.sent.Trouble != nil) })
	})
	w.set.NewGauge("fivepoints_deadlines_seconds_since_look", func() float64 {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.server.env.Now().Sub(w.alive).Seconds()
	})
}

func (w *watch) number(get func() int) float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return float64(get())
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mailbox shows how a source of mail is doing.
func (w *watch) mailbox(o *office, name string) {
	w.set.NewGauge(fmt.Sprintf("fivepoints_mailbox_up{source=%q}", name), func() float64 {
		o.mu.Lock()
		defer o.mu.Unlock()
		return float64(one(o.states[name].Err == nil && !o.states[name].ReadTo.IsZero()))
	})
	w.set.NewGauge(fmt.Sprintf("fivepoints_mailbox_seconds_behind{source=%q}", name), func() float64 {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.states[name].ReadTo.IsZero() {
			return w.server.env.Now().Sub(o.began).Seconds()
		}
		return w.server.env.Now().Sub(o.states[name].ReadTo).Seconds()
	})
	w.set.NewGauge(fmt.Sprintf("fivepoints_mailbox_clock_ahead_seconds{source=%q}", name), func() float64 {
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.clocks[name].Seconds()
	})
}

// troubled counts what goes wrong with a source of mail, by its kind.
func (w *watch) troubled(name string, err error) {
	var t *mailbox.Trouble
	if errors.As(err, &t) {
		w.set.GetOrCreateCounter(fmt.Sprintf("fivepoints_mailbox_troubles_total{source=%q,kind=%q}", name, t.Kind)).Inc()
	}
}

// resolved notes a round of the machine.
func (w *watch) resolved(in *intaking, took time.Duration, ill int) {
	w.set.GetOrCreateCounter("fivepoints_sheets_total").Add(in.sum.Sheets)
	w.set.GetOrCreateCounter("fivepoints_posts_queued_total").Add(in.sum.Posts)
	for why, n := range in.sum.Others {
		outcome, _, _ := strings.Cut(why, " ")
		w.set.GetOrCreateCounter(fmt.Sprintf("fivepoints_messages_without_sheet_total{outcome=%q}", outcome)).Add(n)
	}
	w.set.GetOrCreateFloatCounter("fivepoints_judging_seconds_total").Add(took.Seconds())
	if in.sum.Sheets > 0 || in.sum.Posts > 0 {
		w.event("judged", "sheets", in.sum.Sheets, "posts", in.sum.Posts, "seconds", took.Seconds())
	}
	w.mu.Lock()
	w.alive, w.ready, w.ill = w.server.env.Now(), true, ill
	w.mu.Unlock()
}

// passed notes a pass of the sender.
func (w *watch) passed(p outbox.Pass) {
	for _, c := range []struct {
		name string
		n    int
	}{{"sent", p.Sent}, {"failed", p.Failed}, {"deferred", p.Deferred}, {"bounced", p.Bounced}} {
		w.set.GetOrCreateCounter("fivepoints_posts_" + c.name + "_total").Add(c.n)
	}
	if p.Sent+p.Failed+p.Deferred+p.Bounced > 0 {
		w.event("mail", "sent", p.Sent, "failed", p.Failed, "deferred", p.Deferred, "bounced", p.Bounced)
	}
	w.mu.Lock()
	w.sent = p
	w.mu.Unlock()
}

// healthy tells why the server is not alive, "" when it is.
func (w *watch) healthy() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if silent := w.server.env.Now().Sub(w.alive); silent > 3*w.every+time.Minute {
		return fmt.Sprintf("deadlines were not looked at for %s", silent.Round(time.Second))
	}
	return ""
}

// unready tells what keeps the server from its work, "" when nothing does.
func (w *watch) unready() string {
	if why := w.healthy(); why != "" {
		return why
	}
	o := w.server.office
	w.mu.Lock()
	ready := w.ready
	w.mu.Unlock()
	switch {
	case w.stopping.Load():
		return "stopping"
	case !ready:
		return "starting"
	case o != nil && o.reading(w.server.env.Now()).To.IsZero():
		return "a mailbox was not read yet"
	}
	return ""
}

// listen answers health and metrics until ctx ends.
func (w *watch) listen(ctx context.Context) (stop func() error, err error) {
	addr := w.server.folder.config.Serve.Listen
	if addr == "" {
		return func() error { return nil }, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, because(err, "ouverture de serve.listen", "opening serve.listen")
	}
	srv := &http.Server{Handler: w.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 8 << 10}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	w.server.env.printf("santé et mesures : http://%s/healthz, /readyz, /metrics\n", "health and metrics: http://%s/healthz, /readyz, /metrics\n", l.Addr())
	return func() error {
		err := srv.Close()
		if served := <-done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}

func (w *watch) handler() http.Handler {
	mux := http.NewServeMux()
	tell := func(get func() string) http.HandlerFunc {
		return func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
			if why := get(); why != "" {
				rw.WriteHeader(http.StatusServiceUnavailable)
				fmt.Fprintln(rw, why)
				return
			}
			fmt.Fprintln(rw, "ok")
		}
	}
	mux.HandleFunc("GET /healthz", tell(w.healthy))
	mux.HandleFunc("GET /readyz", tell(w.unready))
	mux.HandleFunc("GET /metrics", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.set.WritePrometheus(rw)
	})
	return mux
}

// notify tells systemd, where it started us, how we are.
func (w *watch) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		w.tell(slog.LevelWarn, because(err, "avis à systemd", "telling systemd"))
	}
}
