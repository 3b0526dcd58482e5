package app

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/deadline"
	"fivepoints/games/judge"
	"fivepoints/games/newyork1890"
	"fivepoints/games/table"
)

// contest is a series of games of bots in memory.
type contest struct {
	Rulebook string   `json:"rulebook"`
	Preset   string   `json:"preset,omitempty"`
	Options  []string `json:"options,omitempty"`
	Seats    int      `json:"seats"`
	Games    int      `json:"games"`
	Seed     int      `json:"seed"`
	Kinds    string   `json:"kinds,omitempty"`

	book    games.Rulebook
	options []games.KV
}

func (e *env) tournament(args []string) error {
	fs := e.flags("play tournament")
	var c contest
	var options words
	fs.StringVar(&c.Preset, "preset", "", e.say("`NOM` d'un jeu d'options tout fait, voir game options", "`NAME` of a ready-made set of options, see game options"))
	fs.IntVar(&c.Seats, "seats", 0, e.say("`NOMBRE` de sièges (défaut : autant que possible)", "`NUMBER` of seats (default: as many as possible)"))
	fs.IntVar(&c.Games, "games", otherGames, e.say("`NOMBRE` de parties (défaut : 100 ; 1500 par ligne de la table des règles)", "`NUMBER` of games (default: 100; 1500 a row of the rules' table)"))
	fs.IntVar(&c.Seed, "seed", 1, e.say("`NOMBRE` dont tout le hasard est tiré : le même donne les mêmes parties", "`NUMBER` that all chance comes from: the same one gives the same games"))
	fs.StringVar(&c.Kinds, "kinds", "", e.say("`GENRE,...` de chaque robot, à tour de rôle (défaut : un mélange tiré de la graine) ; random joue au hasard", "`KIND,...` of each bot, in turn (default: a mix that follows from the seed); random plays at random"))
	fs.BoolVar(&e.json, "json", e.json, e.say("le tableau pour des programmes", "the table for programs"))
	fs.Var(&options, "option", e.say("`CLÉ=VALEUR` d'une option des règles ; se répète", "`KEY=VALUE` of an option of the rules; may be repeated"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	c.Rulebook, c.Options = names[0], options
	if c.book, err = catalog.Find(c.Rulebook, 0); err != nil {
		return err
	}
	if rows := c.rows(); len(rows) > 0 {
		return e.measure(&c, rows, given(fs, "games"))
	}
	if err := e.checkContest(&c); err != nil {
		return err
	}
	played, err := c.run(e.ctx, runtime.GOMAXPROCS(0), e.progressOf(e.say("parties jouées", "games played")))
	if err != nil {
		return err
	}
	report := c.report(played)
	if e.json {
		return e.printJSON(report)
	}
	return e.printReport(report)
}

func (e *env) checkContest(c *contest) error {
	seats, err := e.botSeats(c.book.Info(), c.Seats)
	if err != nil {
		return err
	}
	if c.Seats = len(seats); c.Games < 1 || c.Games > 100_000 {
		return e.usage("play tournament : --games va de 1 à 100000, et non %d", "play tournament: --games is 1 to 100000, not %d", c.Games)
	}
	for _, o := range c.Options {
		k, v, ok := strings.Cut(o, "=")
		if !ok {
			return e.usage("play tournament : --option s'écrit CLÉ=VALEUR, et non %q", "play tournament: --option is KEY=VALUE, not %q", o)
		}
		c.options = append(c.options, games.KV{Key: k, Value: v})
	}
	if _, err := botStyles(c.book, c.Kinds, c.Seats, func(int) int { return 0 }); err != nil {
		return usageError{e.explain(err)}
	}
	return nil
}

// played is one finished game.
type played struct {
	seats   []string
	styles  []string
	winners []string
	orders  int // sent
	refused int // when they were to be carried out
	unread  int // lines that nobody understood
	tally   newyork1890.Tally
}

// run plays all games, several at once. What a game is does not depend on when
// or by whom it was played.
func (c *contest) run(ctx context.Context, workers int, p *progress) ([]played, error) {
	out, errs := make([]played, c.Games), make([]error, c.Games)
	next, done := make(chan int), make(chan struct{}, c.Games)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				out[i], errs[i] = c.play(ctx, i)
				done <- struct{}{}
			}
		})
	}
	go func() {
		for i := range c.Games {
			next <- i
		}
		close(next)
	}()
	for n := range c.Games {
		<-done
		p.step(n + 1)
	}
	all.Wait()
	p.end()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("playing game %d of the tournament: %w", i+1, err)
		}
	}
	return out, nil
}

// play plays the i-th game. Seats and styles rotate, so that no style always
// sits in the same place.
func (c *contest) play(ctx context.Context, i int) (played, error) {
	seed := fmt.Sprintf("tournament/%d/%d", c.Seed, i)
	choose := &stream{seed: seed}
	log := events.NewMemory(events.NewMemoryKeys(seed))
	log.Rand = &stream{seed: seed + "/salts"}
	var p played
	var err error
	if p.styles, err = botStyles(c.book, c.Kinds, c.Seats, choose.pick); err != nil {
		return p, err
	}
	n := c.game(i)
	for _, s := range n.Seats {
		p.seats = append(p.seats, s.Seat)
	}
	if len(c.book.Info().Seats) <= c.Seats { // the seats are always the same: the styles turn
		k := i % c.Seats
		p.styles = append(slices.Clone(p.styles[k:]), p.styles[:k]...)
	}
	j := judge.New(log, catalog.Find)
	if _, err := j.Create(ctx, n); err != nil {
		return p, err
	}
	if err := (&bots{judge: j, choose: choose, styles: bySeat(n.Seats, p.styles)}).play(ctx, n.ID); err != nil {
		return p, err
	}
	t, err := j.Table(ctx, n.ID)
	if err != nil {
		return p, err
	}
	return p, p.read(ctx, log, t)
}

func (c *contest) game(i int) judge.NewGame {
	n := judge.NewGame{
		ID: "bots", Rulebook: c.Rulebook, Preset: c.Preset, Langs: []string{"fr", "en"}, Zone: "UTC", Plan: deadline.After(botPlan), At: botsStart,
	}
	n.Options = c.options
	fixed := c.book.Info().Seats
	for s := range c.Seats {
		name := "bot" + strconv.Itoa(s+1)
		if len(fixed) > 0 {
			name = string(fixed[(s+i)%len(fixed)])
		}
		n.Seats = append(n.Seats, table.SeatTaken{Seat: name, Person: "p" + name, Lang: n.Langs[s%2]})
	}
	return n
}

// read takes what a tournament counts out of a game's log.
func (p *played) read(ctx context.Context, log events.Log, t *table.Table) error {
	if t.Over != nil && len(t.Over.Ranks) > 0 {
		p.winners = t.Over.Ranks[0]
	}
	var rules []games.Fact
	for st, err := range log.Read(ctx, "game/"+t.ID, 0) {
		if err != nil {
			return err
		}
		facts, err := t.Facts(st, log.Keys())
		if err != nil {
			return err
		}
		for _, f := range facts {
			if p.note(f); !table.IsPlatform(f.Type) {
				rules = append(rules, f)
			}
		}
	}
	if t.Created.Rulebook != newyork1890.Name {
		return nil
	}
	ny, err := newyork1890.New()
	p.tally = ny.Tally(rules)
	return err
}

// note counts lines sent, not understood and refused.
func (p *played) note(f games.Fact) {
	for _, part := range f.Priv {
		switch v := part.Payload.(type) {
		case table.Lines:
			p.orders += len(v.Lines)
		case table.Text:
			for _, n := range v.Lines {
				if n.Kind != "order" && n.Kind != "warn" && n.Kind != "setting" {
					p.unread++
				}
			}
		case table.Why:
			if !v.Guard {
				p.refused++
			}
		}
	}
}
