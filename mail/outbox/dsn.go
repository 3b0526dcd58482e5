package outbox

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"

	"fivepoints/events"
)

// report is what a bounce says of one mail.
type report struct {
	action string // "failed", "delayed", "delivered", "relayed", "expanded"; "" in a bounce that is only text
	status string // RFC 3463
	text   string
}

// final: nobody tries any more.
func (r report) final() bool { return r.action == "failed" || strings.HasPrefix(r.status, "5") }

// readReport reads the first part message/delivery-status (RFC 3464), false
// when there is none. It looks for the part line by line and not by the MIME
// structure, because half of the structures are broken; so it is linear.
func readReport(raw []byte) (report, bool) {
	fields, ok := deliveryStatus(raw)
	if !ok {
		return report{}, false
	}
	var best report
	for group := range strings.SplitSeq(fields, "\n\n") {
		r := readGroup(group)
		if rank(r) > rank(best) {
			best = r
		}
	}
	return best, rank(best) > 0
}

// rank orders what is said of several recipients: the worst counts.
func rank(r report) int {
	switch {
	case r.action == "failed":
		return 4
	case r.action == "delayed":
		return 3
	case r.action == "" && r.status != "":
		return 2
	case r.action != "":
		return 1
	}
	return 0
}

const statusPart = "message/delivery-status"

// deliveryStatus returns the body of the part, its lines unfolded and ended by LF.
func deliveryStatus(raw []byte) (string, bool) {
	var out strings.Builder
	const search, head, body = 0, 1, 2
	state, coded, before := search, false, ""
	for line := range bytes.Lines(raw) {
		text := strings.TrimRight(string(line), "\r\n")
		lower := strings.ToLower(text)
		switch {
		case state == search:
			field := lower
			if strings.HasPrefix(lower, " ") || strings.HasPrefix(lower, "\t") {
				field = before
			}
			if strings.HasPrefix(field, "content-type:") && strings.Contains(lower, statusPart) {
				state = head
			}
			before = field
		case state == head && strings.TrimSpace(text) == "":
			state = body
		case state == head:
			coded = coded || strings.HasPrefix(lower, "content-transfer-encoding:") && strings.Contains(lower, "base64")
		case strings.HasPrefix(text, "--") || out.Len() > maxReport:
			return statusText(out.String(), coded), true
		default:
			out.WriteString(text + "\n")
		}
	}
	return statusText(out.String(), coded), state == body
}

const maxReport = 64 << 10

// statusText decodes the part where needed and unfolds its fields.
func statusText(s string, coded bool) string {
	if coded {
		plain, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
		if err == nil {
			s = strings.ReplaceAll(string(plain), "\r\n", "\n")
		}
	}
	return folded.ReplaceAllString(s, " ")
}

var folded = regexp.MustCompile(`\n[ \t]+`)

func readGroup(group string) report {
	var r report
	for line := range strings.SplitSeq(group, "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "action":
			word, _, _ := strings.Cut(strings.ToLower(value), " ")
			if knownAction.MatchString(word) {
				r.action = word
			}
		case "status":
			r.status = statusCode.FindString(value)
		case "diagnostic-code":
			_, said, found := strings.Cut(value, ";")
			if !found {
				said = value
			}
			r.text = clip(said)
		}
	}
	return r
}

var (
	knownAction = regexp.MustCompile(`^(?:failed|delayed|delivered|relayed|expanded)$`)
	statusCode  = regexp.MustCompile(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}`)
	// a code of RFC 3463, or a reply of RFC 5321, that is no part of a longer number
	anyStatus = regexp.MustCompile(`(?:^|[^0-9.])([45]\.[0-9]{1,3}\.[0-9]{1,3})(?:[^0-9.]|\.?$|\.[^0-9])`)
	anyReply  = regexp.MustCompile(`(?:^|[^0-9.,:/-])([45])[0-5][0-9](?:[ -]|$)`)
	onTheWay  = regexp.MustCompile(`(?i)\b(?:delay(?:ed)?|will (?:be retried|retry|continue)|still trying|not yet been delivered|retard[ée]e?|sera retent[ée]e?|en attente)\b`)
)

// readText finds in words what a bounce without a report says.
func readText(subject string, lines []events.Line) (report, bool) {
	var r report
	waits := onTheWay.MatchString(subject)
	for _, l := range lines {
		waits = waits || onTheWay.MatchString(l.Text)
		if m := anyStatus.FindStringSubmatch(l.Text); m != nil {
			return report{status: m[1], text: clip(l.Text)}, true
		}
		if m := anyReply.FindStringSubmatch(l.Text); m != nil && r.status == "" {
			r = report{status: m[1] + ".0.0", text: clip(l.Text)}
		}
	}
	if r.status != "" {
		return r, true
	}
	if waits {
		return report{action: "delayed", status: "4.0.0"}, false
	}
	return report{status: "5.0.0"}, false
}
