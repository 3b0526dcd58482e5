package main

import (
	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	koc "fivepoints/games/kingofcrime"
)

// kingofcrimeBook is King of Crime: Lou writes plans with guards, Sam with
// alternatives, Jo little.
func kingofcrimeBook() book {
	return book{
		title: "King of Crime", swift: true, write: (*desk).turn, kind: "action",
		styles: map[string]string{"lou": "greedy", "sam": "greedy", "jo": "random"},
		plan: map[string][]string{
			"lou 2":  {"twice"},
			"lou 3":  {"check"},
			"lou 5":  {"wrong"},
			"lou 8":  {"header"},
			"lou 11": {"framed"},
			"sam 3":  {"correct"},
			"sam 4":  {"late"},
			"sam 6":  {"untagged"},
			"sam 7":  {"ahead"},
			"sam 9":  {"ahead"},
			"sam 12": {"ahead"},
			"jo 3":   {"typo"},
			"jo 4":   {"default"},
			"jo 5":   {"default"},
			"jo 6":   {"silent"},
			"jo 7":   {"back"},
			"jo 9":   {"ahead"},
			"jo 11":  {"ahead"},
			"jo 13":  {"ahead"},
			"lou 6":  {"ahead"},
			"lou 9":  {"ahead"},
		},
		orders: kocOrders, wrong: kocWrong, ahead: kocAhead, spare: kocSpare,
		occasion: func(d *desk, p demo.Player) string {
			v := kocView(d, p)
			switch {
			case d.asked[p.Seat] == 1:
				return "first"
			case d.act(p, "back"):
				return "back"
			case v.Round.Wave > 0:
				return "answer"
			case v.Round.N > 0:
				return "round"
			}
			return ""
		},
		season: func(*desk) string { return "turn" },
		tell:   tellKingOfCrime,
	}
}

func kocView(d *desk, p demo.Player) koc.View {
	v, _ := d.t.Game.View(games.Seat(p.Seat)).(koc.View)
	return v
}

// kocOrders is what the bot does; a plan gets a guarded line or an alternative.
func kocOrders(d *desk, p demo.Player) sheet {
	s := d.choose(p)
	if len(s) == 0 {
		return sheet{{line("pass")}}
	}
	switch s[0][0].Verb {
	case "join":
		return append(s, kocGuarded(d, p)...)
	case "mug":
		if p.Seat == "sam" { // if the Mug cannot be played, another can
			or := line("pass")
			for _, l := range d.t.Game.Options(games.Seat(p.Seat), "action").Lines {
				if l.Verb == "mug" && l.First("cards") != s[0][0].First("cards") {
					or = l
				}
			}
			if or.Verb == "mug" {
				or.Join = games.Or
				s[0] = append(s[0], or)
			}
		}
	case "racket":
		return append(s, kocGuarded(d, p)...)
	}
	return s
}

// kocGuarded are lines that wait for their moment: answers, and cards for when
// it gets close.
func kocGuarded(d *desk, p demo.Player) sheet {
	var out sheet
	for _, id := range kocView(d, p).Hand {
		l := line("play", "card", id)
		switch id {
		case "R03", "R04":
			l.Args = append(l.Args, games.Arg{Name: "on", Vals: []string{"*"}})
			l.If = []games.Cond{{Pred: "targeted"}}
		case "R05", "R06":
			l.If = []games.Cond{cond("lead", "is", "<=", "n", "4")}
		default:
			continue
		}
		out = append(out, []games.Line{l})
	}
	return out
}

// kocWrong plays a Mug that is not in the hand.
func kocWrong(d *desk, p demo.Player) sheet {
	v := kocView(d, p)
	if v.Active != p.Seat || v.Round.N > 0 {
		return nil
	}
	for _, id := range []string{"M01", "M21", "M27"} {
		in := false
		for _, h := range v.Hand {
			in = in || h == id
		}
		if !in {
			return sheet{{line("mug", "cards", id)}}
		}
	}
	return nil
}

// kocAhead is a turn sent before it comes, with another one if it cannot be,
// and a list of Rackets to keep.
func kocAhead(d *desk, p demo.Player) sheet {
	var s sheet
	v := kocView(d, p)
	for _, id := range v.Hand {
		if id[0] != 'M' {
			continue
		}
		if len(s) == 0 {
			s = sheet{{line("mug", "cards", id)}}
			continue
		}
		or := line("mug", "cards", id)
		or.Join = games.Or
		s[0] = append(s[0], or)
		break
	}
	if len(s) > 0 && p.Seat == "sam" { // in the middle of a round, which it will not be
		wait := line("pass")
		wait.Verb, wait.Args = s[0][0].Verb, s[0][0].Args
		wait.If = []games.Cond{cond("participants", "is", ">=", "n", "2")}
		s = append(sheet{{wait}}, s...)
	}
	for _, seat := range v.Seats {
		if seat.Seat == p.Seat && len(seat.Rackets) > 0 {
			keep := games.Line{Verb: "keep", Always: true, Args: []games.Arg{{Name: "rackets", Vals: []string{seat.Rackets[0].ID, "XP1", "XG2"}, Pref: true}}}
			s = append(s, []games.Line{keep})
		}
	}
	return s
}

// kocSpare is Jo's order for the time when he is away.
func kocSpare(d *desk, p demo.Player) sheet {
	for _, id := range kocView(d, p).Hand {
		if id[0] == 'M' {
			l := line("mug", "cards", id)
			l.Fallback = true
			return sheet{{l}}
		}
	}
	return nil
}

func tellKingOfCrime(add func(string, item), facts []games.Fact) {
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case koc.RacketWon:
			add(p.Seat, item{"won", "", ""})
			add("", item{"lost", p.Seat, ""})
		case koc.MugFact:
			if f.Type == "mug_discarded" {
				add(p.Seat, item{"killed", "", ""})
			}
		case koc.Declared:
			if f.Type == "takeover_declared" {
				add(p.Holder, item{"takeover", p.Seat, ""})
			}
		}
	}
}
