package escrocs

import (
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Where shuffled cards come from.
const (
	fromDiscard = "discard"
	fromGiven   = "given"
)

// Labels of draws (chance.labels). All follow from the game's secret (chance.secret).
const (
	labelDealer  = "dealer"
	labelTalon   = "talon"
	labelDiscard = "reshuffle/"
	labelGiven   = "given/"
)

// Next walks a turn: upkeep, take, lay, draw or scoring.
func (r Rules) Next(s *State) games.Step {
	switch {
	case s.Step == stepDealer:
		return drawDealer(s)
	case s.Step == stepDeal:
		all := r.deck().cards()
		return games.Step{Draw: &games.Draw{Label: labelTalon, Pool: r.ids(all), N: len(all), Hidden: true}}
	case s.Step == stepOver:
		return games.Step{Over: s.result()}
	case s.Call != nil:
		return games.Step{Due: s.giving()}
	case s.option("reshuffle") == "at_once" && len(s.Talon) == 0 && s.Discard.n() > 0:
		return r.shuffle(s, fromDiscard)
	}
	switch s.Step {
	case stepTake:
		return games.Step{Due: []games.Decision{s.decision(kindTurn, "take")}}
	case stepLay:
		return games.Step{Due: []games.Decision{s.decision(kindLay, "lay")}}
	case stepDraw:
		return r.draw(s)
	case stepScore:
		return games.Step{Auto: r.score(s, false)}
	}
	return r.begin(s)
}

func (r Rules) deck() Counts {
	var c Counts
	for i := range c {
		c[i] = r.data.Colours[i].Copies
	}
	return c
}

// drawDealer gives every seat the same chance to deal (setup.dealer).
func drawDealer(s *State) games.Step {
	var pool []string
	for _, seat := range s.Seats {
		pool = append(pool, string(seat))
	}
	return games.Step{Draw: &games.Draw{Label: labelDealer, Pool: pool, N: 1}}
}

func (s *State) window() string { return "turn/" + strconv.Itoa(s.Turn) }

// decision is one step of a turn. Take and lay are one order (order.bundle), unless an
// impossible lay is only dropped (cmd.layfail).
func (s *State) decision(kind games.Kind, what string) games.Decision {
	d := games.Decision{ID: s.window() + "/" + what, Seat: s.Seats[s.Active], Kind: kind, Window: s.window(), Must: true}
	if s.option("lay_fail") != "drop" {
		d.Bundle = s.window()
	}
	return d
}

func (s *State) callID() string { return "giveback/" + strconv.Itoa(s.Calls) }

// giving lists who still owes cards; they answer together, unseen (short.sealed).
func (s *State) giving() []games.Decision {
	var out []games.Decision
	for _, i := range s.Call.Seats {
		out = append(out, games.Decision{
			ID: s.callID() + "/" + string(s.Seats[i]), Seat: s.Seats[i], Kind: kindGive, Window: s.callID(), Sealed: s.callID(), Must: true,
		})
	}
	return out
}

// Windows lists the mail that is open: one per turn, or one per give-back. Orders
// for later turns are kept until theirs opens (mail.ahead).
func (r Rules) Windows(s *State) []games.Window {
	turn := strconv.Itoa(s.Turn)
	switch {
	case s.Call != nil:
		w := games.Window{ID: s.callID(), Tag: "r" + strconv.Itoa(s.Calls), Turn: s.Turn, Kinds: []games.Kind{kindGive}, Report: kindGive}
		for _, i := range s.Call.Seats {
			w.Seats = append(w.Seats, s.Seats[i])
		}
		return []games.Window{w}
	case s.turning():
		return []games.Window{{
			ID: s.window(), Tag: "t" + turn, Turn: s.Turn, Seats: []games.Seat{s.Seats[s.Active]},
			Kinds: []games.Kind{kindTurn, kindLay}, Report: kindTurn,
		}}
	}
	return nil
}

// turning tells whether a turn is under way.
func (s *State) turning() bool {
	return s.Step == stepTake || s.Step == stepLay || s.Step == stepDraw
}

// Drawn turns picks into facts.
func (r Rules) Drawn(s *State, d games.Draw, picks []int) []games.Fact {
	var drawn []string
	for _, i := range picks {
		drawn = append(drawn, d.Pool[i])
	}
	switch {
	case d.Label == labelDealer:
		return []games.Fact{fact(factDealer, DealerDrawn{drawn[0]})}
	case d.Label == labelTalon:
		return []games.Fact{r.deal(s, drawn)}
	}
	from := fromGiven
	if d.Label == s.shuffleLabel(fromDiscard) {
		from = fromDiscard
	}
	return []games.Fact{fact(factRebuilt, Rebuilt{from, len(drawn)}, part(games.Engine, Cards{drawn}))}
}

func (s *State) shuffleLabel(from string) string {
	if from == fromDiscard {
		return labelDiscard + strconv.Itoa(s.Shuffle+1)
	}
	return labelGiven + strconv.Itoa(s.Mixes+1)
}

// shuffle draws the order in which cards go under the talon. Only the engine
// knows it (info.talon).
func (r Rules) shuffle(s *State, from string) games.Step {
	cards := s.Given
	if from == fromDiscard {
		cards = s.Discard
	}
	pool := r.ids(cards.cards())
	return games.Step{Draw: &games.Draw{Label: s.shuffleLabel(from), Pool: pool, N: len(pool), Hidden: true}}
}

// deal lays out shuffled cards: hands in turn order from the dealer's left
// (setup.deal), three rows (setup.rows), the talon (setup.talon). A hand is its
// owner's secret (info.hand).
func (r Rules) deal(s *State, cards []string) games.Fact {
	p := Dealt{Hands: make([]int, len(s.Seats))}
	var parts []games.Part
	for n, size := range s.deals() {
		i := (s.Active + 1 + n) % len(s.Seats)
		p.Hands[i] = size
		parts = append(parts, part(s.Seats[i], Cards{slices.Sorted(slices.Values(cards[:size]))}))
		cards = cards[size:]
	}
	for range r.data.Rows {
		p.Rows = append(p.Rows, cards[:r.data.RowCards])
		cards = cards[r.data.RowCards:]
	}
	p.Talon = len(cards)
	parts = append(parts, part(games.Engine, Cards{cards}))
	slices.SortFunc(parts, func(a, b games.Part) int { return strings.Compare(string(a.Audience), string(b.Audience)) })
	return fact(factDealt, p, parts...)
}

// deals lists the sizes of the hands from the dealer's left.
func (s *State) deals() []int {
	var out []int
	for _, word := range strings.Split(s.option("deal"), "-")[:len(s.Seats)] {
		n, _ := strconv.Atoi(word)
		out = append(out, n)
	}
	return out
}

// begin is the start of the next seat's turn: rows are seen to before it is
// asked (row.when); while one can be played nothing happens (row.wait).
func (r Rules) begin(s *State) games.Step {
	switch {
	case s.anyPlayable():
		next := s.Seats[s.next()]
		return games.Step{Auto: []games.Fact{fact(factTurn, TurnStarted{s.Turn + 1, string(next)})}}
	case s.Filled: // and still nothing can be taken (short.end)
		return games.Step{Auto: r.score(s, true)}
	case !s.Closing:
		return games.Step{Auto: []games.Fact{fact(factClosed, RowsClosed{})}}
	}
	need := 0
	for _, row := range s.Rows {
		need += r.missing(row)
	}
	if step, short := r.supply(s, need); short {
		return step
	}
	return games.Step{Auto: []games.Fact{r.refill(s)}}
}

// draw turns the top card at the place of the take (draw.must, draw.place).
func (r Rules) draw(s *State) games.Step {
	if step, short := r.supply(s, 1); short {
		return step
	}
	if len(s.Talon) == 0 { // nothing left anywhere (short.fail)
		return games.Step{Auto: []games.Fact{fact(factNoCard, NoCard{string(s.Seats[s.Active])})}}
	}
	turned := Turned{string(s.Seats[s.Active]), s.Row + 1, s.end(), r.data.id(s.Talon[0])}
	return games.Step{Auto: []games.Fact{fact(factTurned, turned)}}
}

func (s *State) result() *games.Result {
	out := &games.Result{Why: s.Why}
	for _, rank := range s.Ranks {
		var seats []games.Seat
		for _, seat := range rank {
			seats = append(seats, games.Seat(seat))
		}
		out.Ranks = append(out.Ranks, seats)
	}
	return out
}
