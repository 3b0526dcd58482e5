// Package crooks is the rulebook of Crooks (Neil Crowley, 2012), for two to
// four players.
package crooks
