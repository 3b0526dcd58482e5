package newyork1890

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// Adjusted is one item of the position that a moderator changed, old and new.
type Adjusted struct {
	Item  string `json:"item"` // money, members, ward, token, police … as in positions
	Gang  string `json:"gang,omitempty"`
	Place string `json:"place,omitempty"`
	Role  string `json:"role,omitempty"`
	Box   int    `json:"box,omitempty"`
	From  Value  `json:"from"`
	To    Value  `json:"to"`
}

// Value is what an item was or is: a number, members, tokens, or a list of
// places or gangs.
type Value struct {
	N      int      `json:"n,omitempty"`
	Sexes  Sexes    `json:"who"`
	Tokens []Token  `json:"tokens,omitempty"`
	List   []string `json:"list,omitempty"`
}

const factAdjusted = "adjusted"

// ruling is the source of money that a moderator gave or took.
const ruling = "ruling"

// maxItems bounds what one change of a position holds.
const maxItems = 200

// Adjust implements games.Adjuster: items of a position, one a line, each the
// new value of what it names; 0 or none removes it.
func (r Rules) Adjust(s *State, text string) ([]games.Fact, error) {
	r = r.of(s)
	if s.Fight != nil || s.Robbery != nil || (s.Police != nil && s.Police.Offer != nil) {
		return nil, errors.New("a fight, a robbery or a bribe is under way; change the position after it")
	}
	look := s.clone()
	sound := errors.Join(r.Check(look), r.checkSupply(look)) == nil
	var out []games.Fact
	culprit, wrong := "", error(nil) // the line since which the position is wrong
	for i, l := range strings.Split(text, "\n") {
		l, _, _ = strings.Cut(l, "#")
		words := strings.Fields(l)
		if len(words) == 0 {
			continue
		}
		line := fmt.Sprintf("line %d %q", i+1, strings.TrimSpace(l))
		p, err := r.adjusted(look, words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		if len(out) == maxItems {
			return nil, fmt.Errorf("%s: at most %d items at once", line, maxItems)
		}
		f := fact(factAdjusted, p)
		r.Evolve(look, f)
		out = append(out, f)
		if err := errors.Join(r.Check(look), r.checkSupply(look)); err == nil {
			culprit, sound = "", true
		} else if culprit == "" && sound {
			culprit, wrong, sound = line, err, false
		}
	}
	switch {
	case culprit != "":
		return nil, fmt.Errorf("%s: %w", culprit, wrong)
	case len(out) == 0:
		return nil, errors.New("it holds no item; write one a line, such as: whyos money 12")
	}
	return out, nil
}

// checkSupply: a gang has at most the members that the data file's supply holds. Positions of
// cases may be beyond it; a game's may not become so.
func (r Rules) checkSupply(s *State) error {
	for _, g := range s.living() {
		if x := g.alive(); x.M > r.data.Supply.Males || x.F > r.data.Supply.Females {
			return fmt.Errorf("%s would have %d males and %d females alive; there are %d and %d",
				g.ID, x.M, x.F, r.data.Supply.Males, r.data.Supply.Females)
		}
	}
	return nil
}

// adjusted reads one item and what it was.
func (r Rules) adjusted(s *State, words []string) (Adjusted, error) {
	switch words[0] {
	case "option":
		return r.changeOption(s, words[1:])
	case "police":
		return r.adjustPolice(s, words[1:])
	case "pawn", "pact":
		return r.adjustBond(s, words)
	case "order":
		return Adjusted{Item: "order", From: Value{List: slices.Clone(s.Order)}, To: Value{List: slices.Clone(words[1:])}}, nil
	}
	g := s.gang(words[0])
	switch {
	case g == nil:
		return Adjusted{}, fmt.Errorf("%q is neither a gang of this game, nor police or order", words[0])
	case g.Out:
		return Adjusted{}, fmt.Errorf("the gang %s is out of the game", g.ID)
	case len(words) < 3:
		return Adjusted{}, fmt.Errorf("an item has a name and a value: %s money 12", g.ID)
	}
	if n := g.number(words[1]); n != nil {
		p := Adjusted{Item: words[1], Gang: g.ID, From: Value{N: *n}}
		return p, setNumber(&p.To.N, words[2], 0)
	}
	switch words[1] {
	case "token":
		return r.adjustToken(s, g, words[2:])
	case "robbed":
		return r.adjustRobbed(g, words[2:])
	case "role":
		return r.adjustRole(g, words[2:])
	case "ward", "tombs":
		return adjustBox(g, words[1:])
	}
	place := words[1]
	x, ok := parseCount(words[2])
	if !ok || !(r.data.isQuarter(place) || r.data.isSpace(place)) {
		return Adjusted{}, fmt.Errorf("%q is neither a thing a gang has nor a place with members like 3m2f", place+" "+words[2])
	}
	return Adjusted{Item: "members", Gang: g.ID, Place: place, From: Value{Sexes: g.at(place)}, To: Value{Sexes: x}}, nil
}

// parseCount reads members, none of them too.
func parseCount(word string) (Sexes, bool) {
	if word == "0" || word == "none" {
		return Sexes{}, true
	}
	return parseSexes(word)
}

// changeOption sets a switch from the next year on: rounds not below those
// played, and never the tables.
func (r Rules) changeOption(s *State, words []string) (Adjusted, error) {
	if len(words) != 2 {
		return Adjusted{}, errors.New("an option has a name and a value: option police off")
	}
	p := Adjusted{Item: "option", Role: words[0], From: Value{List: []string{s.option(words[0])}}, To: Value{List: []string{words[1]}}}
	if words[0] == "data" {
		return p, errors.New("the tables of a game never change")
	}
	look := games.Setup{}
	for _, kv := range s.Options {
		if kv.Key != words[0] {
			look.Options = append(look.Options, kv)
		}
	}
	look.Options = append(look.Options, games.KV{Key: words[0], Value: words[1]})
	opts, err := r.resolve(look)
	if err != nil {
		return p, err
	}
	if n := (&State{Board: Board{Options: opts}}).rounds(); n < s.Round {
		return p, fmt.Errorf("round %d is being played already", s.Round)
	}
	return p, nil
}

// adjustBond moves the corruption pawn, or makes and ends a pact.
func (r Rules) adjustBond(s *State, words []string) (Adjusted, error) {
	p, gangs := Adjusted{Item: words[0]}, words[1:]
	if words[0] == "pact" && len(gangs) > 0 {
		p.Role, gangs = gangs[0], gangs[1:]
		if _, ok := r.pactKind(p.Role); !ok {
			return p, fmt.Errorf("there is no pact %q", p.Role)
		}
	}
	if len(gangs) == 1 && (gangs[0] == "none" || gangs[0] == "0") {
		return p, nil
	}
	if want := map[string]int{"pawn": 1, "pact": 2}[words[0]]; len(gangs) != want || (want == 2 && gangs[0] == gangs[1]) {
		return p, errors.New("write: pawn whyos, pact nowar whyos bowery, or none")
	}
	for _, id := range gangs {
		if g := s.gang(id); g == nil || g.Out {
			return p, fmt.Errorf("%q is no gang of this game", id)
		}
	}
	p.To.List = slices.Clone(gangs)
	return p, nil
}

func (r Rules) adjustPolice(s *State, places []string) (Adjusted, error) {
	if s.Police == nil {
		return Adjusted{}, errors.New("no pawn is on the map in this game")
	}
	return Adjusted{Item: "police", From: Value{List: slices.Clone(s.Police.Pawns)}, To: Value{List: slices.Clone(places)}}, nil
}

// adjustToken puts a token in place of whoever's of its kind was there, or takes
// away what the gang has there.
func (r Rules) adjustToken(s *State, g *Gang, words []string) (Adjusted, error) {
	if len(words) < 2 || !r.data.isQuarter(words[0]) {
		return Adjusted{}, fmt.Errorf("a token is a quarter and an activity: %s token FVP brothel, or none", g.ID)
	}
	p := Adjusted{Item: "token", Gang: g.ID, Place: words[0]}
	a, known := r.data.activity(words[1])
	if !known && words[1] != "none" {
		return p, fmt.Errorf("there is no activity %q", words[1])
	}
	for _, t := range s.Tokens {
		b, _ := r.data.activity(t.Activity)
		if t.Place == p.Place && ((known && s.oneSlot(a, b)) || (!known && t.Gang == g.ID)) {
			p.From.Tokens = append(p.From.Tokens, t)
		}
	}
	if known {
		p.To.Tokens = []Token{{g.ID, p.Place, a.Key}}
	} else if len(p.From.Tokens) == 0 {
		return p, fmt.Errorf("%s has no token on %s", g.ID, p.Place)
	}
	return p, nil
}

func (r Rules) adjustRobbed(g *Gang, words []string) (Adjusted, error) {
	if !r.data.isQuarter(words[0]) {
		return Adjusted{}, fmt.Errorf("%q is not a quarter", words[0])
	}
	p := Adjusted{Item: "robbed", Gang: g.ID, Place: words[0], From: Value{N: count(g.Year.Robbed, words[0])}, To: Value{N: 1}}
	if len(words) > 1 && (words[1] == "none" || words[1] == "0") {
		p.To.N = 0
	}
	return p, nil
}

func (r Rules) adjustRole(g *Gang, words []string) (Adjusted, error) {
	if len(words) < 2 {
		return Adjusted{}, fmt.Errorf("a role has a member: %s role quack 1m, or none", g.ID)
	}
	p := Adjusted{Item: "role", Gang: g.ID, Role: words[0]}
	x, ok := parseCount(words[1])
	if _, known := r.role(words[0]); !known || !ok || x.n() > 1 {
		return p, fmt.Errorf("a role is one of the tables with one member: %s role quack 1m, or none", g.ID)
	}
	for _, h := range g.Roles {
		if h.Role == p.Role {
			p.From.Sexes = h.Sexes
		}
	}
	p.To.Sexes = x
	return p, nil
}

func adjustBox(g *Gang, words []string) (Adjusted, error) {
	if len(words) < 3 {
		return Adjusted{}, fmt.Errorf("a box has a number and members: %s %s 1 2m, or 0", g.ID, words[0])
	}
	n, err := strconv.Atoi(words[1])
	x, ok := parseCount(words[2])
	if err != nil || !ok {
		return Adjusted{}, fmt.Errorf("a box has a number and members: %s %s 1 2m, or 0", g.ID, words[0])
	}
	return Adjusted{Item: words[0], Gang: g.ID, Box: n, From: Value{Sexes: g.on(trackOf(words[0]), n)}, To: Value{Sexes: x}}, nil
}

// trackOf is the track that a word of positions names.
func trackOf(word string) string {
	if word == "ward" {
		return "hospital"
	}
	return word
}

// number finds a gang's number by its word in positions, nil for none.
func (g *Gang) number(word string) *int {
	switch word {
	case "money":
		return &g.Money
	case "alcohol":
		return &g.Alcohol
	case "barrels":
		return &g.Barrels
	case "kilos":
		return &g.Kilos
	case "knives":
		return &g.Knives
	case "pistols":
		return &g.Pistols
	case "influence":
		return &g.Influence
	case "favours":
		return &g.Favours
	case "booth":
		return &g.Booth
	case "actions":
		return &g.Year.Available
	case "used":
		return &g.Year.Used
	case "sobered":
		return &g.Year.Sobered
	}
	return nil
}

// evolveAdjusted folds a moderator's change; members he gives or takes count
// with those the gang began with, money has its own source.
func evolveAdjusted(s *State, p Adjusted) {
	switch p.Item {
	case "police":
		if s.Police != nil {
			s.Police.Pawns = slices.Clone(p.To.List)
		}
	case "order":
		s.Order = slices.Clone(p.To.List)
	case "option":
		s.Pending = append(slices.Clone(s.Pending), games.KV{Key: p.Role, Value: p.To.List[0]})
	case "pawn":
		s.Pawn = strings.Join(p.To.List, "")
	case "pact":
		s.Pacts = slices.DeleteFunc(slices.Clone(s.Pacts), func(q Pact) bool { return q.Kind == p.Role })
		if len(p.To.List) == 2 {
			s.Pacts = append(s.Pacts, Pact{Kind: p.Role, A: p.To.List[0], B: p.To.List[1], Round: s.Round})
		}
	case "token":
		s.Tokens = slices.DeleteFunc(s.Tokens, func(t Token) bool { return slices.Contains(p.From.Tokens, t) })
		s.Tokens = append(s.Tokens, p.To.Tokens...)
	default:
		s.with(p.Gang, func(g *Gang) { g.adjust(p) })
	}
}

func (g *Gang) adjust(p Adjusted) {
	n, more := p.To.N-p.From.N, p.To.Sexes.minus(p.From.Sexes)
	g.Start = g.Start.plus(more)
	switch p.Item {
	case "money":
		g.pay(ruling, n)
	case "barrels":
		g.stockUp("barrel", n)
	case "kilos":
		g.stockUp("kilo", n)
	case "members":
		g.Stacks = addStack(g.Stacks, p.Place, more)
	case "ward", "tombs":
		g.Tracks = addBox(g.Tracks, trackOf(p.Item), p.Box, more)
	case "robbed":
		g.Year.Robbed = slices.DeleteFunc(g.Year.Robbed, func(place string) bool { return place == p.Place })
		g.Year.Robbed = append(g.Year.Robbed, slices.Repeat([]string{p.Place}, min(max(p.To.N, 0), 1))...)
	case "role":
		g.Roles = slices.DeleteFunc(g.Roles, func(h Holder) bool { return h.Role == p.Role })
		if p.To.Sexes != (Sexes{}) {
			g.Roles = append(g.Roles, Holder{p.Role, p.To.Sexes})
		}
	default:
		if to := g.number(p.Item); to != nil {
			*to += n
		}
	}
}

// stockUp adds goods that nobody made, or takes goods that nobody sold.
func (g *Gang) stockUp(good string, n int) {
	if n < 0 {
		g.sell(good, -n)
		return
	}
	g.make(good, n)
}

// tellAdjusted tells a moderator's change by its new value.
func (r Rules) tellAdjusted(p Adjusted) games.Msg {
	key := "ny.adjusted." + p.Item
	switch p.Item {
	case "police":
		return games.Say(key, games.With("places", "list:place", p.To.List...))
	case "order":
		return games.Say(key, games.With("order", "list:gang", p.To.List...))
	case "option":
		return games.Say(key, games.With("option", "text", p.Role), games.With("from", "text", p.From.List...), games.With("to", "text", p.To.List...))
	case "pawn", "pact":
		if len(p.To.List) == 0 {
			key += ".none"
		}
		return games.Say(key, games.With("pact", "text", p.Role), games.With("gangs", "list:gang", p.To.List...))
	case "token":
		if len(p.To.Tokens) == 0 {
			return games.Say(key+".none", gangArg(p.Gang), r.placeArg("place", p.Place))
		}
		return games.Say(key, gangArg(p.Gang), r.placeArg("place", p.Place), activityArg(p.To.Tokens[0].Activity))
	case "members", "ward", "tombs", "role":
		if p.To.Sexes == (Sexes{}) {
			key += ".none"
		}
		args := []games.MsgArg{gangArg(p.Gang), games.Int("box", p.Box), sexesArg(p.To.Sexes)}
		if p.Role != "" {
			args = append(args, games.With("role", "role", p.Role))
		}
		if p.Place != "" {
			args = append(args, r.placeArg("place", p.Place))
		}
		return games.Say(key, args...)
	case "robbed":
		if p.To.N == 0 {
			key += ".none"
		}
		return games.Say(key, gangArg(p.Gang), r.placeArg("place", p.Place))
	case "money":
		return games.Say(key, gangArg(p.Gang), games.Money("from", p.From.N), games.Money("to", p.To.N))
	}
	return games.Say(key, gangArg(p.Gang), games.Int("from", p.From.N), games.Int("to", p.To.N))
}
