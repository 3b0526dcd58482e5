package forum

import (
	"iter"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// nodes walks over all that is below a node, in its order, without a stack that
// a page could fill.
func nodes(root *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := root; n != nil; {
			if n != root && !yield(n) {
				return
			}
			if n.FirstChild != nil {
				n = n.FirstChild
				continue
			}
			for n != root && n.NextSibling == nil {
				n = n.Parent
			}
			if n == root {
				return
			}
			n = n.NextSibling
		}
	}
}

// within walks over all elements below a node.
func within(root *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := range nodes(root) {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
		}
	}
}

// find returns the first element below a node that fits, nil when none does.
func find(root *html.Node, fits func(*html.Node) bool) *html.Node {
	if root == nil {
		return nil
	}
	for n := range within(root) {
		if fits(n) {
			return n
		}
	}
	return nil
}

func byClass(class string) func(*html.Node) bool {
	return func(n *html.Node) bool { return hasClass(n, class) }
}

func byID(id string) func(*html.Node) bool {
	return func(n *html.Node) bool { return attr(n, "id") == id }
}

// words are the text of an element on one line.
func words(n *html.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	for c := range nodes(n) {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return oneLine(b.String())
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(printable(strings.NewReplacer("\n", " ", "\r", " ").Replace(s))), " ")
}

// source is an element as HTML.
func source(n *html.Node) []byte {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if html.Render(&b, c) != nil {
			break
		}
	}
	return []byte(b.String())
}

// canonical is the address that a page gives itself.
func canonical(root *html.Node) string {
	n := find(root, func(n *html.Node) bool {
		return n.DataAtom == atom.Link && strings.EqualFold(attr(n, "rel"), "canonical") || n.DataAtom == atom.Meta && attr(n, "property") == "og:url"
	})
	switch {
	case n == nil:
		return ""
	case n.DataAtom == atom.Meta:
		return attr(n, "content")
	}
	return attr(n, "href")
}

// param is a value in the query of a link; SMF divides by ";".
func param(link, name string) string {
	_, query, _ := strings.Cut(link, "?")
	query, _, _ = strings.Cut(query, "#")
	for p := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		if k, v, _ := strings.Cut(p, "="); k == name {
			return v
		}
	}
	return ""
}

func hostOf(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

var digits = regexp.MustCompile(`^[0-9]{1,18}$`)

// number is an id of a board, "" when it is none.
func number(s string) string {
	if digits.MatchString(s) {
		return s
	}
	return ""
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1<<40 {
		return 0
	}
	return n
}

// moment reads a time that names its zone.
func moment(s string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05-0700", "2006-01-02T15:04:05-07:00", time.RFC1123Z, time.RFC1123} {
		if t, err := time.Parse(layout, strings.TrimSpace(s)); err == nil && t.Year() > 1990 && t.Year() < 2200 {
			return t
		}
	}
	return time.Time{}
}

// millis reads a time in milliseconds.
func millis(ms int64) time.Time {
	if ms < 1e11 || ms > 8e12 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
