package kingofcrime

import (
	"slices"

	"fivepoints/games"
)

// Forecast tells a seat what silence would bring, and before a round what
// stands against what: all of it lies open, or is in its own hand.
func (r Rules) Forecast(s *State, to games.Seat) []games.Msg {
	i := s.seat(to)
	if i < 0 || s.Step == stepOver || s.Step == stepBosses {
		return nil
	}
	if s.Round != nil {
		return r.forecastRound(s, i)
	}
	if s.Step != stepTurn || i != s.Active {
		return nil
	}
	var out []games.Msg
	if s.Owed > 0 && len(s.Hand[i]) > 0 {
		out = one("kingofcrime.forecast.drop", cardsArg(s.Hand[i][:min(s.Owed, len(s.Hand[i]))]))
	}
	if len(s.optionsLeft()) > 0 {
		return append(out, games.Say("kingofcrime.forecast.option"))
	}
	return append(out, games.Say("kingofcrime.forecast.action"))
}

func (r Rules) forecastRound(s *State, i int) []games.Msg {
	rd := s.Round
	var out []games.Msg
	if rd.Stage == stageJoin && slices.Contains(rd.Asked, i) && !rd.takeover() {
		out = one("kingofcrime.forecast.join."+s.option("silent"), games.Int("mine", s.points(i, rd.Type)+s.combos(i, rd.Type)), who(s.id(rd.By)), games.Int("his", s.sum(rd.By).Total))
	}
	if rd.Stage == stagePlay && slices.Contains(s.players(), i) && len(s.Hand[i]) > 0 {
		out = append(out, games.Say("kingofcrime.forecast.play"))
	}
	return out
}
