// Package trial plays whole games without log or judge, and compares what
// games of bots come to with the table of their rulebook's specification
// (games.Measured). The command play tournament and the tests of the rulebooks
// measure with the same code.
//
// A figure is compared by its distance: the difference of the two means in
// standard errors. The standard error is that of the difference: from the spread
// of the games played here it takes the chance in both samples, the
// specification's being as large as it says, and from the last digit of the
// specified figure its rounding. Three standard errors are exceeded by chance
// once in 370 figures.
package trial
