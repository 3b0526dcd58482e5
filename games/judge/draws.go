package judge

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"fivepoints/events"
	"fivepoints/games/chance"
	"fivepoints/games/table"
)

// Draws is what CheckDraws found.
type Draws struct {
	Checked int         // follow from a published secret
	Later   int         // their secret is not published yet
	Unshown int         // hidden ones that a correction took back: their pool was not published
	ByHand  int         // thrown at a table and entered by the moderator
	Wrong   []WrongDraw // in the order of the log
}

// WrongDraw is a draw, a beacon or a secret that is not what it has to be.
type WrongDraw struct {
	Seq  events.Seq
	What string // the label of a draw, the window of a beacon, "secret 0"
	Why  string // what is there and what had to be there
}

// CheckDraws repeats every draw of a game that its published secrets allow to
// repeat. It needs public facts only: the secrets must be those that were
// committed to, the beacons those of the sheets, the outcomes those that follow.
// Hidden draws are compared with their private part where its key is at hand.
func CheckDraws(ctx context.Context, log events.Log, game string) (Draws, error) {
	c := newDrawCheck()
	for st, err := range log.Read(ctx, "game/"+game, 0) {
		if err != nil {
			return Draws{}, fmt.Errorf("reading game %s: %w", game, err)
		}
		commit, err := events.OpenBut(st, log.Keys(), table.TypeText)
		if err != nil {
			return Draws{}, err
		}
		if err := c.commit(st.Seq, commit); err != nil {
			return Draws{}, err
		}
	}
	c.repeat()
	return c.Draws, nil
}

// CheckDrawsOf is CheckDraws on commits that were read elsewhere.
func CheckDrawsOf(seqs []events.Seq, commits []events.Commit) (Draws, error) {
	c := newDrawCheck()
	for i, commit := range commits {
		if err := c.commit(seqs[i], commit); err != nil {
			return Draws{}, err
		}
	}
	c.repeat()
	return c.Draws, nil
}

func newDrawCheck() drawCheck {
	return drawCheck{keys: map[keyName]keyAt{}, thrown: map[string]table.ByHand{}, beacons: map[string]string{}, then: map[string]int{}, secrets: map[int]chance.Secret{}, hidden: map[string]table.Picks{}}
}

func (c *drawCheck) commit(seq events.Seq, commit events.Commit) error {
	c.now = len(c.secrets)
	for _, f := range commit.Facts {
		if err := c.fact(seq, f); err != nil {
			return fmt.Errorf("reading %s in commit %d: %w", f.Type, seq, err)
		}
	}
	return nil
}

// drawCheck gathers what draws depend on, in the order of the log.
type drawCheck struct {
	Draws
	promised string            // hash of the next secret
	now      int               // number of the secret that this commit draws from
	then     map[string]int    // the same of what may be done again after a cut: windows, changes
	sheets   [][32]byte        // commitments since the last closing
	beacons  map[string]string // by window
	secrets  map[int]chance.Secret
	hidden   map[string]table.Picks // as published, by label
	ended    events.Seq             // when that was
	drawn    []drawnAt
	keys     map[keyName]keyAt // published mail by mail
	thrown   map[string]table.ByHand
}

// keyName is a mail and the number of the secret its key comes from.
type keyName struct {
	window string
	n      int
}

type keyAt struct {
	key chance.Key
	seq events.Seq
}

type drawnAt struct {
	table.Drawn
	seq    events.Seq
	secret int // its number
	beacon string
	part   *table.Picks // opened, of a hidden draw
	back   bool         // taken back by a correction
}

func (c *drawCheck) fact(seq events.Seq, f events.Fact) error {
	switch f.Type {
	case table.TypeCreated:
		return read(f, func(p table.Created) { c.promised = p.Secret })
	case table.TypeSheet:
		if len(f.Priv) > 0 {
			c.sheets = append(c.sheets, f.Priv[0].H)
		}
	case table.TypeClosed:
		return read(f, func(p table.Closed) { c.close(seq, p) })
	case table.TypeJudged:
		return read(f, func(p table.Judged) { c.now = c.then[p.Window] })
	case table.TypeAdjusted:
		return read(f, c.adjust)
	case table.TypeDrawn:
		return c.draw(seq, f)
	case table.TypeCut:
		return read(f, c.cut)
	case table.TypeWindowKey:
		return read(f, func(p table.WindowKey) { c.key(seq, p) })
	case table.TypeByHand:
		return read(f, func(p table.ByHand) { c.thrown[p.Label] = p })
	case table.TypeSecret:
		return read(f, func(p table.SecretPublished) { c.publish(seq, p) })
	}
	return nil
}

func read[P any](f events.Fact, then func(P)) error {
	var p P
	err := events.Unmarshal(f.Pub, &p)
	if err == nil {
		then(p)
	}
	return err
}

// adjust: a change draws what the rules then draw, and the same when it is made
// again after the last mail. Before a mail, the mail's secret counts.
func (c *drawCheck) adjust(p table.Adjusted) {
	key := fmt.Sprint("change ", p.N)
	if !p.Again {
		c.then[key] = c.now
	}
	c.now = c.then[key]
}

func (c *drawCheck) cut(p table.Cut) {
	for i := range c.drawn {
		c.drawn[i].back = c.drawn[i].back || c.drawn[i].seq > p.After
	}
}

// close notes a window's beacon, which sums up all sheets since the one before.
func (c *drawCheck) close(seq events.Seq, p table.Closed) {
	if want := chance.Beacon(c.sheets); p.Beacon != want {
		c.wrong(seq, p.Window, fmt.Sprintf("its beacon is %s, that of its sheets is %s", p.Beacon, want))
	}
	c.beacons[p.Window], c.sheets, c.then[p.Window] = p.Beacon, nil, c.now
}

func (c *drawCheck) draw(seq events.Seq, f events.Fact) error {
	d := drawnAt{seq: seq, secret: c.now}
	if err := events.Unmarshal(f.Pub, &d.Drawn); err != nil {
		return err
	}
	d.beacon = c.beacons[d.Window]
	if len(f.Priv) > 0 && f.Priv[0].Plain != nil {
		d.part = &table.Picks{}
		if err := events.Unmarshal(f.Priv[0].Plain, d.part); err != nil {
			return err
		}
	}
	c.drawn = append(c.drawn, d)
	return nil
}

// publish takes a secret and what was drawn. The same secret comes again when
// a correction changed nothing but what an ended game had come to.
func (c *drawCheck) publish(seq events.Seq, p table.SecretPublished) {
	name := fmt.Sprint("secret ", p.N)
	s, err := chance.ParseSecret(p.Secret)
	known, again := c.secrets[p.N]
	switch {
	case err != nil:
		c.wrong(seq, name, err.Error())
	case again && (s != known || p.N == len(c.secrets)-1 && p.Next != c.promised):
		c.wrong(seq, name, "it was published otherwise before")
	case !again && p.N != len(c.secrets):
		c.wrong(seq, name, fmt.Sprintf("secret %d was to be published", len(c.secrets)))
	case !again && s.Commitment() != c.promised:
		c.wrong(seq, name, fmt.Sprintf("its hash is %s, promised was %s", s.Commitment(), c.promised))
	}
	if !again {
		c.secrets[p.N], c.promised = s, p.Next
	}
	clear(c.hidden)
	for _, h := range p.Hidden {
		c.hidden[h.Label] = table.Picks{Pool: h.Pool, Picks: h.Picks}
	}
	c.ended = seq
}

// key takes the key of one mail.
func (c *drawCheck) key(seq events.Seq, p table.WindowKey) {
	b, err := hex.DecodeString(p.Key)
	if err != nil || len(b) != len(chance.Key{}) {
		c.wrong(seq, p.Window, "the key published for it is none")
		return
	}
	c.keys[keyName{p.Window, p.N}] = keyAt{chance.Key(b), seq}
}

// checkKeys compares the keys of the mails with the secrets they come from.
func (c *drawCheck) checkKeys() {
	var names []keyName
	for name := range c.keys {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b keyName) int {
		return cmp.Or(cmp.Compare(c.keys[a].seq, c.keys[b].seq), cmp.Compare(a.window, b.window))
	})
	for _, name := range names {
		if s, ok := c.secrets[name.n]; ok && s.Window(name.window, c.beacons[name.window]) != c.keys[name].key {
			c.wrong(c.keys[name].seq, name.window, "the key published for it does not follow from the secret")
		}
	}
}

func (c *drawCheck) wrong(seq events.Seq, what, why string) {
	c.Wrong = append(c.Wrong, WrongDraw{seq, what, why})
}

func (c *drawCheck) repeat() {
	c.checkKeys()
	for _, d := range c.drawn {
		if t, ok := c.thrown[d.Label]; ok && slices.Equal(t.Pool, d.Pool) && slices.Equal(t.Picks, d.Picks) {
			c.ByHand++
			continue
		}
		secret, published := c.secrets[d.secret]
		early, known := c.keys[keyName{d.Window, d.secret}]
		if !published && (d.Hidden || !known) {
			c.Later++
			continue
		}
		key := early.key
		if published {
			key = secret.Window(d.Window, d.beacon)
		}
		if d.Hidden {
			key = secret.Hidden()
			if !c.open(&d) {
				continue
			}
		}
		want, err := key.Pick(d.Label, d.Pool, d.N)
		switch {
		case err != nil:
			c.wrong(d.seq, d.Label, err.Error())
		case !slices.Equal(want, d.Picks):
			c.wrong(d.seq, d.Label, fmt.Sprintf("drawn were %v, the secret gives %v", d.Picks, want))
		default:
			c.Checked++
		}
	}
}

// open gives a hidden draw the pool and the picks that were published when the
// game ended. One that a correction took back has its private part only, if
// that is at hand.
func (c *drawCheck) open(d *drawnAt) bool {
	shown, ok := c.hidden[d.Label]
	switch {
	case d.back || d.seq > c.ended:
		if d.part == nil {
			c.Unshown++
			return false
		}
		shown = *d.part
	case !ok:
		c.wrong(d.seq, d.Label, "what it took was not published")
		return false
	case d.part != nil && !(slices.Equal(shown.Pool, d.part.Pool) && slices.Equal(shown.Picks, d.part.Picks)):
		c.wrong(d.seq, d.Label, fmt.Sprintf("published was %v of %v, drawn were %v of %v", shown.Picks, shown.Pool, d.part.Picks, d.part.Pool))
		return false
	}
	d.Pool, d.Picks = shown.Pool, shown.Picks
	return true
}
