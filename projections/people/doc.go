// Package people is the projection of who is known and who holds which seat.
//
// No address is stored: an address is looked up by its pseudonym, a keyed hash
// that only the club's key makes, so views.db need not be searched when
// somebody is erased. Directory answers the questions of the intake. Contacts
// finds addresses for the outbox, in the log itself: the newest address of record,
// and that of somebody who is only asked whether it is his. An address that was
// given up belongs to nobody, and a mail of ours that was written to an earlier
// player of a seat speaks for its game only.
package people
