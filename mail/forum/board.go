package forum

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// Board is a board that can be asked.
type Board interface {
	// Read reads a page of a topic, from 1. The errors are those of this package.
	Read(ctx context.Context, topic string, page int) (Page, error)
	// Write posts a text into a topic and returns the id of the new post.
	// ErrReadOnly where that is not possible.
	Write(ctx context.Context, topic, text string) (post string, err error)
}

// Open returns a board. zone is that of its clock, where its pages name none.
func Open(kind Kind, c *Client, zone *time.Location) (Board, error) {
	if !slices.Contains(Kinds(), kind) {
		return nil, fmt.Errorf("opening a board: there is no kind %q", kind)
	}
	return &site{kind: kind, client: c, zone: zone, size: map[string]int{}, after: map[string]string{}}, nil
}

// site is a board of any kind.
type site struct {
	kind   Kind
	client *Client
	zone   *time.Location
	size   map[string]int    // posts of a full page, by topic
	after  map[string]string // BoardGameGeek: where page n begins, by topic and page
}

const bggPage = 1000

// Read implements Board.
func (s *site) Read(ctx context.Context, topic string, page int) (Page, error) {
	if number(topic) == "" || page < 1 {
		return Page{}, fmt.Errorf("reading topic %q of a board: %w", topic, ErrNoTopic)
	}
	if page > 1 && s.size[topic] == 0 && (s.kind == PhpBB || s.kind == SMF) {
		if _, err := s.Read(ctx, topic, 1); err != nil { // it tells how long a page is
			return Page{}, err
		}
	}
	data, err := s.client.get(ctx, s.path(topic, page), s.header())
	if err != nil {
		return Page{}, fmt.Errorf("reading topic %s: %w", topic, err)
	}
	p, err := Read(data, s.zone)
	if err != nil {
		return p, fmt.Errorf("reading topic %s: %w", topic, err)
	}
	if p.Kind != s.kind || p.Topic != topic {
		return p, fmt.Errorf("reading topic %s: %w: it is topic %s of %s", topic, ErrNotUnderstood, p.Topic, p.Kind)
	}
	if !p.Paged { // posts on pages that nobody looks for would be lost
		return p, fmt.Errorf("reading topic %s: %w: it does not tell how many pages it has", topic, ErrNotUnderstood)
	}
	s.learn(&p, topic, page)
	return p, nil
}

// learn notes what a page tells about the other pages of its topic.
func (s *site) learn(p *Page, topic string, page int) {
	switch {
	case p.Kind == Discourse: // its posts have numbers that deletions leave holes in
		p.Number = page
	case p.Kind == BGG:
		p.Number, p.Last = page, page
		if n := len(p.Posts); n >= bggPage {
			p.Last = page + 1
			s.after[topic+"/"+strconv.Itoa(page+1)] = p.Posts[n-1].ID
			if page > 1 {
				p.Posts = p.Posts[1:] // the page begins with the last one of the page before
			}
		}
	case p.Number == 1 && p.Last > 1:
		s.size[topic] = len(p.Posts)
	}
}

func (s *site) path(topic string, page int) string {
	n := strconv.Itoa(page)
	switch s.kind {
	case PhpBB:
		if page == 1 {
			return "/viewtopic.php?t=" + topic
		}
		return "/viewtopic.php?t=" + topic + "&start=" + strconv.Itoa((page-1)*s.size[topic])
	case MyBB:
		return "/showthread.php?tid=" + topic + "&page=" + n
	case SMF:
		return "/index.php?topic=" + topic + "." + strconv.Itoa((page-1)*s.size[topic])
	case NodeBB:
		return "/api/topic/" + topic + "?page=" + n
	case Discourse:
		return "/t/" + topic + ".json?include_raw=1&page=" + n
	}
	path := "/xmlapi2/thread?id=" + topic + "&count=" + strconv.Itoa(bggPage)
	if from := s.after[topic+"/"+n]; from != "" {
		path += "&minarticleid=" + from
	}
	return path
}

func (s *site) header() http.Header {
	h := http.Header{}
	if s.client.Token == "" {
		return h
	}
	switch s.kind {
	case NodeBB, BGG:
		h.Set("Authorization", "Bearer "+s.client.Token)
	case Discourse:
		h.Set("Api-Key", s.client.Token)
		h.Set("Api-Username", s.client.User)
	}
	return h
}

// Write implements Board.
func (s *site) Write(ctx context.Context, topic, text string) (string, error) {
	if number(topic) == "" {
		return "", fmt.Errorf("posting into topic %q: %w", topic, ErrNoTopic)
	}
	if s.client.Token == "" {
		return "", fmt.Errorf("posting into topic %s: %w: there is no token", topic, ErrLogin)
	}
	var q request
	var what any
	switch s.kind {
	case NodeBB:
		q.path, what = "/api/v3/topics/"+topic, map[string]string{"content": text}
	case Discourse:
		q.path, what = "/posts.json", map[string]string{"topic_id": topic, "raw": text}
	default:
		return "", fmt.Errorf("posting into topic %s: %w", topic, ErrReadOnly)
	}
	body, err := json.Marshal(what)
	if err != nil {
		return "", fmt.Errorf("posting into topic %s: %w", topic, err)
	}
	q.method, q.body, q.header = http.MethodPost, body, s.header()
	q.header.Set("Content-Type", "application/json")
	data, err := s.client.ask(ctx, q)
	if err != nil {
		return "", fmt.Errorf("posting into topic %s: %w", topic, err)
	}
	id, waits := posted(data)
	if waits {
		return "", fmt.Errorf("posting into topic %s: %w", topic, ErrWaits)
	}
	return id, nil
}

// posted is the id in an answer to a new post, "" when it tells none, and
// whether somebody of the board has to let it through first.
func posted(data []byte) (id string, waits bool) {
	var a struct {
		ID       plain  `json:"id"`
		Action   string `json:"action"`
		Response struct {
			PID    plain `json:"pid"`
			Queued plain `json:"queued"`
		} `json:"response"`
	}
	if json.Unmarshal(data, &a) != nil {
		return "", false
	}
	if pid := number(a.Response.PID.String()); pid != "" {
		return pid, false
	}
	return number(a.ID.String()), a.Response.Queued == "1" || a.Action == "enqueued"
}

// CheckURL tells whether a board may be at an address: one of the internet, by
// https, unless it is our own.
func CheckURL(address string, local bool) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("it is no address of a board, like https://forum.example.org")
	case u.Scheme != "https" && (u.Scheme != "http" || !local):
		return nil, errors.New("it does not begin with https://")
	}
	return u, nil
}

// Bell asks for a feed of the board, at a path below its address, and tells one
// state of it from another. What stands in it is not read, for every feed of a
// board was seen to lose posts or words; it only wakes.
func Bell(c *Client, path string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		data, err := c.get(ctx, path, nil)
		return fingerprint(data), err
	}
}

// fingerprint is made of the ids and times in a feed (RSS, Atom or JSON), not of
// when it was built.
func fingerprint(data []byte) string {
	var ids []string
	for _, tag := range []string{"guid", "id", "link", "updated", "pubDate", "date_modified", "url"} {
		for _, open := range []string{"<" + tag + ">", "<" + tag + " ", `"` + tag + `":`} {
			rest := data
			for len(ids) < 1000 {
				_, after, ok := bytes.Cut(rest, []byte(open))
				if !ok {
					break
				}
				ids = append(ids, string(after[:min(len(after), 80)]))
				rest = after
			}
		}
	}
	slices.Sort(ids)
	return keyed([]byte("bell"), ids...)
}
