package forum

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The answers of boards' interfaces, as far as they are used.
type (
	nodebbAnswer struct {
		TID   plain  `json:"tid"`
		Title string `json:"titleRaw"`
		Cut   string `json:"title"`
		Posts []struct {
			PID       plain  `json:"pid"`
			UID       plain  `json:"uid"`
			Timestamp plain  `json:"timestamp"`
			Content   string `json:"content"`
			Deleted   plain  `json:"deleted"`
			Edited    plain  `json:"edited"`
			User      struct {
				Username string `json:"username"`
			} `json:"user"`
			Editor *struct {
				Username string `json:"username"`
			} `json:"editor"`
		} `json:"posts"`
		Pagination struct {
			Current int `json:"currentPage"`
			Count   int `json:"pageCount"`
		} `json:"pagination"`
	}
	discourseAnswer struct {
		ID     plain  `json:"id"`
		Title  string `json:"title"`
		Stream *struct {
			Posts  []discoursePost `json:"posts"`
			Stream []plain         `json:"stream"`
		} `json:"post_stream"`
	}
	discoursePost struct {
		ID          plain   `json:"id"`
		TopicID     plain   `json:"topic_id"`
		UserID      plain   `json:"user_id"`
		Username    string  `json:"username"`
		Created     string  `json:"created_at"`
		Updated     string  `json:"updated_at"`
		Cooked      *string `json:"cooked"`
		Raw         string  `json:"raw"`
		Version     int     `json:"version"`
		Reason      string  `json:"edit_reason"`
		Deleted     string  `json:"deleted_at"`
		UserDeleted bool    `json:"user_deleted"`
		Number      int     `json:"post_number"`
	}
	bggAnswer struct {
		XMLName  xml.Name `xml:"thread"`
		ID       string   `xml:"id,attr"`
		Count    int      `xml:"numarticles,attr"`
		Link     string   `xml:"link,attr"`
		Subject  string   `xml:"subject"`
		Articles []struct {
			ID       string `xml:"id,attr"`
			Username string `xml:"username,attr"`
			Date     string `xml:"postdate,attr"`
			EditDate string `xml:"editdate,attr"`
			Edits    int    `xml:"numedits,attr"`
			Body     string `xml:"body"`
		} `xml:"articles>article"`
	}
)

// plain is a number, text or truth of an answer, as text: boards do not always
// write the same value in the same way.
type plain string

func (p *plain) UnmarshalJSON(data []byte) error {
	s := strings.Trim(string(data), `"`)
	switch s {
	case "true":
		s = "1"
	case "false", "null":
		s = ""
	}
	*p = plain(s)
	return nil
}

func (p plain) String() string { return string(p) }

// millis is a time in milliseconds, or as text.
func (p plain) millis() time.Time {
	if ms, err := strconv.ParseInt(string(p), 10, 64); err == nil {
		return millis(ms)
	}
	return moment(string(p))
}

// readJSON reads an answer of NodeBB or Discourse.
func readJSON(data []byte) (Page, error) {
	var kind struct {
		Posts  json.RawMessage `json:"posts"`
		TID    json.RawMessage `json:"tid"`
		Stream json.RawMessage `json:"post_stream"`
	}
	if err := json.Unmarshal(data, &kind); err != nil {
		return Page{}, fmt.Errorf("reading an answer of a board: %w: it is no JSON", ErrNotUnderstood)
	}
	switch {
	case kind.Stream != nil:
		return readDiscourse(data)
	case kind.TID != nil && kind.Posts != nil:
		return readNodeBB(data)
	}
	return Page{}, fmt.Errorf("reading an answer of a board: %w: there is no topic in it", ErrNotUnderstood)
}

func readNodeBB(data []byte) (Page, error) {
	var a nodebbAnswer
	if err := json.Unmarshal(data, &a); err != nil {
		return Page{}, fmt.Errorf("reading an answer of NodeBB: %w: %w", ErrNotUnderstood, err)
	}
	p := Page{Kind: NodeBB, Surface: SurfaceAPI, Topic: number(a.TID.String()), Title: oneLine(unescape(a.Title)), Number: a.Pagination.Current, Last: a.Pagination.Count}
	if p.Title == "" {
		p.Title = oneLine(unescape(a.Cut))
	}
	if len(a.Posts) > maxPosts {
		return p, fmt.Errorf("reading an answer of NodeBB: it has more than %d posts", maxPosts)
	}
	for _, n := range a.Posts {
		post := Post{ID: number(n.PID.String()), Author: userID(n.UID.String()), Name: oneLine(n.User.Username), Gone: n.Deleted == "1", Raw: []byte(n.Content)}
		if post.ID == "" {
			continue // of another server (ActivityPub): nobody here answers for it
		}
		post.At = n.Timestamp.millis()
		if n.Edited != "" && n.Edited != "0" {
			post.Edited = &Mark{At: n.Edited.millis()}
			if n.Editor != nil {
				post.Edited.By = oneLine(n.Editor.Username)
			}
		}
		if !post.Gone {
			post.finish(HTML(n.Content))
		}
		p.Posts = append(p.Posts, post)
	}
	return p, p.check()
}

// discoursePage is how many posts Discourse shows at once.
const discoursePage = 20

func readDiscourse(data []byte) (Page, error) {
	var a discourseAnswer
	if err := json.Unmarshal(data, &a); err != nil || a.Stream == nil {
		return Page{}, fmt.Errorf("reading an answer of Discourse: %w: %w", ErrNotUnderstood, err)
	}
	p := Page{Kind: Discourse, Surface: SurfaceAPI, Topic: number(a.ID.String()), Title: oneLine(a.Title), Number: 1}
	p.Last = max(1, (len(a.Stream.Stream)+discoursePage-1)/discoursePage)
	if len(a.Stream.Posts) > maxPosts {
		return p, fmt.Errorf("reading an answer of Discourse: it has more than %d posts", maxPosts)
	}
	for i, n := range a.Stream.Posts {
		post, ok := n.post()
		if !ok {
			return p, fmt.Errorf("reading an answer of Discourse: %w: post %d of it has no id, or no text", ErrNotUnderstood, i+1)
		}
		if i == 0 && n.Number > 1 {
			p.Number = (n.Number-1)/discoursePage + 1
		}
		p.Posts = append(p.Posts, post)
	}
	return p, p.check()
}

func (n discoursePost) post() (Post, bool) {
	p := Post{ID: number(n.ID.String()), Author: userID(n.UserID.String()), Name: oneLine(n.Username), At: moment(n.Created), Gone: n.Deleted != "" || n.UserDeleted}
	if p.ID == "" || n.Cooked == nil && !p.Gone {
		return p, false
	}
	if n.Version > 1 || n.Reason != "" {
		p.Edited = &Mark{At: moment(n.Updated), Count: max(n.Version-1, 0), Reason: oneLine(n.Reason)}
	}
	switch {
	case p.Gone:
	case n.Raw != "": // what was typed says more than what is shown
		p.Raw = []byte(n.Raw)
		p.finish(Markdown(n.Raw))
	default:
		p.Raw = []byte(*n.Cooked)
		p.finish(HTML(*n.Cooked))
	}
	return p, true
}

// readBGG reads a thread of BoardGameGeek's XMLAPI2, where a name is all that
// tells who somebody is.
func readBGG(data []byte) (Page, error) {
	var a bggAnswer
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Entity = xml.HTMLEntity
	if err := d.Decode(&a); err != nil {
		return Page{}, fmt.Errorf("reading an answer of BoardGameGeek: %w: %w", ErrNotUnderstood, err)
	}
	p := Page{Kind: BGG, Surface: SurfaceAPI, Board: hostOf(a.Link), Topic: number(a.ID), Title: oneLine(a.Subject), Number: 1, Last: 1}
	if len(a.Articles) > MaxPage/1000 {
		return p, fmt.Errorf("reading an answer of BoardGameGeek: it has too many articles")
	}
	for i, n := range a.Articles {
		post := Post{ID: number(n.ID), Author: strings.ToLower(oneLine(n.Username)), Name: oneLine(n.Username), At: moment(n.Date), Raw: []byte(n.Body)}
		if post.ID == "" {
			return p, fmt.Errorf("reading an answer of BoardGameGeek: %w: article %s has no id", ErrNotUnderstood, strconv.Itoa(i+1))
		}
		if n.Edits > 0 {
			post.Edited = &Mark{At: moment(n.EditDate), Count: n.Edits}
		}
		post.finish(HTML(n.Body))
		p.Posts = append(p.Posts, post)
	}
	return p, p.check()
}
