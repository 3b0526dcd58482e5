// Package turns is the projection of how the mails of each game went: one row
// per window, with when it opened, when it was due, when and why it closed.
package turns
