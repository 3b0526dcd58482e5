package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime"
	"mime/quotedprintable"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"fivepoints/cmd/internal/app/demo"
)

// addressOf is where mails for a game go.
func addressOf(c demo.Campaign) string { return c.Game + "@fivepoints.example" }

// raw writes a letter as the mail that reaches the game, without a mailbox's
// separator.
func (l letter) raw() ([]byte, error) {
	var b bytes.Buffer
	arrived := l.at.In(demo.Start().Location())
	_, domain, _ := strings.Cut(l.from.Address, "@")
	fmt.Fprintf(&b, "Received: from mail.%s by mx.fivepoints.example with ESMTPS; %s\n", domain, arrived.Format(time.RFC1123Z))
	fmt.Fprintf(&b, "From: %s <%s>\n", word(l.from.Name), l.from.Address)
	fmt.Fprintf(&b, "To: %s\n", l.to)
	if len(l.cc) > 0 {
		fmt.Fprintf(&b, "Cc: %s\n", strings.Join(l.cc, ",\n "))
	}
	fmt.Fprintf(&b, "Subject: %s\n", word(l.subject))
	zone := l.habit.zone
	if zone == nil {
		zone = time.UTC
	}
	fmt.Fprintf(&b, "Date: %s\n", l.at.Add(-23*time.Second).In(zone).Format(time.RFC1123Z))
	fmt.Fprintf(&b, "Message-ID: <%s>\n", l.id)
	if l.reply != "" {
		fmt.Fprintf(&b, "In-Reply-To: <%s>\nReferences: <%s>\n", l.reply, l.reply)
	}
	if l.habit.agent != "" {
		fmt.Fprintf(&b, "User-Agent: %s\n", l.habit.agent)
	}
	for _, h := range l.headers {
		fmt.Fprintln(&b, h)
	}
	b.WriteString("MIME-Version: 1.0\n")
	if err := l.body(&b); err != nil {
		return nil, fmt.Errorf("writing the mail %s: %w", l.id, err)
	}
	return b.Bytes(), nil
}

// word encodes a header value where it must be.
func word(s string) string {
	return strings.ReplaceAll(mime.QEncoding.Encode("utf-8", s), "\r\n", "\n")
}

func (l letter) body(b *bytes.Buffer) error {
	h := l.habit
	text := strings.Join(l.plain(h.width), "\n") + "\n"
	switch h.form {
	case "html":
		return part(b, "text/html", h, "", l.html())
	case "flowed":
		return part(b, "text/plain", h, "; format=flowed", l.flowed())
	case "alternative":
		mark := "=_pigeon_" + l.id[:strings.Index(l.id, "@")]
		fmt.Fprintf(b, "Content-Type: multipart/alternative; boundary=%q\n\n--%s\n", mark, mark)
		if err := part(b, "text/plain", h, "", text); err != nil {
			return err
		}
		fmt.Fprintf(b, "\n--%s\n", mark)
		if err := part(b, "text/html", h, "", l.html()); err != nil {
			return err
		}
		fmt.Fprintf(b, "\n--%s--\n", mark)
		return nil
	}
	return part(b, "text/plain", h, "", text)
}

func part(b *bytes.Buffer, media string, h habit, more, text string) error {
	fmt.Fprintf(b, "Content-Type: %s; charset=%s%s\nContent-Transfer-Encoding: %s\n\n", media, h.charset, more, h.encoding)
	data, err := encodeText(h.charset, text)
	if err != nil {
		return err
	}
	switch h.encoding {
	case "quoted-printable":
		w := quotedprintable.NewWriter(b)
		if _, err := w.Write(data); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		clean := bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n"))
		b.Reset()
		b.Write(clean)
	case "base64":
		coded := base64.StdEncoding.EncodeToString(data)
		for len(coded) > 76 {
			b.WriteString(coded[:76] + "\n")
			coded = coded[76:]
		}
		b.WriteString(coded + "\n")
	default:
		b.Write(data)
	}
	return nil
}

func encodeText(charset, text string) ([]byte, error) {
	switch charset {
	case "iso-8859-1":
		s, err := charmap.ISO8859_1.NewEncoder().String(text)
		return []byte(s), err
	case "windows-1252":
		s, err := charmap.Windows1252.NewEncoder().String(text)
		return []byte(s), err
	case "us-ascii":
		for _, r := range text {
			if r > 126 {
				return nil, fmt.Errorf("%q is not in us-ascii", r)
			}
		}
	}
	return []byte(text), nil
}

// flowed breaks paragraphs and long orders softly, as RFC 3676 has it.
func (l letter) flowed() string {
	var b strings.Builder
	for i, p := range l.pieces() {
		if i > 0 && p.kind != "quote" {
			b.WriteString("\n")
		}
		for _, line := range p.lines {
			switch p.kind {
			case "quote":
				b.WriteString(strings.TrimRight(l.habit.mark+line, " ") + "\n")
			case "sign":
				b.WriteString(line + "\n")
			default:
				soft := wrap(line, l.habit.width)
				b.WriteString(strings.Join(soft, " \n") + "\n")
			}
		}
	}
	return b.String()
}

// html writes a letter as web mailers do.
func (l letter) html() string {
	apple := l.habit.form == "html"
	var b strings.Builder
	if apple {
		b.WriteString("<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\"></head>" +
			"<body style=\"overflow-wrap: break-word; line-break: after-white-space;\">\n")
	} else {
		b.WriteString("<div dir=\"ltr\">\n")
	}
	open := false
	for i, p := range l.pieces() {
		if i > 0 && p.kind != "quote" && !open {
			b.WriteString("<div><br></div>\n")
		}
		switch p.kind {
		case "attribution":
			b.WriteString(quoteOpen(apple, p.lines[0]))
			open = true
		case "quote":
			for _, line := range p.lines {
				b.WriteString(html.EscapeString(line) + "<br>\n")
			}
		case "sign":
			b.WriteString(signOpen(apple) + strings.Join(p.lines, "<br>\n") + "</div>\n")
		default:
			for _, line := range p.lines {
				b.WriteString("<div>" + htmlLine(line) + "</div>\n")
			}
		}
	}
	if open {
		b.WriteString("</blockquote></div>\n")
	}
	if apple {
		b.WriteString("</body></html>\n")
	} else {
		b.WriteString("</div>\n")
	}
	return b.String()
}

func htmlLine(line string) string {
	if line == "" {
		return "<br>"
	}
	return strings.ReplaceAll(html.EscapeString(line), "\u00a0", "&nbsp;")
}

func signOpen(apple bool) string {
	if apple {
		return `<div id="AppleMailSignature">`
	}
	return `<div dir="ltr" class="gmail_signature">`
}

func quoteOpen(apple bool, announce string) string {
	announce = html.EscapeString(announce)
	if apple {
		return "<div><br><blockquote type=\"cite\"><div>" + announce + "</div><br>\n"
	}
	return "<br><div class=\"gmail_quote gmail_quote_container\"><div dir=\"ltr\" class=\"gmail_attr\">" + announce +
		"<br></div><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">\n"
}

// mbox appends a mail to a mailbox file.
func mbox(b *bytes.Buffer, from string, at time.Time, raw []byte) {
	fmt.Fprintf(b, "From %s %s\n", from, at.UTC().Format(time.ANSIC))
	for line := range bytes.Lines(raw) {
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			b.WriteByte('>')
		}
		b.Write(line)
	}
	if !bytes.HasSuffix(raw, []byte("\n")) {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}
