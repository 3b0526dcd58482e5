package forum

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fivepoints/events"
	"fivepoints/mail"
)

// Form is a way to read what an author typed.
func Form(name string) (read func(string) ([]events.Line, bool), ok bool) {
	switch name {
	case "text":
		return func(s string) ([]events.Line, bool) { l := mail.Lines(s); return l, len(l) <= maxLines }, true
	case "md", "md:nodebb", "md:discourse":
		return Markdown, true
	case "html":
		return HTML, true
	case "bgg":
		return func(s string) ([]events.Line, bool) { return BBCode(s, BGG) }, true
	}
	kind, ok := strings.CutPrefix(name, "bbcode:")
	switch Kind(kind) {
	case PhpBB, MyBB, SMF, "xenforo":
		return func(s string) ([]events.Line, bool) { return BBCode(s, Kind(kind)) }, ok
	}
	return nil, false
}

// Paste reads the text of one post that somebody copied. What the quote button
// of a board wrote around it tells its id and its time, never its author. A post
// without an id is named by its words.
func Paste(text, form, id, author, name string) (Post, error) {
	read, ok := Form(form)
	if !ok {
		return Post{}, fmt.Errorf("reading a pasted post: there is no form %q", form)
	}
	p := Post{ID: id, Author: author, Name: oneLine(name), Raw: []byte(text), Surface: SurfacePaste}
	if strings.HasPrefix(form, "bbcode:") {
		var told header
		text, told = unquoted(text)
		p.At = told.at
		if p.ID == "" {
			p.ID = told.post
		}
	}
	if p.ID == "" {
		sum := sha256.Sum256([]byte(author + "\x00" + text))
		p.ID = "t" + hex.EncodeToString(sum[:6])
	}
	p.finish(read(text))
	return p, nil
}

// header is what a quote button wrote in front of a post.
type header struct {
	post string
	at   time.Time
}

var (
	quotePost = regexp.MustCompile(`(?:post_id|pid|msg)=["']?(?:msg)?([0-9]{1,18})`)
	quoteTime = regexp.MustCompile(`(?:time|dateline|date)=["']?([0-9]{9,11})`)
	quoteLink = regexp.MustCompile(`msg([0-9]{1,18})`)
)

// unquoted takes the quotation off that a quote button wrote around a post: the
// first tag and the last. What else looks like one is the author's, who may have
// closed and opened it to speak in another's name.
func unquoted(src string) (string, header) {
	src = strings.TrimSpace(src)
	t, ok := tagAt(src, 0)
	if !ok || t.kind != tokenOpen || t.name != "quote" || !strings.HasSuffix(strings.ToLower(src), "[/quote]") {
		return src, header{}
	}
	head := src[:t.end]
	var h header
	if m := quotePost.FindStringSubmatch(head); m != nil {
		h.post = m[1]
	} else if m := quoteLink.FindStringSubmatch(head); m != nil {
		h.post = m[1]
	}
	if m := quoteTime.FindStringSubmatch(head); m != nil {
		if s, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			h.at = time.Unix(s, 0)
		}
	}
	if h == (header{}) {
		return src, h // a quotation of the author's own
	}
	return strings.TrimSpace(src[t.end : len(src)-len("[/quote]")]), h
}

var codeLine = regexp.MustCompile(`^(?i:confirm|confirme|confirmer)?[\s:]*([a-zA-Z2-7]{4})[-‐-― ]?([a-zA-Z2-7]{4})[\s.]*$`)

// maxCodes bounds the codes of one post: nobody guesses.
const maxCodes = 3

// Codes lists the codes that stand alone on a line of a post.
func Codes(p Post) []string {
	var out []string
	for _, l := range p.Lines {
		if l.Class != "" || len(l.Text) > 64 || len(out) == maxCodes {
			continue
		}
		if m := codeLine.FindStringSubmatch(l.Text); m != nil {
			out = append(out, strings.ToLower(m[1]+"-"+m[2]))
		}
	}
	return out
}
