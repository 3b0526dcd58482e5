//go:build !race

package mail

const slow = 1 // see race_test.go
