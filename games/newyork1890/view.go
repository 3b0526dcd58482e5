package newyork1890

import (
	"slices"

	"fivepoints/games"
)

// View is what a seat may see (board.6): everything but the ballots that others
// put into the booth this year.
type View struct {
	Year     int         `json:"year"` // label: 1893
	Round    int         `json:"round"`
	Rounds   int         `json:"rounds"`
	Phase    string      `json:"phase"` // a, c, e, f, over
	Cadence  string      `json:"cadence"`
	You      string      `json:"you,omitempty"`
	Order    []string    `json:"order"`             // the turn-order track
	Playing  string      `json:"playing,omitempty"` // whose turn it is in phase c
	Acting   bool        `json:"acting,omitempty"`  // his moves are over
	Gangs    []GangView  `json:"gangs"`             // in turn order
	Quarters []PlaceView `json:"quarters"`          // open ones, in the order of the map
	Spaces   []PlaceView `json:"spaces"`            // action spaces
	Stock    []StockView `json:"stock"`             // tokens nobody owns
	Ranks    [][]string  `json:"ranks,omitempty"`   // of the ended game, best first
	Police   []string    `json:"police,omitempty"`  // where the pawns stand
	Movers   []string    `json:"movers,omitempty"`  // who would move them as things stand
	Patrols  int         `json:"patrols,omitempty"` // the first year in which they move

	Pawn     string     `json:"pawn,omitempty"`     // who holds the corruption pawn; "" is Tammany Hall
	Pacts    []PactView `json:"pacts,omitempty"`    // that hold until the next g
	Offers   []Proposal `json:"offers,omitempty"`   // of the phase g that is played
	Votes    []int      `json:"votes,omitempty"`    // years with an election to come
	Booth    bool       `json:"booth,omitempty"`    // ballots count in this year's election
	Politics bool       `json:"politics,omitempty"` // played with favours
}

// PactView is a pact in force.
type PactView struct {
	Pact   string   `json:"pact"`
	A      string   `json:"a"`
	B      string   `json:"b"`
	Called []string `json:"called,omitempty"` // of a loan: who has had his men
}

// GangView is one gang.
type GangView struct {
	Gang      string      `json:"gang"`
	Out       bool        `json:"out,omitempty"` // eliminated
	HQ        string      `json:"hq"`
	Money     int         `json:"money"`
	Males     int         `json:"males"` // alive
	Females   int         `json:"females"`
	InPlay    int         `json:"in_play"`
	Alcohol   int         `json:"alcohol"`
	Effect    EffectView  `json:"effect"` // of the dial at this level
	Barrels   int         `json:"barrels"`
	Kilos     int         `json:"kilos"`
	Knives    int         `json:"knives"`
	Pistols   int         `json:"pistols"`
	Influence int         `json:"influence"`
	Forecast  int         `json:"forecast"` // income of next phase a if nobody writes anything more
	Actions   int         `json:"actions"`  // if nobody moves; what is left while acting
	Members   []StackView `json:"members"`
	Tracks    []TrackView `json:"tracks,omitempty"`
	Tokens    []TokenView `json:"tokens,omitempty"` // oldest first
	Roles     []RoleView  `json:"roles,omitempty"`  // of the individual board
	Moves     int         `json:"moves,omitempty"`  // made this year
	Robbed    []string    `json:"robbed,omitempty"` // this year

	Favours  int      `json:"favours,omitempty"`  // left this year
	Tiles    []string `json:"tiles,omitempty"`    // what they are for, where they are drafted
	Booth    int      `json:"booth,omitempty"`    // ballots of earlier years
	Ballots  int      `json:"ballots,omitempty"`  // of this year: only its own gang knows
	Score    int      `json:"score,omitempty"`    // in an election held now, without ballots of this year
	Paid     []string `json:"paid,omitempty"`     // quarters whose joint paid this year
	Doubled  bool     `json:"doubled,omitempty"`  // a favour doubled one
	Promised int      `json:"promised,omitempty"` // favours kept for a later phase
}

// RoleView is a member that holds a role.
type RoleView struct {
	Role    string `json:"role"`
	Males   int    `json:"males"`
	Females int    `json:"females"`
}

// EffectView is what the dial will do at the end of the year.
type EffectView struct {
	FR       string `json:"fr"`
	EN       string `json:"en"`
	Pay      int    `json:"pay"`
	Hospital int    `json:"hospital"`
	Tombs    int    `json:"tombs"`
}

// StackView is a gang's members on one place.
type StackView struct {
	Place   string `json:"place"`
	Males   int    `json:"males"`
	Females int    `json:"females"`
}

// TrackView is a gang's members on one box of a track.
type TrackView struct {
	Track   string `json:"track"` // "hospital" or "tombs"
	Box     int    `json:"box"`
	Males   int    `json:"males"`
	Females int    `json:"females"`
}

// TokenView is a joint or traffic with its prospects.
type TokenView struct {
	Place    string `json:"place"`
	Activity string `json:"activity"`
	Kind     string `json:"kind"`             // "joint" or "traffic"
	Status   string `json:"status"`           // "staffed", "idle" (no crew), "blocked" (police) or "at_risk" (no supply)
	Income   int    `json:"income"`           // a year, when staffed and supplied
	Supply   string `json:"supply,omitempty"` // the good it sells
	Yields   string `json:"yields,omitempty"`
	Yield    int    `json:"yield,omitempty"`
}

// PlaceView is one quarter or action space with who is there.
type PlaceView struct {
	Place     string      `json:"place"`
	Terrain   string      `json:"terrain,omitempty"`
	HQ        string      `json:"hq,omitempty"`
	Control   string      `json:"control,omitempty"`
	Near      []string    `json:"near,omitempty"`
	Rail      []string    `json:"rail,omitempty"` // of those, along the railroad
	Members   []GangStack `json:"members,omitempty"`
	Joint     string      `json:"joint,omitempty"`
	Traffic   string      `json:"traffic,omitempty"`
	JointOf   string      `json:"joint_of,omitempty"`
	TrafficOf string      `json:"traffic_of,omitempty"`
	Police    int         `json:"police,omitempty"` // pawns that stand there
}

// GangStack is one gang's members on a place.
type GangStack struct {
	Gang    string `json:"gang"`
	Males   int    `json:"males"`
	Females int    `json:"females"`
}

// StockView counts the free tokens of an activity.
type StockView struct {
	Activity string `json:"activity"`
	Left     int    `json:"left"`
}

// View builds a fresh View.
func (r Rules) View(s *State, seat games.Seat) games.View {
	r = r.of(s)
	v := View{
		Year: s.year(), Round: s.Round, Rounds: s.rounds(), Phase: s.Phase, Cadence: s.option("cadence"),
		Order: slices.Clone(s.Order), Gangs: []GangView{}, Quarters: []PlaceView{},
	}
	if s.gang(string(seat)) != nil {
		v.You = string(seat)
	}
	if g := s.current(); g != nil {
		v.Playing, v.Acting = g.ID, s.Acting
	}
	look := r.ahead(s)
	incomes := r.incomes(look)
	for _, g := range s.byOrder() {
		x := r.viewGang(s, g, look, incomes[g.ID])
		if seat == games.Engine || seat == games.Seat(g.ID) {
			x.Ballots = s.vote(g).Cubes
		}
		v.Gangs = append(v.Gangs, x)
	}
	for _, q := range r.data.Quarters {
		if s.isOpen(q.Code) {
			v.Quarters = append(v.Quarters, r.viewPlace(s, q))
		}
	}
	for _, sp := range r.data.Spaces {
		v.Spaces = append(v.Spaces, PlaceView{Place: sp.Key, Members: s.members(sp.Key)})
	}
	for _, a := range r.data.Activities {
		v.Stock = append(v.Stock, StockView{a.Key, r.stock(s, a)})
	}
	if s.Police != nil {
		v.Police = slices.Clone(s.Police.Pawns)
		v.Patrols = s.policeYear()
		for n := range v.Police {
			if g := s.mover(n); g != nil {
				v.Movers = append(v.Movers, g.ID)
			}
		}
	}
	s.viewPolitics(&v)
	for _, rank := range s.Ranks {
		v.Ranks = append(v.Ranks, slices.Clone(rank.Gangs))
	}
	return v
}

// viewPolitics shows pacts, offers and the elections to come.
func (s *State) viewPolitics(v *View) {
	v.Pawn, v.Booth, v.Politics = s.Pawn, s.votes(), s.option("favours") == on
	for _, p := range s.Pacts {
		v.Pacts = append(v.Pacts, PactView{p.Kind, p.A, p.B, slices.Clone(p.Called)})
	}
	if s.Talks != nil {
		v.Offers = slices.Clone(s.Talks.Offers)
	}
	for round := max(s.Round, 1); round <= s.rounds(); round++ {
		if s.hasElection(round) {
			v.Votes = append(v.Votes, firstYear-1+round)
		}
	}
}

// byOrder lists the gangs in turn order; before it is drawn, as in the tables.
func (s *State) byOrder() []*Gang {
	var out []*Gang
	for _, id := range s.Order {
		if g := s.gang(id); g != nil {
			out = append(out, g)
		}
	}
	for i := range s.Gangs {
		if !slices.Contains(s.Order, s.Gangs[i].ID) {
			out = append(out, &s.Gangs[i])
		}
	}
	return out
}

func (r Rules) viewGang(s *State, g *Gang, look *State, income int) GangView {
	alive, l := g.alive(), r.data.level(g.Alcohol)
	v := GangView{
		Gang: g.ID, Out: g.Out, HQ: g.HQ, Money: g.Money, Males: alive.M, Females: alive.F, InPlay: g.inPlay().n(),
		Alcohol: g.Alcohol, Effect: EffectView{l.FR, l.EN, l.Pay, l.Hospital, l.Tombs},
		Barrels: g.Barrels, Kilos: g.Kilos, Knives: g.Knives, Pistols: g.Pistols, Influence: g.Influence,
		Forecast: income, Actions: len(g.Stacks), Members: []StackView{},
		Moves: g.Year.Moves, Robbed: slices.Clone(g.Year.Robbed),
		Favours: g.Favours, Tiles: slices.Clone(g.Tiles), Booth: g.Booth, Doubled: g.Year.Doubled > 0, Promised: len(g.Year.Kept),
	}
	if s.option("elections") == on {
		v.Score = len(r.controlled(s, g)) + g.Booth
	}
	if s.option("favours") == on {
		for _, p := range g.Year.Paid {
			v.Paid = append(v.Paid, p.Place)
		}
	}
	if cur := s.current(); cur != nil && cur.ID == g.ID && s.Acting {
		v.Actions = g.Year.Available - g.Year.Used
	}
	for _, st := range g.Stacks {
		v.Members = append(v.Members, StackView{st.Place, st.Sexes.M, st.Sexes.F})
	}
	for _, h := range g.Roles {
		v.Roles = append(v.Roles, RoleView{h.Role, h.Sexes.M, h.Sexes.F})
	}
	for _, b := range g.Tracks {
		v.Tracks = append(v.Tracks, TrackView{b.Track, b.N, b.Sexes.M, b.Sexes.F})
	}
	for _, t := range s.Tokens {
		if t.Gang == g.ID {
			v.Tokens = append(v.Tokens, r.viewToken(look, t))
		}
	}
	return v
}

// viewToken shows a token with what becomes of it in the position ahead.
func (r Rules) viewToken(look *State, t Token) TokenView {
	g := look.gang(t.Gang)
	a, _ := r.data.activity(t.Activity)
	v := TokenView{
		Place: t.Place, Activity: t.Activity, Kind: a.Kind, Status: "staffed", Income: a.Income,
		Supply: a.Supply, Yields: a.Yields, Yield: a.Yield,
	}
	switch {
	case !r.staffed(look, g, t):
		v.Status = "idle"
	case a.Kind == "joint" && look.pawnsOn(t.Place) > 0:
		v.Status = "blocked"
	case a.Supply != "" && !slices.Contains(r.selling(look, g), t):
		v.Status = "at_risk"
	}
	return v
}

func (r Rules) viewPlace(s *State, q quarter) PlaceView {
	v := PlaceView{Place: q.Code, Terrain: q.Terrain, Near: r.data.around(q.Code), Members: s.members(q.Code), Police: s.pawnsOn(q.Code)}
	v.Near = slices.DeleteFunc(v.Near, func(p string) bool { return !s.isOpen(p) })
	for _, e := range r.data.Edges {
		if e.Rail && e.A == q.Code && s.isOpen(e.B) {
			v.Rail = append(v.Rail, e.B)
		}
		if e.Rail && e.B == q.Code && s.isOpen(e.A) {
			v.Rail = append(v.Rail, e.A)
		}
	}
	for _, g := range s.living() {
		if g.HQ == q.Code {
			v.HQ = g.ID
		}
		if s.controls(g, q.Code) {
			v.Control = g.ID
		}
	}
	if t, ok := r.tokenAt(s, q.Code, "joint"); ok {
		v.Joint, v.JointOf = t.Activity, t.Gang
	}
	if t, ok := r.tokenAt(s, q.Code, "traffic"); ok {
		v.Traffic, v.TrafficOf = t.Activity, t.Gang
	}
	return v
}

func (s *State) members(place string) []GangStack {
	var out []GangStack
	for _, g := range s.byOrder() {
		if x := g.at(place); x.n() > 0 {
			out = append(out, GangStack{g.ID, x.M, x.F})
		}
	}
	return out
}
