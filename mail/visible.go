package mail

import (
	"regexp"
	"strings"
	"unicode"

	"fivepoints/events"

	"golang.org/x/text/unicode/norm"
)

// Classes of a line, as in events.Line; the empty class is a line of the player.
const (
	LineQuote       = "quote"
	LineQuoteHeader = "quote-header"
	LineSignature   = "signature"
	LineBanner      = "banner"
	LineMarker      = "reply-marker"
)

// Lines gives every line of a plain text its class.
func Lines(text string) []events.Line {
	var lines []textLine
	for l := range strings.SplitSeq(breakLines(text), "\n") {
		lines = append(lines, textLine{text: printable(l)})
	}
	return classLines(lines)
}

// view is a line as the patterns see it.
type view struct {
	textLine
	fold  string // see fold; without quote marks
	depth int    // number of quote marks
}

// Where the walk over the lines is.
type zone int

const (
	own  zone = iota // what the player wrote
	sign             // below "-- "
	rest             // below a header whose quotation has no marks
)

// classLines walks the lines once. Every line comes out, in order.
func classLines(lines []textLine) []events.Line {
	views := make([]view, len(lines))
	for i, l := range lines {
		views[i] = newView(l)
	}
	out := make([]events.Line, 0, len(lines))
	z, wrote := own, false
	for i := 0; i < len(views); {
		n, class := 1, ""
		if end, block := headerAt(views, i); end > i && z != rest && views[i].depth == 0 {
			n, class = end-i, LineQuoteHeader
			z = afterHeader(views, end, block || wrote)
		} else {
			class, z = classLine(views[i], z)
		}
		wrote = wrote || class == "" && views[i].fold != ""
		for range n {
			out = append(out, events.Line{N: len(out) + 1, Class: class, Text: lines[i].text})
			i++
		}
	}
	return out
}

// afterHeader tells what follows a quote header: marked quotation speaks for
// itself; unmarked text is quoted, except below a lone attribution at the top
// of the mail: there somebody cut the quotation and kept its first line.
func afterHeader(views []view, next int, quoted bool) zone {
	for _, v := range views[next:] {
		if v.fold == "" && v.depth == 0 {
			continue
		}
		if v.depth > 0 {
			return own
		}
		break
	}
	if quoted {
		return rest
	}
	return own
}

// classLine classes one line by what it says and where it stands.
func classLine(v view, z zone) (string, zone) {
	switch {
	case isMarker(v.fold):
		if v.depth > 0 {
			return LineMarker, z
		}
		return LineMarker, rest
	case isGroupWise(v) && z != rest:
		return LineQuoteHeader, rest
	case v.depth > 0:
		if z == sign {
			z = own
		}
		return LineQuote, z
	case z == rest:
		return LineQuote, z
	case v.hint != "":
		return v.hint, z
	case z == sign || isSignatureMark(v.text):
		return LineSignature, sign
	case len(v.fold) <= maxAttribution && sentFrom.MatchString(v.fold):
		return LineSignature, z
	case len(v.fold) <= maxAttribution && banner.MatchString(v.fold):
		return LineBanner, z
	}
	return "", z
}

// isSignatureMark: "-- " in all its spellings. Mailers strip its blank or make
// it a hard one, telephones make one long dash of it.
func isSignatureMark(s string) bool {
	switch strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }) {
	case "--", "\u2014", "\u2015", "\u2013\u2013", "\u2013-", "\u2011\u2011", "- --", "-----BEGIN PGP SIGNATURE-----":
		return true
	}
	return false
}

// isGroupWise: ">>> Club <club@example.org> 03/03/25 09:00 >>>" announces a
// quotation without marks.
func isGroupWise(v view) bool {
	return v.depth == 3 && strings.HasSuffix(v.fold, ">>>") && hasEvidence(v.fold)
}

func newView(l textLine) view {
	v := view{textLine: l}
	body := strings.TrimLeft(l.text, " \t\u00a0")
	for strings.HasPrefix(body, ">") {
		v.depth++
		body = strings.TrimLeft(body[1:], " \t\u00a0")
	}
	v.fold = fold(body)
	return v
}

// fold makes lines comparable: lower case, no accents, no invisible marks, one
// kind of space, apostrophe and dash.
func fold(s string) string {
	if len(s) > maxHeaderLine {
		s = strings.ToValidUTF8(s[:maxHeaderLine], "")
	}
	var b strings.Builder
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
			continue
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(foldRune(r))
	}
	return b.String()
}

func foldRune(r rune) rune {
	switch r {
	case '\u2019', '\u2018', '\u02bc', '`', '\u00b4':
		return '\''
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212':
		return '-'
	case '\u201c', '\u201d', '\u00ab', '\u00bb':
		return '"'
	case 'ł', 'Ł':
		return 'l'
	case 'ø', 'Ø':
		return 'o'
	}
	return unicode.ToLower(r)
}

func isMarker(fold string) bool {
	return strings.Contains(fold, "reply above this line") ||
		strings.Contains(strings.ReplaceAll(fold, "au dessus", "au-dessus"), "repondez au-dessus de cette ligne")
}

const devices = `iphone|ipad|ipod|android|samsung|galaxy|mobile|telephone|smartphone|blackberry|huawei|xiaomi|redmi|orange mail|outlook|proton ?mail|` +
	`yahoo ?mail|mail for windows|courrier pour windows|k-9 mail|gmail|windows phone|tutanota|tuta|mailo|thunderbird`

// Lines that phones, web mailers and virus scanners add by themselves.
var (
	sentFrom = regexp.MustCompile(`^(?:` + strings.Join([]string{
		`(?:envoye|sent|transmis|enviado|inviato|verzonden|skickat|sendt) (?:de|depuis|from|via|a partir de|a partir du|avec|with|using|mit|desde|da|dal|vanaf|fran|fra) .{0,30}(?:` + devices + `)\b.{0,60}`,
		`(?:envoye (?:de|depuis) mon|sent from my) .{1,40}`,
		`(?:von meinem|gesendet (?:von|mit)) .{0,30}(?:` + devices + `)\b.{0,60}`,
		`(?:obtenez|telecharge[rz]|get|download|holen sie sich) outlook (?:pour|for|fur) .{1,40}`,
		`provenance ?: ?(?:courrier|mail) .{1,40}`,
		`yahoo mail ?: .{1,60}`,
	}, "|") + `)$`)
	banner = regexp.MustCompile(`^(?:` + strings.Join([]string{
		`\[?(?:external|externe|exterieur)\]? ?:? ?(?:email|mail|message|courriel)?`,
		`(?:caution|attention|warning|avertissement) ?[:!-] ?.{0,40}(?:email|e-mail|message|courriel|mail).{0,60}(?:outside|external|exterieur|externe).{0,400}`,
		`(?:garanti )?sans virus\.? ?(?:www\.avast\.com|www\.avg\.com)?`,
		`virus-free\.? ?(?:www\.avast\.com|www\.avg\.com)?`,
		`l'absence de virus dans ce courrier electronique a ete verifiee.{0,120}`,
		`this email has been checked for viruses.{0,120}`,
		`(?:you received this message because you are subscribed|vous recevez ce message car vous etes abonne).{0,200}`,
		`to unsubscribe from this (?:group|list).{0,200}`,
		`(?:pour vous desinscrire|pour vous desabonner).{0,200}`,
	}, "|") + `)$`)
)
