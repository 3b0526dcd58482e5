package sqlite

import "runtime"

// WithYoung has the keys merged when n are young.
func WithYoung(o Options, n int) Options {
	o.young = n
	return o
}

// Hold lets nothing be written until n commits wait and do has seen them come.
func (l *Log) Hold(n int, do func()) {
	l.w.turn <- struct{}{}
	defer func() { <-l.w.turn }()
	do()
	for len(l.w.queue) < n {
		runtime.Gosched()
	}
}
