// Package projections keeps answers at hand that would otherwise need the
// whole log: who holds which seat, how the turns went, who leads.
//
// A Projection folds commits into rows of views.db. Run feeds it; the cursor of
// each projection is a row in the same transaction as its rows, so that a crash
// repeats or loses nothing. A cursor names its commit by number and leaf: when an
// older log is put back, or another one, the projection starts over. Nothing outside the log depends on views.db: delete
// it, and Run fills it again; Rebuild does so beside the old file and swaps. A
// rebuilt file has the same rows as one that grew commit by commit.
//
//	log ──Run──► Projection.Fold ──one transaction──► rows, cursor
//
// The projections are the folders turns, standings and people.
package projections
