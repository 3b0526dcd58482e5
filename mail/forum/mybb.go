package forum

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mybbTheme reads pages of MyBB 1.8. Their times name no zone.
func mybbTheme() theme {
	return theme{
		kind: MyBB,
		posts: func(root *html.Node) []*html.Node {
			return all(root, func(n *html.Node) bool {
				return n.DataAtom == atom.Div && mybbPost.MatchString(attr(n, "id")) && hasClass(n, "post")
			})
		},
		post: mybbRead,
		topic: func(root *html.Node, link string) (id, title string) {
			id = number(param(link, "tid"))
			if m := mybbThread.FindStringSubmatch(link); id == "" && m != nil {
				id = m[1]
			}
			title = words(find(root, func(n *html.Node) bool { return hasClass(n, "active") && n.DataAtom == atom.Span }))
			if title == "" {
				title = words(find(root, func(n *html.Node) bool { return n.DataAtom == atom.Title }))
			}
			return id, title
		},
		pages: func(root *html.Node) (int, int, bool) {
			n, last, _ := numbered(find(root, byClass("pagination")), byClass("pagination_current"))
			return n, last, true // a topic of one page has no list of pages
		},
	}
}

var (
	mybbPost   = regexp.MustCompile(`^post_([0-9]{1,18})$`)
	mybbThread = regexp.MustCompile(`/thread-([0-9]{1,18})(?:-[a-z0-9-]*)?\.html`)
	mybbUser   = regexp.MustCompile(`/user-([0-9]{1,18})\.html`)
)

func mybbRead(n *html.Node, zone *time.Location) (Post, bool) {
	p := Post{ID: strings.TrimPrefix(attr(n, "id"), "post_")}
	info := find(n, byClass("author_information"))
	user := find(info, func(n *html.Node) bool {
		href := attr(n, "href")
		return n.DataAtom == atom.A && (param(href, "uid") != "" || mybbUser.MatchString(href))
	})
	if user != nil {
		p.Name, p.Author = words(user), userID(param(attr(user, "href"), "uid"))
		if m := mybbUser.FindStringSubmatch(attr(user, "href")); p.Author == "" && m != nil {
			p.Author = m[1]
		}
	} else {
		p.Name = words(find(info, byClass("largetext")))
	}
	date := find(n, byClass("post_date"))
	p.At = mybbTime(date, zone)
	if edit := find(date, byClass("post_edit")); edit != nil && words(edit) != "" {
		p.Edited = mybbMark(edit)
	}
	body := find(n, func(n *html.Node) bool { return attr(n, "id") == "pid_"+p.ID })
	return p, p.fill(body)
}

func mybbTime(date *html.Node, zone *time.Location) time.Time {
	if date == nil || zone == nil {
		return time.Time{}
	}
	for c := date.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.TextNode {
			continue
		}
		if t, err := time.ParseInLocation("01-02-2006, 03:04 PM", strings.TrimSpace(c.Data), zone); err == nil {
			return t
		}
	}
	return time.Time{}
}

func mybbMark(edit *html.Node) *Mark {
	m := &Mark{By: words(find(edit, func(n *html.Node) bool { return n.DataAtom == atom.A }))}
	if why := words(find(edit, func(n *html.Node) bool { return n.DataAtom == atom.Em })); why != "" {
		_, reason, ok := strings.Cut(why, ":")
		if !ok {
			reason = why
		}
		m.Reason = strings.TrimSpace(reason)
	}
	return m
}
