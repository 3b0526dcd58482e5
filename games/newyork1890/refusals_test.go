package newyork1890

import (
	"reflect"
	"testing"

	"fivepoints/games"
)

// What a refusal says of weapons and sexes is left to the reader's language,
// and a purchase with sticks is refused by one rule, wherever they stand.
func TestRefusalsSayWhichPart(t *testing.T) {
	t.Parallel()
	r, _ := book(t)
	g := &Gang{ID: "whyos", HQ: "MUL", Money: 50, Stacks: []Stack{{"arms", Sexes{1, 0}}, {"port", Sexes{1, 0}}}}
	s := &State{Board: Board{Gangs: []Gang{*g}, Order: []string{"whyos"}}}
	g = &s.Gangs[0]
	buy := func(arms ...string) games.Line {
		return games.Line{Verb: "buy", Args: []games.Arg{{Name: "arms", Vals: arms}}}
	}
	for _, c := range []struct {
		order games.Line
		arg   games.MsgArg
		near  []games.Line
	}{
		{buy("1 stick"), games.Int("n", 1), nil},
		{buy("1 pistol", "2 stick", "1 knife"), games.Int("n", 2), []games.Line{buy("1 pistol", "1 knife")}},
	} {
		_, ref := r.buy(s, g, c.order)
		if ref == nil || ref.Msg.Key != "ny.refused.sticks" || !reflect.DeepEqual(ref.Msg.Args, []games.MsgArg{c.arg}) || !reflect.DeepEqual(ref.Nearest, c.near) {
			t.Errorf("%v: %+v", c.order, ref)
		}
	}
	_, ref := r.recruit(s, g, games.Order("recruit", "n", "2", "sexes", "3m"))
	if ref == nil || ref.Msg.Args[0].Kind != "sexes" {
		t.Errorf("sexes that do not add up: %+v", ref)
	}
}
