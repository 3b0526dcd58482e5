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

// maxWindows bounds a game.
const maxWindows = 200

// campaign plays one recorded campaign and writes its mailbox.
type campaign struct {
	log    events.Log
	stage  *demo.Stage
	book   book
	asked  map[string]int  // mails that a seat was asked for
	opened map[string]bool // tags of mails that have opened
	said   map[string]bool // sheets sent ahead
	picks  *demo.Chance    // what bots choose
	words  *demo.Chance    // what people say
	talk   map[string]phrases
	hand   []written
	mbox   bytes.Buffer
	read   []demo.Reading
	people []demo.Player
	tally  demo.Tally
}

// play plays a whole game of a seed.
func play(ctx context.Context, what demo.Campaign, seed int) (*campaign, error) {
	log := events.NewMemory(demo.Keys())
	log.Rand = demo.Salts()
	c := &campaign{
		log: log, picks: &demo.Chance{Seed: fmt.Sprint("picks ", seed)}, words: &demo.Chance{Seed: fmt.Sprint("words ", seed)},
		talk: map[string]phrases{}, people: what.Players, tally: what.Tally(), asked: map[string]int{}, opened: map[string]bool{}, said: map[string]bool{},
	}
	var err error
	if c.book, err = books(what.Rulebook); err != nil {
		return nil, err
	}
	if c.stage, err = what.Create(ctx, log, catalog.Find); err != nil {
		return nil, err
	}
	if c.hand, err = c.readWritten(); err != nil {
		return nil, err
	}
	for _, p := range c.people {
		if c.talk[p.Seat], err = readPhrases(what.Rulebook, p.Seat); err != nil {
			return nil, err
		}
	}
	for range maxWindows {
		over, err := c.window(ctx)
		if err != nil || over {
			return c, cmp.Or(err, c.finish(ctx))
		}
	}
	return nil, fmt.Errorf("the game did not end in %d mails", maxWindows)
}

// to is how mail programs write the address of the game.
func (c *campaign) to() string { return c.book.title + " <" + addressOf(c.stage.Campaign) + ">" }

// finish sends what comes after the end and counts.
func (c *campaign) finish(ctx context.Context) error {
	t, err := c.stage.Judge.Table(ctx, c.stage.Game)
	if err != nil {
		return err
	}
	if err := c.send(ctx, nil, c.byHand("over", time.UnixMilli(t.At))); err != nil {
		return err
	}
	c.tally.CountMails(c.read, t)
	return c.stage.CountLog(ctx, c.tally, c.log, t)
}

// window writes and sends all mails of the open window, then lets it close.
func (c *campaign) window(ctx context.Context) (over bool, err error) {
	t, err := c.stage.Judge.Table(ctx, c.stage.Game)
	if err != nil || t.Over != nil {
		return true, err
	}
	i := slices.IndexFunc(t.Windows, func(w *table.Window) bool { return w.Open() })
	if i < 0 {
		return false, fmt.Errorf("no mail is open after commit %d", t.Tip)
	}
	w := t.Windows[i]
	if c.book.swift {
		if stored, err := c.closes(ctx, w); err != nil || stored {
			return false, err // an order that had waited for this mail
		}
	}
	parser, err := order.New(t.Game.Grammar())
	if err != nil {
		return false, err
	}
	d := &desk{campaign: c, t: t, w: w, parser: parser}
	all, err := d.letters(ctx, i)
	if err != nil {
		return false, err
	}
	all = inTime(w, all)
	for _, o := range t.Windows[:i+1] { // those that orders sent ahead closed at once, too
		if !c.opened[o.Tag] {
			c.opened[o.Tag] = true
			all = append(all, c.interludes(o.Tag, w, all)...)
		}
	}
	if err := c.send(ctx, parser, all); err != nil {
		return false, fmt.Errorf("%s: %w", w.Tag, err)
	}
	if t, err = c.stage.Judge.Table(ctx, c.stage.Game); err != nil || !t.Window(w.ID()).Open() {
		return false, err // a late mail let it close
	}
	next, ok, err := c.stage.Judge.NextAt(ctx, c.stage.Game)
	if err != nil || !ok {
		return false, err
	}
	_, err = c.stage.Judge.Tick(ctx, c.stage.Game, next)
	return false, err
}

// letters are what the players write while a window is open, i-th of all.
func (d *desk) letters(ctx context.Context, i int) ([]posted, error) {
	var out []posted
	for _, p := range d.people {
		var err error
		if d.news, err = d.readNews(ctx, d.t, d.lastMail(i, p)); err != nil {
			return nil, err
		}
		var sheets []posted
		if slices.Contains(d.w.Seats, p.Seat) {
			d.asked[p.Seat]++
			sheets, err = d.book.write(d, p)
		} else if d.book.swift {
			sheets = d.ahead(p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", d.w.Tag, p.Seat, err)
		}
		out = append(out, sheets...)
	}
	return out, nil
}

// lastMail is when the last mail before the i-th was opened to somebody.
func (d *desk) lastMail(i int, p demo.Player) events.Seq {
	var before events.Seq
	for _, o := range d.t.Windows[:i] {
		if slices.Contains(o.Seats, p.Seat) {
			before = max(before, o.OpenedSeq)
		}
	}
	return before
}

// closes lets a window pass for which the orders are there already.
func (c *campaign) closes(ctx context.Context, w *table.Window) (bool, error) {
	next, ok, err := c.stage.Judge.NextAt(ctx, c.stage.Game)
	if err != nil || !ok || next.UnixMilli() >= w.Closes {
		return false, err
	}
	_, err = c.stage.Judge.Tick(ctx, c.stage.Game, next)
	return err == nil, err
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
func (c *campaign) interludes(tag string, w *table.Window, all []posted) []posted {
	var last time.Time
	for _, p := range all {
		if p.at.After(last) {
			last = p.at
		}
	}
	opened := time.UnixMilli(w.At)
	out := c.byHand(tag, opened)
	for i := range out {
		if len(all) > 0 && out[i].at.After(last) {
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
