package forum

import (
	"errors"
	"time"

	"fivepoints/events"
)

// Limits of what is read, all before parsing.
const (
	MaxPage  = 8 << 20   // bytes of a page or an answer
	MaxPost  = 512 << 10 // bytes of one post; what is longer is kept and not read
	maxPosts = 1000      // posts of one page
	maxLines = 5000      // lines of a post
	maxDepth = 200       // elements within each other
)

// ErrNotUnderstood says that a page is of no board that is known, or of one that
// was upgraded: nothing of it is guessed.
var ErrNotUnderstood = errors.New("page not understood")

// Classes of a line of a post besides those of package mail.
const (
	LineSpoiler = "spoiler" // hidden until somebody clicks: gives no orders
	LineStruck  = "struck"  // struck out: withdrawn
	LineUnclear = "unclear" // may mean two things: held
	LineOwn     = "own"     // written by fivepoints
)

// Kind is a kind of board software.
type Kind string

// The kinds that can be read. BGG is BoardGameGeek and its sisters.
const (
	PhpBB     Kind = "phpbb"
	MyBB      Kind = "mybb"
	SMF       Kind = "smf"
	NodeBB    Kind = "nodebb"
	Discourse Kind = "discourse"
	BGG       Kind = "bgg"
)

// Kinds lists them.
func Kinds() []Kind { return []Kind{PhpBB, NodeBB, Discourse, MyBB, SMF, BGG} }

// Surfaces: where a post was read.
const (
	SurfacePage  = "page"
	SurfaceAPI   = "api"
	SurfacePaste = "paste"
)

// Page is a page of a topic as a board shows it.
type Page struct {
	Kind    Kind
	Board   string // host of the board, as far as the page tells
	Topic   string // the board's id
	Title   string
	Number  int  // from 1
	Last    int  // the last page, as far as this one tells
	Paged   bool // it tells how many there are
	Surface string
	Posts   []Post
}

// Post is one post. Who wrote it is Author, never Name.
type Post struct {
	ID      string        // the board's, never the place in the topic
	Author  string        // the board's id of the author; "" for a guest
	Name    string        // as shown
	At      time.Time     // when it was written, as the board says; zero when it does not
	Edited  *Mark         // what the board shows of edits; nil: nothing
	Gone    bool          // the board says that it was deleted
	Surface string        // where it was read; "" on a page
	Raw     []byte        // what Lines was read from
	Lines   []events.Line // what it shows, each line with its class
	TooLong bool          // beyond MaxPost or maxLines: kept, not read
}

// Mark is what a board shows of the edits of a post.
type Mark struct {
	At     time.Time
	Count  int
	By     string
	Reason string
}

// finish gives a post what follows from its lines.
func (p *Post) finish(lines []events.Line, ok bool) {
	if !ok || len(p.Raw) > MaxPost {
		p.TooLong, p.Lines = true, nil
		return
	}
	p.Lines = own(lines)
}
