package mail

import (
	"regexp"
	"strings"
)

const (
	maxWindow      = 4   // lines of a wrapped "Le ... a écrit :"
	maxAttribution = 500 // bytes of one
	maxFields      = 14  // lines of a "De : / Envoyé : / Objet :" block
)

// headerAt tells whether a quote header begins at line i and where it ends
// (exclusive, i when there is none). Block headers and "original message"
// rules announce a quotation for certain; an attribution may stand alone.
func headerAt(views []view, i int) (end int, block bool) {
	v := views[i]
	if v.depth > 0 || v.fold == "" {
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
	if isRule(v.fold) && fieldBlock(views, i+1) > i+1 {
		return fieldBlock(views, i+1), true
	}
	return attributionAt(views, i), false
}

// isRule tells whether a line begins with a drawn rule.
func isRule(s string) bool {
	return len(s) >= 3 && strings.Trim(s[:3], "-_=*") == ""
}

// isOriginalRule looks at lines that a rule or one of a few words begins.
func isOriginalRule(s string) bool {
	return strings.ContainsRune("-_*=dbma", rune(s[0])) && originalRule.MatchString(s)
}

// attributionAt joins up to maxWindow lines that end in a colon. Several lines
// must open like an attribution, so that no order above one is drawn into it.
func attributionAt(views []view, i int) int {
	text := strings.TrimLeft(views[i].fold, "- ")
	opens := opening.MatchString(text)
	for j := i + 1; ; j++ {
		if isAttribution(text, opens, quoteFollows(views, j)) {
			return j
		}
		if !opens || j == len(views) || j == i+maxWindow || views[j].depth > 0 || !wraps(views[j-1].fold, views[j].fold) {
			return i
		}
		if text += " " + views[j].fold; len(text) > maxAttribution {
			return i
		}
	}
}

// wraps tells whether a mail program may have broken a line here: it was full,
// or ends in a comma, or an address or the verb goes on below.
func wraps(line, next string) bool {
	if next == "" {
		return false
	}
	if len(line) >= 55 || strings.HasSuffix(line, ",") || strings.HasSuffix(line, "<") || strings.HasPrefix(next, "<") {
		return true
	}
	if len(next) > 30 || !strings.HasSuffix(next, ":") {
		return false
	}
	return cutVerb(strings.TrimRight(next, " :")) == 0
}

func quoteFollows(views []view, i int) bool {
	for ; i < len(views); i++ {
		if views[i].depth > 0 {
			return true
		}
		if views[i].fold != "" {
			return false
		}
	}
	return false
}

// isAttribution judges folded text: a verb of writing, a date or an address,
// and a colon. Directly above ">" lines the verb alone is enough.
func isAttribution(s string, opens, quoteBelow bool) bool {
	text, colon := strings.CutSuffix(strings.TrimRight(s, "- "), ":")
	text = strings.TrimRight(text, " ")
	spoken := strings.Contains(text, "@") && !strings.HasSuffix(text, ">") // "... <a@b> wrote", without a colon
	if !colon && !quoteBelow && !spoken || len(text) > maxAttribution {
		return false
	}
	verb := cutVerb(text)
	opens = opens && (colon || verb >= 0) && hasEvidence(text)
	switch {
	case verb >= 0 && (colon || opens && address.MatchString(text)):
		return lastForm(text[:verb], opens, quoteBelow)
	case opens && colon && verbInside.MatchString(text):
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

// cutVerb returns where the verb begins that ends the text, -1 without one.
func cutVerb(text string) int {
	const longest = 40
	tail := max(0, len(text)-longest)
	loc := verbLast.FindStringIndex(text[tail:])
	if loc == nil || loc[0] == 0 && tail > 0 {
		return -1 // none, or the tail begins inside a word
	}
	return tail + loc[0]
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
		return addressLast.MatchString(before)
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

const (
	days = `(?:lun|mar|mer|jeu|ven|sam|dim|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|` +
		`mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|` +
		`mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|` +
		`lunes|martes|miercoles|jueves|viernes|sabado|domingo|vie|mie|jue|sab|dom|gio|` +
		`lunedi|martedi|mercoledi|giovedi|venerdi|domenica|segunda-feira|terca-feira|quarta-feira|quinta-feira|sexta-feira|` +
		`ma|wo|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|` +
		`man|tir|ons|tor|tors|fre|pon|wt|sr|czw|pt|sob|niedz|pn|vt|cht|sb|vs)`
	months = `(?:janv|janvier|fevr|fev|fevrier|mars|avr|avril|mai|juin|juil|juillet|aout|sept|septembre|oct|octobre|nov|novembre|dec|decembre|` +
		`jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|september|october|november|december)`
)

var (
	// opening: the word before a date, then the date.
	opening = regexp.MustCompile(`^(?:le|on|am|op|den|el|em|il(?: giorno)?|dnia|w dniu|dne|v|ha)[ ,]+(?:` + days + `[.,]*[ ,]+)?` +
		`(?:\d{1,4}(?:[ ./,:-]|er )|(?:de )?` + months + `[.]? \d)`)
	dayOfMonth  = regexp.MustCompile(`\d{1,2}(?:er|[.])? (?:de )?` + months + `\b`)
	addressLast = regexp.MustCompile(`@[^\s<>@]+>?\)? ?$`)
	article     = regexp.MustCompile(`^(?:le|la|les|l'|un|une|ce que|ce qu'|the|this|what|voici|voila)\b`)
	verbLast    = regexp.MustCompile(`(?:(?:^|[ ,>"(\])])(?:(?:a|avez|ont|m'a|nous a|vous a|t'a) (?:ecrit|repondu)|ecrivait|ecrivit|ecrit|wrote|writes|has written|schrieb|geschrieben|escribio|ha scritto|escreveu|schreef|napisal(?:a|\(a\))?|pisze|skrev|kirjoitti|napsal(?:a|\(a\))?|irta|писал(?:а|\(а\))?|написал(?:а|\(а\))?|пишет)|写道|写到|のメール|書きました)$`)
	verbInside  = regexp.MustCompile(`[ ,](?:schrieb|schreef|skrev|escribio|escreveu|ha scritto|kirjoitti) .{1,200}$`)
	quoting     = regexp.MustCompile(`^(?:quoting|selon|zitat von|citando) `)
	address     = regexp.MustCompile(`[^\s<>@]@[^\s<>@]`)
	clock       = regexp.MustCompile(`\b\d{1,2} ?[:h.] ?\d{2}\b`)
	year        = regexp.MustCompile(`\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b`)
	dateWord    = regexp.MustCompile(`^(?:[\d/.,:()+-]+|\d{1,2}(?:h\d{0,2}|er)|le|a|at|h|de|utc.{0,6}|gmt.{0,6}|cest|cet|am|pm|` + days + `[.,]*|` + months + `[.,]*)$`)
)

// Rules that announce the original or a forwarded message.
var (
	originalRule = regexp.MustCompile(`^(?:[-_*=> ]{2,} ?(?:` + originals + `) ?[-_*= ]*:?|(?:debut du message (?:reexpedie|transfere|transmis)|begin forwarded message|message du ?:? ?\d.{0,40}|anfang der weitergeleiteten nachricht) ?:?)$`)
)

const originals = `message d'origine|message original|message initial|message transfere|message transmis|message reexpedie|courriel original|` +
	`original message|original appointment|forwarded message|forwarded by .{1,60}|reply message|` +
	`ursprungliche nachricht|originalnachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|` +
	`messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|oprindelig meddelelse|ursprungligt meddelande|wiadomosc oryginalna`

// fieldBlock returns the end of a block of at least three header fields that
// begins at i and names a sender and a date or subject; else i.
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
	return i
}

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
	if !ok || len(name) > 40 {
		return noField
	}
	switch strings.Trim(name, "* ") {
	case "de", "from", "von", "da", "van", "fra", "fran", "od", "expediteur", "от", "发件人", "差出人", "lahettaja":
		return fieldFrom
	case "envoye", "envoye le", "sent", "date", "date d'envoi", "gesendet", "datum", "enviado", "enviado el", "inviato", "data",
		"verzonden", "sendt", "skickat", "dato", "wyslano", "дата", "送信日時", "发送时间", "lahetetty":
		return fieldDate
	case "a", "to", "an", "aan", "para", "per", "til", "till", "do", "кому", "宛先", "收件人", "vastaanottaja", "pour", "destinataire",
		"destinataires", "cc", "cci", "bcc", "copie", "copie a", "kopie", "kopi", "reply-to", "repondre a":
		return fieldTo
	case "objet", "sujet", "subject", "betreff", "asunto", "assunto", "oggetto", "onderwerp", "emne", "amne", "temat", "тема", "件名",
		"主题", "aihe":
		return fieldSubject
	}
	return noField
}
