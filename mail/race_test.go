//go:build race

package mail

// slow is how much longer the race detector may make a reading: regular
// expressions take twenty-five times as long.
const slow = 30
