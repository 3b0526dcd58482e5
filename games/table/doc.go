// Package table folds the stream of one game: who sits where, which mails are
// open, which sheets came in, what was used of them, and the state of the rules.
//
// There is one fold for everybody: the judge folds to go on, publish and
// projections to show, an auditor to replay. A cut (TypeCut) makes the fold
// forget rules facts and used-line marks between two commits and keep all that
// people did; Load looks ahead for cuts, so a game is folded once. The mails
// closed behind a cut are judged again; Window.Judged names the commit whose
// facts hold.
//
// An order written in a sheet is a Unit. Pending tells which units may answer
// the decisions of one mail: sheets replace each other slot by slot, standing
// orders live on, a sheet that came after a mail closed never counts for it.
//
// People (people.go) is what the stream says about people beyond who holds which
// seat: moderators and their deputies, observers, stand-bys, applicants, open seats
// and offers, absences, sitters. Nothing of it belongs to the rules: a cut leaves it
// alone. An absence and a sitter are those of a player and end when he leaves.
package table
