package forum

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// smfTheme reads pages of Simple Machines Forum 2.1. Their times name no zone.
func smfTheme() theme {
	return theme{
		kind: SMF,
		posts: func(root *html.Node) []*html.Node {
			return all(root, func(n *html.Node) bool {
				return n.DataAtom == atom.Div && smfPost.MatchString(attr(n, "id")) && find(n, byClass("postarea")) != nil
			})
		},
		post: smfRead,
		topic: func(root *html.Node, link string) (id, title string) {
			id, _, _ = strings.Cut(param(link, "topic"), ".")
			title = words(find(root, byID("top_subject")))
			if title == "" {
				title = words(find(root, func(n *html.Node) bool { return n.DataAtom == atom.Title }))
			}
			return number(id), title
		},
		pages: func(root *html.Node) (int, int, bool) {
			return numbered(find(root, byClass("pagelinks")), byClass("current_page"))
		},
	}
}

var smfPost = regexp.MustCompile(`^msg([0-9]{1,18})$`)

func smfRead(n *html.Node, zone *time.Location) (Post, bool) {
	p := Post{ID: attr(n, "id")[3:]}
	poster := find(n, byClass("poster"))
	user := find(poster, func(n *html.Node) bool { return n.DataAtom == atom.A && param(attr(n, "href"), "u") != "" })
	if user != nil {
		p.Author = userID(param(attr(user, "href"), "u"))
	}
	p.Name = words(find(poster, func(n *html.Node) bool { return n.DataAtom == atom.H4 }))
	if at := find(find(n, byClass("postinfo")), byClass("smalltext")); at != nil && zone != nil {
		if t, err := time.ParseInLocation("January 2, 2006, 03:04:05 PM", words(at), zone); err == nil {
			p.At = t
		}
	}
	if edit := find(n, byID("modified_"+p.ID)); edit != nil && words(edit) != "" {
		p.Edited = smfMark(words(edit), zone)
	}
	body := find(n, func(n *html.Node) bool { return attr(n, "id") == "msg_"+p.ID || attr(n, "data-msgid") == p.ID })
	return p, p.fill(body)
}

var smfEdited = regexp.MustCompile(`:\s*(\S+ \d{1,2}, \d{4}, \d{2}:\d{2}:\d{2} [AP]M)(?: by (.*?))?(?: Reason: (.*))?$`)

func smfMark(text string, zone *time.Location) *Mark {
	m := &Mark{}
	if f := smfEdited.FindStringSubmatch(text); f != nil {
		m.By, m.Reason = f[2], f[3]
		if zone != nil {
			if t, err := time.ParseInLocation("January 2, 2006, 03:04:05 PM", f[1], zone); err == nil {
				m.At = t
			}
		}
	}
	return m
}
