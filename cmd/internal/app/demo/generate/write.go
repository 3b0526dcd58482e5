package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games"
)

// write makes the letters of one player for the open mail: one with his
// orders, and what befalls it.
func (d *desk) write(p demo.Player) ([]posted, error) {
	if d.act(p, "silent") {
		return nil, nil
	}
	s := d.book.orders(d, p)
	if d.act(p, "ready") || len(s) == 0 && !d.act(p, "cancel") {
		return d.misfiled(p, s, []posted{d.word(p, "ready", 1)}), nil
	}
	main := d.letter(p, s, 1)
	d.flavour(p, &main)
	out := []posted{main}
	for _, f := range []func(demo.Player, sheet, []posted) []posted{d.corrected, d.mistyped, d.partly, d.tried, d.waited, d.misfiled} {
		out = f(p, s, out)
	}
	return out, nil
}

// letter puts orders into a letter with some talk around them.
func (d *desk) letter(p demo.Player, s sheet, nth int) posted {
	l := d.draft(p, nth)
	l.at = d.when(p, l.habit, 1+d.words.Pick(4))
	d.chat(p, &l, d.book.occasion(d, p))
	l.orders = d.spelled(p, l.habit, s)
	if d.act(p, "cancel") {
		l.orders = append(l.orders, map[games.Lang]string{games.FR: "annuler toujours pertes", games.EN: "cancel always losses"}[p.Lang])
		l.before = add(l.before, d.remark(p, "cancel"))
	}
	return posted{letter: l, wants: s.lines(), sheet: true}
}

// word is a letter without orders, only "ready" or the like.
func (d *desk) word(p demo.Player, what string, nth int) posted {
	words := map[string]map[games.Lang]string{"ready": {games.FR: "terminé", games.EN: "ready"}}
	l := d.draft(p, nth)
	l.at = d.when(p, l.habit, 1+d.words.Pick(4))
	l.before = add(l.before, d.remark(p, d.book.occasion(d, p)))
	l.orders = []string{words[what][p.Lang]}
	return posted{letter: l, sheet: true}
}

// flavour changes how a letter names its mail, and adds slips.
func (d *desk) flavour(p demo.Player, out *posted) {
	fr := p.Lang == games.FR
	pick := func(a, b string) string {
		if fr {
			return a
		}
		return b
	}
	if d.act(p, "framed") || out.habit.framed {
		out.orders = slices.Concat([]string{pick("--- ordres ---", "--- orders ---")}, out.orders, []string{pick("--- fin ---", "--- end ---")})
	}
	if d.act(p, "header") {
		out.orders = append([]string{pick("PARTIE "+d.stage.Game+" TOUR ", "GAME "+d.stage.Game+" TURN ") + d.w.Tag}, out.orders...)
	}
	if d.act(p, "header") || d.act(p, "untagged") {
		out.subject = pick("Ordres pour ", "Orders for ") + d.book.title
	}
	if d.act(p, "illegal") {
		out.before = add(out.before, d.remark(p, "illegal"))
	}
	if d.act(p, "near") {
		out.after = append([]string{d.remark(p, "near")}, out.after...)
		out.orders = append(out.orders, "3 Bowery -> Five Points")
		out.flaws++
	}
	out.again = d.act(p, "twice")
}

// later is a second letter of the same player that answers his first.
func (d *desk) later(p demo.Player, first posted, nth int, after time.Duration, key string) posted {
	l := d.draft(p, nth)
	l.at = first.at.Add(after + time.Duration(d.words.Pick(90))*time.Minute)
	if after < time.Hour && d.book.swift { // before the mail closes
		l.at = first.at.Add(after + time.Duration(d.words.Pick(5))*time.Minute)
	}
	l.reply, l.subject = first.id, first.habit.prefix+strings.TrimPrefix(first.subject, first.habit.prefix)
	l.before = add(nil, d.remark(p, key))
	if l.habit.posting == "none" {
		l.habit = habits()[p.Call][0]
	}
	l.quote = &quote{who: p.Name, address: p.Address, at: first.at, subject: first.subject}
	l.quote.lines = slices.Concat(first.before, first.orders)
	return posted{letter: l, sheet: true}
}

// corrected: a first sheet came before this one, which replaces it.
func (d *desk) corrected(p demo.Player, s sheet, out []posted) []posted {
	if !d.act(p, "correct") {
		return out
	}
	draft := d.choose(p)
	if len(draft) == 0 {
		draft = s[:len(s)-1]
	}
	first := out[0]
	first.orders, first.wants = d.spelled(p, first.habit, draft), draft.lines()
	first.at = d.when(p, first.habit, 1)
	second := d.later(p, first, 2, 9*time.Hour, "sorry")
	second.orders, second.wants = d.spelled(p, second.habit, s), s.lines()
	second.orders = append([]string{map[games.Lang]string{games.FR: "effacer", games.EN: "clear"}[p.Lang]}, second.orders...)
	return []posted{first, second}
}

// mistyped: one verb has a slip; a second letter adds the order.
func (d *desk) mistyped(p demo.Player, s sheet, out []posted) []posted {
	if !d.act(p, "typo") {
		return out
	}
	i := len(s) - 1
	first := out[0]
	first.orders = slices.Clone(first.orders)
	first.orders[i] = slip(first.orders[i])
	first.wants, first.flaws = slices.Delete(slices.Clone(s), i, i+1).lines(), 1
	first.at = d.when(p, first.habit, 1)
	second := d.later(p, first, 2, 10*time.Hour, "typo")
	right := sheet{s[i]}
	second.orders = append([]string{map[games.Lang]string{games.FR: "ajouter", games.EN: "add"}[p.Lang]}, d.spelled(p, second.habit, right)...)
	second.wants = right.lines()
	return []posted{first, second}
}

// slip changes places of two letters inside the first word.
func slip(text string) string {
	word, rest, _ := strings.Cut(text, " ")
	r := []rune(word)
	if len(r) < 4 {
		return word + word[len(word)-1:] + " " + rest
	}
	r[1], r[2] = r[2], r[1]
	return string(r) + " " + rest
}

// partly: the first letter walked elsewhere; a second one changes the moves only.
func (d *desk) partly(p demo.Player, s sheet, out []posted) []posted {
	moves := d.only(s, "move", true)
	if !d.act(p, "part") || len(moves) == 0 {
		return out
	}
	before := d.another(p, moves)
	first := out[0]
	all := append(slices.Clone(before), d.only(s, "move", false)...)
	first.orders, first.wants = d.spelled(p, first.habit, all), all.lines()
	first.at = d.when(p, first.habit, 1)
	second := d.later(p, first, 2, 14*time.Hour, "part")
	second.orders, second.wants = d.spelled(p, second.habit, moves), moves.lines()
	return []posted{first, second}
}

// another is a move that is not in the sheet.
func (d *desk) another(p demo.Player, s sheet) sheet {
	options := d.t.Game.Options(games.Seat(p.Seat), "move").Lines
	has := func(o games.Line) bool {
		return slices.ContainsFunc(s, func(u []games.Line) bool {
			return u[0].First("from") == o.First("from") && u[0].First("path") == o.First("path")
		})
	}
	i := slices.IndexFunc(options, func(o games.Line) bool { return !has(o) })
	if i < 0 {
		return s[:1]
	}
	return sheet{{options[i]}}
}

// tried: a dry run came first.
func (d *desk) tried(p demo.Player, s sheet, out []posted) []posted {
	if !d.act(p, "check") {
		return out
	}
	trial := d.later(p, out[0], 3, 0, "check")
	trial.at = d.when(p, trial.habit, 1)
	trial.quote, trial.reply, trial.subject = nil, "", d.subject(p)
	trial.orders = append([]string{map[games.Lang]string{games.FR: "vérifier", games.EN: "check"}[p.Lang]}, d.spelled(p, trial.habit, s)...)
	trial.wants = s.lines()
	if out[0].at.Before(trial.at.Add(time.Hour)) {
		out[0].at = trial.at.Add(7 * time.Hour)
	}
	return append([]posted{trial}, out...)
}

// waited: he asks for time, then says that it is all.
func (d *desk) waited(p demo.Player, _ sheet, out []posted) []posted {
	if !d.act(p, "wait") {
		return out
	}
	out[0].at = d.when(p, out[0].habit, 1)
	out[0].orders = append(out[0].orders, map[games.Lang]string{games.FR: "attendre", games.EN: "wait"}[p.Lang])
	ready := d.word(p, "ready", 2)
	ready.at = out[0].at.Add(26 * time.Hour)
	return append(out, ready)
}

// misfiled: something for a mail that is closed.
func (d *desk) misfiled(p demo.Player, s sheet, out []posted) []posted {
	switch {
	case d.act(p, "wrong"):
		tag := strings.TrimSuffix(d.w.Tag, "d") + "c"
		wrong := d.later(p, out[0], 2, 0, "wrong")
		wrong.at = d.when(p, wrong.habit, 1)
		wrong.quote, wrong.reply = nil, ""
		wrong.subject = wrong.habit.prefix + "[ny12 " + tag + "] orders"
		order := sheet{{line("recruit", "n", "1")}}
		wrong.orders, wrong.wants = d.spelled(p, wrong.habit, order), order.lines()
		if out[0].at.Before(wrong.at) {
			out[0].at = wrong.at.Add(5 * time.Hour)
		}
		return append(out, wrong)
	case d.act(p, "late"):
		late := d.later(p, out[0], 2, 0, "late")
		late.at = time.UnixMilli(d.w.Closes).Add(25 * time.Minute)
		s = append(s[:len(s)-1:len(s)-1], d.another(p, s)...)
		late.orders, late.wants = d.spelled(p, late.habit, s), s.lines()
		return append(out, late)
	}
	return out
}

func money(cmp string, n int) games.Cond {
	return games.Cond{Pred: "money", Args: []games.Arg{{Name: "cmp", Vals: []string{cmp}}, {Name: "n", Vals: []string{strconv.Itoa(n)}}}}
}
