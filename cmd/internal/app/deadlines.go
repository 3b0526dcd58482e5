package app

import (
	"errors"

	"fivepoints/games"
	"fivepoints/games/deadline"
	"fivepoints/games/judge"
	"fivepoints/templates"
)

// defaultPlan is the one of a game that is created without.
const defaultPlan = "168h"

// refused says in words what the desk of a game refuses, "" of other errors.
func (e *env) refused(err error) string {
	var m games.Msg
	var no *judge.Refused
	var bad *deadline.Mistake
	switch {
	case errors.As(err, &no):
		m = no.Msg
	case errors.As(err, &bad):
		m = judge.Understood(bad)
	default:
		return ""
	}
	texts, err := templates.Load()
	if err != nil {
		return ""
	}
	return texts.Say(e.lang, m)
}
