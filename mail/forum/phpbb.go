package forum

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// phpbbTheme reads pages of phpBB 3.2 and later (prosilver and its children).
func phpbbTheme() theme {
	return theme{
		kind: PhpBB,
		posts: func(root *html.Node) []*html.Node {
			return all(root, func(n *html.Node) bool {
				return n.DataAtom == atom.Div && phpbbPost.MatchString(attr(n, "id")) && hasClass(n, "post")
			})
		},
		post: phpbbRead,
		topic: func(root *html.Node, link string) (id, title string) {
			h := find(root, byClass("topic-title"))
			a := find(h, func(n *html.Node) bool { return n.DataAtom == atom.A })
			id = number(param(link, "t"))
			if id == "" && a != nil {
				id = number(param(attr(a, "href"), "t"))
			}
			return id, words(h)
		},
		pages: func(root *html.Node) (int, int, bool) {
			list := find(root, byClass("pagination"))
			if list != nil && find(list, byClass("active")) == nil { // "Page 2 of 5"
				if bold := all(list, func(n *html.Node) bool { return n.DataAtom == atom.Strong }); len(bold) == 2 {
					return atoi(words(bold[0])), atoi(words(bold[1])), true
				}
			}
			return numbered(list, func(n *html.Node) bool { return n.Parent != nil && hasClass(n.Parent, "active") })
		},
	}
}

var (
	phpbbPost = regexp.MustCompile(`^p([0-9]{1,18})$`)
	editCount = regexp.MustCompile(`\b(\d{1,6}) (?:times?|fois|Mal)\b`)
)

func phpbbRead(n *html.Node, _ *time.Location) (Post, bool) {
	p := Post{ID: attr(n, "id")[1:]}
	author := find(n, byClass("author"))
	user := find(author, isUsername)
	if user == nil {
		user = find(find(n, byClass("postprofile")), isUsername)
	}
	if user != nil {
		p.Name, p.Author = words(user), number(param(attr(user, "href"), "u"))
	}
	if t := find(author, func(n *html.Node) bool { return n.DataAtom == atom.Time }); t != nil {
		p.At = moment(attr(t, "datetime"))
	}
	if notice := find(n, func(n *html.Node) bool { return hasClass(n, "notice") && n.DataAtom == atom.Div }); notice != nil {
		p.Edited = phpbbMark(notice)
	}
	body := find(n, func(n *html.Node) bool { return hasClass(n, "content") && n.DataAtom == atom.Div })
	return p, p.fill(body)
}

func isUsername(n *html.Node) bool {
	return hasClass(n, "username") || hasClass(n, "username-coloured")
}

func phpbbMark(notice *html.Node) *Mark {
	text := words(notice)
	m := &Mark{By: words(find(notice, isUsername))}
	if t := find(notice, func(n *html.Node) bool { return n.DataAtom == atom.Time }); t != nil {
		m.At = moment(attr(t, "datetime"))
	}
	if c := editCount.FindStringSubmatch(text); c != nil {
		m.Count = atoi(c[1])
	}
	if why := find(notice, func(n *html.Node) bool { return n.DataAtom == atom.Strong }); why != nil {
		_, m.Reason, _ = strings.Cut(text, words(why))
		m.Reason = strings.TrimSpace(m.Reason)
	}
	return m
}
