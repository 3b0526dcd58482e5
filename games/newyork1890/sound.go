package newyork1890

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
)

// maxNumber bounds the numbers of the tables.
const maxNumber = 1000

// sound tells what makes tables unplayable: the first mistake of each kind, with
// the entry where it stands.
func (d *data) sound() error {
	checks := []func() error{
		d.soundNames, d.soundMap, d.soundStart, d.soundActivities, d.soundPrices, d.soundDial, d.soundPolitics, d.clashes,
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// soundNames demands the pieces that the rules speak of, and one name each.
func (d *data) soundNames() error {
	keys := func(n int, of func(int) string) []string {
		var out []string
		for i := range n {
			out = append(out, of(i))
		}
		return out
	}
	for _, x := range []struct {
		table string
		have  []string
		want  []string
	}{
		{"gangs", keys(len(d.Gangs), func(i int) string { return d.Gangs[i].Key }), []string{"bowery", "charlton", "dusters", "eastman", "rabbits", "whyos"}},
		{"spaces", keys(len(d.Spaces), func(i int) string { return d.Spaces[i].Key }), []string{"arms", "hospital", "port", "tammany"}},
		{"weapons", keys(len(d.Weapons), func(i int) string { return d.Weapons[i].Key }), []string{"knife", "pistol", "stick"}},
		{"pacts", keys(len(d.Pacts), func(i int) string { return d.Pacts[i].Key }), []string{"exchange", "loan", "noballot", "nobattle", "nowar"}},
		{"favour_uses", keys(len(d.FavourUses), func(i int) string { return d.FavourUses[i].Key }), []string{"bribe", "double", "jail", "port", "sober", "steps", "whites"}},
	} {
		if got := slices.Sorted(slices.Values(x.have)); !slices.Equal(got, x.want) {
			return wrong(x.table, 0, "", "the entries of %s are %v, and must be %v", x.table, got, x.want)
		}
	}
	codeForm, keyForm := regexp.MustCompile(`^[A-Z]{2,5}$`), regexp.MustCompile(`^[a-z]{2,16}$`)
	for i, q := range d.Quarters {
		switch {
		case !codeForm.MatchString(q.Code):
			return wrong("quarters", i, "code", "the code %q of a quarter must be two to five capitals", q.Code)
		case d.index(q.Code) != i:
			return wrong("quarters", i, "code", "there are two quarters %s", q.Code)
		case q.FR == "" || q.EN == "" || len(q.FR)+len(q.EN) > 120:
			return wrong("quarters", i, "code", "quarter %s needs a name in French and in English, of at most 60 letters", q.Code)
		}
	}
	for i, a := range d.Activities {
		if !keyForm.MatchString(a.Key) || a.FR == "" || a.EN == "" {
			return wrong("activities", i, "key", "the key %q of an activity must be small letters, with a name in French and in English", a.Key)
		}
		if b, _ := d.activity(a.Key); b != a {
			return wrong("activities", i, "key", "there are two activities %s", a.Key)
		}
	}
	return nil
}

// soundMap demands that every number of gangs can reach all of its quarters.
func (d *data) soundMap() error {
	for gangs := 2; gangs <= len(d.Gangs); gangs++ {
		if !slices.ContainsFunc(d.Open, func(o opening) bool { return o.Gangs == gangs }) {
			return wrong("open", 0, "", "no entry of open says which quarters %d gangs play on", gangs)
		}
		closed := d.closed(gangs)
		for i, g := range d.Gangs {
			if slices.Contains(closed, g.HQ) {
				return wrong("gangs", i, "hq", "the headquarters %s of %s is closed with %d gangs", g.HQ, g.Key, gangs)
			}
			for j, o := range d.Gangs[:i] {
				if o.HQ == g.HQ {
					return wrong("gangs", i, "hq", "%s and %s live in the same quarter %s", d.Gangs[j].Key, g.Key, g.HQ)
				}
			}
		}
		seen := d.reached(d.Gangs[0].HQ, closed)
		for i, q := range d.Quarters {
			if !slices.Contains(closed, q.Code) && !slices.Contains(seen, q.Code) {
				return wrong("quarters", i, "code", "quarter %s cannot be reached with %d gangs: no street leads there", q.Code, gangs)
			}
		}
		for _, at := range d.PoliceStart {
			if !d.isQuarter(at) || slices.Contains(closed, at) {
				return wrong("police_start", 0, "", "a policeman starts at %q, which is no open quarter with %d gangs", at, gangs)
			}
		}
	}
	if len(d.PoliceStart) != 3 {
		return wrong("police_start", 0, "", "there are three policemen, not %d", len(d.PoliceStart))
	}
	return nil
}

// reached lists the open quarters that streets join to one.
func (d *data) reached(from string, closed []string) []string {
	seen := []string{from}
	for i := 0; i < len(seen); i++ {
		for _, p := range d.around(seen[i]) {
			if !slices.Contains(seen, p) && !slices.Contains(closed, p) {
				seen = append(seen, p)
			}
		}
	}
	return seen
}

func (d *data) soundStart() error {
	st := d.Start
	switch {
	case st.Members != st.Males+st.Females || st.Members < 1:
		return wrong("start", 0, "members", "a gang starts with %d members, of whom %d male and %d female", st.Members, st.Males, st.Females)
	case st.Males < 0 || st.Females < 0 || st.Males > d.Supply.Males || st.Females > d.Supply.Females:
		return wrong("supply", 0, "", "a gang starts with more members than its supply holds")
	case d.Supply.Males+d.Supply.Females > 200:
		return wrong("supply", 0, "", "a supply of %d members is too large", d.Supply.Males+d.Supply.Females)
	case !within(st.Money) || st.Alcohol < 0 || st.Alcohol > d.Alcohol.Max:
		return wrong("start", 0, "money", "a gang cannot start with %d $ and its dial on %d", st.Money, st.Alcohol)
	case d.Limits.Double < 0 || d.Limits.RobPerQuarter < 1 || d.Limits.RolePerGang != 1:
		return wrong("limits", 0, "", "a quarter can be robbed at least once, and a gang has each role once")
	}
	return nil
}

// soundActivities demands crews that can stand on a quarter, and bars whose goods
// somebody makes.
func (d *data) soundActivities() error {
	for i, a := range d.Activities {
		switch {
		case a.Kind != "joint" && a.Kind != "traffic":
			return wrong("activities", i, "kind", "%s is a %q, neither joint nor traffic", a.Key, a.Kind)
		case a.Members < 1 || a.Members > stackLimit:
			return wrong("activities", i, "members", "impossible crew: %s needs %d members, and 1 to %d of a gang stand on a quarter", a.Key, a.Members, stackLimit)
		case a.Females < 0 || a.Females > a.Members || a.Females > d.Supply.Females:
			return wrong("activities", i, "females", "impossible crew: %s needs %d females among %d members", a.Key, a.Females, a.Members)
		case !within(a.Income) || !within(a.Bottles) || !within(a.Stock) || !within(a.Yield):
			return wrong("activities", i, "income", "the numbers of %s must be from 0 to %d", a.Key, maxNumber)
		case a.Supply != "" && !slices.Contains(goods(), a.Supply):
			return wrong("activities", i, "supply", "%s sells %q; goods are %v", a.Key, a.Supply, goods())
		case a.Yields != "" && !slices.Contains(goods(), a.Yields):
			return wrong("activities", i, "yields", "%s makes %q; goods are %v", a.Key, a.Yields, goods())
		case a.Supply != "" && !slices.ContainsFunc(d.Activities, func(b activity) bool { return b.Yields == a.Supply && b.Yield > 0 }):
			return wrong("activities", i, "supply", "%s sells a good that no traffic makes", a.Key)
		}
	}
	return nil
}

func within(n int) bool { return n >= 0 && n <= maxNumber }

func (d *data) soundPrices() error {
	for i, p := range d.Port {
		if p.Members != i+1 || p.Price < 1 || !within(p.Price) || len(d.Port) > stackLimit {
			return wrong("port", i, "members", "the Port sells 1, 2, 3 ... members, at most %d, at prices from 1 to %d", stackLimit, maxNumber)
		}
	}
	for i, p := range d.Robbery {
		if p.Members != i+1 || !within(p.Gain) || len(d.Robbery) > stackLimit {
			return wrong("robbery", i, "members", "1, 2, 3 ... members rob, at most %d, for 0 to %d $", stackLimit, maxNumber)
		}
	}
	for i, w := range d.Weapons {
		if !within(w.Cost) || (w.Key != "stick" && w.Cost == 0) {
			return wrong("weapons", i, "cost", "%s cannot cost %d $", w.Key, w.Cost)
		}
	}
	for i, row := range d.Equipment {
		if !slices.Contains([]string{
			"free_steps", "rob_whites", "port_discount", "weapon_discount", "release_wounded", "extra_box", "income_bonus", "sober_before_dial",
		}, row.Effect) || !within(row.N) {
			return wrong("equipment", i, "effect", "%s has the unknown effect %q", row.Key, row.Effect)
		}
	}
	if len(d.Port) == 0 || len(d.Robbery) == 0 {
		return errors.New("the tables port and robbery must have entries")
	}
	return nil
}

func (d *data) soundDial() error {
	for i, l := range d.Alcohol.Levels {
		switch {
		case i == 0 && l.From != 0, i > 0 && l.From <= d.Alcohol.Levels[i-1].From, l.From > d.Alcohol.Max:
			return wrong("alcohol", 0, "", "the levels of the dial must rise from 0 to at most %d", d.Alcohol.Max)
		case !within(l.Pay) || l.Hospital < 0 || l.Hospital > 1 || l.Tombs < 0 || l.Tombs > 1:
			return wrong("alcohol", 0, "", "the dial at %d takes %d $, %d and %d members: at most one each", l.From, l.Pay, l.Hospital, l.Tombs)
		}
	}
	t := d.Tracks
	switch {
	case len(d.Alcohol.Levels) == 0 || d.Alcohol.Max < 1 || d.Alcohol.Max > 100 || d.Alcohol.MinInPlay < 0:
		return wrong("alcohol", 0, "max", "a dial needs levels and ends between 1 and 100")
	case cmp.Or(cmp.Compare(t.Hospital, 1), cmp.Compare(t.Tombs, 2)) != 0 || t.DialHospital < 0 || t.DialHospital > t.Hospital || t.DialTombs < 0 || t.DialTombs > t.Tombs:
		return wrong("tracks", 0, "", "the Hospital has box 1 and the Tombs box 2, who drank enters one of their boxes")
	case !within(d.Sober.Action):
		return wrong("sober", 0, "", "sobering takes 0 to %d off the dial", maxNumber)
	}
	return nil
}

func (d *data) soundPolitics() error {
	if d.Bribe.Females != 1 || d.Bribe.Steps != 1 || !within(d.Bribe.Money) {
		return wrong("bribe", 0, "", "a bribe costs one female and moves a pawn one quarter")
	}
	for _, n := range slices.Concat(d.Election, d.Favours.Board, d.Favours.Text) {
		if !within(n) {
			return wrong("election", 0, "", "prizes and favours are from 0 to %d", maxNumber)
		}
	}
	for i, p := range d.Pacts {
		if p.Pairs < 0 || p.Pairs > 3 || p.Members < 0 || p.Members > warLimit || (p.Module != "" && p.Module != "ballots") {
			return wrong("pacts", i, "pairs", "%s: 0 to 3 pairs of tiles, at most %d members lent", p.Key, warLimit)
		}
	}
	for i, u := range d.FavourUses {
		if u.N < 0 || u.N > 20 {
			return wrong("favour_uses", i, "n", "%s cannot bring %d", u.Key, u.N)
		}
	}
	if len(d.Election) < len(d.Gangs) {
		return wrong("election", 0, "", "there are %d prizes for %d gangs", len(d.Election), len(d.Gangs))
	}
	return nil
}
