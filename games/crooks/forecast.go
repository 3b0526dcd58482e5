package crooks

import "fivepoints/games"

// Forecast tells a seat what silence would bring.
func (r Rules) Forecast(s *State, to games.Seat) []games.Msg {
	p := s.active()
	if p == nil || p.ID != string(to) {
		return nil
	}
	if s.Phase == phaseTurn {
		if s.forced() != "" {
			return nil
		}
		place := r.Default(s, games.Decision{Kind: kindTurn}, 1).First("at")
		return []games.Msg{games.Say("crooks.forecast.silence", placeArg(place), games.Money("money", s.size(place)))}
	}
	h := s.hand(p)
	h.auto = true
	for _, f := range h.autoTake() {
		switch b := f.Pub.(type) {
		case Placed:
			return []games.Msg{games.Say("crooks.forecast.silence.take", cardArg(b.Card), targetArg(b.Target))}
		case Left:
			return []games.Msg{games.Say("crooks.forecast.silence.left", cardArg(part[Card](f).Card))}
		}
	}
	return nil
}

// Ahead lists the mails that may still come (mail.windows): every seat still in
// may have any of the turns left, and none is left when all crooks are gone.
func (r Rules) Ahead(s *State) []games.Window {
	open := r.Windows(s)
	if s.Phase == phaseOver || s.Phase == phaseScore {
		return open
	}
	var in []games.Seat
	for _, p := range s.Seats {
		if !p.Passed {
			in = append(in, games.Seat(p.ID))
		}
	}
	turns := len(s.Seats)
	if s.option("no_target") == "return" {
		turns += s.Money // such a turn takes money only
	}
	for _, p := range s.Piles {
		turns += len(p.Crooks)
	}
	for n := range turns {
		w := turnMail(s.Turn + n)
		w.Seats, w.Kinds = in, []games.Kind{kindTurn, kindTake}
		open = append(open, w)
	}
	return open
}
