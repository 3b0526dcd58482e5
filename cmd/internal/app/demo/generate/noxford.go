package main

import (
	"slices"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/noxford"
)

// noxfordBook is Noxford: Lou writes the gear move on a line of its own, Alix
// has an alternative ready, Sam looks before he leaps, Max forgets his gears.
func noxfordBook() book {
	return book{
		title: "Noxford", swift: true, write: (*desk).turn, kind: "action",
		styles: map[string]string{"alix": "greedy", "sam": "greedy", "lou": "greedy", "max": "random"},
		plan: map[string][]string{
			"alix 3": {"check"},
			"alix 5": {"ahead"},
			"alix 7": {"untagged"},
			"alix 9": {"ahead"},
			"sam 2":  {"twice"},
			"sam 4":  {"wrong"},
			"sam 6":  {"ahead"},
			"sam 8":  {"check"},
			"sam 10": {"header"},
			"lou 3":  {"correct"},
			"lou 5":  {"framed"},
			"lou 7":  {"ahead"},
			"lou 9":  {"wrong"},
			"max 3":  {"typo"},
			"max 5":  {"default"},
			"max 6":  {"silent"},
			"max 7":  {"back"},
			"max 8":  {"late"},
			"max 10": {"ahead"},
		},
		orders: noxfordOrders, wrong: noxfordWrong, ahead: noxfordAhead, spare: noxfordSpare,
		occasion: func(d *desk, p demo.Player) string {
			switch placed := noxfordPlaced(d, p); {
			case d.asked[p.Seat] == 1:
				return "first"
			case d.act(p, "back"):
				return "back"
			case placed >= 7 && !d.said["last "+p.Seat]:
				d.said["last "+p.Seat] = true
				return "last"
			}
			return ""
		},
		season: func(*desk) string { return "turn" },
		tell:   tellNoxford,
	}
}

func noxfordView(d *desk, p demo.Player) noxford.View {
	v, _ := d.t.Game.View(games.Seat(p.Seat)).(noxford.View)
	return v
}

func noxfordPlaced(d *desk, p demo.Player) int {
	for _, s := range noxfordView(d, p).Seats {
		if s.Seat == p.Seat {
			return s.Placed
		}
	}
	return 0
}

func noxfordOrders(d *desk, p demo.Player) sheet {
	s := d.choose(p)
	if len(s) == 0 {
		return s
	}
	l := s[0][0]
	switch {
	case p.Seat == "lou" && l.First("move") != "":
		act, gear := split(l)
		return sheet{{act}, {gear}}
	case p.Seat == "alix" && d.asked[p.Seat]%3 == 0:
		if other := noxfordOther(d, p, l); other.Verb != "" {
			other.Join = games.Or
			return sheet{{l, other}}
		}
	}
	return s
}

// split takes the gear move off an action.
func split(l games.Line) (act, gear games.Line) {
	act, gear = games.Line{Verb: l.Verb}, games.Line{Verb: "gear"}
	for _, a := range l.Args {
		if a.Name == "move" || a.Name == "to" || a.Name == "on" {
			gear.Args = append(gear.Args, a)
		} else {
			act.Args = append(act.Args, a)
		}
	}
	return act, gear
}

// noxfordOther is another spot for the same card.
func noxfordOther(d *desk, p demo.Player, l games.Line) games.Line {
	for _, o := range d.t.Game.Options(games.Seat(p.Seat), "action").Lines {
		if o.Verb == "place" && o.First("card") == l.First("card") && o.First("at") != l.First("at") {
			return o
		}
	}
	return games.Line{}
}

// noxfordWrong lays a card where another one lies.
func noxfordWrong(d *desk, p demo.Player) sheet {
	v := noxfordView(d, p)
	if len(v.Hand) == 0 {
		return nil
	}
	return sheet{{line("place", "card", v.Hand[0].Code, "at", v.City[len(v.City)-1].Pos)}}
}

// noxfordAhead is a turn sent before it comes: a spot that may be free still, else
// one of two others; now and then under a condition that cannot hold.
func noxfordAhead(d *desk, p demo.Player) sheet {
	v := noxfordView(d, p)
	if len(v.Hand) == 0 || len(v.Spots) < 6 {
		return nil
	}
	card, spots := v.Hand[0].Code, v.Spots
	at := func(i int) games.Line { return line("place", "card", card, "at", spots[i].Pos) }
	then, or, other := at(len(spots)/2), at(1), at(len(spots)-2)
	if d.asked[p.Seat]%2 == 0 { // too much to hope for
		locked := at(0)
		locked.If = []games.Cond{cond("locked", "card", v.City[len(v.City)-1].Top.Card)}
		or.Join = games.Or
		return sheet{{locked}, {then, or}}
	}
	then.If = []games.Cond{cond("free", "at", then.First("at"))}
	or.Join, other.Join = games.Or, games.Else
	return sheet{{then, or, other}}
}

// noxfordSpare is Max's order for the time when he is away.
func noxfordSpare(d *desk, p demo.Player) sheet {
	v := noxfordView(d, p)
	if len(v.Hand) == 0 || len(v.Spots) < 3 {
		return nil
	}
	first := line("place", "card", v.Hand[0].Code, "at", v.Spots[len(v.Spots)-1].Pos)
	second := line("place", "card", v.Hand[0].Code, "at", v.Spots[1].Pos)
	second.Join = games.Or
	first.Fallback, second.Fallback = true, true
	return sheet{{first, second}}
}

func tellNoxford(add func(string, item), facts []games.Fact) {
	owners := map[string]string{"R": "alix", "B": "sam", "O": "lou", "V": "max"}
	owner := func(card string) string { return owners[card[:1]] }
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case noxford.Covered:
			if loser := owner(p.On); loser != p.Seat {
				add(loser, item{"covered", p.Seat, ""})
			}
		case noxford.Dropped:
			if loser := owner(p.Card); loser != "" && loser != p.Seat {
				add(loser, item{"moved", p.Seat, ""})
			}
		case noxford.Placed:
			if p.From == "master" {
				add("", item{"master", p.Seat, ""})
			}
			if slices.Contains([]string{"K1", "K2", "K3"}, p.Card) {
				add("", item{"barracks", p.Seat, ""})
			}
		}
	}
}
