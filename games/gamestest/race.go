package gamestest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Race is a game for three seats and three laps. In each lap, seat after seat,
// one moves as often as one has orders for (1 to 3 steps each, one fuel a
// step), then a wind of 1 to 3 steps is drawn for all. The cadence "laps" asks
// everybody in one mail, "seats" one after another; the facts are the same.
type Race struct{}

const raceLaps, raceFuel = 3, 12

// RaceState is the state of Race.
type RaceState struct {
	Cadence string
	Seats   []games.Seat
	Place   []int
	Fuel    []int
	Lap     int
	Turn    int // seats done in this lap
	Move    int // moves made by the seat at turn
}

type (
	raceStarted struct {
		Seats   []string   `json:"seats"`
		Options []games.KV `json:"options"`
	}
	raceStepped struct {
		Seat  string `json:"seat"`
		Steps int    `json:"steps"`
	}
	raceRested struct {
		Seat string `json:"seat"`
	}
	raceFilled struct {
		Seat string `json:"seat"`
		Fuel int    `json:"fuel"`
	}
	raceBlown struct {
		Lap  int `json:"lap"`
		Wind int `json:"wind"`
	}
)

// Info implements games.Rules.
func (Race) Info() games.Info {
	return games.Info{
		Name: "race", Edition: 1, Title: games.Text{FR: "Course", EN: "Race"}, MinSeats: 3, MaxSeats: 3,
		Options: []games.Option{{
			Key: "cadence", Default: "laps", Values: []string{"laps", "seats"}, Rule: "race.cadence",
			Text: games.Text{FR: "un courrier par tour ou par joueur", EN: "one mail per lap or per seat"},
		}},
		Facts: []games.FactType{
			{Type: "race_started", V: 1, Pub: raceStarted{}},
			{Type: "race_stepped", V: 1, Pub: raceStepped{}},
			{Type: "race_rested", V: 1, Pub: raceRested{}},
			{Type: "race_filled", V: 1, Pub: raceFilled{}},
			{Type: "race_blown", V: 1, Pub: raceBlown{}},
		},
	}
}

// Grammar implements games.Rules.
func (Race) Grammar(*RaceState) *games.Grammar {
	return &games.Grammar{
		Verbs: []games.Verb{{
			ID: "step", Kind: "step", Object: "steps", FR: []string{"avancer", "avance", "avancez"}, EN: []string{"step"},
			Shape: "{steps:int}?,", Help: games.Text{FR: "avancer 2", EN: "step 2"},
		}},
		Preds: []games.Pred{
			{ID: "fuel", FR: []string{"carburant"}, EN: []string{"fuel"}, Shape: "{is:cmp} {n:int}"},
			{ID: "place", FR: []string{"place"}, EN: []string{"place"}, Shape: "{is:cmp} {n:int}"},
		},
	}
}

// New implements games.Rules.
func (Race) New(s games.Setup) ([]games.Fact, error) {
	if len(s.Seats) != 3 {
		return nil, fmt.Errorf("race is for 3 seats, not %d", len(s.Seats))
	}
	f := raceStarted{Options: []games.KV{{Key: "cadence", Value: "laps"}}}
	for _, o := range s.Options {
		if o.Key != "cadence" || (o.Value != "laps" && o.Value != "seats") {
			return nil, fmt.Errorf("race has no option %s=%s", o.Key, o.Value)
		}
		f.Options[0].Value = o.Value
	}
	for _, seat := range s.Seats {
		f.Seats = append(f.Seats, string(seat))
	}
	return []games.Fact{{Type: "race_started", V: 1, Pub: f}}, nil
}

// Evolve implements games.Rules.
func (Race) Evolve(s *RaceState, f games.Fact) {
	switch p := f.Pub.(type) {
	case raceStarted:
		for _, seat := range p.Seats {
			s.Seats = append(s.Seats, games.Seat(seat))
		}
		s.Cadence = p.Options[0].Value
		s.Place, s.Fuel = make([]int, 3), []int{raceFuel, raceFuel, raceFuel}
	case raceStepped:
		i := slices.Index(s.Seats, games.Seat(p.Seat))
		s.Place[i] += p.Steps
		s.Fuel[i] -= p.Steps
		s.Move++
	case raceFilled:
		s.Fuel[slices.Index(s.Seats, games.Seat(p.Seat))] = p.Fuel
	case raceRested:
		s.Turn, s.Move = s.Turn+1, 0
	case raceBlown:
		for i := range s.Place {
			s.Place[i] += p.Wind
		}
		s.Lap, s.Turn, s.Move = s.Lap+1, 0, 0
	}
}

func (s *RaceState) window() games.Window {
	lap := strconv.Itoa(s.Lap + 1)
	w := games.Window{ID: lap, Tag: "lap" + lap, Turn: s.Lap + 1, Seats: slices.Clone(s.Seats), Kinds: []games.Kind{"step"}, Report: "lap"}
	if s.Cadence == "seats" {
		seat := s.Seats[min(s.Turn, 2)]
		w.ID, w.Tag, w.Seats = lap+"/"+string(seat), w.Tag+string(seat), []games.Seat{seat}
	}
	return w
}

// Next implements games.Rules.
func (Race) Next(s *RaceState) games.Step {
	switch {
	case s.Lap == raceLaps:
		return games.Step{Over: &games.Result{Ranks: ranking(s.Seats, s.Place), Why: "race.over"}}
	case s.Turn == len(s.Seats):
		label := strconv.Itoa(s.Lap+1) + "/wind"
		return games.Step{Draw: &games.Draw{Label: label, Pool: []string{"1", "2", "3"}, N: 1, Window: s.window().ID}}
	}
	seat := s.Seats[s.Turn]
	id := fmt.Sprintf("%d/%s/step/%d", s.Lap+1, seat, s.Move+1)
	return games.Step{Due: []games.Decision{{ID: id, Seat: seat, Kind: "step", Window: s.window().ID}}}
}

// Drawn implements games.Rules.
func (Race) Drawn(s *RaceState, _ games.Draw, picks []int) []games.Fact {
	return []games.Fact{{Type: "race_blown", V: 1, Pub: raceBlown{s.Lap + 1, picks[0] + 1}}}
}

// Windows implements games.Rules.
func (Race) Windows(s *RaceState) []games.Window {
	if s.Lap == raceLaps {
		return nil
	}
	return []games.Window{s.window()}
}

// Ahead implements games.Calendar.
func (Race) Ahead(s *RaceState) []games.Window {
	var out []games.Window
	for lap := s.Lap; lap < raceLaps; lap++ {
		turn := 0
		if lap == s.Lap {
			turn = s.Turn
		}
		for ; turn < len(s.Seats); turn++ {
			w := (&RaceState{Cadence: s.Cadence, Seats: s.Seats, Lap: lap, Turn: turn}).window()
			out = append(out, w)
		}
	}
	return out
}

// Adjust implements games.Adjuster: "ann fuel 3".
func (Race) Adjust(s *RaceState, text string) ([]games.Fact, error) {
	words := strings.Fields(text)
	if len(words) != 3 || words[1] != "fuel" || !slices.Contains(s.Seats, games.Seat(words[0])) {
		return nil, fmt.Errorf("%q is not like \"ann fuel 3\"", text)
	}
	n, err := strconv.Atoi(words[2])
	if err != nil || n < 0 {
		return nil, fmt.Errorf("%q is no amount of fuel", words[2])
	}
	return []games.Fact{{Type: "race_filled", V: 1, Pub: raceFilled{words[0], n}}}, nil
}

// Options implements games.Rules.
func (Race) Options(s *RaceState, seat games.Seat, _ games.Kind) games.Choice {
	var c games.Choice
	if i := slices.Index(s.Seats, seat); i >= 0 {
		for n := 1; n <= min(3, s.Fuel[i]); n++ {
			c.Lines = append(c.Lines, stepLine(n))
		}
	}
	return c
}

func stepLine(n int) games.Line {
	return games.Line{Verb: "step", Args: []games.Arg{{Name: "steps", Vals: []string{strconv.Itoa(n)}}}}
}

// Test implements games.Rules.
func (Race) Test(s *RaceState, seat games.Seat, c games.Cond) bool {
	i := slices.Index(s.Seats, seat)
	if i < 0 {
		return false
	}
	n := s.Place[i]
	if c.Pred == "fuel" {
		n = s.Fuel[i]
	}
	return games.Compare(n, c.First("is"), c.First("n"))
}

// Decide implements games.Rules.
func (r Race) Decide(s *RaceState, d games.Decision, l games.Line) ([]games.Fact, *games.Refusal) {
	if l.Verb == "rest" {
		return []games.Fact{{Type: "race_rested", V: 1, Pub: raceRested{string(d.Seat)}}}, nil
	}
	n, err := strconv.Atoi(l.First("steps"))
	if best := min(3, s.Fuel[s.Turn]); err != nil || n < 1 || n > best {
		ref := &games.Refusal{Rule: "race.fuel", Msg: games.Msg{Key: "race.fuel", Args: []games.MsgArg{{Name: "n", Kind: "int", Vals: ints([]int{best})}}}}
		if best > 0 {
			ref.Nearest = []games.Line{stepLine(best)}
		}
		return nil, ref
	}
	return []games.Fact{{Type: "race_stepped", V: 1, Pub: raceStepped{string(d.Seat), n}}}, nil
}

// Default implements games.Rules: no more moves.
func (Race) Default(*RaceState, games.Decision, int) games.Line { return games.Line{Verb: "rest"} }

// View implements games.Rules: all is public.
func (Race) View(s *RaceState, _ games.Seat) games.View {
	v := *s
	v.Place, v.Fuel, v.Seats = slices.Clone(s.Place), slices.Clone(s.Fuel), slices.Clone(s.Seats)
	return v
}

// Narrate implements games.Rules.
func (Race) Narrate(_ *RaceState, facts []games.Fact, _ games.Seat) []games.Msg {
	var out []games.Msg
	for _, f := range facts {
		if p, ok := f.Pub.(raceBlown); ok {
			out = append(out, games.Msg{Key: "race.blown", Args: []games.MsgArg{{Name: "n", Kind: "int", Vals: ints([]int{p.Wind})}}})
		}
	}
	return out
}

// Check implements games.Invariant.
func (Race) Check(s *RaceState) error {
	for i, f := range s.Fuel {
		if f < 0 {
			return fmt.Errorf("%s has burnt more fuel than there is: %d", s.Seats[i], f)
		}
	}
	return nil
}
