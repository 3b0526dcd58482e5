package main

import (
	"fmt"
	"strings"
	"time"
)

// habit is how somebody writes and with what.
type habit struct {
	form        string // "plain", "flowed", "alternative", "html"
	charset     string // "utf-8", "iso-8859-1", "windows-1252"
	encoding    string // "7bit", "8bit", "quoted-printable", "base64"
	posting     string // "top", "bottom", "inline", "none"
	attribution string // whose words announce a quotation
	mark        string // before each quoted line
	prefix      string // of the subject of an answer
	agent       string
	zone        *time.Location
	hour        int    // when he mostly writes
	spelling    string // of his orders, see spell
	nbsp        bool   // a French keyboard puts them by itself
	framed      bool   // he copies the frame of the template
	sign        []string
	width       int
}

// habits returns each player's first habit and what he uses elsewhere.
func habits() map[string][2]habit {
	paris := time.FixedZone("", 3600)
	dublin := time.FixedZone("", 0)
	return map[string][2]habit{
		"Alix": {
			{
				form: "alternative", charset: "utf-8", encoding: "quoted-printable", posting: "top", attribution: "web-fr", mark: "> ",
				prefix: "Re: ", agent: "", zone: paris, hour: 8, spelling: "arrow", sign: []string{"-- ", "Alix Piedfin", "la plume la plus leste de Mulberry Bend"}, width: 76,
			},
			{
				form: "plain", charset: "utf-8", encoding: "8bit", posting: "none", prefix: "Re: ", agent: "Pigeon for pockets 4",
				zone: paris, hour: 22, spelling: "code", sign: []string{"Envoyé de mon téléphone"}, width: 0,
			},
		},
		"Sam": {
			{
				form: "flowed", charset: "utf-8", encoding: "8bit", posting: "bottom", attribution: "bird-en", mark: "> ",
				prefix: "Re: ", agent: "Thunderpigeon 115.2", zone: dublin, hour: 21, spelling: "name", sign: []string{"-- ", "Sam Sixpence, Corlears Hook", "\"I broke nothing that was not broken before.\""}, width: 72,
			},
			{
				form: "alternative", charset: "utf-8", encoding: "base64", posting: "none", prefix: "Re: ", agent: "",
				zone: dublin, hour: 13, spelling: "code", sign: []string{"Sam (from the office, shh)"}, width: 76,
			},
		},
		"Jo": {
			{
				form: "plain", charset: "iso-8859-1", encoding: "quoted-printable", posting: "top", attribution: "office-fr", mark: "",
				prefix: "RE : ", agent: "Perspective Bureau 16.0", zone: paris, hour: 12, spelling: "code", nbsp: true,
				sign: []string{"Cordialement,", "Jo Bitume", "Service du contentieux et des quais"}, width: 0,
			},
			{
				form: "plain", charset: "iso-8859-1", encoding: "8bit", posting: "none", prefix: "RE : ", agent: "Perspective Bureau 16.0",
				zone: paris, hour: 18, spelling: "code", nbsp: true, sign: []string{"JB"}, width: 0,
			},
		},
		"Kim": {
			{
				form: "plain", charset: "utf-8", encoding: "quoted-printable", posting: "top", attribution: "phone-en", mark: "> ",
				prefix: "Re: ", agent: "Pocket Mail (23C55)", zone: dublin, hour: 7, spelling: "lower", sign: []string{"Sent from my iPhone"}, width: 0,
			},
			{
				form: "plain", charset: "us-ascii", encoding: "7bit", posting: "none", prefix: "RE: ", agent: "",
				zone: dublin, hour: 16, spelling: "code", sign: []string{"kim"}, width: 70,
			},
		},
		"Lou": {
			{
				form: "html", charset: "utf-8", encoding: "base64", posting: "top", attribution: "apple-fr", mark: "> ",
				prefix: "Re : ", agent: "Pomme Mail (2.3826)", zone: paris, hour: 23, spelling: "mixed", nbsp: true,
				sign: []string{"Lou Deux-Langues", "The Bowery Gazette · La Gazette du Bowery"},
			},
			{
				form: "alternative", charset: "utf-8", encoding: "8bit", posting: "none", prefix: "Re : ", agent: "Pomme Mail (2.3826)",
				zone: paris, hour: 14, spelling: "mixed", sign: []string{"Lou"}, width: 78,
			},
		},
		"Max": {
			{
				form: "plain", charset: "windows-1252", encoding: "8bit", posting: "inline", attribution: "mutt-en", mark: "> ",
				prefix: "Re: ", agent: "Mongrel 1.5.24", zone: paris, hour: 18, spelling: "capital", sign: []string{"-- ", "Captain Max, on board the tugboat Patience", "Charlton Street docks, third mooring"}, width: 72,
			},
			{
				form: "plain", charset: "windows-1252", encoding: "quoted-printable", posting: "bottom", attribution: "mutt-en", mark: "> ",
				prefix: "Re: ", agent: "Mongrel 1.5.24", zone: paris, hour: 10, spelling: "code", sign: []string{"--", "Max"}, width: 72,
			},
		},
	}
}

// quoted is a quotation with what announces it.
func (h habit) quoted(q quote) []piece {
	if h.attribution == "office-fr" {
		return []piece{{"attribution", []string{"________________________________"}}, {"quote", append(h.announce(q), append([]string{""}, q.lines...)...)}}
	}
	return []piece{{"attribution", h.announce(q)}, {"quote", q.lines}}
}

func (h habit) announce(q quote) []string {
	at := q.at.In(h.zone)
	fr, en := months[0][at.Month()-1], months[1][at.Month()-1]
	who := fmt.Sprintf("%s <%s>", q.who, q.address)
	switch h.attribution {
	case "web-fr":
		day := []string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."}[at.Weekday()]
		return []string{fmt.Sprintf("Le %s %d %s %d à %s, %s a écrit :", day, at.Day(), fr, at.Year(), at.Format("15:04"), who)}
	case "apple-fr":
		return []string{fmt.Sprintf("Le %d %s %d à %s, %s a écrit :", at.Day(), fr, at.Year(), at.Format("15:04"), who)}
	case "office-fr":
		days := []string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
		long := []string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
		return []string{
			"De : " + who,
			fmt.Sprintf("Envoyé : %s %d %s %d %s", days[at.Weekday()], at.Day(), long[at.Month()-1], at.Year(), at.Format("15:04")),
			"À : Jo Bitume <jo.bitume@bureau.example>",
			"Objet : " + q.subject,
		}
	case "phone-en":
		return []string{fmt.Sprintf("On %d %s %d, at %s, %s wrote:", at.Day(), en, at.Year(), at.Format("15:04"), who)}
	case "mutt-en":
		return []string{fmt.Sprintf("On %s, %s %02d, %d at %s, %s wrote:", at.Weekday().String()[:3], en, at.Day(), at.Year(), at.Format("03:04:05PM -0700"), q.who)}
	}
	return []string{fmt.Sprintf("On %s, %s wrote:", at.Format("02/01/2006 15:04"), q.who)}
}

// spell writes an order as somebody types it. The canonical text is what the
// game itself would write; read is whether a spelling is understood the same.
func spell(style, text string, n int, names map[string]string, read func(string) bool) string {
	try := text
	switch style {
	case "arrow":
		try = strings.ReplaceAll(text, "->", "→")
	case "lower":
		try = strings.ToLower(text)
	case "capital":
		if text != "" {
			try = strings.ToUpper(text[:1]) + text[1:]
		}
		try = strings.ReplaceAll(try, "->", "to")
	case "name":
		if n%2 == 0 {
			try = inFull(try, names)
		}
	}
	if try != text && read(try) {
		return try
	}
	return text
}

// inFull writes places by their names.
func inFull(text string, names map[string]string) string {
	fields := strings.Fields(text)
	for i, f := range fields {
		code := strings.TrimRight(f, ":,")
		if name := names[code]; name != "" {
			fields[i] = name + f[len(code):]
		}
	}
	return strings.Join(fields, " ")
}
