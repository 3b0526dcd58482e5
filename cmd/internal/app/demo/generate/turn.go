package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
)

// second is when a letter must follow another to be in time: a mail closes
// twenty minutes after its player has written.
const second = 6 * time.Minute

// turn makes the letters of the player at turn.
func (d *desk) turn(p demo.Player) ([]posted, error) {
	if d.act(p, "silent") {
		return nil, nil
	}
	s := d.sayable(p, d.book.orders(d, p))
	if len(s) == 0 {
		return nil, fmt.Errorf("nothing to order")
	}
	main := d.note(p, s, 1, d.book.occasion(d, p))
	d.flavour(p, &main)
	switch {
	case d.act(p, "late"):
		main.at = time.UnixMilli(d.w.Closes).Add(25 * time.Minute)
		main.before = add(nil, d.remark(p, "late"))
		return []posted{main}, nil
	case d.act(p, "correct"):
		return d.regretted(p, main, d.instead(p, s), ""), nil
	case d.act(p, "stay"):
		cancel := map[games.Lang]string{games.FR: "annuler passer", games.EN: "cancel pass"}[p.Lang]
		return d.regretted(p, main, sheet{{line("pass")}}, cancel), nil
	case d.act(p, "wrong"):
		return d.refused(p, main), nil
	case d.act(p, "typo"):
		return d.slipped(p, main), nil
	}
	return d.tried(p, s, []posted{main}), nil
}

// note puts orders into a letter with a word or two around them.
func (d *desk) note(p demo.Player, s sheet, nth int, key string) posted {
	l := d.draft(p, nth)
	l.at = d.when(p, l.habit, d.words.Pick(2))
	say := d.talk[p.Seat]
	if d.words.Pick(3) == 0 {
		l.before = add(l.before, say.take("greet", scene{}, d.words))
	}
	if key != "" || d.words.Pick(4) > 0 {
		l.before = add(l.before, d.remark(p, key))
	}
	if d.words.Pick(4) == 0 {
		l.after = add(l.after, say.take("close", scene{}, d.words))
	}
	l.orders = d.spelled(p, l.habit, s)
	return posted{letter: l, wants: s.lines(), sheet: true}
}

// instead is another choice than the one that is meant.
func (d *desk) instead(p demo.Player, s sheet) sheet {
	for _, k := range d.w.Kinds {
		for _, l := range d.t.Game.Options(games.Seat(p.Seat), games.Kind(k)).Lines {
			if try := (sheet{{l}}); l.Verb == s[0][0].Verb && len(l.Args) > 0 && d.text(p, try) != d.text(p, s) && len(d.sayable(p, try)) > 0 {
				return try
			}
		}
	}
	return s
}

func (d *desk) text(p demo.Player, s sheet) string {
	return strings.Join(d.parser.FormatAll(s.lines(), p.Lang), "\n")
}

// regretted: another order came first and is replaced in time.
func (d *desk) regretted(p demo.Player, main posted, draft sheet, cancel string) []posted {
	first := main
	first.orders, first.wants = d.spelled(p, first.habit, draft), draft.lines()
	again := d.later(p, first, 2, second, "sorry")
	again.orders, again.wants = main.orders, main.wants
	if cancel != "" {
		again.orders = append([]string{cancel}, again.orders...)
	}
	return []posted{first, again}
}

// refused: an order that cannot be carried out came first.
func (d *desk) refused(p demo.Player, main posted) []posted {
	bad := d.book.wrong(d, p)
	if len(d.sayable(p, bad)) == 0 {
		return []posted{main}
	}
	first := main
	first.orders, first.wants = d.spelled(p, first.habit, bad), bad.lines()
	again := d.later(p, first, 2, 11*time.Hour, "illegal")
	again.orders, again.wants = main.orders, main.wants
	return []posted{first, again}
}

// slipped: the order has a slip of the pen, so that nothing was ordered.
func (d *desk) slipped(p demo.Player, main posted) []posted {
	first := main
	first.orders = slices.Clone(first.orders)
	last := len(first.orders) - 1
	first.orders[last] = slip(first.orders[last])
	first.wants, first.flaws = first.wants[:last:last], 1
	again := d.later(p, first, 2, 4*time.Hour, "typo")
	again.orders, again.wants = main.orders, main.wants
	return []posted{first, again}
}

// ahead is a letter of somebody who is not at turn, for his next one.
func (d *desk) ahead(p demo.Player) []posted {
	d.asked[p.Seat]++
	defer func() { d.asked[p.Seat]-- }()
	var s sheet
	key := ""
	switch {
	case d.act(p, "ahead"):
		s, key = d.book.ahead(d, p), "ahead"
	case d.act(p, "default"):
		s, key = d.book.spare(d, p), "away"
	}
	if s = d.sayable(p, s); len(s) == 0 || d.said[d.slot(p)] || d.gone(p) {
		return nil
	}
	d.said[d.slot(p)] = true
	out := d.note(p, s, 7, key)
	out.id = fmt.Sprintf("ahead.%s.%d@%s", p.Seat, d.asked[p.Seat], strings.Split(p.Address, "@")[1])
	out.quote, out.reply = nil, ""
	out.subject = map[games.Lang]string{games.FR: "[" + d.stage.Game + "] pour mon prochain tour", games.EN: "[" + d.stage.Game + "] for my next turn"}[p.Lang]
	out.at = time.UnixMilli(d.w.At).Add(time.Duration(50+d.words.Pick(40)) * time.Minute)
	return []posted{out}
}

// gone tells whether somebody has no turn any more.
func (d *desk) gone(p demo.Player) bool {
	return len(d.t.Game.Options(games.Seat(p.Seat), games.Kind(d.book.kind)).Lines) == 0
}
