package newyork1890

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"fivepoints/games"
)

// kindFavour are the orders that use a favour; kindDraft say which ones a gang
// takes where they are drafted.
const (
	kindFavour games.Kind = "favour"
	kindDraft  games.Kind = "draft"
)

// endFavours is the line that no player types: no more favours in this mail.
const endFavours = "end-favours"

// stages of favours in a year: those of the mail of c and of the council's.
const (
	stageMoves   = 1
	stageCouncil = 2
)

// standing is a gang's place at Tammany Hall.
type standing struct {
	gang  *Gang
	rank  int // from 0, the best of those that tie
	share int // gangs that tie there, with the option tie.tammany=share
}

// standings ranks the gangs with influence: most members first, then who came
// earlier in the turn order of the last phase c (a.3).
func (s *State) standings() []standing {
	var gangs []*Gang
	for _, g := range s.living() {
		if g.Influence > 0 {
			gangs = append(gangs, g)
		}
	}
	came := func(g *Gang) int { return rank(s.Arrived, g.ID) }
	slices.SortStableFunc(gangs, func(a, b *Gang) int {
		ties := cmp.Compare(came(a), came(b))
		if s.option("tie.tammany") == "later" {
			ties = -ties
		}
		return cmp.Or(cmp.Compare(b.Influence, a.Influence), ties)
	})
	var out []standing
	for i, g := range gangs {
		st := standing{g, i, 1}
		if s.option("tie.tammany") == "share" {
			equal := func(o *Gang) bool { return o.Influence == g.Influence }
			st.rank, st.share = slices.IndexFunc(gangs, equal), 0
			for _, o := range gangs {
				if equal(o) {
					st.share++
				}
			}
		}
		out = append(out, st)
	}
	return out
}

// grants is what the ranks are paid: by the board or the text, as many as the
// number of living gangs allows (a.3).
func (r Rules) grants(s *State) []int {
	table := r.data.Favours.Board
	if s.option("favours.table") == "text" {
		table = r.data.Favours.Text
	}
	ranks := 0
	for _, row := range r.data.FavourRanks {
		if row.Gangs == len(s.living()) {
			ranks = row.Ranks
		}
	}
	return table[:min(ranks, len(table))]
}

// granted shares the favours of the ranks that tie; what cannot be shared is lost.
func granted(table []int, st standing) int {
	sum := 0
	for i := st.rank; i < st.rank+st.share && i < len(table); i++ {
		sum += table[i]
	}
	return sum / st.share
}

// grant gives the year's favours and the corruption pawn; the first year has
// none (a.3, a.3.pawn).
func (r Rules) grant(s *State) []games.Fact {
	if s.option("favours") != on || s.Round == 1 {
		return nil
	}
	var out []games.Fact
	ranked, table, holder := s.standings(), r.grants(s), ""
	for i, st := range ranked {
		if n := granted(table, st); n > 0 {
			out = append(out, fact(factGranted, Granted{st.gang.ID, i + 1, n}))
		}
	}
	if len(ranked) > 0 && ranked[0].share == 1 {
		holder = ranked[0].gang.ID
	}
	if holder != s.Pawn {
		out = append(out, fact(factCorruption, CorruptionMoved{holder, s.Pawn}))
	}
	return out
}

// nextFavours asks the gangs that have favours what they use in this mail,
// gang after gang in turn order.
func (r Rules) nextFavours(s *State, gangs []string, stage int) (games.Step, bool) {
	if s.option("favours") != on {
		return games.Step{}, false
	}
	for _, id := range gangs {
		g := s.gang(id)
		if g == nil || g.Out || g.Year.Stages >= stage || g.unpromised() <= 0 {
			continue
		}
		path := fmt.Sprintf("favour/%d-%d", g.Favours, len(g.Year.Kept))
		return games.Step{Due: []games.Decision{s.decision(g, kindFavour, path)}}, true
	}
	return games.Step{}, false
}

// unpromised are the favours that are not kept for a later phase.
func (g *Gang) unpromised() int { return g.Favours - len(g.Year.Kept) }

// favourUse finds what a favour is for.
func (r Rules) favourUse(key string) (favourUse, bool) {
	i := slices.IndexFunc(r.data.FavourUses, func(u favourUse) bool { return u.Key == key })
	if i < 0 {
		return favourUse{}, false
	}
	return r.data.FavourUses[i], true
}

// mayUse tells whether a gang has a favour for a use: any will do, unless they
// are tiles that are drafted.
func (s *State) mayUse(g *Gang, use string) bool {
	if g.Favours <= 0 || s.option("favours") != on {
		return false
	}
	return s.option("favours.tiles") != "drafted" || slices.Contains(g.Tiles, use)
}

// usable is how many favours a gang may spend at once on a use.
func (s *State) usable(g *Gang, use string) int {
	switch {
	case !s.mayUse(g, use):
		return 0
	case s.option("favours.tiles") == "drafted":
		return 1
	}
	return g.Favours
}

// decideFavour uses a favour at the start of c or of d (a.f.double, a.f.steps,
// a.f.sober), or keeps one for e or f (a.f.jail, a.f.sober).
func (r Rules) decideFavour(s *State, g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	stage := stageMoves
	if s.Phase != phaseMoves {
		stage = stageCouncil
	}
	if l.Verb == endFavours {
		return []games.Fact{fact(factFavoursDone, FavoursEnded{g.ID, stage})}, nil
	}
	key := l.First("use")
	if key == "alcohol" {
		key = "sober"
	}
	use, ok := r.favourUse(key)
	switch {
	case !ok:
		return nil, games.Invalid("order.7", "ny.refused.kind")
	case !s.mayUse(g, key) || g.unpromised() <= 0:
		return nil, games.Refuse("a.3", "ny.refused.favour")
	}
	switch key {
	case "double":
		return r.double(s, g, g.place(l.First("at")))
	case "steps":
		if stage != stageMoves {
			return nil, games.Refuse("a.f.steps", "ny.refused.late")
		}
		return []games.Fact{fact(factFavour, FavourSpent{Gang: g.ID, Use: key, Spent: 1, N: use.N})}, nil
	case "jail":
		return []games.Fact{fact(factKept, FavourKept{g.ID, key, number0(l.First("box")), l.First("sex")})}, nil
	case "sober":
		if stage != stageMoves {
			return []games.Fact{fact(factKept, FavourKept{Gang: g.ID, Use: key})}, nil
		}
		if g.Alcohol == 0 {
			ref := games.Refuse("a.f.sober", "ny.refused.dry")
			ref.NotThis = s.option("cadence") == express // the same mail comes up again before f
			return nil, ref
		}
		return []games.Fact{fact(factFavour, FavourSpent{Gang: g.ID, Use: key, Spent: 1, N: min(use.N, g.Alcohol)})}, nil
	}
	return nil, games.Invalid("order.7", "ny.refused.kind")
}

// number0 reads a number, 0 when there is none.
func number0(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0
	}
	return n
}

// double pays this year's income of one joint once more, if it paid; no supply
// is used, and one joint a year is the limit (a.f.double).
func (r Rules) double(s *State, g *Gang, place string) ([]games.Fact, *games.Refusal) {
	if g.Year.Doubled >= r.data.Limits.Double {
		return nil, games.Refuse("a.f.double", "ny.refused.doubled", games.Int("limit", r.data.Limits.Double))
	}
	best, ok := g.bestPaid(place)
	if !ok {
		ref := games.Refuse("a.f.double", "ny.refused.unpaid", r.placeArg("place", place))
		if other, any := g.bestPaid(""); any {
			ref.Nearest = []games.Line{games.Order("favour", "use", "double", "at", other.Place)}
		}
		return nil, ref
	}
	return []games.Fact{fact(factFavour, doubled(g, best))}, nil
}

func doubled(g *Gang, p JointPaid) FavourSpent {
	return FavourSpent{Gang: g.ID, Use: "double", Spent: 1, Place: p.Place, Activity: p.Activity, Money: p.Money}
}

// bestPaid is the joint that paid most this year, the first of equals; place ""
// is any.
func (g *Gang) bestPaid(place string) (JointPaid, bool) {
	var best JointPaid
	for _, p := range g.Year.Paid {
		if (place == "" || p.Place == place) && p.Money > best.Money {
			best = p
		}
	}
	return best, best.Money > 0
}

// payPort is what a recruiting costs a gang that uses a favour for it (a.f.port).
func (r Rules) payPort(s *State, g *Gang, l games.Line, price int) (int, []games.Fact) {
	if l.First("favour") == "" || !s.mayUse(g, "port") || price == 0 {
		return price, nil
	}
	use, _ := r.favourUse("port")
	off := min(use.N, price)
	return price - off, []games.Fact{fact(factFavour, FavourSpent{Gang: g.ID, Use: "port", Spent: 1, N: off})}
}

// bolder is how many favours a robbery uses: as written, as many as there are;
// each adds white cubes (a.f.whites).
func (r Rules) bolder(s *State, g *Gang, l games.Line) []games.Fact {
	if l.First("favour") == "" {
		return nil
	}
	want := 1
	if word := l.First("favours"); word != "" {
		want = number0(word)
	}
	use, _ := r.favourUse("whites")
	n := min(want, s.usable(g, "whites"))
	if n <= 0 {
		return nil
	}
	return []games.Fact{fact(factFavour, FavourSpent{Gang: g.ID, Use: "whites", Spent: n, N: n * use.N})}
}

// lapse closes a year: a favour that is left doubles the best joint that paid,
// the rest is gone (a.f.lapse).
func (r Rules) lapse(s *State) []games.Fact {
	var out []games.Fact
	for _, g := range s.living() {
		if g.Favours == 0 {
			continue
		}
		if best, ok := g.bestPaid(""); ok && s.mayUse(g, "double") && g.Year.Doubled < r.data.Limits.Double {
			f := fact(factFavour, doubled(g, best))
			r.Evolve(s, f)
			out = append(out, f)
		}
		if g.Favours > 0 {
			f := fact(factLapsed, FavoursLapsed{g.ID, g.Favours})
			r.Evolve(s, f)
			out = append(out, f)
		}
	}
	return out
}

// freed brings prisoners one box nearer before e begins, as kept favours say: of
// the box and sex named, else the highest box, males first; never one of box 0,
// who is due already (a.f.jail).
func (h *homecomer) freed() {
	for _, p := range slices.Clone(h.gang.Year.Kept) {
		if p.Use != "jail" || h.gang.Favours == 0 {
			continue
		}
		box, x := h.prisoner(p)
		if x.n() == 0 {
			continue
		}
		h.emit(fact(factFavour, FavourSpent{Gang: h.gang.ID, Use: "jail", Spent: 1, N: box}))
		h.emit(fact(factAdvanced, TrackAdvanced{h.gang.ID, "tombs", box, box - 1, x}))
	}
}

// prisoner finds whom a favour helps.
func (h *homecomer) prisoner(p Promise) (int, Sexes) {
	for _, exact := range []bool{true, false} {
		for _, b := range slices.Backward(h.gang.Tracks) {
			sex := ""
			if exact {
				sex = p.Sex
			}
			x, ok := ofSex(sex, b.Sexes)
			if b.Track == "tombs" && b.N > 0 && ok && (!exact || p.Box == 0 || p.Box == b.N) {
				return b.N, x
			}
		}
	}
	return 0, Sexes{}
}

// soberedBy takes off the dial what kept favours say, before it acts (a.f.sober, f.1).
func (r Rules) soberedBy(g *Gang) []games.Fact {
	var out []games.Fact
	use, _ := r.favourUse("sober")
	left, level := g.Favours, g.Alcohol
	for _, p := range g.Year.Kept {
		if p.Use != "sober" || left == 0 || level == 0 {
			continue
		}
		n := min(use.N, level)
		out = append(out, fact(factFavour, FavourSpent{Gang: g.ID, Use: "sober", Spent: 1, N: n}))
		left, level = left-1, level-n
	}
	return out
}

// draftDue asks, where favours are tiles that are drafted, which ones a gang
// wants (a.3).
func (r Rules) draftDue(s *State) []games.Decision {
	if s.option("favours") != on || s.option("favours.tiles") != "drafted" || s.Round == 1 {
		return nil
	}
	var out []games.Decision
	table := r.grants(s)
	for _, st := range s.standings() {
		if !st.gang.Year.Drafted && granted(table, st) > 0 {
			out = append(out, s.decision(st.gang, kindDraft, "draft"))
		}
	}
	return out
}

// draft takes the tiles rank by rank: what the gang wants first, else in the
// order of the tables (a.3).
func (r Rules) draft(s *State, grants []games.Fact) []games.Fact {
	if s.option("favours.tiles") != "drafted" {
		return grants
	}
	var free []string
	for _, u := range r.data.FavourUses {
		free = append(free, u.Key)
	}
	var out []games.Fact
	for _, f := range grants {
		out = append(out, f)
		p, ok := f.Pub.(Granted)
		if !ok {
			continue
		}
		f := Drafted{Gang: p.Gang}
		want := slices.Concat(s.gang(p.Gang).Year.Wanted, free)
		for range min(p.N, len(free)) {
			j := slices.IndexFunc(want, func(k string) bool { return slices.Contains(free, k) })
			f.Tiles = append(f.Tiles, want[j])
			free = slices.DeleteFunc(slices.Clone(free), func(k string) bool { return k == want[j] })
		}
		out = append(out, fact(factDrafted, f))
	}
	return out
}

// decideDraft notes which favours a gang wants.
func decideDraft(g *Gang, l games.Line) ([]games.Fact, *games.Refusal) {
	var uses []string
	for _, word := range l.Arg("uses") {
		if word == "alcohol" {
			word = "sober"
		}
		uses = append(uses, word)
	}
	return []games.Fact{fact(factWanted, ListGiven{g.ID, uses})}, nil
}
