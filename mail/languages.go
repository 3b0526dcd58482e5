package mail

import (
	"regexp"
	"strings"
)

// The words by which mail programs announce a quotation, as they write them;
// they are folded like the lines they are compared with.

// verbs say that somebody wrote; they end an attribution.
var verbs = []string{
	"a écrit", "avez écrit", "ont écrit", "m'a écrit", "nous a écrit", "vous a écrit", "t'a écrit", "a répondu", "m'a répondu",
	"avez répondu", "ont répondu", "nous a répondu", "vous a répondu", "t'a répondu", "écrivait", "écrivit", "écrit",
	"wrote", "writes", "has written",
	"schrieb", "geschrieben", "schreef", "schrijft", "geschreven",
	"escribió", "escribieron", "ha escrito", "ha escrit", "va escriure", "ha scritto", "scrisse", "scrive", "escreveu", "a scris",
	"skrev", "skriver", "har skrevet", "kirjoitti", "kirjutas", "rakstīja", "rašė",
	"napisał", "napisała", "napisał(a)", "pisze", "napsal", "napsala", "napsal(a)", "napísal", "napísala", "napísal(a)", "píše",
	"je napisao", "je napisala", "napisao je", "napisala je", "je napisao/la", "je napisal", "je napisal/a",
	"írta", "yazdı", "έγραψε", "đã viết", "menulis", "เขียนว่า",
	"писал", "писала", "писал(а)", "написал", "написала", "написал(а)", "пишет", "пише", "написав", "написала", "писав", "написа",
	"كتب", "كتبت", "نوشت", "כתב", "כתבה", "כתב/ה",
}

// glued are verbs and nouns of scripts that put no space before them.
var glued = []string{"写道", "寫道", "写到", "のメール", "のメッセージ", "書きました", "작성", "썼습니다"}

// inside stand in the middle of an attribution that ends in a name or a time.
var inside = []string{
	"schrieb", "schreef", "skrev", "escribió", "escreveu", "ha scritto", "kirjoitti", "napisał", "napisała", "napsal", "napsal(a)",
	"كتب", "كتبت", "كتب/كتبت",
}

// spoken begin a date that follows a name: "Zoé <zoe@example.org> schrieb am 3."
var spoken = []string{"schrieb am", "schreef op", "skrev den", "escribió el", "escreveu em", "ha scritto il", "wrote on", "kirjoitti", "napisał w dniu", "napisała w dniu", "ezt írta (időpont:"}

// prefixes stand before the date that opens an attribution.
var prefixes = []string{
	"le", "on", "am", "op", "den", "på", "el", "em", "no dia", "il", "il giorno", "in data", "dnia", "w dniu", "dne", "dňa", "v", "ha",
	"în", "la data de", "vào", "στις", "в", "у", "на", "في", "در", "ב-", "בתאריך", "在", "于", "於",
}

var weekdays = []string{
	"lun", "mar", "mer", "jeu", "ven", "sam", "dim", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
	"mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	"mo", "di", "mi", "do", "fr", "sa", "so", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag",
	"lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "vie", "mié", "jue", "sáb", "dom", "gio",
	"lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "domenica",
	"seg", "ter", "qua", "qui", "sex", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira",
	"ma", "wo", "vr", "za", "zo", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
	"man", "tir", "ons", "tor", "tors", "fre", "lör", "lør", "søn", "sön", "mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag",
	"søndag", "måndag", "tisdag", "lördag", "söndag",
	"ke", "to", "pe", "la", "su", "ti", "maanantai", "tiistai", "keskiviikko", "torstai", "perjantai", "lauantai", "sunnuntai",
	"pon", "wt", "śr", "czw", "pt", "sob", "niedz", "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela",
	"po", "út", "st", "čt", "pá", "ne", "pn", "vt", "cht", "sb", "vs", "пн", "вт", "ср", "чт", "пт", "сб", "вс", "нд",
	"понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
	"joi", "vin", "sâm", "luni", "marți", "miercuri", "vineri", "sâmbătă", "duminică",
}

var months = []string{
	"janv", "janvier", "févr", "fév", "février", "mars", "avr", "avril", "mai", "juin", "juil", "juillet", "août", "sept", "septembre",
	"oct", "octobre", "nov", "novembre", "déc", "décembre",
	"jan", "january", "feb", "february", "mar", "march", "apr", "april", "may", "jun", "june", "jul", "july", "aug", "august", "sep",
	"september", "october", "november", "dec", "december",
}

func folded(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fold(w)
	}
	return out
}

// anyOf writes folded words as alternatives of a pattern.
func anyOf(words []string) string {
	out := folded(words)
	for i, w := range out {
		out[i] = regexp.QuoteMeta(w)
	}
	return "(?:" + strings.Join(out, "|") + ")"
}

func setOf(words []string) wordSet {
	set := wordSet{}
	for _, w := range folded(words) {
		set[w] = true
	}
	return set
}

type wordSet map[string]bool

// firstWords are those of phrases: a pattern need not be tried on a line that
// begins with another one.
func firstWords(phrases ...[]string) wordSet {
	set := wordSet{}
	for _, list := range phrases {
		for _, p := range list {
			set[firstWord(fold(p))] = true
		}
	}
	return set
}

func firstWord(s string) string {
	if i := strings.IndexAny(s, " .,:;([<>])"); i >= 0 {
		return s[:i]
	}
	return s
}

// begins tells whether a folded line may begin with one of the phrases. Scripts
// that put no space between words are always tried.
func (w wordSet) begins(s string) bool { return s != "" && (s[0] >= 0x80 || w[firstWord(s)]) }

// fieldNames are the fields of a header block by what they tell.
var fieldNames = fieldTable(map[int]string{
	fieldFrom: "de|from|von|da|van|fra|från|od|expéditeur|отправитель|от|від|发件人|寄件者|差出人|보낸 사람|lähettäjä|nadawca|feladó|" +
		"expeditor|de la|gönderen|kimden|από|من|מאת|remitente|mittente|remetente|afzender|absender|avsender|avsändare|afsender",
	fieldDate: "envoyé|envoyé le|sent|date|date d'envoi|gesendet|datum|enviado|enviado el|inviato|data|fecha|verzonden|sendt|skickat|dato|" +
		"wysłano|дата|отправлено|надіслано|送信日時|日時|发送时间|日期|傳送日期|보낸 날짜|날짜|lähetetty|päivämäärä|odesláno|odoslané|elküldve|" +
		"dátum|trimis|tarih|gönderildi|ημερομηνία|στάλθηκε|تاريخ|נשלח",
	fieldTo: "à|to|an|aan|para|per|pour|til|till|do|кому|宛先|收件人|받는 사람|vastaanottaja|destinataire|destinataires|cc|cci|bcc|copie|copie à|" +
		"kopie|kopi|kopia|komu|címzett|către|kime|προς|إلى|אל|destinatario|ontvanger|empfänger|mottagare|adresat|dw|reply-to|répondre à|копия|抄送|사본|참조",
	fieldSubject: "objet|sujet|subject|betreff|asunto|assunto|oggetto|onderwerp|emne|ämne|temat|тема|件名|主题|主旨|제목|aihe|předmět|predmet|" +
		"tárgy|subiect|konu|θέμα|الموضوع|נושא",
})

func fieldTable(names map[int]string) map[string]int {
	table := map[string]int{}
	for kind, list := range names {
		for name := range strings.SplitSeq(list, "|") {
			table[fold(name)] = kind
		}
	}
	return table
}

// originals are what stands between the dashes above a quoted message.
var originals = []string{
	"message d'origine", "message original", "mail original", "message initial", "message transféré", "message transmis", "message réexpédié", "courriel original",
	"original message", "original appointment", "forwarded message", "reply message", "original email",
	"ursprüngliche nachricht", "originalnachricht", "weitergeleitete nachricht", "antwort nachricht", "original-nachricht",
	"mensaje original", "mensaje reenviado", "mensagem original", "mensagem encaminhada", "messaggio originale", "messaggio inoltrato",
	"oorspronkelijk bericht", "doorgestuurd bericht", "oprindelig meddelelse", "oprindelig besked", "videresendt meddelelse",
	"ursprungligt meddelande", "originalmeddelande", "vidarebefordrat meddelande", "opprinnelig melding", "videresendt melding",
	"wiadomość oryginalna", "oryginalna wiadomość", "treść przekazanej wiadomości", "původní zpráva", "původní e-mail", "pôvodná správa",
	"alkuperäinen viesti", "välitetty viesti", "eredeti üzenet", "mesaj original", "özgün ileti", "αρχικό μήνυμα",
	"исходное сообщение", "пересылаемое сообщение", "вихідне повідомлення", "原始邮件", "原始郵件", "转发的邮件", "元のメッセージ", "原本信息",
}
