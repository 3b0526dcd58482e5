package main

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
	"fivepoints/games/crooks"
)

// crooksBook is Crooks: Alix and Jo play in two steps, Sam and Kim in one.
func crooksBook() book {
	return book{
		title: "Crooks", swift: true, write: (*desk).turn, kind: "turn",
		styles: map[string]string{"alix": "greedy", "sam": "greedy", "jo": "greedy", "kim": "greedy"},
		plan: map[string][]string{
			"alix 3":  {"twice"},
			"alix 4":  {"hide"},
			"alix 6":  {"wrong"},
			"alix 8":  {"hide"},
			"alix 10": {"correct"},
			"alix 11": {"check"},
			"jo 2":    {"hide"},
			"jo 5":    {"stay"},
			"jo 6":    {"hide"},
			"jo 9":    {"default", "silent"},
			"jo 10":   {"back", "framed"},
			"jo 12":   {"header"},
			"kim 2":   {"picky"},
			"kim 4":   {"typo"},
			"kim 5":   {"ahead"},
			"kim 6":   {"late"},
			"kim 7":   {"ahead"},
			"sam 2":   {"ahead"},
			"sam 3":   {"untagged"},
			"sam 4":   {"ahead"},
			"sam 5":   {"ahead"},
			"sam 6":   {"ahead"},
		},
		orders: crooksOrders, wrong: crooksWrong, ahead: crooksAhead, spare: crooksSpare,
		occasion: func(d *desk, p demo.Player) string {
			v, me := crooksView(d, p)
			switch {
			case d.asked[p.Seat] == 1:
				return "first"
			case d.act(p, "back"):
				return "back"
			case d.w.Kinds[0] == "take":
				return "pile"
			case me.Cash <= 3 && v.Turn > 16:
				return "broke"
			}
			return ""
		},
		season: func(*desk) string { return "turn" },
		tell:   tellCrooks,
	}
}

func crooksView(d *desk, p demo.Player) (crooks.View, crooks.SeatView) {
	v, _ := d.t.Game.View(games.Seat(p.Seat)).(crooks.View)
	i := slices.IndexFunc(v.Seats, func(s crooks.SeatView) bool { return s.Seat == p.Seat })
	if i < 0 {
		return v, crooks.SeatView{}
	}
	return v, v.Seats[i]
}

func crooksOrders(d *desk, p demo.Player) sheet {
	s := d.choose(p)
	v, me := crooksView(d, p)
	switch {
	case len(s) == 0:
		return s
	case d.w.Kinds[0] == "take":
		return sheet{{taste(d, p, v, s[0][0])}}
	case p.Seat == "sam" && v.Turn > 18 && me.Cash <= 3:
		return sheet{{line("pass")}}
	case s[0][0].Verb == "recruit" && (p.Seat == "sam" || p.Seat == "kim"):
		return sheet{{express(d, p, v, me, s[0][0].First("at"))}}
	}
	return s
}

// taste is what a player makes of a bot's choice: everybody has a favourite
// skill, and a Spy is for looking.
func taste(d *desk, p demo.Player, v crooks.View, l games.Line) games.Line {
	likes := map[string]string{"alix": "transfer", "jo": "spy", "sam": "killer", "kim": "accomplice"}[p.Seat]
	free, used := rows(v, p.Seat)
	for _, c := range v.Hand {
		if c.Ability != likes || len(free) == 0 || len(used) == 0 {
			continue
		}
		switch likes {
		case "spy":
			return line("take", "sel", c.ID, "to", free[0], lookAt(v, p.Seat, "aim"), lookAt(v, p.Seat, "where"))
		case "transfer":
			return line("take", "sel", c.ID, "to", used[len(used)-1], "move", free[len(free)-1])
		case "accomplice":
			return line("take", "sel", c.ID, "to", used[len(used)-1])
		}
	}
	if (d.act(p, "hide") || p.Seat == "jo" && d.picks.Pick(3) == 0) && l.First("kill") == "" && l.First("move") == "" && l.First("face") == "" {
		l.Args = append(l.Args, line("", "face", "hidden").Args...)
	}
	return l
}

// lookAt is what a Spy is sent to see: a rival's crook face down, else the
// biggest pile.
func lookAt(v crooks.View, me, what string) string {
	for _, t := range slices.Backward(v.Targets) {
		for _, r := range t.Rows {
			if r.Seat != me && slices.ContainsFunc(r.Crooks, func(c crooks.CrookView) bool { return c.ID == "" }) {
				return map[string]string{"aim": "aim", "where": strconv.Itoa(t.Target)}[what]
			}
		}
	}
	big := slices.MaxFunc(v.Piles, func(a, b crooks.PileView) int { return a.Size - b.Size })
	return map[string]string{"aim": "spot", "where": big.Place}[what]
}

// rows lists a seat's free targets, the lowest first, and those it holds.
func rows(v crooks.View, seat string) (free, used []string) {
	for _, t := range v.Targets {
		if slices.ContainsFunc(t.Rows, func(r crooks.RowView) bool { return r.Seat == seat }) {
			used = append(used, strconv.Itoa(t.Target))
		} else {
			free = append(free, strconv.Itoa(t.Target))
		}
	}
	return free, used
}

// express is a turn in one mail: a list of places, who is wanted there, and a
// second wish when nobody is.
func express(d *desk, p demo.Player, v crooks.View, me crooks.SeatView, place string) games.Line {
	places, price := []string{place}, pileAt(v, place)
	for _, o := range v.Piles {
		if o.Place != place && o.Size == price && len(places) < 2 {
			places = append(places, o.Place)
		}
	}
	l := games.Line{Verb: "recruit", Args: []games.Arg{prefer("at", places...)}}
	to := worthy(v, p.Seat)
	_, used := rows(v, p.Seat)
	wish := func(n string, sels, targets []string, kv ...string) {
		l.Args = append(l.Args, prefer("sel"+n, sels...), prefer("to"+n, targets...))
		l.Args = append(l.Args, line("", kv...).Args...)
	}
	target, victim := prey(v, p.Seat)
	switch {
	case d.act(p, "picky") && victim != "":
		wish("", []string{"killer"}, []string{target}, "kill", victim)
	case p.Seat == "sam" && victim != "":
		wish("", []string{"killer"}, []string{target}, "kill", victim)
		wish("2", []string{"max"}, to)
	case p.Seat == "kim" && me.Cash-price >= 5 && d.picks.Pick(3) == 0:
		wish("", []string{"pickpocket"}, to)
		wish("2", []string{"max"}, to, "face2", "hidden")
	case p.Seat == "kim" && len(used) > 0:
		wish("", []string{"accomplice"}, used[len(used)-1:])
		wish("2", []string{"pickpocket", "gang N", "max"}, to)
	default:
		wish("", []string{"max"}, to)
	}
	return l
}

func pileAt(v crooks.View, place string) int {
	i := slices.IndexFunc(v.Piles, func(p crooks.PileView) bool { return p.Place == place })
	return v.Piles[i].Size
}

// worthy lists a seat's free targets that promise most, three at most.
func worthy(v crooks.View, seat string) []string {
	free, _ := rows(v, seat)
	score := func(target string) int {
		t := v.Targets[atoi(target)-v.Targets[0].Target]
		strongest := 0
		for _, r := range t.Rows {
			strongest = max(strongest, levels(r))
		}
		return t.Value - strongest
	}
	slices.SortStableFunc(free, func(a, b string) int { return score(b) - score(a) })
	return free[:min(3, len(free))]
}

// levels adds up a row; a crook face down counts as six.
func levels(r crooks.RowView) int {
	sum := 0
	for _, c := range r.Crooks {
		if c.ID == "" {
			sum += 6
		}
		sum += c.Level
	}
	return sum
}

// prey is the strongest rival where a seat has nobody.
func prey(v crooks.View, seat string) (target, victim string) {
	most := 4
	free, _ := rows(v, seat)
	for _, t := range v.Targets {
		for _, r := range t.Rows {
			if n := levels(r); n > most && slices.Contains(free, strconv.Itoa(t.Target)) {
				most, target, victim = n, strconv.Itoa(t.Target), r.Seat
			}
		}
	}
	return target, victim
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// crooksWrong sends a crook where one stands already.
func crooksWrong(d *desk, p demo.Player) sheet {
	v, _ := crooksView(d, p)
	_, used := rows(v, p.Seat)
	for _, c := range v.Hand {
		if c.Ability != "accomplice" && c.Ability != "caid" && len(used) > 0 {
			return sheet{{line("take", "sel", c.ID, "to", used[0])}}
		}
	}
	if v.Phase == "turn" {
		return sheet{{line("recruit", "at", "H")}}
	}
	return nil
}

// crooksAhead is a turn sent before it comes: Sam hopes that a big pile stays,
// Kim that a target stays hers.
func crooksAhead(d *desk, p demo.Player) sheet {
	v, _ := crooksView(d, p)
	big := slices.MaxFunc(v.Piles, func(a, b crooks.PileView) int { return a.Size - b.Size })
	small := slices.MinFunc(v.Piles, func(a, b crooks.PileView) int { return max(a.Size, 1) - max(b.Size, 1) })
	to := worthy(v, p.Seat)
	if len(to) == 0 || big.Size == 0 {
		return nil
	}
	recruit := func(place string) games.Line {
		return games.Line{Verb: "recruit", Args: []games.Arg{prefer("at", place), prefer("sel", "max"), prefer("to", to...)}}
	}
	then, other := recruit(big.Place), recruit(small.Place)
	then.If = []games.Cond{cond("pile", "at", big.Place, "is", ">=", "n", strconv.Itoa(big.Size))}
	if d.asked[p.Seat]%2 == 0 {
		then.If = []games.Cond{cond("pile", "at", small.Place, "is", ">=", "n", strconv.Itoa(small.Size+1))}
	}
	if d.asked[p.Seat]%2 == 0 {
		return sheet{{then}, {recruit(small.Place)}}
	}
	or := recruit(small.Place)
	or.Join, other.Join = games.Or, games.Else
	return sheet{{then, or, other}}
}

// crooksSpare is Jo's order for the time when he is away.
func crooksSpare(d *desk, p demo.Player) sheet {
	v, _ := crooksView(d, p)
	to := worthy(v, p.Seat)
	small := slices.MinFunc(v.Piles, func(a, b crooks.PileView) int { return max(9-a.Size, 1) - max(9-b.Size, 1) })
	if len(to) == 0 {
		return nil
	}
	return sheet{{{Verb: "recruit", Fallback: true, Args: []games.Arg{prefer("at", small.Place), prefer("sel", "min"), prefer("to", to...)}}}}
}

func tellCrooks(add func(string, item), facts []games.Fact) {
	for _, f := range facts {
		switch p := f.Pub.(type) {
		case crooks.Killed:
			if p.Seat != p.By {
				add(p.Seat, item{"killed", p.By, ""})
			}
		case crooks.Spied:
			add("", item{"spied", p.Seat, ""})
		case crooks.Placed:
			if strings.HasPrefix(p.Card, "C32") {
				add("", item{"caid", p.Seat, ""})
			}
		case crooks.Passed:
			add("", item{"left", p.Seat, ""})
		case crooks.AbilityUsed:
			if p.Ability == "pickpocket" {
				add("", item{"theft", p.Seat, ""})
			}
		}
	}
}
