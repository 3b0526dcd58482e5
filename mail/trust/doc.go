// Package trust tells what proves that a message comes from the address in its
// From field, and makes the tokens by which our own addresses are known.
//
// # Evidence
//
// [Checker.Examine] returns [events.Evidence], which is stored with the message
// and never recomputed: DNS forgets, the log does not. In this order:
//
//	malformed  not exactly one From field with one address (T4 of the threat
//	           table): two readers could see two senders
//	failed     our boundary says dmarc=fail
//	aligned    our boundary says dmarc=pass for the From domain, or a DKIM
//	           signature holds (our boundary's word, or our own check) whose
//	           domain has the same registrable domain as the From field
//	partial    a signature of another domain holds, or SPF passes for the From
//	           domain: a stable mark, which counts once its owner has confirmed
//	none       nothing
//
// Only "aligned" speaks for a seat by itself. "partial" does after the holder
// of the address has sent back one code (package judge); all else asks each
// time.
//
// # Authentication-Results
//
// Anybody can write this field, so its authserv-id is pinned by the operator.
// Counted are the fields above the first Received field that another host
// wrote. The tokenizer follows RFC 8601 with nested comments and quoted
// strings; method=result counts only at the start of a resinfo, so that no
// text inside a comment or a quoted local part becomes a result (T3). A field
// that is not well formed counts for nothing, and so does a result that names
// its domain twice. Exchange Online writes no authserv-id: the operator says
// [Topmost] then, and only the topmost field without an id counts.
//
// # Tokens
//
// A seat token, "ny12.whyos.k7qm2fvd4hnbx3ra", stands behind the plus in the
// address that our mails ask to answer to. It routes, and it is a second
// factor; it proves nothing alone, because a quoted or forwarded mail shows it
// (T7). Its epoch is the commit by which the seat was taken: a substitute gets
// another one.
package trust
