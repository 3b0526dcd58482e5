package mail

import (
	"regexp"
	"strings"
)

const (
	maxFields = 14 // lines of a "De : / Envoyé : / Objet :" block
	maxGap    = 2  // empty lines between a drawn rule and the header below it
)

// headerAt tells whether a quote header begins at line i and where it ends
// (exclusive, i when there is none). Block headers and "original message"
// rules announce a quotation for certain; an attribution may stand alone.
func headerAt(views []view, i int) (end int, block bool) {
	v := views[i]
	if v.depth > 0 {
		return markedHead(views, i), true
	}
	if v.fold == "" {
		return i, false
	}
	if end := fieldBlock(views, i); end > i {
		return end, true
	}
	if v.hint == LineQuoteHeader {
		for end = i; end < len(views) && views[end].hint == v.hint && views[end].depth == 0; {
			end++
		}
		return end, false
	}
	if isOriginalRule(v.fold) {
		return max(i+1, fieldBlock(views, i+1)), true
	}
	if isRule(v.fold) {
		return belowRule(views, i)
	}
	return attributionAt(views, i), false
}

// markedHead returns the end of a header that a webmailer marks as quoted above
// a quotation that it does not mark: "> Message du 03/03/25 10:00 > De : ...".
func markedHead(views []view, i int) int {
	if !strings.HasPrefix(views[i].fold, "message du ") || !isOriginalRule(views[i].fold) {
		return i
	}
	end := i
	for end < len(views) && views[end].depth == 1 && (end == i || views[end].fold == "" || fieldKind(views[end].fold) != noField) {
		end++
	}
	next := end
	for next < len(views) && views[next].fold == "" && views[next].depth == 0 {
		next++
	}
	if end < i+4 || next == len(views) || views[next].depth > 0 {
		return i
	}
	return end
}

// belowRule looks for a header below a drawn rule, which then belongs to it.
func belowRule(views []view, i int) (end int, block bool) {
	next := i + 1
	for next < len(views) && next <= i+maxGap && views[next].fold == "" && views[next].depth == 0 {
		next++
	}
	if end := fieldBlock(views, next); end > next {
		return end, true
	}
	if end := attributionAt(views, i); end > i {
		return end, false
	}
	if next < len(views) && views[next].depth == 0 && drawn(views[i].fold) {
		if isOriginalRule(views[next].fold) {
			return max(next+1, fieldBlock(views, next+1)), true
		}
		if end := attributionAt(views, next); end > next {
			return end, false
		}
	}
	return i, false
}

// isRule tells whether a line begins with a drawn rule.
func isRule(s string) bool { return len(s) >= 3 && drawn(s[:3]) }

// drawn tells whether a text is nothing but a rule.
func drawn(s string) bool { return strings.Trim(s, "-_=*~+#") == "" }

// isOriginalRule looks at lines that a rule or one of a few words begins.
func isOriginalRule(s string) bool {
	return s != "" && (strings.IndexByte("-_*=", s[0]) >= 0 || ruleWords.begins(s)) && len(s) <= maxAttribution && originalRule.MatchString(s)
}

var ruleWords = wordSet{"original": true, "debut": true, "begin": true, "message": true, "anfang": true}

// Rules that announce the original or a forwarded message.
var originalRule = regexp.MustCompile(`^(?:[-_*=> ]{2,} ?(?:` + anyOf(originals) + `|(?:forwarded by|transfere par|weitergeleitet von|reenviado por|inoltrato da) .{1,80}) ?(?:[-_*= ]*:?|[-_*=]{2,} ?\pL{2,12} ?:.{0,300})|` +
	`[-_*=]{3,} ?.{1,100}[ ,>"]` + anyOf(verbs) + ` ?[-_*=]{3,}|` +
	`original message processed by .{1,60}|(?:debut du message (?:reexpedie|transfere|transmis)|begin forwarded message|message du ?:? ?\d.{0,40}|anfang der weitergeleiteten nachricht) ?:?)$`)

// fieldBlock returns the end of a block of header fields that begins at i and
// names a sender and a date or subject; else i.
func fieldBlock(views []view, i int) int {
	if i >= len(views) || fieldKind(views[i].fold) == noField {
		return i
	}
	end, fields, kinds := i, 0, 0
	for j := i; j < min(i+maxFields, len(views)); j++ {
		if views[j].depth > 0 {
			break
		}
		if views[j].fold == "" { // some programs put an empty line between the fields
			if j == i || j+1 == len(views) || fieldKind(views[j+1].fold) == noField || views[j-1].fold == "" {
				break
			}
			continue
		}
		if k := fieldKind(views[j].fold); k != noField {
			end, fields, kinds = j+1, fields+1, kinds|1<<k
		} else if j > end+1 {
			break // two lines that are no field: the block is over
		}
	}
	if fields >= 3 && kinds&(1<<fieldFrom) != 0 && kinds&(1<<fieldDate|1<<fieldSubject) != 0 {
		return end
	}
	if fields == 2 && end == i+2 && isPair(views[i].fold, views[i+1].fold) {
		return end
	}
	return i
}

// isPair: two fields are a header when one is the time of a mail and the other
// an address. "De : Bowery" and "Date : demain" are somebody's words.
func isPair(a, b string) bool {
	if fieldKind(a) == fieldDate {
		a, b = b, a
	}
	return fieldKind(b) == fieldDate && mailDate.MatchString(b) && fieldKind(a) != fieldDate && address.MatchString(a)
}

// mailDate is a date as it stands in a mail: with its year and its time.
var mailDate = regexp.MustCompile(`\b(?:19|20)\d\d\b.{0,20}\b\d{1,2}[:.h]\d\d\b`)

// Fields of a header block by what they tell.
const (
	noField = iota
	fieldFrom
	fieldDate
	fieldTo
	fieldSubject
)

// fieldKind reads the name in front of the first colon, in any language.
func fieldKind(s string) int {
	name, _, ok := strings.Cut(s, ":")
	if !ok || len(name) > 60 {
		return noField
	}
	return fieldNames[strings.Trim(name, "* ")]
}
