package forum

import (
	"regexp"
	"strconv"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// discourseTheme reads pages of Discourse as a browser saves them.
func discourseTheme() theme {
	return theme{
		kind: Discourse,
		posts: func(root *html.Node) []*html.Node {
			return all(root, func(n *html.Node) bool { return n.DataAtom == atom.Article && hasAttr(n, "data-post-id") })
		},
		post: discourseRead,
		topic: func(root *html.Node, link string) (id, title string) {
			if m := discourseTopic.FindStringSubmatch(link); m != nil {
				id = m[1]
			} else if a := find(root, func(n *html.Node) bool { return hasAttr(n, "data-topic-id") }); a != nil {
				id = number(attr(a, "data-topic-id"))
			}
			return id, words(find(root, byClass("fancy-title")))
		},
		pages: func(*html.Node) (int, int, bool) { return 1, 1, false }, // a browser shows some of the posts
	}
}

var discourseTopic = regexp.MustCompile(`/t/(?:[^/?#]+/)?([0-9]{1,18})(?:/|$|\?|#|\.json)`)

func discourseRead(n *html.Node, _ *time.Location) (Post, bool) {
	p := Post{ID: number(attr(n, "data-post-id")), Author: userID(attr(n, "data-user-id"))}
	p.Name = words(find(find(n, byClass("names")), func(n *html.Node) bool { return hasAttr(n, "data-user-card") }))
	if t := find(find(n, byClass("post-date")), func(n *html.Node) bool { return hasAttr(n, "data-time") }); t != nil {
		if ms, err := strconv.ParseInt(attr(t, "data-time"), 10, 64); err == nil {
			p.At = millis(ms)
		}
	}
	if e := find(n, byClass("edits")); e != nil {
		p.Edited = &Mark{Count: atoi(words(find(e, byClass("d-button-label"))))}
	}
	return p, p.ID != "" && p.fill(find(n, byClass("cooked")))
}
