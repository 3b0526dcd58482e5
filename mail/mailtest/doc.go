// Package mailtest starts real mail servers for tests: OpenSMTPD and Dovecot,
// on loopback ports, each with a queue, a mailbox and processes of its own.
//
// A server runs in namespaces of its own (unshare of util-linux): what it keeps
// at fixed places of the machine, as OpenSMTPD does, is in a file system that
// ends with it, and so do all its processes, even when the test is killed.
// Where namespaces are not permitted, OpenSMTPD works in the machine's own
// queue, one test at a time, and is stopped when that is empty.
//
// A test that lacks a server is skipped, and fails under FIVEPOINTS_LONG.
package mailtest
