// Package standings is the projection of who led when: for each mail that was
// closed, the rank and points of every seat. Points are what decides the game
// (in New-York 1890 its money); a rulebook that shows none gets rows only when
// its game is over. A correction drops the rows of the mails it played again,
// all but the last, whose position is the corrected one.
package standings
