// Package eventstest is the conformance suite of events.Log: what one
// implementation does, every other does too.
package eventstest
