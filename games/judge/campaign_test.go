package judge_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/games/deadline"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
	"fivepoints/games/newyork1890"
	"fivepoints/games/table"
)

// campaign plays ten years of six gangs on a clock of our own: some players are
// slow, silent, on holiday or gone, the program stands still now and then, and the
// moderator pauses, extends and forgets.
type campaign struct {
	*gamestest.World
	t        *testing.T
	chance   *rand.Rand
	restarts *rand.Rand // nil: the judge lives as long as the game
	manners  map[string]string
	gone     time.Time // when those leave who are gone
	beat     time.Time
	n        int
}

func newCampaign(t *testing.T, seed uint64, restarts bool) *campaign {
	t.Helper()
	book, err := newyork1890.Book()
	if err != nil {
		t.Fatal(err)
	}
	log := events.NewMemory(events.NewMemoryKeys(fmt.Sprint(seed)))
	log.Rand = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	c := &campaign{
		World: gamestest.NewWorld(t, log, book), t: t, chance: rand.New(rand.NewPCG(seed, 1)), manners: map[string]string{},
	}
	if restarts {
		c.restarts = rand.New(rand.NewPCG(seed, 2))
	}
	c.gone = c.Now.Add(time.Duration(30+c.chance.IntN(200)) * day)
	rules := table.DefaultPeople()
	rules.Away = []string{table.AwayTime, table.AwaySitter, table.AwayDefault}[seed%3]
	plans := []string{
		"7d", "sat 21:00; remind=48h, 12h", "wed sat 21:00; grace=12h; holidays=12-24..01-02", "5d; c=3d; late=moderator 24h; remind=1d",
		"sun 02:30; muster; grace=6h; late=sitter 12h; told=1; open=2",
	}
	var seats []string
	for _, s := range book.Info().Seats {
		seats = append(seats, string(s))
		c.manners[string(s)] = []string{"punctual", "punctual", "slow", "silent", "holiday", "gone"}[c.chance.IntN(6)]
	}
	plan, err := deadline.Parse(plans[seed%uint64(len(plans))])
	if err != nil {
		t.Fatal(err)
	}
	c.Create(judge.NewGame{
		ID: "g1", Rulebook: newyork1890.Name, Preset: "politique10", Plan: plan, People: &rules,
		Settle: 10 * time.Minute, Thoughts: 20 * time.Minute,
	}, seats...)
	c.beat = c.Now
	return c
}

// stepTime is how often the clock looks.
const stepTime = 5 * time.Hour

// play goes on until the game ends.
func (c *campaign) play() *table.Table {
	for range 2500 {
		c.Now = c.Now.Add(stepTime)
		if c.restarts != nil && c.restarts.IntN(8) == 0 {
			c.Judge = judge.New(c.Log, c.Books)
		}
		t, err := c.Judge.Table(c.t.Context(), "g1")
		if err != nil {
			c.t.Fatal(err)
		}
		if t.Over != nil {
			return c.Table("g1")
		}
		c.desk(t)
		for _, s := range t.Seats {
			c.write(t, s.Seat)
		}
		c.Tick("g1", 0)
		c.beat = c.Now
	}
	c.t.Fatal("the game does not end")
	return nil
}

// desk is what happens beside the mails: silence of the program, the moderator.
func (c *campaign) desk(t *table.Table) {
	act := func() judge.Act {
		c.n++
		return judge.Act{Game: "g1", By: judge.ByOperator, At: c.Now, Key: events.NewKey("desk", fmt.Sprint(c.n))}
	}
	var err error
	switch n := c.chance.IntN(300); {
	case t.Clock.Paused != nil && n < 30:
		_, err = c.Judge.Resume(c.t.Context(), act())
	case t.Clock.Paused != nil:
	case n == 0:
		_, err = c.Judge.Pause(c.t.Context(), act(), "too much to do")
	case n == 1:
		_, err = c.Judge.Extend(c.t.Context(), act(), "", 2*day, "holidays")
	case n == 2:
		c.Now = c.Now.Add(4 * day)
		_, err = c.Judge.Silence(c.t.Context(), c.beat, c.Now)
	case n == 3 && t.Mustering():
		_, err = c.Judge.Start(c.t.Context(), act())
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// write lets the player of a seat do what he does.
func (c *campaign) write(t *table.Table, seat string) {
	for _, w := range t.Windows {
		if !w.Open() || !slices.Contains(w.Seats, seat) || t.Wrote(seat, w) {
			continue
		}
		left := time.UnixMilli(w.Closes).Sub(c.Now)
		p := map[string]int{"punctual": 25, "slow": 2, "silent": 1, "holiday": 6, "gone": 25}[c.manners[seat]]
		switch {
		case c.manners[seat] == "slow" && left < 10*time.Hour:
			p = 60
		case c.manners[seat] == "gone" && c.Now.After(c.gone), t.AbsentAt(seat, c.Now.UnixMilli()) != nil:
			p = 0
		case c.manners[seat] == "holiday" && c.chance.IntN(40) == 0:
			c.leave(seat)
			return
		}
		if c.chance.IntN(100) >= p {
			continue
		}
		c.n++
		_, err := c.Judge.Submit(c.t.Context(), judge.Submission{
			Game: "g1", Seat: seat, At: c.Now, Key: events.NewKey("mail", fmt.Sprint(c.n)),
			Lines: []events.Line{{N: 1, Text: "ready"}, {N: 2, Text: "terminé"}},
		})
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

// leave announces an absence; a budget that is used up refuses it.
func (c *campaign) leave(seat string) {
	c.n++
	from := c.Now.Add(time.Duration(1+c.chance.IntN(4)) * day)
	_, err := c.Judge.Absence(c.t.Context(), judge.Act{
		Game: "g1", By: judge.ByPlayer, Person: "p" + seat, Seat: seat, At: c.Now, Key: events.NewKey("away", fmt.Sprint(c.n)),
	}, seat, judge.Away{From: from.Format(time.DateOnly), To: from.AddDate(0, 0, 3+c.chance.IntN(12)).Format(time.DateOnly)})
	if no := (*judge.Refused)(nil); err != nil && !errors.As(err, &no) {
		c.t.Fatal(err)
	}
}

// audit holds the record against the rules of time.
func (c *campaign) audit(t *table.Table) {
	closes, known := map[string]int64{}, []string{
		table.MovedModerator, table.MovedPause, table.MovedMuster, table.MovedSilence, table.MovedAbsence,
	}
	opened := map[string]int64{}
	plan := t.Clock.Plan
	most := plan.Grace.Milliseconds() + plan.Hold.Milliseconds()
	for _, f := range c.Facts("g1", false) {
		switch p := f.Pub.(type) {
		case table.Opened:
			closes[p.Window], opened[p.Window] = p.Closes, p.At
		case table.Moved:
			if !slices.Contains(known, p.Why) {
				c.t.Errorf("mail %s moved for %q", p.Window, p.Why)
			}
			closes[p.Window] = p.Closes
		case table.Closed:
			over := p.At - closes[p.Window]
			if p.Why == table.WhyDeadline && (over < 0 || over > most) {
				c.t.Errorf("mail %s closed %s after the deadline that was told", p.Window, time.Duration(over)*time.Millisecond)
			}
			if p.Why == table.WhyComplete && over > most {
				c.t.Errorf("mail %s was complete %s after its deadline", p.Window, time.Duration(over)*time.Millisecond)
			}
			c.checkAbsent(t, p, opened[p.Window])
		case table.Missed:
			if w := t.Window(p.Window); t.Excused(p.Seat, w) {
				c.t.Errorf("%s was away when mail %s closed, and is told to have missed it", p.Seat, p.Window)
			}
		}
	}
}

// checkAbsent: where the game gives the absent time, no mail that opened after an
// absence was announced closes in it without orders, but by the moderator.
func (c *campaign) checkAbsent(t *table.Table, p table.Closed, opened int64) {
	if t.People.Rules.Away != table.AwayTime || p.Why != table.WhyDeadline {
		return
	}
	w := t.Window(p.Window)
	for _, a := range t.People.Absences {
		told := slices.Contains(w.Seats, a.Seat) && c.announced(a.N) <= opened
		if told && a.Start <= w.Closes && w.Closes < a.End && !t.Wrote(a.Seat, w) {
			c.t.Errorf("%s is away from %s to %s, and mail %s, opened %s, closed %s", a.Seat, a.From, a.To, p.Window, utc(opened), utc(w.Closes))
		}
	}
}

// announced is when an absence was.
func (c *campaign) announced(n int) int64 {
	t := c.Table("g1")
	for st, err := range c.Log.Read(c.t.Context(), "game/g1", 0) {
		if err != nil {
			c.t.Fatal(err)
		}
		facts, err := t.Facts(st, c.Log.Keys())
		if err != nil {
			c.t.Fatal(err)
		}
		for _, f := range facts {
			if a, ok := f.Pub.(table.Absent); ok && a.N == n {
				e, err := events.Decode(st)
				if err != nil {
					c.t.Fatal(err)
				}
				return e.At.UnixMilli()
			}
		}
	}
	return 0
}

// Ten years with six players of all manners: every game ends, nobody who was away
// by the rules is defaulted, every move of a deadline is told why, and a restart at
// any moment loses and doubles nothing.
func TestCampaignsRunThemselves(t *testing.T) {
	seeds := uint64(3)
	if os.Getenv("FIVEPOINTS_LONG") != "" {
		seeds = 100
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := newCampaign(t, seed, false)
			end := c.play()
			c.audit(end)
			if seed%3 > 0 && seed > 3 {
				return
			}
			again := newCampaign(t, seed, true)
			again.play()
			if a, b := gamestest.Text(c.Facts("g1", false)), gamestest.Text(again.Facts("g1", false)); a != b {
				t.Error("with restarts the record is another one")
			}
		})
	}
}
