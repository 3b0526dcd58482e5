// Package desk reads what a mail asks of the desk of a game rather than of its
// rules: STATUS, ABSENCE, PRESS, and a moderator's EXTEND or SUBSTITUTE. The same
// words are arguments of commands. It knows no game; French and English may mix.
//
//	asked, rest := desk.Read(lines, sender) // rest holds the lines for games/order
//
// A line is a command when it begins with one of the words and what follows has
// the shape of that word; anything else is left for the order sheet, where it is
// talk: "Status quo, I fear" asks nothing. A line that has a date, an amount or a
// seat behind its word and does not fit is a mistake (Command.Problem), and so is
// one typed in capitals. Words are never abbreviated.
//
// PRESS, ANNOUNCE and BECOME open a block that ends with FIN or END, also written
// ENDPRESS or FINMESSAGE. Its lines are never orders of the sender. A block that
// is not ended goes to the end of what was written; Command.Ended tells, because
// only who knows the game's orders can tell whether a plan is among its lines.
//
// Dates are 2026-12-20, 20/12/2026, 20/12, 20 décembre 2026, 20 dec, Dec 20 or
// December 20, 2026; day before month always (5/12 is the fifth of December).
// Without a year the next such day is meant. Hours are 21:00, 21h, 21h30 or 9pm,
// lengths 48h, 2d, 2j, 3 days, 3 jours.
package desk
