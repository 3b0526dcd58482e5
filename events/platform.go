package events

// The facts of the inbox, people, outbox and club streams. Those of a game's
// stream are in games/table, those of the rules in each rulebook. Names and
// fields are final: a change is a new version with an upcaster.
const (
	TypeReceived = "message.received" // inbox/<source>: Received, private Envelope
	TypeSettled  = "message.settled"  // inbox/<source>: Settled
	TypeVouched  = "message.vouched"  // inbox/<source>: Vouched
	TypeUnread   = "message.unread"   // inbox/<source>: Unread
	TypeQueued   = "post.queued"      // outbox/<game>: Queued, private QueuedTo
	TypeClaimed  = "post.claimed"     // outbox/<game>: Claimed
	TypeSent     = "post.sent"        // outbox/<game>: Sent
	TypeFailed   = "delivery.failed"  // outbox/<game>: Failed, private FailedWhy
	TypePerson   = "person.added"     // people: Person, private Contact

	TypeAddress       = "person.address"        // people: Address, private Contact
	TypeAddressAsked  = "person.address_asked"  // people: AddressAsked, private Contact
	TypeAddressProven = "person.address_proven" // people: AddressProven
	TypeSettings      = "person.settings"       // people: Settings
	TypeDigest        = "person.digest_due"     // people: DigestDue

	TypeClub     = "club.created"      // club: Club
	TypeSigned   = "checkpoint.signed" // club: Signed
	TypeRestored = "log.restored"      // club: Restored
	TypeErased   = "person.erased"     // people: Erased
)

// Received says that a message was stored. Its commit is the source's cursor.
type Received struct {
	Cursor  string   `json:"cursor"`          // place in the source, opaque to all but its reader
	Blob    string   `json:"blob"`            // salted hash of the raw bytes
	Size    int      `json:"size"`            // of the raw bytes
	Content string   `json:"content"`         // hex HMAC-SHA256 of the canonical content under the club's key
	At      int64    `json:"at"`              // unix ms at which it reached us, by Clock
	Clock   string   `json:"clock"`           // "received", "internaldate", "from-line", "board" or "ours"
	Class   string   `json:"class"`           // "mail", "auto", "bounce", "list", "malformed", "too_big", "duplicate"
	Trust   string   `json:"trust"`           // "claimed", "proven" by its evidence, or "address" when the operator said so
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

	Evidence *Evidence `json:"evidence,omitempty"` // what speaks for the From field; nil when nobody looked
}

// Evidence is what was found to prove, or not, who wrote a message.
type Evidence struct {
	Verdict string `json:"verdict"`          // "aligned", "signed" by another domain, "none", "failed", "malformed"
	Domain  string `json:"domain,omitempty"` // of the From field
	Method  string `json:"method,omitempty"` // "dmarc", "dkim" or "spf": what passed; "board": it knows its users
	By      string `json:"by,omitempty"`     // who checked: the boundary's authserv-id, "topmost", or "self"
	Signer  string `json:"signer,omitempty"` // domain for which it passed
	Token   string `json:"token,omitempty"`  // "game.seat" of a valid seat token in an address it came to
	Detail  string `json:"detail,omitempty"` // why not, in words for a moderator
}

// Claim proposes what a message is about; the judge decides.
type Claim struct {
	Game string `json:"game"`
	Seat string `json:"seat,omitempty"`
	Turn string `json:"turn,omitempty"` // from the subject tag: "1893c"
	By   string `json:"by"`             // "token", "subject", "topic" of a board, "reply", "line", "address"
}

// Line is one visible line of a message with its class.
type Line struct {
	N     int    `json:"n"`               // from 1, in the order shown
	Class string `json:"class,omitempty"` // "" kept, "quote", "quote-header", "signature", "banner", "reply-marker", "other-text"
	Text  string `json:"text"`
}

// Settled closes a message: a game recorded it, or why not.
type Settled struct {
	Msg     Seq    `json:"msg"`              // the message's commit
	Outcome string `json:"outcome"`          // "recorded", "answered", "ignored", "held" or "refused"
	Reason  string `json:"reason,omitempty"` // stable word: "unknown-sender", "unproven", "no-game", "not-your-seat", "auto-reply", "no-orders"
	Game    string `json:"game,omitempty"`   // where it asked something that is answered
	Seat    string `json:"seat,omitempty"`   // whose eyes the answer is for, "" for the public's
}

// Vouched raises the trust in the sender of a message stored before: the
// operator read the same source again and said that he believes addresses, or
// the holder of a seat sent back the code that was mailed to his address.
type Vouched struct {
	Msg    Seq    `json:"msg"`              // the message's commit
	Trust  string `json:"trust"`            // "address" or "code"
	By     Seq    `json:"by,omitempty"`     // commit of the message that brought the code
	Person string `json:"person,omitempty"` // who confirmed; his word counts, whatever the address
}

// Unread says that a message of a mailbox could not be fetched, twice; the
// cursor has moved past it.
type Unread struct {
	Cursor string `json:"cursor"` // place in the source
	At     int64  `json:"at"`     // unix ms of the second failure
	Why    string `json:"why"`    // what the server or the library said, no word of the message
}

// Queued says that a post was rendered and waits for delivery.
type Queued struct {
	Kind     string `json:"kind"`             // "receipt", "report", "summary", "notice", "press", "answer", "digest"
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

// Claimed says that a node is about to send posts. Until it expires nobody
// else sends them.
type Claimed struct {
	Posts []Seq  `json:"posts"` // commits of post.queued in the same stream
	Node  string `json:"node"`  // which program, random at its start
	Until int64  `json:"until"` // unix ms after which the claim is void
}

// Sent says that the next server took a post; its Message-ID follows from the post.
type Sent struct {
	Post Seq    `json:"post"`          // commit of post.queued
	At   int64  `json:"at"`            // unix ms
	Via  string `json:"via,omitempty"` // "smtp", or the board
}

// Failed says that a post did not, or will not, reach its addressee.
type Failed struct {
	Post   Seq    `json:"post"`             // commit of post.queued
	At     int64  `json:"at"`               // unix ms
	By     string `json:"by"`               // "smtp" refused it, "bounce" came back, "no-address", "content" that no mail may hold
	Status string `json:"status,omitempty"` // RFC 3463: "5.1.1"
	Final  bool   `json:"final,omitempty"`  // it will not be tried again
	Msg    Seq    `json:"msg,omitempty"`    // commit of the bounce in its inbox
}

// FailedWhy is the private half of Failed, for the engine, under the addressee's key.
type FailedWhy struct {
	Text string `json:"text"` // what the server said
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

// Address says that a mail address is somebody's, or is his no longer.
type Address struct {
	Person string `json:"person"`
	Record bool   `json:"record,omitempty"` // mail goes there from now on
	Gone   bool   `json:"gone,omitempty"`
}

// AddressAsked says that somebody wants to change his addresses, and that codes
// were mailed: to the address of record, and to a new one.
type AddressAsked struct {
	Person string `json:"person"`
	N      int    `json:"n"`   // of his questions, from 1
	How    string `json:"how"` // "change" of the address of record, "add" or "remove"
	To     string `json:"to"`  // names whoever reads mail at the address that it is about
	At     int64  `json:"at"`  // unix ms
	Until  int64  `json:"until"`
}

// AddressProven says that one of the two codes of a question came back.
type AddressProven struct {
	Person string `json:"person"`
	N      int    `json:"n"`
	Which  string `json:"which"` // "record" or "new"
	Msg    Seq    `json:"msg"`   // the message that brought it
}

// Settings is how somebody wants to be written to; an empty word is the default.
type Settings struct {
	Person  string `json:"person"`
	Lang    string `json:"lang,omitempty"`    // "fr" or "en"
	Zone    string `json:"zone,omitempty"`    // IANA
	Notices string `json:"notices,omitempty"` // "immediate" (also when empty), "digest" or "quiet"
}

// Club is the first fact of a data folder.
type Club struct {
	Origin string `json:"origin"` // name in checkpoints
	Format int    `json:"format"` // of the log, 1
}

// Signed is a checkpoint of the log that was signed and may be mailed. The key
// of its commit is its size: no size has two.
type Signed struct {
	Size uint64 `json:"size"` // commits it covers, from the first
	Note string `json:"note"` // the signed note, c2sp.org/tlog-checkpoint
}

// Restored says that a backup took the place of the log. What was signed after
// the backup was made may be lost, so later checkpoints are signed in a new
// name, origin/restored-epoch: no size has two roots under one.
type Restored struct {
	Size  uint64 `json:"size"`            // commits of the backup
	Known uint64 `json:"known,omitempty"` // the most commits the log was known to have had; more than size: the rest is lost
	By    string `json:"by,omitempty"`    // how that is known: "mail", "mirror" or "log"
	Epoch string `json:"epoch"`           // 8 hexadecimal digits, random
}

// Erased says that the key of a person was destroyed at his request, and with it
// his mails, his address and his words.
type Erased struct {
	Person string `json:"person"`
}

// The facts about boards (posts.go). A revision of a post that was read stands
// in one commit with its message.received.
const (
	TypePostSeen    = "post.seen"    // inbox/<source>: PostSeen, private PostShown
	TypePostChanged = "post.changed" // inbox/<source>: PostChanged, private PostShown
	TypePostGone    = "post.gone"    // inbox/<source>: PostGone
	TypePostBack    = "post.back"    // inbox/<source>: PostBack
	TypePolled      = "board.polled" // inbox/<source>: Polled
	TypeBound       = "person.bound" // people: Bound, private Account
	TypePlaced      = "post.placed"  // outbox/<game>: Placed
)

// DigestDue says that somebody who wants one mail a day is to get it: what was
// held back for him since the last one.
type DigestDue struct {
	Person string `json:"person"`
	At     int64  `json:"at"` // unix ms at which it was due
}
