package templates

import "strconv"

// formed writes one value in a form that the catalogue has for it: a number in
// words ("num.a.2"), members as people say ("two men and a woman"), a name of
// the game with its article or preposition ("ny.place.at.FVP"). Without such a
// text the plain value stands.
func (w *Writer) formed(kind, form, v string) inline {
	if form == "" {
		return w.one(kind, v)
	}
	switch kind {
	case "int":
		if n, ok := w.texts["num."+form+"."+v]; ok {
			return text(n[0].text)
		}
		return w.one(kind, v)
	case "sexes":
		return w.folk(v)
	case "token":
		return w.token(form, v)
	}
	key := w.names + "." + kind + "." + form + "." + v
	if form == "hero" || articled(kind, form) { // hero: in bold
		key = w.names + "." + kind + ".s." + v
	}
	s, ok := w.texts[key]
	if !ok {
		return w.one(kind, v)
	}
	out := text(w.typography(s[0].text))
	if form == "hero" {
		out = strongly(out.String())
	}
	if w.met != nil && kind == "place" && !w.met[v] {
		w.met[v] = true
		out = append(out, span{text: " (" + v + ")"})
	}
	return out
}

// articled tells forms of gangs before which an article or what is fused with
// it stands, in a list before each: s "les", a "aux", d "des".
func articled(kind, form string) bool {
	return kind == "gang" && (form == "s" || form == "a" || form == "d")
}

// folk writes "2m1f" in words: two men and a woman.
func (w *Writer) folk(v string) inline {
	var parts []inline
	for _, sex := range []string{"m", "f"} {
		if n := countOf(v, sex); n > 0 {
			parts = append(parts, w.t("folk."+sex, number("n", n)))
		}
	}
	if len(parts) == 0 {
		return w.one("sexes", v)
	}
	return w.series(parts)
}

// countOf reads the number before a letter: of "2m1f" 1 is before f.
func countOf(v, letter string) int {
	digits := ""
	for _, c := range v {
		switch {
		case c >= '0' && c <= '9':
			digits += string(c)
		case string(c) == letter:
			n, err := strconv.Atoi(digits)
			if err != nil {
				return 0
			}
			return n
		default:
			digits = ""
		}
	}
	return 0
}

// series joins phrases with commas and a last "and".
func (w *Writer) series(parts []inline) inline {
	if len(parts) < 2 {
		return join("", parts...)
	}
	last := len(parts) - 1
	return join(w.t("and").String(), join(", ", parts[:last]...), parts[last])
}

// token writes an activity with its place: "saloon FVP".
func (w *Writer) token(form, v string) inline {
	for i := range v {
		if v[i] == ' ' {
			return w.t(w.names+".token."+form, arg("activity", "activity", v[:i]), arg("place", "place", v[i+1:]))
		}
	}
	return text(v)
}

// teller returns a writer of running prose about a game: it names places by
// their code at the first mention.
func (w *Writer) teller(names string) *Writer {
	own := *w
	own.names, own.met = names, map[string]bool{}
	return &own
}
