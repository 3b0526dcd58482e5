package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/games/catalog"
	"fivepoints/games/order"
	"fivepoints/games/table"
	"fivepoints/mail/mailbox"
)

// maxWindows bounds a campaign: seven years of two mails.
const maxWindows = 20

// campaign plays one recorded campaign and writes its mailbox.
type campaign struct {
	log    events.Log
	stage  *demo.Stage
	picks  *demo.Chance // what bots choose
	words  *demo.Chance // what people say
	talk   map[string]phrases
	hand   []written
	mbox   bytes.Buffer
	read   []demo.Reading
	people []demo.Player
	tally  demo.Tally
}

// play plays the whole campaign of a seed.
func play(ctx context.Context, seed int) (*campaign, error) {
	log := events.NewMemory(demo.Keys())
	log.Rand = demo.Salts()
	c := &campaign{
		log: log, picks: &demo.Chance{Seed: fmt.Sprint("picks ", seed)}, words: &demo.Chance{Seed: fmt.Sprint("words ", seed)},
		talk: map[string]phrases{}, people: demo.Players(), tally: demo.NewTally(),
	}
	var err error
	if c.stage, err = demo.Create(ctx, log, catalog.Find); err != nil {
		return nil, err
	}
	if c.hand, err = readWritten(); err != nil {
		return nil, err
	}
	for _, p := range c.people {
		if c.talk[p.Seat], err = readPhrases(p.Seat); err != nil {
			return nil, err
		}
	}
	for range maxWindows {
		over, err := c.window(ctx)
		if err != nil || over {
			return c, cmp.Or(err, c.finish(ctx))
		}
	}
	return nil, fmt.Errorf("the campaign did not end in %d mails", maxWindows)
}

// finish sends what comes after the end and counts.
func (c *campaign) finish(ctx context.Context) error {
	t, err := c.stage.Judge.Table(ctx, demo.Game)
	if err != nil {
		return err
	}
	if err := c.send(ctx, nil, c.byHand("over", time.UnixMilli(t.At))); err != nil {
		return err
	}
	c.tally.CountMails(c.read, t)
	return c.tally.CountLog(ctx, c.log, t)
}

// window writes and sends all mails of the open window, then lets it close.
func (c *campaign) window(ctx context.Context) (over bool, err error) {
	t, err := c.stage.Judge.Table(ctx, demo.Game)
	if err != nil || t.Over != nil {
		return true, err
	}
	i := slices.IndexFunc(t.Windows, func(w *table.Window) bool { return w.Open() })
	if i < 0 {
		return false, fmt.Errorf("no mail is open after commit %d", t.Tip)
	}
	w := t.Windows[i]
	var before events.Seq
	for _, o := range t.Windows[:i] {
		before = max(before, o.OpenedSeq)
	}
	news, err := readNews(ctx, c.log, t, before)
	if err != nil {
		return false, err
	}
	parser, err := order.New(t.Game.Grammar())
	if err != nil {
		return false, err
	}
	desk := &desk{campaign: c, t: t, w: w, news: news, parser: parser, acts: plan()}
	var all []posted
	for _, p := range c.people {
		if slices.Contains(w.Seats, p.Seat) {
			sheets, err := desk.write(p)
			if err != nil {
				return false, fmt.Errorf("%s of %s: %w", w.Tag, p.Seat, err)
			}
			all = append(all, sheets...)
		}
	}
	all = inTime(w, all)
	all = append(all, c.interludes(w, all)...)
	if err := c.send(ctx, parser, all); err != nil {
		return false, fmt.Errorf("%s: %w", w.Tag, err)
	}
	if t, err = c.stage.Judge.Table(ctx, demo.Game); err != nil || !t.Window(w.ID()).Open() {
		return false, err // a late mail let it close
	}
	next, ok, err := c.stage.Judge.NextAt(ctx, demo.Game)
	if err != nil || !ok {
		return false, err
	}
	_, err = c.stage.Judge.Tick(ctx, demo.Game, next)
	return false, err
}

// posted is a letter with what the game must understand of it.
type posted struct {
	letter
	wants []games.Line // the orders it gives
	sheet bool         // it is checked against wants
	flaws int          // lines that are meant to be mistakes
	again bool         // it comes a second time
}

func (c *campaign) byHand(tag string, opened time.Time) []posted {
	var out []posted
	for _, w := range c.hand {
		if w.window != tag {
			continue
		}
		l := w.letter
		l.at = opened.Add(time.Duration(w.after)*time.Hour + time.Duration(c.words.Pick(50)+3)*time.Minute)
		if night := l.at.In(demo.Start().Location()).Hour(); l.from.Seat != "" && night < 8 && l.headers == nil {
			l.at = l.at.Add(time.Duration(9-night) * time.Hour)
		}
		out = append(out, posted{letter: l, sheet: l.from.Seat != ""})
	}
	return out
}

// inTime keeps letters before the deadline, and a letter of somebody who writes
// once behind all second thoughts: the mail closes when everybody has written.
func inTime(w *table.Window, all []posted) []posted {
	end := time.UnixMilli(w.Closes).Add(-2 * time.Hour)
	count := map[string]int{}
	for _, p := range all {
		count[p.from.Seat]++
	}
	var last time.Time
	single := -1
	for i, p := range all {
		if p.at.After(end) && p.at.Before(end.Add(2*time.Hour)) {
			all[i].at = end.Add(-time.Duration(i) * 13 * time.Minute)
		}
		if all[i].at.Before(end) && all[i].at.After(last) {
			last = all[i].at
		}
		if count[p.from.Seat] == 1 && (single < 0 || all[i].at.After(all[single].at)) {
			single = i
		}
	}
	if single >= 0 && all[single].at.Before(last) {
		all[single].at = last.Add(97 * time.Minute)
	}
	return all
}

// interludes are the mails written by hand, none behind the last letter.
func (c *campaign) interludes(w *table.Window, all []posted) []posted {
	var last time.Time
	for _, p := range all {
		if p.at.After(last) {
			last = p.at
		}
	}
	opened := time.UnixMilli(w.At)
	out := c.byHand(w.Tag, opened)
	for i := range out {
		if out[i].at.After(last) {
			out[i].at = opened.Add(last.Sub(opened) * time.Duration(i+2) / time.Duration(len(out)+4))
		}
	}
	return out
}

// send lets letters reach the game in the order of time.
func (c *campaign) send(ctx context.Context, parser *order.Parser, all []posted) error {
	slices.SortStableFunc(all, func(a, b posted) int { return a.at.Compare(b.at) })
	for _, p := range all {
		raw, err := c.clean(parser, p)
		if err != nil {
			return err
		}
		if err := c.take(ctx, p.from.Address, p.at, raw); err != nil {
			return err
		}
		if p.again {
			if err := c.take(ctx, p.from.Address, p.at.Add(11*time.Minute), raw); err != nil {
				return err
			}
		}
	}
	return nil
}

// take appends a mail to the mailbox and reads it back on the stage.
func (c *campaign) take(ctx context.Context, from string, at time.Time, raw []byte) error {
	var one bytes.Buffer
	mbox(&one, from, at, raw)
	c.mbox.Write(one.Bytes())
	for item, err := range mailbox.Mbox(&one) {
		if err != nil {
			return err
		}
		r, err := c.stage.Mail(ctx, item)
		if err != nil {
			return err
		}
		c.read = append(c.read, r)
	}
	return nil
}
