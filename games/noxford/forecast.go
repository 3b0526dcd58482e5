package noxford

import "fivepoints/games"

// Forecast tells a seat what silence would bring (mail.auto).
func (r Rules) Forecast(s *State, to games.Seat) []games.Msg {
	i := s.seat(to)
	if i < 0 || i != s.Active || s.Step != stepAction {
		return nil
	}
	l, ok := s.automatic(i)
	switch {
	case !ok:
		return nil
	case l.Verb == verbCover:
		return one(games.Say("noxford.forecast.silence.cover", cardArg("card", s.cardOf(i, l.First("with"))), idArg("on", l.First("target"))))
	}
	return one(games.Say("noxford.forecast.silence", cardArg("card", s.cardOf(i, l.First("card"))), placeArg("pos", l.First("at"))))
}
