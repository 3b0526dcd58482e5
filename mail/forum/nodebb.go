package forum

import (
	"regexp"
	"strconv"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// nodebbTheme reads pages of NodeBB 2 and later.
func nodebbTheme() theme {
	return theme{
		kind: NodeBB,
		posts: func(root *html.Node) []*html.Node {
			return all(root, func(n *html.Node) bool { return attr(n, "component") == "post" && hasAttr(n, "data-pid") })
		},
		post: nodebbRead,
		topic: func(root *html.Node, link string) (id, title string) {
			if m := nodebbTopic.FindStringSubmatch(link); m != nil {
				id = m[1]
			} else if t := find(root, byComponent("topic")); t != nil {
				id = number(attr(t, "data-tid"))
			}
			return id, words(find(root, byComponent("topic/title")))
		},
		pages: func(root *html.Node) (int, int, bool) {
			return numbered(find(root, byComponent("pagination")), func(n *html.Node) bool { return n.Parent != nil && hasClass(n.Parent, "active") })
		},
	}
}

var nodebbTopic = regexp.MustCompile(`/topic/([0-9]{1,18})(?:/|$|\?)`)

func byComponent(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return attr(n, "component") == name }
}

func nodebbRead(n *html.Node, _ *time.Location) (Post, bool) {
	p := Post{ID: number(attr(n, "data-pid")), Author: userID(attr(n, "data-uid")), Name: oneLine(attr(n, "data-username")), Gone: hasClass(n, "deleted")}
	if ms, err := strconv.ParseInt(attr(n, "data-timestamp"), 10, 64); err == nil {
		p.At = millis(ms)
	}
	edit := find(n, byComponent("post/edit-indicator"))
	if edit != nil && !hasClass(edit, "hidden") {
		p.Edited = &Mark{}
		if by := find(n, byComponent("post/editor")); by != nil {
			p.Edited.By = words(find(by, func(n *html.Node) bool { return n.DataAtom == atom.A }))
			if t := find(by, func(n *html.Node) bool { return hasClass(n, "timeago") }); t != nil {
				p.Edited.At = moment(attr(t, "title"))
			}
		}
	}
	return p, p.ID != "" && p.fill(find(n, byComponent("post/content")))
}

// userID is an id of a user; guests have 0 or less.
func userID(s string) string {
	if s == "0" {
		return ""
	}
	return number(s)
}
