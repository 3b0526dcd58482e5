package mail

import (
	"regexp"
	"strings"
	"unicode"
)

// What mail programs, lists and scanners put around somebody's words.

// isMarker finds our "reply above this line", in any dashes. Within a sentence
// the same words are somebody's own.
func isMarker(fold string) bool {
	return len(fold) <= maxAttribution && (strings.Contains(fold, "this line") || strings.Contains(fold, "cette ligne")) && marker.MatchString(fold)
}

var marker = regexp.MustCompile(`^[^a-z0-9]*(?:(?:please|veuillez|merci de) )?(?:type your )?(?:reply above this line|repond(?:ez|re) au[- ]dessus de cette ligne)(?:[^a-z0-9?]|$)`)

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

// isSentFrom finds the line by which a telephone or web mailer names itself,
// whatever link or bracket it puts there.
func isSentFrom(fold string) bool {
	if len(fold) > maxAttribution {
		return false
	}
	s := strings.TrimLeft(fold, "<>()[]. ")
	if !senders.begins(s) && !strings.HasSuffix(s, "from mobile") && !strings.HasPrefix(s, "iphone") {
		return false
	}
	s = strings.ReplaceAll(strings.ReplaceAll(links.ReplaceAllString(s, ""), "[", ""), "]", "")
	s = strings.Trim(s, "<>(). ")
	return len(s) <= 120 && sentFrom.MatchString(s)
}

// senders are the first words of what isSentFrom finds.
var senders = firstWords(strings.Fields(`envoyé sent transmis enviado enviat inviato verzonden verstuurd skickat sendt wysłane wysłano odesláno
	odoslané trimis lähetetty from von gesendet diese obtenez obtenir téléchargez télécharger get download holen hent skaffa scarica ottieni
	obtener obtén obter baixe pobierz outlook provenance yahoo elküldve az`))

// gates are the first words of what isBanner finds.
var gates = firstWords(strings.Fields(`external externe exterieur caution attention warning avertissement garanti sans virus-free l'absence this you vous
	to pour`))

// isBanner finds lines that gateways and lists add by themselves.
func isBanner(fold string) bool {
	return len(fold) <= maxAttribution && gates.begins(strings.TrimPrefix(fold, "[")) && banner.MatchString(fold)
}

// footerAt returns the line of the rule above a mailing list's footer at the
// end of the text, or below which a sender put his address and telephone,
// len(views) without one. All lines of a footer hold an address, a link, a
// number to call or the list's words: no order does.
func footerAt(views []view) int {
	lines, named := 0, false
	for i := len(views) - 1; i >= 0; i-- {
		s := views[i].fold
		switch {
		case views[i].depth > 0 || lines > 6:
			return len(views)
		case s == "" && lines == 0:
		case len(s) >= 2 && drawn(s):
			if !named {
				return len(views)
			}
			return i
		case len(s) > maxAttribution || !footer.MatchString(s):
			return len(views)
		default:
			lines, named = lines+1, named || listName.MatchString(s) || reachedAt.MatchString(s)
		}
	}
	return len(views)
}

// signedBy returns the line "-Zoe Martin" that ends the words above a list's
// footer, len(views) without one. Only there: elsewhere it may be an order.
func signedBy(views []view, foot int) int {
	if foot == len(views) || len(views[foot].fold) < 10 { // list programs draw a long rule
		return len(views)
	}
	for i, v := range views[:foot] {
		if v.depth > 0 || i > 0 && attributionAt(views, i) > i {
			foot = i
			break
		}
	}
	for foot > 0 && views[foot-1].fold == "" {
		foot--
	}
	if foot > 1 && views[foot-2].fold == "" && signedName.MatchString(strings.TrimSpace(views[foot-1].text)) {
		return foot - 1
	}
	return len(views)
}

var (
	links      = regexp.MustCompile(`<?(?:https?|mailto):[^\s<>()]*>?|<?www\.[^\s<>()]*>?|\(\)`)
	reachedAt  = regexp.MustCompile(`^[^\s@]+@[^\s@]+\.\pL+$|` + telephone + `$`) // nothing but an address or a number
	footer     = regexp.MustCompile(`@|https?://|` + telephone + `$|\b(?:mailing[- ]?list|mailinglist|liste de diffusion|unsubscribe|se desabonner|desinscription)\b`)
	listName   = regexp.MustCompile(`\b(?:mailing[- ]?list|mailinglist|liste de diffusion|listinfo|unsubscribe|se desabonner|desinscription)\b`)
	signedName = regexp.MustCompile(`^-{1,2}\p{Lu}\p{Ll}+(?: \pL\p{Ll}+){0,2} \p{Lu}\p{Ll}+$`)
)

// telephone is a line with nothing but a number to call.
const telephone = `^(?:[\pL. ]{1,12}: ?)?[+(]?\d[\d ().-]{7,20}\d`

const devices = `iphone|ipad|ipod|ios|android|samsung|galaxy|mobile|mobil|mobilgerat|telephone|phone|smartphone|blackberry|huawei|xiaomi|redmi|orange mail|` +
	`outlook|proton ?mail|yahoo ?mail|mail for windows|courrier pour windows|windows mail|windows \d{1,2}|k-9 mail|gmail|windows phone|tutanota|tuta|mailo|` +
	`mail app|mail orange|mail fur windows|correo para windows|posta per windows|iphonu|mobilu|nine|` +
	`thunderbird|airmail|mailbox|typeapp|bluemail|spark|newton|aqua ?mail|mailspring|fairemail|superhuman|handy|telefon|telefono|telefoon|tablette?`

// Lines that phones, web mailers and virus scanners add by themselves.
var (
	sentFrom = regexp.MustCompile(`^(?:` + strings.Join([]string{
		`(?:envoye|sent|transmis|enviado|enviat|inviato|verzonden|verstuurd|skickat|sendt|wyslan[eo]|odeslano|odoslane|trimis|lahetetty) ` +
			`(?:(?:de|depuis|from|via|by|par|a partir de|a partir du|avec|with|using|mit|met|desde|da|dal|dal mio|do|do meu|vanaf|vanuit|uit|fran|fra|z|ze|des del|de pe|med) |a partir d'|depuis l')` +
			`[^,;.!?]{0,30}(?:` + devices + `)\b.{0,60}`,
		`(?:envoye (?:de|depuis) (?:mon|ma)|sent from (?:my|a)|enviado (?:desde mi|do meu)|inviato dal mio|verstuurd vanaf mijn|sendt fra min|skickat fran min) .{1,40}`,
		`from my (?:` + devices + `)\b.{0,20}`,
		`\pL{2,20} from mobile`,
		`(?:von meinem|von meiner|gesendet (?:von|mit)|diese nachricht wurde von meinem) .{0,40}(?:` + devices + `)\b.{0,60}`,
		`(?:obtene[rz]|obten|obtenir|obter o|baixe o|telecharge[rz]|get|download|holen sie sich|hent|skaffa|scarica|ottieni|pobierz aplikacje) ` +
			`(?:outlook|bluemail) (?:pour|for|fur|til|per|para|dla systemu) .{1,40}`,
		`outlook (?:fur|voor|para|per) (?:ios|android) .{1,20}`,
		`provenance ?: ?(?:courrier|mail) .{1,40}`,
		`yahoo mail ?: .{1,60}`,
		anyOf([]string{
			"отправлено с", "отправлено из", "отправлено от", "надіслано з", "надіслано із", "أرسلت من", "تم الإرسال من", "נשלח מ", "στάλθηκε από",
			"发自我的", "从我的", "從我的",
		}) + ` ?.{1,60}`,
		`.{1,20}` + anyOf([]string{"から送信", "에서 보냄"}),
		`iphone'(?:umdan|dan) gonderildi`, `lahetetty .{1,30}(?:sta|lta)`, `elkuldve az .{1,30}`, `az .{1,30} kuldve`,
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
		`\x{1427}`, // the dot of a tracker
	}, "|") + `)$`)
)
