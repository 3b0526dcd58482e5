package events

// The facts of the inbox, people, outbox and club streams. Those of a game's
// stream are in games/table, those of the rules in each rulebook. Names and
// fields are final: a change is a new version with an upcaster.
const (
	TypeReceived = "message.received" // inbox/<source>: Received, private Envelope
	TypeSettled  = "message.settled"  // inbox/<source>: Settled
	TypeVouched  = "message.vouched"  // inbox/<source>: Vouched
	TypeQueued   = "post.queued"      // outbox/<game>: Queued, private QueuedTo
	TypePerson   = "person.added"     // people: Person, private Contact
	TypeClub     = "club.created"     // club: Club
)

// Received says that a message was stored. Its commit is the source's cursor.
type Received struct {
	Cursor  string   `json:"cursor"`          // place in the source, opaque to all but its reader
	Blob    string   `json:"blob"`            // salted hash of the raw bytes
	Size    int      `json:"size"`            // of the raw bytes
	Content string   `json:"content"`         // hex HMAC-SHA256 of the canonical content under the club's key
	At      int64    `json:"at"`              // unix ms at which it reached us, by Clock
	Clock   string   `json:"clock"`           // "received", "internaldate", "from-line" or "ours"
	Class   string   `json:"class"`           // "mail", "auto", "bounce", "list", "malformed", "too_big", "duplicate"
	Trust   string   `json:"trust"`           // "claimed", or "address" when the operator said so
	Notes   []string `json:"notes,omitempty"` // what was repaired or looks odd: "same-id-other-content"
}

// Envelope is the private half of Received, for the engine, under the sender's key.
type Envelope struct {
	From       string   `json:"from"`             // bare address, lower case
	Person     string   `json:"person,omitempty"` // who that address belongs to
	To         []string `json:"to,omitempty"`
	Subject    string   `json:"subject,omitempty"`
	MessageID  string   `json:"message_id,omitempty"`
	InReplyTo  string   `json:"in_reply_to,omitempty"`
	References []string `json:"references,omitempty"`
	Date       string   `json:"date,omitempty"` // as written, never trusted
	Claims     []Claim  `json:"claims,omitempty"`
	Lines      []Line   `json:"lines,omitempty"`
	Attached   int      `json:"attached,omitempty"` // files that were not read and may hold words
}

// Claim proposes what a message is about; the judge decides.
type Claim struct {
	Game string `json:"game"`
	Seat string `json:"seat,omitempty"`
	Turn string `json:"turn,omitempty"` // from the subject tag: "1893c"
	By   string `json:"by"`             // "subject", "reply", "line", "address"
}

// Line is one visible line of a message with its class.
type Line struct {
	N     int    `json:"n"`               // from 1, in the order shown
	Class string `json:"class,omitempty"` // "" kept, "quote", "quote-header", "signature", "banner", "reply-marker"
	Text  string `json:"text"`
}

// Settled closes a message: a game recorded it, or why not.
type Settled struct {
	Msg     Seq    `json:"msg"`              // the message's commit
	Outcome string `json:"outcome"`          // "recorded", "ignored", "held" or "refused"
	Reason  string `json:"reason,omitempty"` // stable word: "unknown-sender", "unproven", "no-game", "not-your-seat", "auto-reply", "no-orders"
}

// Vouched raises the trust in the sender of a message stored before: the
// operator read the same source again and said that he believes addresses.
type Vouched struct {
	Msg   Seq    `json:"msg"`   // the message's commit
	Trust string `json:"trust"` // "address"
}

// Queued says that a post was rendered and waits for delivery.
type Queued struct {
	Kind     string `json:"kind"`             // "receipt", "report", "summary", "notice"
	Seat     string `json:"seat,omitempty"`   // whose; "" for public posts
	Person   string `json:"person,omitempty"` // addressee
	Lang     string `json:"lang"`             // "fr" or "en"
	Format   string `json:"format"`           // "md" or "text"
	Title    string `json:"title,omitempty"`  // file and subject stem, no private word: "1893-1-summary"
	Template int    `json:"template"`         // version of the templates
	Blob     string `json:"blob"`             // the rendered bytes
}

// QueuedTo is the private half of Queued, for the engine, under the addressee's
// key or, for public posts, the game's.
type QueuedTo struct {
	Subject   string `json:"subject,omitempty"`
	InReplyTo string `json:"in_reply_to,omitempty"` // Message-ID it answers
}

// Person says that somebody is known.
type Person struct {
	Person string `json:"person"` // vault.Pseudonym of the first address
	Lang   string `json:"lang"`   // "fr" or "en"
}

// Contact is the private half of Person, for the engine, under the person's key.
type Contact struct {
	Address string `json:"address"`
	Name    string `json:"name,omitempty"`
}

// Club is the first fact of a data folder.
type Club struct {
	Origin string `json:"origin"` // name in checkpoints
	Format int    `json:"format"` // of the log, 1
}
