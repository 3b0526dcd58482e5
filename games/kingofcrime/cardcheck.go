package kingofcrime

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// check refuses a card that the vocabulary cannot express, with the reason
// (data.load).
func (c Card) check(taken func(string) bool) error {
	if len(c.ID) < 3 || len(c.ID) > 4 || c.ID[0] < 'A' || c.ID[0] > 'Z' || strings.Trim(c.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" ||
		!strings.ContainsAny(c.ID, "0123456789") {
		return fmt.Errorf("an id is a capital, more of them or digits, three or four in all, a digit among them, not %q", c.ID)
	}
	if err := checkName(c.Name, taken); err != nil {
		return err
	}
	if c.Copies < 1 {
		return fmt.Errorf("there are %d copies of it", c.Copies)
	}
	switch c.Kind {
	case cardBoss, cardMug:
		return c.checkMug()
	case cardRound:
		return c.checkRound()
	case cardFamily:
		return c.checkFamily()
	}
	return c.checkRacket()
}

// checkName tells what can be typed as a name, printed anywhere, and taken for
// no word of the orders (data.load).
func checkName(name string, taken func(string) bool) error {
	n, gap := 0, true
	for _, r := range name {
		switch {
		case unicode.IsLetter(r):
			gap = false
		case gap || !strings.ContainsRune(" -'’.", r):
			return badName(name)
		default:
			gap = r == ' ' || r == '-'
		}
		n++
	}
	if gap || n < 3 || n > 40 {
		return badName(name)
	}
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		if taken(w) {
			return fmt.Errorf("the name %q holds %q, a word of the orders; write it without", name, w)
		}
	}
	return nil
}

func badName(name string) error {
	return fmt.Errorf("a name has 3 to 40 letters, with single blanks, hyphens, apostrophes and dots between them, not %q", name)
}

// alone demands that a card shares neither id nor name with those before it.
func (c Card) alone(before []Card) error {
	for _, o := range before {
		switch {
		case c.ID == o.ID:
			return fmt.Errorf("the id %s is there twice", c.ID)
		case shared(c, o) != "":
			return fmt.Errorf("%s is called %q, too", o.ID, shared(c, o))
		}
	}
	return nil
}

func shared(a, b Card) string {
	for _, x := range []string{a.Name, a.FR} {
		for _, y := range []string{b.Name, b.FR} {
			if x != "" && plain(x) == plain(y) {
				return x
			}
		}
	}
	return ""
}

// plain is a name as orders read it, accents left alone.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", " ")) }

func (c Card) checkMug() error {
	classes := []string{"bookie", "torpedo", "thug", "boss"}
	switch {
	case !slices.Contains(classes, c.Class) || (c.Class == "boss") != (c.Kind == cardBoss):
		return fmt.Errorf("a class is bookie, torpedo or thug, not %q", c.Class)
	case c.FP < 0 || c.FP > 20:
		return fmt.Errorf("Family Points are 0 to 20, not %d", c.FP)
	case !isTypes(c.Icons, true) || c.Icons == "":
		return fmt.Errorf("icons are letters of %s, or A, not %q", types, c.Icons)
	case !isTypes(c.Control, true):
		return fmt.Errorf("control is letters of %s, or A, or nothing, not %q", types, c.Control)
	case !isTypes(c.DrawOn, true):
		return fmt.Errorf("draw_on is letters of %s, or A, or nothing, not %q", types, c.DrawOn)
	case c.Die < 1 || c.Die > 6:
		return fmt.Errorf("its die is 1 to 6, not %d", c.Die)
	case c.OnHit != "turn" && (c.OnHit != "discard" || c.Kind == cardBoss):
		return fmt.Errorf("a hit means turn or discard, and turn for a Boss, not %q", c.OnHit)
	}
	if _, _, ok := c.override(); c.Override != "" && !ok {
		return fmt.Errorf("override is a type and points like M4, not %q", c.Override)
	}
	return nil
}

// override reads "M4": the type and the points there.
func (c Card) override() (typ string, n int, ok bool) {
	if len(c.Override) < 2 || !strings.Contains(types, c.Override[:1]) {
		return "", 0, false
	}
	n, err := strconv.Atoi(c.Override[1:])
	return c.Override[:1], n, err == nil && n >= 0 && n <= 20
}

// isTypes tells letters of types, each once; all of them are A alone.
func isTypes(s string, all bool) bool {
	if s == anyType {
		return all
	}
	letters := []byte(s)
	slices.Sort(letters)
	return strings.Trim(s, types) == "" && len(slices.Compact(letters)) == len(s)
}

// form is a way in which an effect may be written: the parameters that it has.
type form struct{ verb, who, on string }

func (e Effect) form() form { return form{e.Verb, e.Who, e.On} }

// instant are the forms of effects that act at once, on a family card, an
// option or a round card.
func instant() []form {
	return []form{
		{verbHit, whoOther, onFamily},
		{verbHit, whoEach, onFamily},
		{verbTurn, whoOther, onMug},
		{verbTurn, whoSelf, onMug},
		{verbStraighten, whoSelf, onMug},
		{verbDiscard, whoOther, onMug},
		{verbDiscard, whoSelf, onMug},
		{verbDiscard, whoOther, onHand},
		{verbDraw, whoSelf, onHand},
		{verbSteal, whoOther, onHand},
		{verbPeek, whoOther, onHand},
		{verbRecover, whoSelf, onHand},
	}
}

// deferred are the forms of effects that wait for the end of the card play.
func deferred() []form {
	return []form{
		{verbFP, whoSelf, onFamily},
		{verbFP, whoOther, onFamily},
		{verbDie, whoSelf, onFamily},
		{verbDie, whoOther, onFamily},
		{verbExclude, whoSelf, onMug},
		{verbExclude, whoOther, onMug},
		{verbShield, whoSelf, onFamily},
		{verbShield, whoOther, onFamily},
		{verbVoid, whoAll, onRound},
		{verbCancel, whoSelf, onCard},
		{verbRedirect, whoSelf, onCard},
	}
}

// checkRound demands an effect that a round card can have.
func (c Card) checkRound() error { return c.Effect.check(append(deferred(), instant()...)) }

// checkFamily demands an effect that a family card can have: it acts at once, or lasts.
func (c Card) checkFamily() error {
	return c.Effect.check(append(instant(), form{verbAttach, whoSelf, onMug}, form{verbAttach, whoOther, onMug}))
}

func (e Effect) check(forms []form) error {
	if !slices.Contains(verbNames(), e.Verb) {
		return fmt.Errorf("there is no verb %q; the vocabulary is %s", e.Verb, strings.Join(verbNames(), ", "))
	}
	if slices.Contains(forms, e.form()) {
		return e.checkNumbers()
	}
	var can []string
	for _, f := range forms {
		if f.verb == e.Verb {
			can = append(can, fmt.Sprintf("who=%q on=%q", f.who, f.on))
		}
	}
	if len(can) == 0 {
		return fmt.Errorf("the vocabulary has no %s on a card of this kind", e.Verb)
	}
	return fmt.Errorf("%s takes %s, not who=%q on=%q", e.Verb, strings.Join(can, ", or "), e.Who, e.On)
}

func verbNames() []string {
	return []string{
		verbFP, verbDie, verbExclude, verbShield, verbVoid, verbCancel, verbRedirect, verbHit,
		verbTurn, verbStraighten, verbDiscard, verbAttach, verbDraw, verbSteal, verbRecover, verbPeek,
	}
}

// checkNumbers demands of each verb the parameters it has, and no others.
func (e Effect) checkNumbers() error {
	counted := slices.Contains([]string{verbHit, verbStraighten, verbDraw, verbSteal}, e.Verb) || e.Verb == verbDiscard && e.On == onHand
	switch {
	case e.Verb == verbDie && (e.N < 1 || e.N > 6):
		return fmt.Errorf("a die is fixed at 1 to 6, not %d", e.N)
	case e.Verb == verbFP && (e.N == 0 || e.N < -20 || e.N > 20):
		return fmt.Errorf("fp adds -20 to 20, not %d", e.N)
	case counted && (e.N < 1 || e.Verb == verbHit && e.N > 6):
		return fmt.Errorf("%s takes a number n of 1 at least, dice up to 6, not %d", e.Verb, e.N)
	case e.N != 0 && !counted && e.Verb != verbDie && e.Verb != verbFP && e.Give != giveFP && e.N != 1:
		return fmt.Errorf("%s takes no number n", e.Verb)
	case (e.Verb == verbRecover) != (e.What != "") || e.What != "" && !slices.Contains([]string{cardMug, cardRound, cardFamily, cardRacket}, e.What):
		return fmt.Errorf("what=%q belongs to recover and is mug, round, family or racket", e.What)
	case e.Drop != 0 && (e.Verb != verbDraw || e.Drop < 0 || e.Drop > e.N):
		return fmt.Errorf("then_discard belongs to draw and is at most its n")
	}
	return e.checkGift()
}

func (e Effect) checkGift() error {
	typ, isControl := strings.CutPrefix(e.Give, giveControl)
	switch {
	case e.Verb != verbAttach:
		if e.Give != "" {
			return fmt.Errorf("give belongs to attach")
		}
	case e.Give == giveFP:
		if e.N == 0 || e.N < -20 || e.N > 20 {
			return fmt.Errorf("an attachment gives -20 to 20 fp, not %d", e.N)
		}
	case isControl:
		if len(typ) != 1 || !isTypes(typ, true) {
			return fmt.Errorf("control is of a letter of %s, or A, not %q", types, typ)
		}
	case e.Give != giveRetaliation && e.Give != giveArmor:
		return fmt.Errorf("an attachment gives retaliation, armor, fp or control: and a type, not %q", e.Give)
	}
	return nil
}

// checkRacket demands a bonus that the rules know (bonus.combo, bonus.extra,
// bonus.option).
func (c Card) checkRacket() error {
	if len(c.Type) != 1 || !strings.Contains(types, c.Type) {
		return fmt.Errorf("a Racket's type is a letter of %s, not %q", types, c.Type)
	}
	e := c.Effect
	switch c.Bonus {
	case bonusCombo:
		if !isTypes(c.Trigger, false) || c.Trigger == "" || e.Verb != verbFP || e != (Effect{Verb: verbFP, N: e.N}) {
			return fmt.Errorf("a combo is fp {n=..} in some types")
		}
		return e.checkNumbers()
	case bonusOption:
		if c.Trigger != "" {
			return fmt.Errorf("an option has no trigger, not %q", c.Trigger)
		}
		return e.filled().check(instant())
	case bonusExtra:
		return c.checkExtra()
	}
	return fmt.Errorf("a bonus is combo, extra or option, not %q", c.Bonus)
}

// checkExtra demands a trigger that the rules know, and an effect on oneself:
// nobody is there to choose another target.
func (c Card) checkExtra() error {
	e := c.Effect
	number, isDie := strings.CutPrefix(c.Trigger, onDie)
	switch {
	case isDie && (len(number) != 1 || number < "1" || number > "6"):
		return fmt.Errorf("the trigger is die_is: and a number from 1 to 6, not %q", c.Trigger)
	case !isDie && !slices.Contains([]string{onTurnStart, onRoundStart, onRoundWin, onMugLost, onHitCard}, c.Trigger):
		return fmt.Errorf("there is no trigger %q; triggers are turn_start, round_start, round_win, mug_lost, die_is:n and hit_card", c.Trigger)
	case e.Verb == verbHit:
		if c.Trigger != onHitCard || !e.Same || e.Who != "" || e.On != "" {
			return fmt.Errorf("an extra hits on hit_card with same_target only: nobody chooses whom")
		}
		return e.checkNumbers()
	case e.Same:
		return fmt.Errorf("same_target belongs to hit")
	case e.Verb == verbFP:
		if !isDie && c.Trigger != onRoundStart {
			return fmt.Errorf("fp counts in a round: its trigger is round_start or die_is:n")
		}
		return e.checkNumbers()
	}
	return e.filled().check([]form{{verbDraw, whoSelf, onHand}, {verbStraighten, whoSelf, onMug}, {verbRecover, whoSelf, onHand}})
}

// filled is an effect of a Racket with what its verb leaves no choice about.
func (e Effect) filled() Effect {
	switch {
	case e.Who != "" || e.On != "":
	case e.Verb == verbDraw || e.Verb == verbRecover:
		e.Who, e.On = whoSelf, onHand
	case e.Verb == verbStraighten:
		e.Who, e.On = whoSelf, onMug
	}
	return e
}
