package forum

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Read reads a saved page of a topic, or an answer of a board's interface,
// whatever kind of board it is of. zone is that of the board's clock where its
// pages name none; nil: such times are not read. What is no such page is
// [ErrNotUnderstood].
func Read(data []byte, zone *time.Location) (Page, error) {
	if len(data) > MaxPage {
		return Page{}, fmt.Errorf("reading a page of a board: it has more than %d MB", MaxPage>>20)
	}
	start := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte("{")):
		return readJSON(data)
	case bytes.Contains(start, []byte("<thread ")) && !bytes.Contains(bytes.ToLower(start), []byte("<html")):
		return readBGG(data)
	}
	return readHTML(data, zone)
}

// IsPage tells whether data looks like a page of a board rather than a mail or
// a plain text.
func IsPage(data []byte) bool {
	start := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 1024)], []byte("\xef\xbb\xbf")), " \t\r\n"))
	return bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html")) || bytes.HasPrefix(start, []byte("{\"")) ||
		bytes.HasPrefix(start, []byte("{\n")) || bytes.HasPrefix(start, []byte("<!-- saved from")) || bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(start, []byte("<thread "))
}

// theme reads the pages of one kind of board.
type theme struct {
	kind  Kind
	posts func(root *html.Node) []*html.Node
	post  func(n *html.Node, zone *time.Location) (Post, bool)
	topic func(root *html.Node, link string) (id, title string)
	pages func(root *html.Node) (number, last int, told bool)
}

func themes() []theme {
	return []theme{phpbbTheme(), nodebbTheme(), discourseTheme(), mybbTheme(), smfTheme()}
}

func readHTML(data []byte, zone *time.Location) (Page, error) {
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		return Page{}, fmt.Errorf("reading a page of a board: %w", err)
	}
	for _, t := range themes() {
		if found := t.posts(root); len(found) > 0 {
			return t.read(root, found, zone)
		}
	}
	if isLogin(root) {
		return Page{}, fmt.Errorf("reading a page of a board: %w", ErrLogin)
	}
	return Page{}, fmt.Errorf("reading a page of a board: %w: there are no posts in it", ErrNotUnderstood)
}

// read reads the posts of a page. One that lacks what tells it apart makes the
// page not understood: a post left out would be taken for deleted.
func (t theme) read(root *html.Node, found []*html.Node, zone *time.Location) (Page, error) {
	link := canonical(root)
	p := Page{Kind: t.kind, Board: hostOf(link), Surface: SurfacePage}
	p.Topic, p.Title = t.topic(root, link)
	p.Number, p.Last, p.Paged = t.pages(root)
	if len(found) > maxPosts {
		return p, fmt.Errorf("reading a page of a board: it has more than %d posts", maxPosts)
	}
	for i, n := range found {
		post, ok := t.post(n, zone)
		if !ok {
			return p, fmt.Errorf("reading a page of %s: %w: post %d of it has no id, or no text", t.kind, ErrNotUnderstood, i+1)
		}
		p.Posts = append(p.Posts, post)
	}
	return p, p.check()
}

// check refuses a page whose parts contradict each other.
func (p *Page) check() error {
	if p.Topic == "" {
		return fmt.Errorf("reading a page of %s: %w: it does not tell its topic", p.Kind, ErrNotUnderstood)
	}
	if len(p.Posts) == 0 { // a topic has a first post
		return fmt.Errorf("reading a page of %s: %w: there are no posts in it", p.Kind, ErrNotUnderstood)
	}
	seen := map[string]bool{}
	for _, post := range p.Posts {
		if seen[post.ID] {
			return fmt.Errorf("reading a page of %s: %w: post %s stands in it twice", p.Kind, ErrNotUnderstood, post.ID)
		}
		seen[post.ID] = true
	}
	p.Paged = p.Paged || p.Surface == SurfaceAPI
	p.Number = max(p.Number, 1)
	p.Last = max(p.Last, p.Number)
	return nil
}

// isLogin tells a page that asks for a password.
func isLogin(root *html.Node) bool {
	return find(root, func(n *html.Node) bool {
		return n.DataAtom == atom.Input && strings.EqualFold(attr(n, "type"), "password")
	}) != nil
}

// fill gives a post what its element shows.
func (p *Post) fill(body *html.Node) bool {
	if body == nil {
		return false
	}
	p.Raw = source(body)
	p.finish(shown(body))
	return true
}

func all(root *html.Node, fits func(*html.Node) bool) []*html.Node {
	var out []*html.Node
	for n := range within(root) {
		if fits(n) && len(out) <= maxPosts {
			out = append(out, n)
		}
	}
	return out
}

// numbered reads the pages that a page links to: the highest number, and the one
// that is marked as shown; told is false where there is no list of pages.
func numbered(list *html.Node, current func(*html.Node) bool) (shown, last int, told bool) {
	shown, last = 1, 1
	if list == nil {
		return shown, last, false
	}
	for n := range within(list) {
		if n.DataAtom != atom.A && n.DataAtom != atom.Span && n.DataAtom != atom.Strong {
			continue
		}
		k := atoi(words(n))
		last = max(last, k)
		if k > 0 && current(n) {
			shown = k
		}
	}
	return shown, last, true
}
