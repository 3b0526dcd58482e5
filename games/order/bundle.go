package order

// torn finds the bundle of a line that was not understood: that of the first
// verb in it, else of what could be typed instead. Whoever wrote it has not said
// all he meant to say.
func (s *sheetReader) torn(t *text, o outcome) string {
	if o.kind != Error && o.kind != Near {
		return ""
	}
	for i := range t.tokens {
		if v, n := s.p.words.at(t, i); n > 0 {
			return s.p.g.Verbs[v].Bundle
		}
	}
	for _, form := range o.prob.nearest {
		near := fold(form)
		r := reader{p: s.p, t: &near, lang: s.lang, retry: true}
		for _, l := range r.read().lines {
			if b := s.p.verb(l.Verb).Bundle; b != "" {
				return b
			}
		}
	}
	return ""
}

// bundled refuses the orders of a bundle of which one line was not understood
// (order.bundle); standing orders are no part of it.
func (s *sheetReader) bundled() {
	broken := map[string]bool{}
	for i := range s.entries {
		if e := &s.entries[i]; e.Kind == Error || e.Kind == Near {
			broken[s.bundle(e)] = true
		}
	}
	for i := range s.entries {
		e := &s.entries[i]
		if b := s.bundle(e); e.Kind == Order && b != "" && broken[b] && !e.Orders[0].Always && !e.Orders[0].Fallback {
			e.fail(Error, &problem{key: "order.bundle", rule: "order.bundle"})
		}
	}
}

func (s *sheetReader) bundle(e *entry) string {
	if len(e.Orders) > 0 {
		return s.p.verb(e.Orders[0].Verb).Bundle
	}
	return e.torn
}
