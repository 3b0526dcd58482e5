package outbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"fivepoints/events"
)

// Club is who our mails come from.
type Club struct {
	Address string // "play@example.org": From, and where answers without a token go
	Name    string // shown beside it
	Bounce  string // its local part, a plus and an id is the envelope sender; "": Address
}

// LoopHeader marks our mails; package mail takes one that comes back for a loop.
const LoopHeader = "X-Fivepoints-Loop"

// content is what the parts of a mail say.
type content struct {
	Subject string
	Text    []byte
	HTML    []byte // nil: no such part
	Twin    []byte // JSON for programs; nil: no such part
}

// mailing is everything that one mail is composed of.
type mailing struct {
	content
	post      *Post
	club      Club
	ids       IDs
	name, to  string // addressee
	replyTo   string
	inReplyTo string     // Message-ID, "" when the thread is all there is
	thread    events.Seq // post that began it
}

// compose writes a mail. The same post gives the same bytes, whenever and
// wherever it is sent: the date is that of the post's commit, and the boundaries
// follow from its id.
func (m *mailing) compose() ([]byte, error) {
	h, err := m.header()
	if err != nil {
		return nil, fmt.Errorf("writing the header: %w", err)
	}
	var out bytes.Buffer
	if err := m.body(&out, h); err != nil {
		return nil, fmt.Errorf("writing the mail: %w", err)
	}
	return out.Bytes(), nil
}

var errControl = errors.New("it holds a control character")

// header refuses what could begin a field of its own; go-message would refuse
// line ends as well, but not the other control characters.
func (m *mailing) header() (mail.Header, error) {
	var h mail.Header
	id := m.ids.MessageID(m.post.Seq, m.domain())
	for _, v := range [...]struct{ what, text string }{
		{"subject", m.Subject},
		{"name of the club", m.club.Name},
		{"address of the club", m.club.Address},
		{"name of the addressee", m.name},
		{"address", m.to},
		{"Reply-To address", m.replyTo},
		{"language", m.post.Lang},
	} {
		if strings.ContainsFunc(v.text, isControl) {
			return h, fmt.Errorf("the %s cannot be sent: %w", v.what, errControl)
		}
	}
	h.Set(LoopHeader, id[:idLength]) // the last one set stands first
	h.Set("X-Auto-Response-Suppress", "OOF, AutoReply")
	h.Set("Auto-Submitted", autoSubmitted(m.post.Queued))
	if m.post.Lang != "" {
		h.Set("Content-Language", m.post.Lang)
	}
	h.Set("MIME-Version", "1.0")
	m.setThread(&h)
	h.SetMessageID(id)
	h.Set("Subject", encodeSubject(m.Subject))
	if m.replyTo != "" {
		h.SetAddressList("Reply-To", []*mail.Address{{Name: clipName(m.club.Name), Address: m.replyTo}})
	}
	h.SetAddressList("To", []*mail.Address{{Name: clipName(m.name), Address: m.to}})
	h.SetAddressList("From", []*mail.Address{{Name: clipName(m.club.Name), Address: m.club.Address}})
	h.SetDate(m.post.At.UTC())
	return h, nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }

// wordLength leaves room for "Subject: " in a line of 76 (RFC 2047 section 2).
const wordLength = 64

// encodeSubject writes encoded words that are short enough to be folded between.
// Plain words may stand as they are, unless one is so long that folding would cut it.
func encodeSubject(s string) string {
	long := slices.ContainsFunc(strings.Fields(s), func(w string) bool { return len(w) > wordLength })
	if !long && !strings.Contains(s, "=?") && !strings.ContainsFunc(s, func(r rune) bool { return r > 126 }) {
		return s
	}
	var words []string
	piece := ""
	for _, r := range s {
		longer := mime.QEncoding.Encode("utf-8", piece+string(r)+"é") // a piece of ASCII is encoded, too
		if piece != "" && len(longer) > wordLength {
			words, piece = append(words, encodeWord(piece)), ""
		}
		piece += string(r)
	}
	return strings.Join(append(words, encodeWord(piece)), " ")
}

// encodeWord encodes a piece even when it is all ASCII: beside encoded words a
// blank would be lost.
func encodeWord(s string) string {
	word := mime.QEncoding.Encode("utf-8", s+"é")
	return strings.TrimSuffix(word, "=C3=A9?=") + "?="
}

// clipName keeps a name, which its owner chose, from filling the header. net/mail
// leaves a backslash in an encoded word as it is, where readers stumble over it.
func clipName(s string) string {
	s = strings.ReplaceAll(s, `\`, "")
	if r := []rune(s); len(r) > 60 {
		return string(r[:60])
	}
	return s
}

// autoSubmitted is the value of RFC 3834 section 5.
func autoSubmitted(q events.Queued) string {
	if isAnswer(q) {
		return "auto-replied"
	}
	return "auto-generated"
}

// setThread files a mail under the first one its addressee got about the game,
// and an answer also under what it answers.
func (m *mailing) setThread(h *mail.Header) {
	var refs []string
	if m.thread > 0 && m.thread != m.post.Seq {
		refs = append(refs, m.ids.MessageID(m.thread, m.domain()))
	}
	if id := strings.Trim(m.inReplyTo, "<>"); foreignID.MatchString(id) && !slices.Contains(refs, id) {
		refs = append(refs, id)
	}
	if len(refs) > 0 {
		h.SetMsgIDList("In-Reply-To", refs[len(refs)-1:])
		h.SetMsgIDList("References", refs)
	}
}

// foreignID is a Message-ID that may stand in our header. Another one is left
// out: it belongs to the sender of the mail we answer (T14).
var foreignID = regexp.MustCompile(`^[!#-'*+\-./0-9=?A-Z^_a-z{|}~]{1,100}@[!#-'*+\-./0-9=?A-Z^_a-z{|}~\[\]:]{1,100}$`)

func (m *mailing) domain() string {
	_, domain, _ := strings.Cut(m.club.Address, "@")
	return domain
}

// create begins an entity: the mail itself, or a part of another one.
type create func(message.Header) (*message.Writer, error)

func (m *mailing) body(out io.Writer, h mail.Header) error {
	top := func(h message.Header) (*message.Writer, error) { return message.CreateWriter(out, h) }
	if m.Twin == nil {
		return m.words(top, h.Header)
	}
	return m.multipart(top, h.Header, "mixed", func(part create) error {
		var twin message.Header
		twin.SetContentType("application/json", nil)
		twin.SetContentDisposition("attachment", map[string]string{"filename": "fivepoints.json"})
		twin.Set("Content-Transfer-Encoding", "base64")
		return errors.Join(m.words(part, message.Header{}), write(part, twin, m.Twin))
	})
}

// words writes the text, or the text and its HTML twin.
func (m *mailing) words(begin create, h message.Header) error {
	if m.HTML == nil {
		return write(begin, textHeader(h, "text/plain"), lines(m.Text))
	}
	return m.multipart(begin, h, "alternative", func(part create) error {
		return errors.Join(
			write(part, textHeader(message.Header{}, "text/plain"), lines(m.Text)),
			write(part, textHeader(message.Header{}, "text/html"), lines(m.HTML)))
	})
}

// textHeader: quoted-printable keeps lines short, bytes below 128, spaces at
// line ends, and what French writes readable.
func textHeader(h message.Header, media string) message.Header {
	h.SetContentType(media, map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	return h
}

func (m *mailing) multipart(begin create, h message.Header, kind string, parts func(create) error) error {
	boundary := "=_" + kind + "_" + encodeID(m.ids.message, m.post.Seq) // "=_" never stands in quoted-printable or base64
	h.SetContentType("multipart/"+kind, map[string]string{"boundary": boundary})
	w, err := begin(h)
	if err != nil {
		return err
	}
	return errors.Join(parts(w.CreatePart), w.Close())
}

func write(begin create, h message.Header, data []byte) error {
	w, err := begin(h)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close())
}

// lines makes every line end CRLF and takes out what no mail may hold.
func lines(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte{0}, nil)
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
}

// CheckAddress returns the address as it goes to a server: its domain in ASCII.
// The name before the @ may have letters of any script (RFC 6531).
func CheckAddress(address string) (string, error) {
	a, err := netmail.ParseAddress("<" + address + ">")
	switch {
	case err != nil || len(address) > 254 || strings.ContainsAny(address, "<>"):
		return "", fmt.Errorf("%.80q is no mail address", address)
	case !strings.Contains(a.Address, "@"):
		return "", fmt.Errorf("%.80q is no mail address", address)
	}
	at := strings.LastIndexByte(a.Address, '@')
	local, domain := a.Address[:at], a.Address[at+1:]
	if len(local) > 64 || !plainLocal.MatchString(local) || !norm.NFC.IsNormalString(local) {
		return "", fmt.Errorf("the name before the @ of %.80q is one that mail servers cannot be given", address)
	}
	domain, err = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true)).ToASCII(domain)
	if err != nil {
		return "", fmt.Errorf("%.80q has no valid domain: %w", address, err)
	}
	return local + "@" + domain, nil
}

// plainLocal is the dot-atom of RFC 5322 section 3.2.3, with letters of any
// script (RFC 6532).
var plainLocal = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\pL\\pM\\pN-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\pL\\pM\\pN-]+)*$")

// isASCII tells whether every server takes an address.
func isASCII(address string) bool {
	return !strings.ContainsFunc(address, func(r rune) bool { return r >= utf8.RuneSelf })
}

// clubAddress checks an address of our own: it begins Message-IDs and envelope
// senders, and answers to it come from anywhere.
func clubAddress(address string) (string, error) {
	to, err := CheckAddress(address)
	if err == nil && !isASCII(to) {
		err = fmt.Errorf("%.80q: the club's own address must be one that every server takes, without accents", address)
	}
	return to, err
}
