package app

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/events/vault"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/judge"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// stream is a reader of bytes that follow from a seed: the keys and the
// choices of bots and demos.
type stream struct {
	seed string
	n    uint64
	rest []byte
}

func (s *stream) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(s.rest) == 0 {
			sum := sha256.Sum256(fmt.Appendf(nil, "fivepoints stream/%s/%d", s.seed, s.n))
			s.n++
			s.rest = sum[:]
		}
		k := copy(p[n:], s.rest)
		n, s.rest = n+k, s.rest[k:]
	}
	return n, nil
}

// pick chooses 0..n-1.
func (s *stream) pick(n int) int {
	var b [4]byte
	if _, err := io.ReadFull(s, b[:]); err != nil {
		return 0
	}
	return int(binary.BigEndian.Uint32(b[:]) % uint32(n))
}

// botsStart is when games of bots and demos begin.
var botsStart = time.Date(2026, 1, 5, 20, 0, 0, 0, time.FixedZone("CET", 3600))

// botPlan is how long their mails stay open.
const botPlan = 7 * 24 * time.Hour

// botMails bounds the mails of one game.
const botMails = 10_000

func (e *env) playBots(args []string) error {
	fs := e.flags("play bots")
	preset := fs.String("preset", "", e.say("`NOM` d'un jeu d'options tout fait, voir game options", "`NAME` of a ready-made set of options, see game options"))
	seats := fs.Int("seats", 0, e.say("`NOMBRE` de sièges (défaut : autant que possible)", "`NUMBER` of seats (default: as many as possible)"))
	seed := fs.Int("seed", 1, e.say("`NOMBRE` dont tout le hasard est tiré : le même donne la même partie", "`NUMBER` that all chance comes from: the same one gives the same game"))
	out := fs.String("out", "", e.say("`DOSSIER` où garder la partie (défaut : elle est effacée)", "`FOLDER` to keep the game in (default: it is removed)"))
	var options words
	fs.Var(&options, "option", e.say("`CLÉ=VALEUR` d'une option des règles ; se répète", "`KEY=VALUE` of an option of the rules; may be repeated"))
	kinds := fs.String("kinds", "", e.say("`GENRE,...` de chaque robot, à tour de rôle (défaut : un mélange tiré de la graine) ; random joue au hasard", "`KIND,...` of each bot, in turn (default: a mix that follows from the seed); random plays at random"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	book, err := catalog.Find(names[0], 0)
	if err != nil {
		return err
	}
	dir := e.path(*out)
	if *out == "" {
		if dir, err = os.MkdirTemp("", "fivepoints-bots-"); err != nil {
			return fmt.Errorf("making a folder for the game: %w", err)
		}
		defer os.RemoveAll(dir)
	}
	e.data = dir
	g := gameFlags{preset: *preset, options: options, deadline: botPlan.String(), at: botsStart.Format(time.RFC3339)}
	if g.seats, err = e.botSeats(book.Info(), *seats); err != nil {
		return err
	}
	choose := &stream{seed: "choices/" + strconv.Itoa(*seed)}
	styles, err := botStyles(book, *kinds, len(g.seats), choose.pick)
	if err != nil {
		return usageError{e.explain(err)}
	}
	return e.withNewFolder(dir, "bots/"+strconv.Itoa(*seed), func(f *folder) error {
		n, err := e.newGame(f, "bots", names[0], g)
		if err != nil {
			return err
		}
		if err := e.createGame(f, n); err != nil {
			return err
		}
		if err := (&bots{judge: f.judge, choose: choose, styles: bySeat(n.Seats, styles)}).play(e.ctx, "bots"); err != nil {
			return err
		}
		if _, err := f.publish(e.ctx); err != nil {
			return err
		}
		e.tellStyles(n.Seats, styles)
		if *out != "" {
			e.printf("journal gardé dans %s\n", "log kept in %s\n", *out)
		}
		return e.summary([]string{"bots", "--format", "text"})
	})
}

func (e *env) tellStyles(seats []table.SeatTaken, styles []string) {
	var who []string
	for i, s := range seats {
		who = append(who, s.Seat+" "+styles[i])
	}
	e.printf("robots : %s\n", "bots: %s\n", strings.Join(who, ", "))
}

// randomStyle is the bot that picks orders among those the rules offer.
const randomStyle = "random"

// usualStyles is how many of a rulebook's first styles sit at a usual table.
const usualStyles = 4

// botStyles gives each of n seats a style: the kinds in turn, else a mix of
// the usual ones. A rulebook without bots of its own is played at random.
func botStyles(book games.Rulebook, kinds string, n int, pick func(int) int) ([]string, error) {
	known := book.Styles()
	if !slices.Contains(known, randomStyle) {
		known = append(known, randomStyle)
	}
	usual := min(usualStyles, max(1, len(book.Styles())))
	mix := func(int) string { return known[pick(usual)] }
	if kinds != "" {
		list := strings.Split(kinds, ",")
		for _, k := range list {
			if !slices.Contains(known, k) {
				return nil, failed("play : %s n'a pas de robot %q ; il a %s", "play: %s has no bot %q; it has %s", book.Info().Name, k, strings.Join(known, ", "))
			}
		}
		mix = func(i int) string { return list[i%len(list)] }
	}
	var out []string
	for i := range n {
		out = append(out, mix(i))
	}
	return out, nil
}

func bySeat(seats []table.SeatTaken, styles []string) func(seat string) string {
	return func(seat string) string {
		i := slices.IndexFunc(seats, func(s table.SeatTaken) bool { return s.Seat == seat })
		if i < 0 {
			return randomStyle
		}
		return styles[i]
	}
}

// withNewFolder makes a data folder whose keys follow from a seed.
func (e *env) withNewFolder(dir, seed string, do func(*folder) error) error {
	lock, err := vault.LockFolder(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(logPath(dir)); err == nil {
		return errors.Join(failed("création d'un journal dans %s : il y en a déjà un", "making a new log in %s: there is one already", dir), lock.Release())
	}
	f, err := createFolder(e.ctx, dir, "fivepoints.local/"+filepath.Base(dir), lock, &stream{seed: seed}, botsStart)
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	e.shared = f
	err = do(f)
	e.shared = nil
	return errors.Join(err, f.close())
}

func (e *env) botSeats(info games.Info, n int) (words, error) {
	if n == 0 {
		n = info.MaxSeats
	}
	if n < info.MinSeats || n > info.MaxSeats {
		return nil, e.usage("play bots : %s se joue de %d à %d sièges, et non %d", "play bots: %s is for %d to %d seats, not %d", info.Name, info.MinSeats, info.MaxSeats, n)
	}
	var out words
	for i := range n {
		name := "bot" + strconv.Itoa(i+1)
		if i < len(info.Seats) {
			name = string(info.Seats[i])
		}
		out = append(out, fmt.Sprintf("%s=%s@bots.example,%s", name, name, []string{"fr", "en"}[i%2]))
	}
	return out, nil
}

// bots answer every open mail of a game: in a style of the rulebook, or with
// orders picked from what the rules offer. They write text and send it through
// the judge like anybody.
type bots struct {
	judge  *judge.Judge
	choose *stream
	styles func(seat string) string
	parser *order.Parser
	sheets int
}

func (b *bots) play(ctx context.Context, game string) error {
	for range botMails {
		t, err := b.judge.Table(ctx, game)
		if err != nil {
			return err
		}
		if t.Over != nil {
			return nil
		}
		if b.parser == nil {
			if b.parser, err = order.New(t.Game.Grammar()); err != nil {
				return err
			}
		}
		if err := b.round(ctx, t); err != nil {
			return err
		}
	}
	return fmt.Errorf("the game did not end in %d mails", botMails)
}

// round lets every seat that may write send one sheet, then closes the mail.
func (b *bots) round(ctx context.Context, t *table.Table) error {
	at := time.UnixMilli(t.At)
	for _, w := range t.Windows {
		if !w.Open() {
			continue
		}
		for _, seat := range w.Seats {
			if err := b.send(ctx, t, w, seat, at); err != nil {
				return err
			}
		}
	}
	if n, err := b.judge.Tick(ctx, t.ID, at); n > 0 || err != nil { // all wrote
		return err
	}
	next, ok, err := b.judge.NextAt(ctx, t.ID)
	if err != nil || !ok {
		return err
	}
	_, err = b.judge.Tick(ctx, t.ID, next)
	return err
}

// send writes a seat's sheet; a bot without anything to say stays silent.
func (b *bots) send(ctx context.Context, t *table.Table, w *table.Window, seat string, at time.Time) error {
	orders := b.orders(t, w, seat)
	if len(orders) == 0 {
		return nil
	}
	b.sheets++
	s := judge.Submission{Game: t.ID, Seat: seat, At: at, Key: events.NewKey("bot", strconv.Itoa(b.sheets)), Turn: w.ID()}
	for i, text := range append(orders, "ready") {
		s.Lines = append(s.Lines, events.Line{N: i + 1, Text: text})
	}
	_, err := b.judge.Submit(context.WithoutCancel(ctx), s)
	return err
}

// orders is a seat's sheet as it would be typed.
func (b *bots) orders(t *table.Table, w *table.Window, seat string) []string {
	var lines []games.Line
	if style := b.styles(seat); slices.Contains(t.Book.Styles(), style) {
		lines = t.Game.Play(games.Seat(seat), windowOf(w), style, b.choose.pick)
	} else {
		lines = b.guess(t, w, seat)
	}
	return b.parser.FormatAll(lines, games.Lang(t.Holder(seat).Lang))
}

// windowOf is a recorded mail as the rules know it.
func windowOf(w *table.Window) games.Window {
	out := games.Window{ID: w.ID(), Tag: w.Tag, Turn: w.Turn, Report: w.Report}
	for _, s := range w.Seats {
		out.Seats = append(out.Seats, games.Seat(s))
	}
	for _, k := range w.Kinds {
		out.Kinds = append(out.Kinds, games.Kind(k))
	}
	return out
}

// botOrders bounds the orders of one sheet and kind picked at random.
const botOrders = 4

// guess picks orders of every kind among the rules' options.
func (b *bots) guess(t *table.Table, w *table.Window, seat string) []games.Line {
	var lines []games.Line
	for _, kind := range w.Kinds {
		options := t.Game.Options(games.Seat(seat), games.Kind(kind)).Lines
		for range min(botOrders, len(options)) {
			lines = append(lines, options[b.choose.pick(len(options))])
		}
	}
	return lines
}
