package newyork1890

import (
	"fmt"

	"fivepoints/games"
)

// decision names what a gang owes now, in the mail that answers it.
func (s *State) decision(g *Gang, k games.Kind, path string) games.Decision {
	window, phase := s.councilWindow(), s.Phase
	switch s.Phase {
	case phaseMoves:
		window = s.moveWindow(g.ID)
		if cur := s.current(); s.option("cadence") == "full" && s.Fight != nil && g.ID == s.Fight.Defender && cur != nil {
			window = s.defenceWindow()
		}
	case phaseRevenue:
		phase = phaseProduce
	}
	return games.Decision{
		ID:   fmt.Sprintf("%d/%s/%s/%s", s.year(), phase, g.ID, path),
		Seat: games.Seat(g.ID), Kind: k, Window: window,
	}
}

// moveWindow is the mail of phase c: one for all, or one per gang (mail.1).
func (s *State) moveWindow(gang string) string {
	if s.option("cadence") == "full" {
		return fmt.Sprintf("%d/c/%s", s.year(), gang)
	}
	return fmt.Sprintf("%d/1", s.year())
}

// councilWindow is the mail of the phases after c, up to the next year's a.
func (s *State) councilWindow() string {
	if s.option("cadence") == "full" {
		return fmt.Sprintf("%d/e", s.councilYear())
	}
	return fmt.Sprintf("%d/2", s.councilYear())
}

func (s *State) councilYear() int {
	if s.Phase == phaseProduce || s.Phase == phaseRevenue || s.Phase == phasePolice {
		return s.year() - 1
	}
	return s.year()
}

// Windows lists the mail open now; both of a year are open to every living gang (mail.1).
func (r Rules) Windows(s *State) []games.Window {
	switch s.Phase {
	case phaseMoves:
		if s.current() == nil {
			return nil
		}
		if s.option("cadence") == "full" && s.Fight != nil {
			return []games.Window{r.moveMail(s), r.defenceMail(s)}
		}
		return []games.Window{r.moveMail(s)}
	case phaseProduce, phasePolice:
		if s.hasPolice() && s.Round > 1 {
			return r.councilMail(s)
		}
		return nil
	case phaseWar, phaseHome, phaseAlcohol, phaseRevenue:
		return r.councilMail(s)
	}
	return nil
}

func (r Rules) moveMail(s *State) games.Window {
	w := games.Window{
		ID: s.moveWindow(s.current().ID), Tag: fmt.Sprintf("%dc", s.year()), Turn: s.Round, Report: "A",
		Kinds: moveKinds(s),
	}
	for _, id := range s.Turns {
		if g := s.gang(id); g == nil || (g.inPlay().n() == 0 && g.Year.Available == 0 && s.party(id) == nil) {
			continue
		}
		if s.option("cadence") != "full" || id == s.current().ID {
			w.Seats = append(w.Seats, games.Seat(id))
		}
	}
	return w
}

func moveKinds(s *State) []games.Kind {
	kinds := []games.Kind{kindMove, kindAction, kindLosses}
	if s.option("battle") == on {
		kinds = append(kinds, kindBattle, kindDefend, kindRetreat, kindSpoils)
	}
	return kinds
}

// defenceWindow is the mail in which, one gang after another, an attacked gang
// answers.
func (s *State) defenceWindow() string {
	return s.moveWindow(s.Fight.Attacker) + "/" + s.Fight.Place
}

func (r Rules) defenceMail(s *State) games.Window {
	return games.Window{
		ID: s.defenceWindow(), Tag: fmt.Sprintf("%dc%s", s.year(), s.Fight.Place), Turn: s.Round, Report: "A",
		Seats: []games.Seat{games.Seat(s.Fight.Defender)}, Kinds: []games.Kind{kindDefend, kindRetreat, kindLosses},
	}
}

func (r Rules) councilMail(s *State) []games.Window {
	year := s.councilYear()
	w := games.Window{
		ID: s.councilWindow(), Tag: fmt.Sprintf("%dd", year), Turn: year - firstYear + 1, Report: "B",
		Kinds: r.councilKinds(s, year),
	}
	for _, g := range s.living() {
		w.Seats = append(w.Seats, games.Seat(g.ID))
	}
	return []games.Window{w}
}

// councilKinds: after the last year nobody asks for the next one's police and supply.
func (r Rules) councilKinds(s *State, year int) []games.Kind {
	kinds := []games.Kind{kindReturn, kindLosses}
	if s.option("gang_war") == on {
		kinds = append(kinds, kindWar, kindAnswer)
	}
	if s.option("equipment") == on {
		kinds = append(kinds, kindCare)
	}
	if year == firstYear-1+s.rounds() {
		return kinds
	}
	kinds = append(kinds, kindSupply)
	if s.hasPolice() {
		kinds = append(kinds, kindPolice)
	}
	if s.option("bribery") == on {
		kinds = append(kinds, kindBribe)
	}
	return kinds
}
