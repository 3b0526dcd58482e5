package mail

import (
	"regexp"
	"slices"
	"strings"
)

// loopHeader marks what we send; a message that carries it is our own (T10).
const loopHeader = "X-Fivepoints-Loop"

// classify decides the class of a message that is within the limits. Robots
// come first: they get no answer, however broken their mail is.
func (r Reader) classify(m *Message, h header, root *part) {
	switch {
	case isBounce(m, h, root):
		m.Class = ClassBounce
	case r.isAuto(m, h):
		m.Class = ClassAuto
	case m.From == "":
		m.Class = ClassMalformed
	case isList(h):
		m.Class = ClassList
	}
}

func isBounce(m *Message, h header, root *part) bool {
	report := strings.ToLower(root.params["report-type"])
	if root.media == "multipart/report" && report != "disposition-notification" || h.has("X-Failed-Recipients") {
		return true
	}
	delivery := false
	root.leaves(func(p *part) { delivery = delivery || p.media == "message/delivery-status" })
	if delivery {
		return true
	}
	daemon := isDaemon(h.get("From")) || h.has("Return-Path") && strings.TrimSpace(h.get("Return-Path")) == "<>"
	return daemon && bounceSubject.MatchString(fold(m.Subject))
}

func isDaemon(from string) bool {
	from = strings.ToLower(from)
	return strings.Contains(from, "mailer-daemon") || strings.Contains(from, "postmaster@")
}

// isAuto finds loops, out-of-office notes and other answers of programs.
func (r Reader) isAuto(m *Message, h header) bool {
	submitted, _, _ := strings.Cut(strings.ToLower(h.get("Auto-Submitted")), ";")
	submitted = strings.TrimSpace(submitted)
	switch {
	case submitted != "" && submitted != "no":
		return true
	case h.has("Return-Path") && strings.TrimSpace(h.get("Return-Path")) == "<>":
		return true
	case slices.Contains(r.Own, m.From) && m.From != "":
		m.note("own-address")
		return true
	case slices.ContainsFunc(autoFields, h.has):
		return true
	}
	switch strings.ToLower(h.get("Precedence")) {
	case "bulk", "junk", "auto_reply":
		return true
	}
	return isDaemon(h.get("From")) || robotLocal.MatchString(m.From) || autoSubject.MatchString(fold(m.Subject))
}

// autoFields are written by programs that answer by themselves.
var autoFields = []string{
	loopHeader, "X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Auto-Response-Suppress", "X-Fc-Machinegenerated", "X-Mail-Autoreply",
}

func isList(h header) bool {
	return strings.EqualFold(h.get("Precedence"), "list") ||
		slices.ContainsFunc(h, func(f Field) bool { return strings.HasPrefix(strings.ToLower(f.Name), "list-") })
}

var (
	robotLocal  = regexp.MustCompile(`^(?:no-?reply|do-?not-?reply|ne-?pas-?repondre|noreponse|mailer-daemon|postmaster|bounces?)(?:[+.-][^@]*)?@`)
	autoSubject = regexp.MustCompile(`^(?:reponse automatique|automatic reply|auto-?reply|autoresponse|out of (?:the )?office|absence du bureau|absent du bureau|` +
		`message d'absence|je suis absent|abwesenheitsnotiz|automatische antwort|respuesta automatica|risposta automatica|resposta automatica|` +
		`automatisch antwoord|automatiskt svar|autosvar|vacation reply|auto ?:)`)
	bounceSubject = regexp.MustCompile(`^(?:undeliver|delivery status notification|delivery (?:has )?fail|failure notice|mail delivery|returned mail|` +
		`non remis|non distribue|echec de (?:la )?(?:remise|livraison|distribution)|message non delivre|undelivered|unzustellbar|mail system error|delivery report|` +
		`retour de message|warning: could not send)`)
)
