package newyork1890

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// decision names what a gang owes now, in the mail that answers it.
func (s *State) decision(g *Gang, k games.Kind, path string) games.Decision {
	window, phase := s.councilWindow(), s.Phase
	switch s.Phase {
	case phaseMoves:
		window = s.moveWindow(g.ID)
		if cur := s.current(); s.option("cadence") == full && s.Fight != nil && g.ID == s.Fight.Defender && cur != nil {
			window = s.defenceWindow()
		}
	case phaseRevenue:
		phase = phaseProduce
	case phaseTalks:
		window = s.talksWindow(k)
	}
	return games.Decision{
		ID:   fmt.Sprintf("%d/%s/%s/%s", s.year(), phase, g.ID, path),
		Seat: games.Seat(g.ID), Kind: k, Window: window,
	}
}

// secret is a decision of which nobody else sees how it was answered.
func (s *State) secret(g *Gang, k games.Kind, path string) games.Decision {
	d := s.decision(g, k, path)
	d.Secret = true
	return d
}

// talksWindow is the mail of phase g: the council's; with cadence full one for
// the offers and one for the answers, which sees them (mail.1).
func (s *State) talksWindow(k games.Kind) string {
	if s.option("cadence") != full {
		return s.councilWindow()
	}
	if k == kindOffer {
		return fmt.Sprintf("%d/g", s.year())
	}
	return s.answerWindow()
}

// answerWindow is the mail in which offers are answered.
func (s *State) answerWindow() string {
	if s.option("cadence") != full {
		return s.councilWindow()
	}
	return fmt.Sprintf("%d/ga", s.year())
}

// Cadences besides the standard one (mail.1).
const (
	express = "express"
	full    = "full"
)

// moveWindow is the mail of phase c: one for all, or one per gang (mail.1).
func (s *State) moveWindow(gang string) string {
	if s.option("cadence") == full {
		return fmt.Sprintf("%d/c/%s", s.year(), gang)
	}
	return fmt.Sprintf("%d/1", s.year())
}

// councilWindow is the mail of the phases after c, up to the next year's b; with
// cadence full the next year has a mail of its own for a and b, and express has
// a single mail (mail.1).
func (s *State) councilWindow() string {
	switch cadence := s.option("cadence"); {
	case cadence == express:
		return fmt.Sprintf("%d/1", s.councilYear())
	case cadence == full && s.early():
		return fmt.Sprintf("%d/b", s.year())
	case cadence == full:
		return fmt.Sprintf("%d/d", s.year())
	}
	return fmt.Sprintf("%d/2", s.councilYear())
}

// early tells whether the phases before c of a year are played.
func (s *State) early() bool {
	return s.Phase == phaseProduce || s.Phase == phaseRevenue || s.Phase == phasePolice
}

// councilYear is the year whose council mail answers now.
func (s *State) councilYear() int {
	if s.early() {
		return s.year() - 1
	}
	return s.year()
}

// Windows lists the mail open now; both of a year are open to every living gang (mail.1).
func (r Rules) Windows(s *State) []games.Window {
	r = r.of(s)
	switch {
	case s.Phase == phaseMoves && s.current() == nil:
		return nil
	case s.Phase == phaseMoves && s.option("cadence") == full && s.Fight != nil:
		return []games.Window{r.moveMail(s), r.defenceMail(s)}
	case s.Phase == phaseMoves:
		return []games.Window{r.moveMail(s)}
	case s.early() && s.option("cadence") == full:
		if s.policed(s.Round) || len(r.Next(s).Due) > 0 {
			return []games.Window{r.earlyMail(s)}
		}
		return nil
	case s.Phase == phaseTalks && s.option("cadence") == full:
		return r.talksMail(s)
	case s.Phase == phaseTalks, s.Phase == phaseRevenue, s.early() && s.hasPolice() && s.Round > 1, s.Phase == phaseWar, s.Phase == phaseHome, s.Phase == phaseAlcohol:
		return r.councilMail(s)
	}
	return nil
}

// earlyMail is the mail of a and b, with cadence full.
func (r Rules) earlyMail(s *State) games.Window {
	w := games.Window{
		ID: s.councilWindow(), Tag: fmt.Sprintf("%db", s.year()), Turn: s.Round, Report: "A", Kinds: earlyKinds(s, s.Round),
	}
	for _, g := range s.living() {
		w.Seats = append(w.Seats, games.Seat(g.ID))
	}
	return w
}

// talksMail is the mail of offers, then that of answers, with cadence full.
func (r Rules) talksMail(s *State) []games.Window {
	due := r.Next(s).Due
	if len(due) == 0 {
		return nil
	}
	w := games.Window{ID: due[0].Window, Turn: s.Round, Report: "B", Kinds: []games.Kind{due[0].Kind}}
	w.Tag = strings.Replace(w.ID, "/", "", 1)
	for _, g := range s.living() {
		w.Seats = append(w.Seats, games.Seat(g.ID))
	}
	return []games.Window{w}
}

// policed tells whether pawns move in a round.
func (s *State) policed(round int) bool {
	from, err := strconv.Atoi(s.option("police.from"))
	return s.hasPolice() && err == nil && round >= from
}

func (r Rules) moveMail(s *State) games.Window {
	w := games.Window{
		ID: s.moveWindow(s.current().ID), Tag: fmt.Sprintf("%dc", s.year()), Turn: s.Round, Report: "A",
		Kinds: moveKinds(s),
	}
	oneMail := s.option("cadence") == express
	if s.Round == 1 && !oneMail && s.option("gang_war") == on {
		w.Early = []games.Kind{kindAnswer} // so that nobody is defenceless (mail.2)
	}
	if oneMail {
		for _, k := range r.councilKinds(s, s.year()) {
			if !slices.Contains(w.Kinds, k) {
				w.Kinds = append(w.Kinds, k)
			}
		}
	}
	for _, id := range s.Turns {
		g := s.gang(id)
		if g == nil || g.Out || (!oneMail && g.inPlay().n() == 0 && g.Year.Available == 0 && s.party(id) == nil) {
			continue
		}
		if s.option("cadence") != full || id == s.current().ID {
			w.Seats = append(w.Seats, games.Seat(id))
		}
	}
	return w
}

func moveKinds(s *State) []games.Kind {
	kinds := []games.Kind{kindMove, kindAction, kindLosses}
	if s.option("favours") == on {
		kinds = append(kinds, kindFavour)
	}
	if s.option("ballots") == on && s.option("elections") == on {
		kinds = append(kinds, kindRig)
	}
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

// councilKinds: after the last year nobody asks for the next one's supply and police.
func (r Rules) councilKinds(s *State, year int) []games.Kind {
	kinds := []games.Kind{kindReturn, kindLosses}
	if s.option("gang_war") == on {
		kinds = append(kinds, kindWar, kindAnswer)
		if s.option("pacts") == on {
			kinds = append(kinds, kindLend)
		}
	}
	if s.option("favours") == on {
		kinds = append(kinds, kindFavour)
	}
	if s.option("pacts") == on && s.option("cadence") != full {
		kinds = append(kinds, kindOffer, kindPact)
	}
	if s.option("equipment") == on {
		kinds = append(kinds, kindCare)
	}
	if year == firstYear-1+s.rounds() || s.option("cadence") == full {
		return kinds
	}
	return append(kinds, earlyKinds(s, year-firstYear+2)...)
}

// earlyKinds are the orders of a and b of a round; before the police nobody
// moves a pawn.
func earlyKinds(s *State, round int) []games.Kind {
	kinds := []games.Kind{kindSupply}
	if s.policed(round) {
		kinds = append(kinds, kindPolice)
	}
	if s.hasPolice() && s.option("bribery") == on {
		kinds = append(kinds, kindBribe)
	}
	if s.option("favours") == on && s.option("favours.tiles") == "drafted" {
		kinds = append(kinds, kindDraft)
	}
	return kinds
}
