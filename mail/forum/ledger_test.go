package forum

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fivepoints/events"
	"fivepoints/mail/intake"
)

// desk is a log that looks at a fake board.
type desk struct {
	t    *testing.T
	log  events.Log
	l    *Ledger
	fake *fake
}

func newDesk(t *testing.T, k Kind) *desk {
	t.Helper()
	d := &desk{t: t, log: events.NewMemory(events.NewMemoryKeys("forum")), fake: topicOf(k)}
	d.restart()
	return d
}

func (d *desk) restart() {
	d.l = &Ledger{Log: d.log, Source: "tavern", Intake: &intake.Intake{Log: d.log, Now: func() time.Time { return noon }}}
}

// look reads every page of the topic at a time.
func (d *desk) look(at time.Time, final bool) Taken {
	d.t.Helper()
	look := Look{Board: "tavern", At: at, Dated: true, Whole: true, Tail: true, Final: final, Edits: "until-deadline"}
	for n, last := 1, 1; n <= last; n++ {
		p, err := Read([]byte(d.fake.page(n)), time.UTC)
		if err != nil {
			d.t.Fatal(err)
		}
		last = p.Last
		look.Topic, look.Title, look.Posts = p.Topic, p.Title, append(look.Posts, p.Posts...)
	}
	t, err := d.l.Take(context.Background(), look)
	if err != nil {
		d.t.Fatal(err)
	}
	return t
}

// facts lists what the log says, without times that no window bounds.
func (d *desk) facts() string {
	d.t.Helper()
	list, err := History(context.Background(), d.log, "tavern", "")
	if err != nil {
		d.t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range list {
		what := "seen"
		switch {
		case r.Gone != "":
			what = r.Gone
		case r.Back:
			what = "back"
		case r.Ref.Rev > 1:
			what = "changed"
		}
		clock := func(t time.Time) string {
			if t.IsZero() {
				return "-"
			}
			return t.UTC().Format("02T15:04")
		}
		fmt.Fprintf(&b, "%s rev %d %s (%s, %s] mark %t\n", r.Ref.Post, r.Ref.Rev, what, clock(r.After), clock(r.Seen), r.Mark != nil)
	}
	return b.String()
}

func hours(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }

// A topic is looked at again and again while its posts change: an edit with a
// mark, a silent one, a deletion, a return, a page that overflows.
func TestSequence(t *testing.T) {
	t.Parallel()
	for _, k := range Kinds() {
		t.Run(string(k), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, k)
			posts := &d.fake.posts
			d.look(hours(10), false)
			if got := d.look(hours(11), false); got.Seen+got.Changed+got.Gone != 0 {
				t.Errorf("nothing changed, and it took %+v", got)
			}
			(*posts)[2].body = "move 1 LES -&gt; BOW" // nobody shows it
			(*posts)[1].body += "<br>move 2 LES -&gt; BOW"
			(*posts)[1].edited = &Mark{At: hours(11), Count: 2, By: "Zoé"}
			if got := d.look(hours(12), false); got.Changed != 2 {
				t.Errorf("two edits, and it took %+v", got)
			}
			d.restart()
			(*posts)[2].deleted = true
			if got := d.look(hours(13), true); got.Gone != 1 {
				t.Errorf("a deletion, and it took %+v", got)
			}
			d.restart()
			for i := range 12 {
				*posts = append(*posts, fakePost{id: 200 + i, author: 42, name: "Zoé", at: hours(13), body: fmt.Sprintf("post %d", i)})
			}
			(*posts)[2].deleted = false
			(*posts)[0].body = "<p>" + (*posts)[0].body + "</p>" // an upgrade draws it anew
			if got := d.look(hours(14), false); got.Seen != 12 || got.Back != 1 || got.Changed != 0 {
				t.Errorf("a second page and a return, and it took %+v", got)
			}
			golden(t, "sequences/"+string(k)+".facts", d.facts())
		})
	}
}

// A look that a crash cut short is taken up by the next one, to the same log.
func TestLookAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t, PhpBB)
	d.look(hours(1), false)
	before := d.facts()
	d.restart()
	if got := d.look(hours(1), false); got.Seen != 0 {
		t.Errorf("the same page made %+v", got)
	}
	if d.facts() != before {
		t.Error("the same page changed the log")
	}
}

// One page of several says nothing about the posts of the others.
func TestOnePageOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t, PhpBB)
	d.fake.perPage = 2
	d.look(hours(1), false)
	p, err := Read([]byte(d.fake.page(1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.l.Take(context.Background(), Look{Board: "tavern", Topic: p.Topic, At: hours(2), Posts: p.Posts})
	if err != nil || got.Gone != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	p.Posts = []Post{p.Posts[0], {ID: "104"}}
	got, err = d.l.Take(context.Background(), Look{Board: "tavern", Topic: p.Topic, At: hours(3), Posts: p.Posts})
	if err != nil || got.Gone != 2 {
		t.Errorf("two posts between those shown are gone: %+v, %v", got, err)
	}
}

// What a look around a deadline saw bounds the window of a later edit, also
// after a restart; without it the window is wider, never narrower.
func TestFinalLookBoundsTheWindow(t *testing.T) {
	t.Parallel()
	for final, want := range map[bool]string{true: "(05T16:00, 05T17:00]", false: "(05T13:00, 05T17:00]"} {
		d := newDesk(t, SMF)
		d.look(hours(1), false)
		d.look(hours(4), final)
		d.restart()
		d.fake.posts[0].body = "other"
		d.look(hours(5), false)
		if got := d.facts(); !strings.Contains(got, "101 rev 2 changed "+want) {
			t.Errorf("final %t: %s", final, got)
		}
	}
}

// A time that the board claims is believed only where our looks leave room.
func TestClaimedTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ claimed, before, now, want int }{
		{3, 2, 4, 3}, {1, 2, 4, 2}, {9, 2, 4, 4}, {2, 2, 4, 2},
	} {
		if got := arrived(hours(c.claimed), hours(c.before), hours(c.now)); !got.Equal(hours(c.want)) {
			t.Errorf("%+v: %s", c, got)
		}
	}
	if got := arrived(time.Time{}, hours(1), hours(2)); !got.Equal(hours(2)) {
		t.Errorf("no claim: %s", got)
	}
}

func TestLookAlikes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b  string
		alike bool
	}{
		{"CrazyLou", "CrazyLou 0", true},
		{"Zoé", "zoe", true},
		{"Zoe", "Z0e", true},
		{"paul", "раul", true},
		{"Whyos", "VVhyos", true},
		{"Modern", "Modem", true},
		{"Anna", "Hanna", false},
		{"Bob", "Rob", false},
		{"a\u202eb", "ab", true},
		{"user1", "user4", false},
		{"Lou 2", "Lou", true},
		{"Lou", "Lou2", true},
	} {
		got := LookAlikes([]Post{{Name: c.a, Author: "1"}, {Name: c.b, Author: "2"}})
		if (len(got) == 1) != c.alike {
			t.Errorf("%q and %q: %+v", c.a, c.b, got)
		}
	}
	if got := LookAlikes([]Post{{Name: "Zoe", Author: "1"}, {Name: "Zoé", Author: "1"}}); len(got) != 0 {
		t.Errorf("one account that changed its name: %+v", got)
	}
}
