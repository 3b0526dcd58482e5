package kingofcrime

import "fivepoints/games"

// Narrate tells facts as sentences with keys kingofcrime.*. What is private
// comes in the parts that the reader was left.
func (r Rules) Narrate(s *State, facts []games.Fact, to games.Seat) []games.Msg {
	var out []games.Msg
	heading := ""
	for _, f := range facts {
		if h := headingOf(f); h.Key != "" && h.Key != heading {
			out = append(out, h)
			heading = h.Key
		}
		out = append(out, r.tell(s, f, to)...)
	}
	return out
}

// headingOf tells under which heading of the story a fact stands.
func headingOf(f games.Fact) games.Msg {
	switch p := f.Pub.(type) {
	case BossDealt, FirstDrawn, Dealt:
		return games.Say("kingofcrime.phase.deal")
	case Declared:
		if f.Type == factTakeover {
			return games.Say("kingofcrime.phase.takeover")
		}
		return games.Say("kingofcrime.phase.round")
	case DieRolled:
		if p.Die == dieWhite {
			return games.Say("kingofcrime.phase.dice")
		}
	case Ended:
		return games.Say("kingofcrime.phase.end")
	}
	return games.Msg{}
}

func one(key string, args ...games.MsgArg) []games.Msg { return []games.Msg{games.Say(key, args...)} }

func who(seat string) games.MsgArg { return seatArg("seat", seat) }

func cardArg(name, id string) games.MsgArg { return games.With(name, "card", id) }

func cardsArg(cards []string) games.MsgArg { return games.With("cards", "list:card", cards...) }

func (r Rules) tell(s *State, f games.Fact, to games.Seat) []games.Msg {
	switch p := f.Pub.(type) {
	case BossDealt:
		return tellBosses(p)
	case FirstDrawn:
		return one("kingofcrime.first", who(p.Seat))
	case Dealt:
		return append(one("kingofcrime.dealt", games.Int("pile", p.Pile)), own(f, "kingofcrime.dealt.own", to)...)
	case TurnStarted:
		if f.Type == factCap {
			return one("kingofcrime.cap", games.Int("turn", p.Turn))
		}
		return one("kingofcrime.turn", games.Int("turn", p.Turn), who(p.Seat))
	case Action:
		if p.Auto {
			return one("kingofcrime.auto", who(p.Seat))
		}
		if p.Action == verbPass {
			return one("kingofcrime.nothing", who(p.Seat))
		}
	case CardsDrawn:
		return append(one("kingofcrime.drawn", who(p.Seat), games.Int("n", p.N)), own(f, "kingofcrime.drawn.own", to)...)
	case Reshuffled:
		return one("kingofcrime.reshuffled", games.Int("n", p.N))
	case Position:
		return one("kingofcrime.ruled")
	case Ended:
		return tellEnded(p)
	}
	return append(tellCards(s, f, to), append(tellMugs(f), tellRound(s, f)...)...)
}

func tellBosses(p BossDealt) []games.Msg {
	var out []games.Msg
	for _, b := range p.Bosses {
		out = append(out, games.Say("kingofcrime.boss", who(b.Seat), cardArg("card", b.Card)))
	}
	return out
}

// own names the cards of a part to whom it was left.
func own(f games.Fact, key string, to games.Seat) []games.Msg {
	for _, p := range f.Priv {
		if cards, ok := p.Payload.(Cards); ok && p.Audience == to && len(cards.Cards) > 0 {
			return one(key, cardsArg(cards.Cards))
		}
	}
	return nil
}

// tellCards tells what happens to hands and by cards of a turn.
func tellCards(s *State, f games.Fact, to games.Seat) []games.Msg {
	switch p := f.Pub.(type) {
	case OptionUsed:
		return one("kingofcrime.option", who(p.Seat), cardArg("card", p.Racket))
	case Extra:
		return one("kingofcrime.extra", who(p.Seat), cardArg("card", p.Racket))
	case FamilyPlayed:
		return tellPlayed("kingofcrime.family", p.Seat, p.Card, p.Target, p.Mugs)
	case Discarded:
		if p.Label != "" {
			return one("kingofcrime.lost-cards", who(p.Seat), cardsArg(p.Cards))
		}
		return one("kingofcrime.discarded", who(p.Seat), cardsArg(p.Cards))
	case Stolen:
		out := one("kingofcrime.stolen", who(p.To), seatArg("from", p.From), games.Int("n", p.N))
		return append(out, own(f, "kingofcrime.stolen.own", to)...)
	case SeatCard:
		return one("kingofcrime.recovered", who(p.Seat), cardArg("card", p.Card))
	case Peeked:
		out := one("kingofcrime.peeked", who(p.Seat), seatArg("whose", p.Whose))
		return append(out, own(f, "kingofcrime.peeked.own", to)...)
	}
	return nil
}

// tellPlayed tells a card with what it was aimed at.
func tellPlayed(key, seat, card, target string, mugs []string) []games.Msg {
	args := []games.MsgArg{who(seat), cardArg("card", card)}
	switch {
	case len(mugs) > 0:
		return one(key+".on", append(args, cardsArg(mugs))...)
	case target != "" && target != seat:
		return one(key+".against", append(args, seatArg("target", target))...)
	}
	return one(key, args...)
}

// tellMugs tells what happens to Mugs.
func tellMugs(f games.Fact) []games.Msg {
	p, ok := f.Pub.(MugFact)
	if !ok || f.Type == factAttached { // told with its card
		return nil
	}
	keys := map[string]string{
		factMugPlayed: "kingofcrime.mug", factTurned: "kingofcrime.turned", factLost: "kingofcrime.lost",
		factStraight: "kingofcrime.straight", factArmor: "kingofcrime.armor",
	}
	args := []games.MsgArg{who(p.Seat), cardArg("mug", p.Mug)}
	switch {
	case f.Type == factArmor:
		args = append(args, cardArg("card", p.Card))
	case p.Die > 0:
		return one(keys[f.Type]+".die", append(args, games.Int("die", p.Die))...)
	}
	return one(keys[f.Type], args...)
}

// tellRound tells a round or a takeover.
func tellRound(s *State, f games.Fact) []games.Msg {
	switch p := f.Pub.(type) {
	case Declared:
		return tellDeclared(f.Type, p)
	case SeatFact:
		if f.Type == factDeclined {
			return nil
		}
		return one("kingofcrime."+map[bool]string{true: "joined", false: "stayed"}[f.Type == factJoined], who(p.Seat))
	case CardPlayed:
		return tellPlayed("kingofcrime.play", p.Seat, p.Card, p.Target, p.Mugs)
	case Answered:
		return tellAnswered(f.Type, p)
	case WaveOpened:
		if p.Last {
			return one("kingofcrime.wave.last")
		}
		return one("kingofcrime.wave")
	case DieRolled:
		return tellDie(p)
	case Totals:
		return tellTotals(p)
	}
	return tellRackets(f)
}

func tellDeclared(typ string, p Declared) []games.Msg {
	args := []games.MsgArg{who(p.Seat), cardArg("card", p.Racket), games.With("type", "type", p.Type)}
	switch {
	case typ == factTakeover:
		return one("kingofcrime.takeover", append(args, seatArg("holder", p.Holder))...)
	case len(p.Asked) == 0:
		return one("kingofcrime.round.nobody", args...)
	}
	return one("kingofcrime.round", append(args, games.With("seats", "list:seat", p.Asked...))...)
}

func tellAnswered(typ string, p Answered) []games.Msg {
	args := []games.MsgArg{who(p.By), cardArg("card", p.Card)}
	switch {
	case typ == factCancelled:
		return one("kingofcrime.cancelled", args...)
	case p.Mug != "":
		return one("kingofcrime.redirected.mug", append(args, cardArg("mug", p.Mug))...)
	}
	return one("kingofcrime.redirected", append(args, seatArg("target", p.Seat))...)
}

func tellDie(p DieRolled) []games.Msg {
	args := []games.MsgArg{who(p.Seat), games.Int("n", p.N)}
	switch {
	case p.Die == dieWhite && p.Label == "":
		return one("kingofcrime.die.fixed", args...)
	case p.Die == dieWhite:
		return one("kingofcrime.die.white", args...)
	}
	return one("kingofcrime.die."+p.Die, append(args, games.With("against", "list:seat", p.Against...))...)
}

func tellTotals(p Totals) []games.Msg {
	var out []games.Msg
	for _, t := range p.Totals {
		out = append(out, games.Say("kingofcrime.total", who(t.Seat), games.Int("mugs", t.Mugs), games.Int("combo", t.Combo),
			games.Int("cards", t.Cards), games.Int("die", t.Die), games.Int("total", t.Total)))
	}
	return out
}

// tellRackets tells where Rackets go.
func tellRackets(f games.Fact) []games.Msg {
	switch p := f.Pub.(type) {
	case RacketWon:
		args := []games.MsgArg{who(p.Seat), cardArg("card", p.Racket), cardArg("mug", p.On)}
		switch {
		case p.From != "":
			return one("kingofcrime.won.takeover", append(args, seatArg("from", p.From))...)
		case p.Alone:
			return one("kingofcrime.won.alone", args...)
		}
		return one("kingofcrime.won", args...)
	case Arranged:
		var out []games.Msg
		for _, r := range p.Rackets {
			out = append(out, games.Say("kingofcrime.arranged", who(p.Seat), cardArg("card", r.Racket), cardArg("mug", r.On)))
		}
		return out
	case RacketFact:
		return tellRacket(f.Type, p)
	}
	return nil
}

func tellRacket(typ string, p RacketFact) []games.Msg {
	card := cardArg("card", p.Racket)
	switch {
	case typ == factGone:
		return one("kingofcrime.gone", who(p.Seat), card)
	case typ == factWaits:
		return one("kingofcrime.waits", who(p.Seat), card)
	case typ == factFailed && p.Why == "void":
		return one("kingofcrime.failed.void", who(p.Seat), card)
	case typ == factFailed && p.Why == "waits":
		return one("kingofcrime.failed.waits", who(p.Seat), card)
	case typ == factFailed:
		return one("kingofcrime.failed", who(p.Seat), card)
	case p.Why == "holder":
		return one("kingofcrime.nobody.holder", who(p.Seat), card)
	case p.Why == "void":
		return one("kingofcrime.nobody.void", card)
	}
	return one("kingofcrime.nobody.tie", card)
}

func tellEnded(p Ended) []games.Msg {
	out := one(p.Why)
	if len(p.Ranks) > 0 {
		out = append(out, games.Say("kingofcrime.ended", games.With("winners", "list:seat", p.Ranks[0].Seats...)))
	}
	return out
}
