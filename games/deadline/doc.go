// Package deadline reads the deadline plan of a game, one text in one canonical
// form, and tells when a mail closes. It is pure: instants and zones come in, an
// instant comes out. The tables of time zones are embedded, so that every machine
// finds the same instant.
//
// A plan is clauses separated by ";". The first is the rhythm; the others may be
// left out:
//
//	168h                          hours after the last report (also 7d, 1w, 1j, 1h30m)
//	sat 21:00                     the next Saturday at 21:00 in the zone of the game
//	wed 20:00, sat 21:00          several; "mer sam 21h" is wed 21:00, sat 21:00; "daily 21:00"
//	war=48h                       another rhythm for mails that take orders of that kind,
//	c=48h                         or whose tag ends with that letter (1893c)
//	least=24h                     nobody gets less time to answer
//	holidays=2026-12-20..2027-01-03, 05-01   nobody owes anything; without a year: every year
//	remind=48h, 12h               reminders before the deadline
//	grace=12h                     how much later the orders of a late seat still count
//	late=moderator 24h            then the moderator (or: sitter) has so long to act
//	told=2; open=3                misses in a row at which the moderator is told, and the seat opens
//	muster                        no deadline runs before every seat has answered once
//
// Days and months are never abbreviated otherwise; French words are read (sam,
// congés, rappel, délai, retard, appel) and English ones written.
//
// A local hour that does not exist, because the clocks go forward, is the moment
// they go forward; one that comes twice is the second, for that leaves more time.
// A deadline on a holiday, or while somebody is away, moves to the next hour the
// plan allows behind it; hours after a report keep their local hour on the first
// day behind it.
package deadline
