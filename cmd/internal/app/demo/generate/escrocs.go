package main

import (
	"slices"
	"strconv"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/escrocs"
)

// escrocsBook is Escrocs: Lou writes the lay on a line of its own, Alix guards
// takes by brackets, Max and Kim hoard.
func escrocsBook() book {
	return book{
		title: "Escrocs", swift: true, write: (*desk).turn, kind: "turn",
		styles: map[string]string{"lou": "greedy", "max": "greedy", "alix": "greedy", "kim": "random"},
		plan: map[string][]string{
			"lou 2":   {"twice"},
			"lou 5":   {"wrong"},
			"lou 9":   {"ahead"},
			"lou 13":  {"header"},
			"max 3":   {"correct"},
			"max 6":   {"late"},
			"max 10":  {"ahead"},
			"max 12":  {"framed"},
			"alix 4":  {"check"},
			"alix 6":  {"ahead"},
			"alix 8":  {"untagged"},
			"alix 11": {"ahead"},
			"kim 4":   {"typo"},
			"kim 6":   {"default"},
			"kim 7":   {"silent"},
			"kim 8":   {"back"},
			"kim 10":  {"ahead"},
			"lou 11":  {"ahead"},
			"max 8":   {"ahead"},
			"kim 12":  {"ahead"},
		},
		orders: escrocsOrders, wrong: escrocsWrong, ahead: escrocsAhead, spare: escrocsSpare,
		occasion: func(d *desk, p demo.Player) string {
			v := escrocsView(d, p)
			switch {
			case v.Call.Limit > 0:
				return "give"
			case d.asked[p.Seat] == 1:
				return "first"
			case d.act(p, "back"):
				return "back"
			case v.Done == 2 && !d.said["last "+p.Seat]:
				d.said["last "+p.Seat] = true
				return "last"
			}
			return ""
		},
		season: func(*desk) string { return "turn" },
		tell:   tellEscrocs,
	}
}

func escrocsView(d *desk, p demo.Player) escrocs.View {
	v, _ := d.t.Game.View(games.Seat(p.Seat)).(escrocs.View)
	return v
}

func escrocsOrders(d *desk, p demo.Player) sheet {
	s := d.choose(p)
	if len(s) == 0 || s[0][0].Verb != "take" {
		d.said["called"] = true
		return s
	}
	l := s[0][0]
	if hoards(d, p) {
		l = stingy(d, p)
	}
	take, n, colour := line("take", "end", l.First("end")), l.First("n"), l.First("colour")
	if p.Seat == "alix" {
		take.Args[0] = prefer("end", bracketed(d, p, l.First("end"))...)
	}
	switch {
	case n == "":
		return sheet{{take}}
	case p.Seat == "lou":
		return sheet{{take}, {line("lay", "n", n, "colour", colour)}}
	}
	take.Args = append(take.Args, line("", "n", n, "colour", colour).Args...)
	return sheet{{take}}
}

// hoards tells whether somebody keeps his cards and lays as few as may be: Alix
// when the others have shown how, and all of them until cards are called back.
func hoards(d *desk, p demo.Player) bool {
	return !d.said["called"] && (p.Seat != "alix" || escrocsView(d, p).Done > 0)
}

// bracketed is a list of ends with what must lie there, and one without.
func bracketed(d *desk, p demo.Player, end string) []string {
	v := escrocsView(d, p)
	out := []string{end}
	if g, ok := group(v, end); ok {
		out[0] = end + " " + strconv.Itoa(g.N) + " " + g.Colour
	}
	for _, l := range d.t.Game.Options(games.Seat(p.Seat), "turn").Lines {
		if other := l.First("end"); other != end {
			return append(out, other)
		}
	}
	return out
}

// stingy is the biggest end, and as few cards as own a colour that prisoners have.
func stingy(d *desk, p demo.Player) games.Line {
	v, l := escrocsView(d, p), line("take", "end", biggest(d, p))
	for _, hand := range v.Hand {
		need, prey := 1, 0
		for _, set := range v.Tables {
			switch {
			case set.Colour != hand.Colour:
			case set.Seat == p.Seat:
				need = 99
			default:
				need = set.N + 1
			}
		}
		for _, c := range v.Prison {
			if c.Colour == hand.Colour {
				prey = c.N
			}
		}
		if need <= hand.N && need <= prey && prey > 2 {
			l.Args = append(l.Args, line("", "n", strconv.Itoa(need), "colour", hand.Colour).Args...)
			return l
		}
	}
	return l
}

// biggest is the end with most cards.
func biggest(d *desk, p demo.Player) string {
	v, best, most := escrocsView(d, p), "", 0
	for _, l := range d.t.Game.Options(games.Seat(p.Seat), "turn").Lines {
		if g, ok := group(v, l.First("end")); ok && g.N > most {
			best, most = l.First("end"), g.N
		}
	}
	return best
}

// group is what lies at an end.
func group(v escrocs.View, end string) (escrocs.Pile, bool) {
	for _, r := range v.Rows {
		switch {
		case len(r.Groups) < 2:
		case end == strconv.Itoa(r.Row)+"l":
			return r.Groups[0], true
		case end == strconv.Itoa(r.Row)+"r":
			return r.Groups[len(r.Groups)-1], true
		}
	}
	return escrocs.Pile{}, false
}

// escrocsWrong lays more than there is in hand.
func escrocsWrong(d *desk, p demo.Player) sheet {
	s := d.choose(p)
	if len(s) == 0 {
		return nil
	}
	take := line("take", "end", s[0][0].First("end"))
	take.Args = append(take.Args, line("", "n", "6", "colour", "grey").Args...)
	return sheet{{take}}
}

// escrocsAhead is a turn sent before it comes: an end is taken if the same
// cards still lie there, else another one.
func escrocsAhead(d *desk, p demo.Player) sheet {
	v, best := escrocsView(d, p), biggest(d, p)
	options := d.t.Game.Options(games.Seat(p.Seat), "turn").Lines
	if len(options) < 2 || best == "" {
		return nil
	}
	g, _ := group(v, best)
	then := line("take", "end", best)
	n := g.N
	if d.asked[p.Seat]%2 == 0 { // too much to hope for
		n++
	}
	then.If = []games.Cond{cond(best, "is", ">=", "n", strconv.Itoa(n), "colour", g.Colour)}
	rest := slices.DeleteFunc(slices.Clone(options), func(l games.Line) bool { return l.First("end") == best })
	or, other := rest[0], rest[len(rest)-1]
	if d.asked[p.Seat]%2 == 0 {
		return sheet{{then}, {line("take", "end", other.First("end"))}}
	}
	or.Join, other.Join = games.Or, games.Else
	return sheet{{then, or, other}}
}

// escrocsSpare is Kim's order for the time when she is away.
func escrocsSpare(d *desk, p demo.Player) sheet {
	l := games.Line{Verb: "take", Fallback: true, Args: []games.Arg{prefer("end", "2r", "1l", "3l")}}
	return sheet{{l}}
}

func tellEscrocs(add func(string, item), facts []games.Fact) {
	for i, f := range facts {
		switch p := f.Pub.(type) {
		case escrocs.SetFact:
			if f.Type == "set_laid" && i > 0 && facts[i-1].Type == "set_beaten" {
				loser, _ := facts[i-1].Pub.(escrocs.SetFact)
				add(loser.Seat, item{"beaten", p.Seat, ""})
			}
		case escrocs.Scored:
			switch {
			case p.Points >= 12:
				add(p.Seat, item{"scored", "", ""})
			case p.Points == 0:
				add(p.Seat, item{"nothing", "", ""})
			}
		case escrocs.Full:
			add("", item{"full", p.Seat, ""})
		case escrocs.Refilled:
			add("", item{"fresh", "", ""})
		}
	}
}
