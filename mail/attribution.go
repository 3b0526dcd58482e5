package mail

import (
	"regexp"
	"slices"
	"strings"
)

const (
	maxWindow      = 4   // lines of a wrapped "Le ... a écrit :"
	maxAttribution = 500 // bytes of one
)

// attributionAt joins up to maxWindow lines until they say who wrote what
// follows. Several lines must open like an attribution, so that no order above
// one is drawn into it.
func attributionAt(views []view, i int) int {
	text, ruled := trimRule(views[i].fold)
	opens := opensAttribution(text)
	for j, n := i+1, 1; ; n++ {
		quoteBelow := ruled || quoteFollows(views, j)
		if !closesBelow(views, j, text) && isAttribution(text, opens, quoteBelow) && (quoteBelow || isSure(text) || isApart(views, i, j)) {
			return j
		}
		if !opens || n == maxWindow {
			return i
		}
		next, more := goesOn(views, j, text)
		if more == "" || len(text)+len(more) > maxAttribution {
			return i
		}
		text, j = text+more, next
	}
}

// isSure: a mail program tells the time or the address. "Le 3 mars Jo m'a
// écrit :" may be the player's own, unless it has a year and stands apart.
func isSure(text string) bool { return address.MatchString(text) || clock.MatchString(text) }

func isApart(views []view, i, j int) bool {
	return (i == 0 || views[i-1].fold == "") && (j == len(views) || views[j].fold == "") && year.MatchString(views[i].fold)
}

// trimRule takes off the dashes some programs draw around an attribution. A
// line with dashes at both ends needs no colon.
func trimRule(s string) (text string, ruled bool) {
	text = strings.TrimLeft(s, "-_ ")
	return text, strings.HasPrefix(s, "--") && strings.HasSuffix(s, "--")
}

// goesOn returns what the next line adds to an attribution and where the line
// after it is; "" when no mail program breaks a line like that.
func goesOn(views []view, j int, text string) (next int, more string) {
	if j < len(views) && views[j].fold == "" && views[j].depth == 0 && clock.MatchString(text) && year.MatchString(text) {
		j++ // some put the address below an empty line
		if j == len(views) || !strings.HasPrefix(views[j].fold, "<") {
			return j, ""
		}
	}
	switch {
	case j == len(views):
		return j, ""
	case views[j].depth == 1 && isOpen(text): // the bracket that closes an address passes for a quote mark
		return j + 1, "> " + views[j].fold
	case views[j].depth > 0 || !wraps(views[j-1].fold, views[j].fold):
		return j, ""
	}
	return j + 1, " " + views[j].fold
}

// isOpen tells whether the bracket of an address is not closed.
func isOpen(text string) bool { return strings.Count(text, "<") > strings.Count(text, ">") }

// closesBelow tells whether the next line is the rest of an attribution: "> a écrit :".
func closesBelow(views []view, j int, text string) bool {
	return j < len(views) && views[j].depth == 1 && strings.HasSuffix(views[j].fold, ":") && len(views[j].fold) < 40 && isOpen(text)
}

// wraps tells whether a mail program may have broken a line here: it was full,
// or ends in a comma, or an address, the time or the verb goes on below.
func wraps(line, next string) bool {
	if next == "" {
		return false
	}
	if len(line) >= 55 || strings.HasSuffix(line, ",") || strings.HasSuffix(line, "<") || strings.HasPrefix(next, "<") || timeFirst.MatchString(next) {
		return true
	}
	if len(next) > 30 || !strings.HasSuffix(next, ":") {
		return false
	}
	return cutVerb(strings.TrimRight(next, " :")) == 0
}

// quoteFollows tells whether the next line with text is marked as quoted, or is
// the marker that we put on top of what we send.
func quoteFollows(views []view, i int) bool {
	for ; i < len(views); i++ {
		if views[i].depth > 0 || strings.HasPrefix(views[i].fold, "| ") {
			return true
		}
		if views[i].fold != "" {
			return isMarker(views[i].fold)
		}
	}
	return false
}

// opensAttribution finds a date at the beginning, or a name and then a date.
func opensAttribution(s string) bool {
	if len(s) > maxAttribution || !strings.ContainsAny(s, "0123456789") {
		return false
	}
	if word, more, _ := strings.Cut(s, " "); strings.HasPrefix(more, word+" ") { // "El El vie, 3 de marzo"
		s = more
	}
	return openers.begins(s) && opening.MatchString(s) || startsDated(s) || isNameFirst(s)
}

// startsDated finds a date with its year at the beginning.
func startsDated(s string) bool {
	return s != "" && ('0' <= s[0] && s[0] <= '9' || days.begins(s)) && fullDate.MatchString(s)
}

// isNameFirst finds a name and then a date.
func isNameFirst(s string) bool {
	return slices.ContainsFunc(spokenDates, func(w string) bool { return strings.Contains(s, w) }) && nameFirst.MatchString(s)
}

// isAttribution judges folded text: a verb of writing, a date or an address,
// and a colon. Directly above ">" lines the verb alone is enough.
func isAttribution(s string, opens, quoteBelow bool) bool {
	if len(s) > maxAttribution {
		return false
	}
	text, colon := strings.CutSuffix(strings.TrimRight(s, "-_ "), ":")
	text = strings.TrimRight(text, " ")
	spoken := strings.Contains(text, "@") && !strings.HasSuffix(text, ">") // "... <a@b> wrote", without a colon
	if text != "" && '0' <= text[0] && text[0] <= '9' && gmailDate.MatchString(text) {
		return true
	}
	if !colon && !quoteBelow && !spoken {
		return false
	}
	verb := cutVerb(text)
	dated := startsDated(text)
	opens = opens && (colon || verb >= 0 || quoteBelow && dated) && hasEvidence(text)
	switch {
	case verb >= 0 && (colon || opens && address.MatchString(text)):
		return lastForm(text[:verb], opens, quoteBelow)
	case verb >= 0 && quoteBelow && opens:
		return true
	case opens && colon && (insideVerb.MatchString(text) || isNameFirst(text) && (clock.MatchString(text) || address.MatchString(text))):
		return true
	case opens && colon && sentLast.MatchString(text):
		return true
	case opens && dated && addressLast.MatchString(text) && (colon || quoteBelow):
		return true
	case colon && addressLast.MatchString(text):
		return quoting.MatchString(text) || clock.MatchString(text) && year.MatchString(text)
	}
	_, date, ok := strings.Cut(text, " a ecrit le ")
	return ok && (colon || quoteBelow) && isDate(date)
}

// hasEvidence finds an address or a date.
func hasEvidence(text string) bool {
	return address.MatchString(text) || clock.MatchString(text) || year.MatchString(text) || dayOfMonth.MatchString(text)
}

// cutVerb returns where the verb begins that ends the text, with what stands
// before it; -1 without one. It looks at the last words only.
func cutVerb(text string) int {
	const longest = 60
	for _, g := range gluedVerbs {
		if strings.HasSuffix(text, g) {
			return len(text) - len(g)
		}
	}
	for i := max(0, len(text)-longest); i < len(text); i++ {
		switch {
		case i == 0 && verbSet[text]:
			return 0
		case strings.IndexByte(" ,>\"(])", text[i]) >= 0 && verbSet[text[i+1:]]:
			return i
		}
	}
	return -1
}

// lastForm judges what stands before a verb that ends the line. "Le paragraphe
// que Paul a écrit :" opens like French and gives no date: no attribution.
func lastForm(before string, opens, quoteBelow bool) bool {
	switch {
	case opens:
		return true
	case quoteBelow:
		return strings.TrimSpace(before) != ""
	case article.MatchString(before):
		return addressLast.MatchString(before) || address.MatchString(before) && clock.MatchString(before) && year.MatchString(before)
	}
	return address.MatchString(before) || clock.MatchString(before) && year.MatchString(before)
}

// isDate tells whether every word belongs to a date and one of them has a digit.
func isDate(s string) bool {
	digit := false
	for w := range strings.FieldsSeq(s) {
		if !dateWord.MatchString(w) {
			return false
		}
		digit = digit || strings.ContainsAny(w, "0123456789")
	}
	return digit
}

var (
	day     = anyOf(weekdays)
	month   = anyOf(months)
	days    = firstWords(weekdays)
	verbSet = setOf(verbs)
	openers = firstWords(prefixes)

	gluedVerbs  = folded(glued)
	spokenDates = append(folded(spoken), "wiadomosc napisana")
	// opening: the word before a date, then the date.
	opening = regexp.MustCompile(`^` + anyOf(prefixes) + `[ ,]*(?:(?:` + day + `|\p{Arabic}+|\p{Hebrew}+|\p{Cyrillic}+|\p{Greek}+)[.,\x{60c}]*[ ,]+)?` +
		`(?:\d{1,4}(?:[ ./,:-]|er |st |nd |rd |th |\p{Han})|(?:de )?` + month + `[.]? \d)`)
	// fullDate: a date with its year begins the line.
	fullDate = regexp.MustCompile(`^(?:` + day + `[.,]*[ ,]+)?(?:\d{4}([-/.\x{5e74}]) ?\d{1,2}[-/.\x{6708}] ?\d{1,2}|\d{1,2}([./-])\d{1,2}[./-](?:\d{4}|\d\d)\b|` +
		`\d{1,2}[.]? (?:de )?\pL{3,14}[.]? (?:de )?\d{4}\b)`)
	gmailDate   = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d{1,2}:\d\d gmt[+-]\d\d:\d\d [^:]{1,80}$`)
	nameFirst   = regexp.MustCompile(`^(?:.{1,120} ` + anyOf(spoken) + `|wiadomosc napisana przez .{1,120} w dniu) (?:` + day + `[.,]*[ ,]+)?\d`)
	timeFirst   = regexp.MustCompile(`^(?:um|at|a|om|kl|klo|o|alle|as|a las) \d{1,2}[:.h]\d\d`)
	dayOfMonth  = regexp.MustCompile(`\d{1,2}(?:er|[.])? (?:de )?` + month + `\b`)
	addressLast = regexp.MustCompile(`@[^\s<>@]+>?\)? ?$`)
	article     = regexp.MustCompile(`^(?:le|la|les|l'|un|une|ce que|ce qu'|the|this|what|voici|voila)\b`)
	insideVerb  = regexp.MustCompile(`[ ,\x{60c}]` + anyOf(inside) + ` .{1,200}$`)
	sentLast    = regexp.MustCompile(`@[^\s<>@]+> sent$`)
	quoting     = regexp.MustCompile(`^(?:quoting|selon|zitat von|citando) `)
	address     = regexp.MustCompile(`[^\s<>@]@[^\s<>@]`)
	clock       = regexp.MustCompile(`\b\d{1,2} ?[:h.] ?\d{2}\b`)
	year        = regexp.MustCompile(`\b(?:19|20)\d\d(?:\b|\p{Han})|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b`)
	dateWord    = regexp.MustCompile(`^(?:[\d/.,:()+-]+|\d{1,2}(?:h\d{0,2}|er)|le|a|at|h|de|utc.{0,6}|gmt.{0,6}|cest|cet|am|pm|` + day + `[.,]*|` + month + `[.,]*)$`)
)
