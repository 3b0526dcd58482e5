package events

// The facts about posts of boards. Times are unix ms of our clock, but for
// Claimed, which is the board's. A window (After, Seen) is honest: what is told
// happened between two looks at the board, nobody knows when.

// PostSeen says that a post was read for the first time.
type PostSeen struct {
	Of      PostRef   `json:"of"`
	Hash    string    `json:"hash"`              // hex HMAC-SHA256 of what it shows under the club's key
	Claimed int64     `json:"claimed,omitempty"` // when the board says it was written
	After   int64     `json:"after,omitempty"`   // last look that did not see it; 0: there was none
	Seen    int64     `json:"seen"`
	Mark    *PostMark `json:"mark,omitempty"`  // what the board shows of edits; nil: nothing
	Surface string    `json:"surface"`         // where it was read: "page", "api", "paste"
	Edits   string    `json:"edits,omitempty"` // which edits count here: "never", "until-ack", "until-deadline"
}

// PostRef names a post and one of its revisions as we count them.
type PostRef struct {
	Board string `json:"board"` // name in the configuration, or host of a saved page
	Topic string `json:"topic"`
	Post  string `json:"post"`
	Rev   int    `json:"rev"` // from 1
}

// PostMark is what the board shows of a post's edits.
type PostMark struct {
	At    int64 `json:"at,omitempty"`    // when, as the board says
	Count int   `json:"count,omitempty"` // how many, as it says
	Why   bool  `json:"why,omitempty"`   // with a reason, which is private
}

// PostShown is the private half of PostSeen and PostChanged, for the engine,
// under the author's key.
type PostShown struct {
	Author string `json:"author,omitempty"` // the board's id of the author; "" for a guest
	Name   string `json:"name,omitempty"`   // as shown
	Editor string `json:"editor,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// PostChanged says that a post shows something else than before.
type PostChanged struct {
	Of      PostRef   `json:"of"`
	Old     string    `json:"old"`
	New     string    `json:"new"`
	After   int64     `json:"after"` // last look that saw the old text
	Seen    int64     `json:"seen"`  // first look that saw the new one
	Mark    *PostMark `json:"mark,omitempty"`
	Surface string    `json:"surface"`
	Edits   string    `json:"edits,omitempty"`
}

// PostGone says that a post is no longer shown; its revisions stay.
type PostGone struct {
	Of    PostRef `json:"of"`
	How   string  `json:"how"`   // "tombstone": the board says so; "missing": its place is empty
	After int64   `json:"after"` // last look that saw it
	Seen  int64   `json:"seen"`  // first look that did not
}

// PostBack says that a post that was gone is shown again as it was.
type PostBack struct {
	Of    PostRef `json:"of"`
	After int64   `json:"after"` // last look that did not see it
	Seen  int64   `json:"seen"`
}

// Polled says what a look at a topic showed, around a deadline: later nobody
// can claim that another text stood there.
type Polled struct {
	Board string `json:"board"`
	Topic string `json:"topic"`
	At    int64  `json:"at"`
	Posts int    `json:"posts"`
	First string `json:"first,omitempty"` // ids of the first and last of them: others were not looked at
	Last  string `json:"last,omitempty"`
	Tail  bool   `json:"tail,omitempty"` // the end of the topic was among what was read
	Hash  string `json:"hash"`           // hex SHA-256 of the posts that were read and their hashes
}

// Bound says that an account of a board belongs to a person.
type Bound struct {
	Person string `json:"person"`
	Board  string `json:"board"`
	How    string `json:"how"`  // "code" sent through another channel, or "moderator"
	Game   string `json:"game"` // for which seat
	Seat   string `json:"seat"`
}

// Account is the private half of Bound, for the engine, under the person's key.
type Account struct {
	User string `json:"user"` // the board's id
	Name string `json:"name,omitempty"`
}

// Placed says that a part of a post of ours stands on a board.
type Placed struct {
	Post  Seq    `json:"post"` // commit of post.queued
	Board string `json:"board"`
	Topic string `json:"topic"`
	ID    string `json:"id,omitempty"` // the board's id of the new post, when it tells
	Part  int    `json:"part"`         // from 1
	Parts int    `json:"parts"`
	Found bool   `json:"found,omitempty"` // it stood there when we looked: an earlier try had worked
	At    int64  `json:"at"`
}
