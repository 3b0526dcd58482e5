// Package vault keeps the keys of a data folder and its lock.
//
// A folder of keys holds one file of 64 hexadecimal digits per key: club,
// games/<id>, people/<id>. Folders are 0700, files 0600, and a file is on the
// disk, name and all, before its key is handed out. A destroyed key leaves a
// tombstone, "erased", in the place of its file, so that its name never gets
// another key. A file system may keep old blocks; erasing on such a disk is
// complete only once they are overwritten, and backups of keys are kept apart
// from those of the log for that reason.
package vault
