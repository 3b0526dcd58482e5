// Package viewdb is the only door to views.db, the SQLite file of the
// projections. The file is disposable: everything in it comes from the log, so
// it is written without waiting for the disk, and a file that is damaged or not
// ours is set aside for a new one.
package viewdb
