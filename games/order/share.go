package order

// share is how much of a line is written in the game's words.
type share struct {
	known, words int
	sure         bool // it holds a number or a code typed in capitals
}

func (s share) half() bool      { return 2*s.known >= s.words }
func (s share) likely() bool    { return 2*s.known > s.words || s.sure && s.half() }
func (s share) withVerb() share { return share{s.known + 1, s.words, s.sure} }

// share counts the words from a token on. A name of several words counts once;
// joining words, small words and marks say nothing, except an arrow.
func (r *reader) share(from int) share {
	var s share
	letters := r.fullName()
	for i := from; i < r.t.len(); {
		n := r.gameWord(i, letters)
		switch {
		case n > 0:
			s.known++
			s.words++
			s.sure = s.sure || r.t.isInt(i) || n == 1 && r.t.tokens[i].capitals
		case r.t.isWord(i) && !isNoise(r.t, i) && !isArrow(r.t.at(i)) && !r.joins(i):
			s.words++
		}
		i += max(n, 1)
	}
	return s
}

func (r *reader) joins(i int) bool {
	return r.p.is(r.t, i, wordIf, wordThen, wordAnd, wordOr, wordElse)
}

// gameWord returns the number of tokens of the number, arrow, verb, name or
// keyword at i, 0 when it is none. Short names count behind a number: 2 h.
func (r *reader) gameWord(i, letters int) int {
	if r.t.isInt(i) || r.t.at(i) == "->" {
		return 1
	}
	if !r.t.isWord(i) || isNoise(r.t, i) {
		return 0
	}
	_, best := r.p.words.at(r.t, i)
	if i > 0 && r.t.isInt(i-1) {
		letters = 1
	}
	for _, n := range r.p.sets {
		_, length := r.nameAt(n, i, letters)
		best = max(best, length)
	}
	return best
}

// fullName is how long a name must be to stand out from ordinary words. Beside
// an arrow, which people do not use in talk, a code need not be in capitals.
func (r *reader) fullName() int {
	for i := range r.t.len() {
		if r.t.at(i) == "->" {
			return 3
		}
	}
	return 4
}

// nameAt returns the word of a set at i and the number of its tokens. Names
// shorter than that count in capitals only.
func (r *reader) nameAt(n *names, i, letters int) (string, int) {
	for length := min(n.longest, r.t.len()-i); length > 0; length-- {
		run := r.t.run(i, length)
		if len(run) < letters && !r.t.tokens[i].capitals {
			continue
		}
		if f := n.find(run); len(f.words) == 1 && f.quality != byPrefix {
			return firstForm(*f.words[0], r.lang), length
		}
	}
	return "", 0
}

// piece returns the first thing of the game that a line names: a code typed
// in capitals or beside an arrow, or a whole name of four letters or more.
func (r *reader) piece() string {
	letters := r.fullName()
	for i := range r.t.len() {
		if !r.t.isWord(i) {
			continue
		}
		for _, n := range r.p.sets {
			if n.set.ID == "kw" {
				continue
			}
			if s, _ := r.nameAt(n, i, letters); s != "" {
				return s
			}
		}
	}
	return ""
}

func (r *reader) number(from int) bool {
	for i := from; i < r.t.len(); i++ {
		if r.t.isInt(i) {
			return true
		}
	}
	return false
}
