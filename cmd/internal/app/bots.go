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
	"strconv"
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
	g := gameFlags{preset: *preset, options: options, deadline: 7 * 24 * time.Hour, at: botsStart.Format(time.RFC3339)}
	g.seats, err = e.botSeats(book.Info(), *seats)
	if err != nil {
		return err
	}
	return e.withNewFolder(dir, "bots/"+strconv.Itoa(*seed), func(f *folder) error {
		n, err := e.newGame(f, "bots", names[0], g)
		if err != nil {
			return err
		}
		if err := e.createGame(f, n); err != nil {
			return err
		}
		b := bots{env: e, folder: f, choose: &stream{seed: "choices/" + strconv.Itoa(*seed)}}
		if err := b.play("bots"); err != nil {
			return err
		}
		if *out != "" {
			e.printf("journal gardé dans %s\n", "log kept in %s\n", *out)
		}
		return e.summary([]string{"bots", "--format", "text"})
	})
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

// bots answer every open mail with orders picked from what the rules offer,
// written as text and sent through the judge like anybody's.
type bots struct {
	*env
	folder *folder
	choose *stream
	sheets int
}

func (b *bots) play(game string) error {
	for range botMails {
		t, err := b.folder.judge.Table(b.ctx, game)
		if err != nil {
			return err
		}
		if t.Over != nil {
			_, err := b.folder.publish(b.ctx)
			return err
		}
		if err := b.round(t); err != nil {
			return err
		}
	}
	return fmt.Errorf("the game did not end in %d mails", botMails)
}

// round lets every seat that may write send one sheet, then closes the mail.
func (b *bots) round(t *table.Table) error {
	parser, err := order.New(t.Game.Grammar())
	if err != nil {
		return err
	}
	at := time.UnixMilli(t.At)
	for _, w := range t.Windows {
		if !w.Open() {
			continue
		}
		for _, seat := range w.Seats {
			if err := b.send(t, parser, w, seat, at); err != nil {
				return err
			}
		}
	}
	next, ok, err := b.folder.judge.NextAt(b.ctx, t.ID)
	if err != nil || !ok {
		return err
	}
	_, err = b.folder.judge.Tick(b.ctx, t.ID, next)
	return err
}

// botOrders bounds the orders of one sheet and kind.
const botOrders = 4

func (b *bots) send(t *table.Table, parser *order.Parser, w *table.Window, seat string, at time.Time) error {
	lang := games.Lang(t.Holder(seat).Lang)
	var lines []events.Line
	for _, kind := range w.Kinds {
		options := t.Game.Options(games.Seat(seat), games.Kind(kind)).Lines
		for range min(botOrders, len(options)) {
			line := options[b.choose.pick(len(options))]
			lines = append(lines, events.Line{N: len(lines) + 1, Text: parser.Format(line, lang)})
		}
	}
	lines = append(lines, events.Line{N: len(lines) + 1, Text: "ready"})
	b.sheets++
	s := judge.Submission{
		Game: t.ID, Seat: seat, Lines: lines, At: at, Key: events.NewKey("bot", strconv.Itoa(b.sheets)), Turn: w.ID(),
	}
	_, err := b.folder.judge.Submit(context.WithoutCancel(b.ctx), s)
	return err
}
