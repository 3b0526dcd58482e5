//go:build !linux

package jetstream_test

import "errors"

func failSyncs() error { return errors.New("only Linux can be told to fail an fsync") }
