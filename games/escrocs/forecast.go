package escrocs

import "fivepoints/games"

// Forecast tells a seat what silence would bring, and which ends fill the
// prison with what points; all of it from what lies open and its own hand.
func (r Rules) Forecast(s *State, to games.Seat) []games.Msg {
	i := s.seat(to)
	switch {
	case i < 0:
		return nil
	case s.Call != nil:
		return r.forecastGive(s, i)
	case s.Step != stepTake || i != s.Active:
		return nil
	}
	e, _ := s.readEnd(r.Default(s, s.decision(kindTurn, "take"), 1).First("end"))
	own, _ := s.edge(e.row, e.right)
	out := []games.Msg{games.Say("escrocs.forecast.silence", r.cardsArg(own.c, own.n), games.Int("row", e.row+1), games.With("side", "side", e.side()))}
	for _, e := range s.open() {
		_, beside := s.edge(e.row, e.right)
		if !r.fills(s, beside) {
			continue
		}
		prison := s.Prison
		prison[beside.c] += beside.n
		mine, rival := s.wouldScore(i, prison)
		out = append(out, games.Say("escrocs.forecast.fills", endArg("end", e), games.Int("points", mine), games.Int("rival", rival)))
	}
	return out
}

func (r Rules) forecastGive(s *State, i int) []games.Msg {
	owed := s.Hands[i].n() - s.Call.Limit
	if owed < 1 {
		return nil
	}
	return one(games.Say("escrocs.forecast.silence.give", pilesArg("cards", r.piles(r.smallest(s.Hands[i], owed)))))
}

// wouldScore returns the points of a seat, and of its best rival, if a prison
// were shared out now.
func (s *State) wouldScore(i int, prison Counts) (mine, rival int) {
	received := make([]Counts, len(s.Seats))
	for c, set := range s.Tables {
		if set.N > 0 {
			received[set.Owner][c] = prison[c]
		}
	}
	for j, cards := range received {
		if j != i {
			rival = max(rival, points(cards).Points)
		}
	}
	return points(received[i]).Points, rival
}
