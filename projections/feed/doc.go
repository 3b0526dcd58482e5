// Package feed derives from each commit of a game what everybody, and what each
// seat, may know of it: the messages of the stream FEED, whose form package
// jetstream documents.
//
// It is a pure function of the log up to that commit. What it tells is decided
// by table.Visible, as on a log page, less the order sheets and their withdrawal:
// those come at a moment that is nobody's business. A private part is told to its
// seat when it stands under the game's key and its commit has something that
// everybody sees.
package feed
