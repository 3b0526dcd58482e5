package forum

import (
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"
)

// fake is a topic as a board would keep it. Its pages are written by us after
// what running boards show, in their element names and nothing else of theirs.
type fake struct {
	kind    Kind
	topic   int
	title   string
	posts   []fakePost
	perPage int
}

type fakePost struct {
	id, author int
	name       string
	at         time.Time
	body       string // HTML
	sig        string
	edited     *Mark
	deleted    bool
}

var noon = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

// page writes page n as the board answers it.
func (f *fake) page(n int) string {
	per := f.perPage
	switch {
	case f.kind == Discourse:
		per = discoursePage
	case per == 0:
		per = 10
	}
	shown := f.posts
	if f.kind != NodeBB { // others show nothing of a deleted post
		shown = nil
		for _, p := range f.posts {
			if !p.deleted {
				shown = append(shown, p)
			}
		}
	}
	last := max(1, (len(shown)+per-1)/per)
	n = min(n, last) // as boards do
	from := min(len(shown), (n-1)*per)
	part := shown[from:min(len(shown), from+per)]
	switch f.kind {
	case PhpBB:
		return f.phpbb(part, n, last)
	case MyBB:
		return f.mybb(part, n, last)
	case SMF:
		return f.smf(part, n, last)
	case NodeBB:
		return f.nodebb(part, n, last)
	case Discourse:
		return f.discourse(part, shown, from)
	}
	return f.bgg(shown)
}

func links(n, last int, current, other string) string {
	var b strings.Builder
	for i := 1; i <= last; i++ {
		form := other
		if i == n {
			form = current
		}
		fmt.Fprintf(&b, form, i)
	}
	return b.String()
}

func (f *fake) phpbb(part []fakePost, n, last int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html dir=\"ltr\" lang=\"en-gb\"><head><meta charset=\"utf-8\"><title>%s</title>\n<link rel=\"canonical\" href=\"https://phpbb.example.org/viewtopic.php?t=%d\">\n</head>\n<body id=\"phpbb\" class=\"nojs section-viewtopic\">\n", html.EscapeString(f.title), f.topic)
	fmt.Fprintf(&b, "<h2 class=\"topic-title\"><a href=\"./viewtopic.php?t=%d\">%s</a></h2>\n<div class=\"pagination\"><ul>%s</ul></div>\n", f.topic, html.EscapeString(f.title),
		links(n, last, `<li class="active"><span>%d</span></li>`, `<li><a class="button" href="#">%d</a></li>`))
	for _, p := range part {
		who := fmt.Sprintf(`<a href="./memberlist.php?mode=viewprofile&amp;u=%d" class="username">%s</a>`, p.author, html.EscapeString(p.name))
		if p.author == 0 {
			who = fmt.Sprintf(`<span class="username">%s</span>`, html.EscapeString(p.name))
		}
		fmt.Fprintf(&b, "<div id=\"p%d\" class=\"post has-profile bg2\"><div class=\"inner\">\n<dl class=\"postprofile\" id=\"profile%d\"><dt>%s</dt></dl>\n<div class=\"postbody\"><div id=\"post_content%d\">\n<h3><a href=\"./viewtopic.php?p=%d#p%d\">Re: %s</a></h3>\n", p.id, p.id, who, p.id, p.id, p.id, html.EscapeString(f.title))
		fmt.Fprintf(&b, "<p class=\"author\"><span class=\"responsive-hide\">by <strong>%s</strong> » </span><time datetime=\"%s\">%s</time></p>\n<div class=\"content\">%s</div>\n", who, p.at.Format("2006-01-02T15:04:05-07:00"), p.at.Format("Mon Jan 02, 2006 3:04 pm"), p.body)
		if e := p.edited; e != nil {
			fmt.Fprintf(&b, "<div class=\"notice\">Last edited by <a href=\"#\" class=\"username\">%s</a> on <time datetime=\"%s\">then</time>, edited %d time in total.%s</div>\n", html.EscapeString(e.By), e.At.Format("2006-01-02T15:04:05-07:00"), e.Count, reason(e, "<br><strong>Reason:</strong> "))
		}
		if p.sig != "" {
			fmt.Fprintf(&b, "<div id=\"sig%d\" class=\"signature\">%s</div>\n", p.id, p.sig)
		}
		b.WriteString("</div></div></div></div>\n<hr class=\"divider\">\n")
	}
	return b.String() + "</body></html>\n"
}

func reason(m *Mark, before string) string {
	if m.Reason == "" {
		return ""
	}
	return before + html.EscapeString(m.Reason)
}

func (f *fake) mybb(part []fakePost, n, last int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html xml:lang=\"en\" lang=\"en\"><head><title>%s</title>\n<link rel=\"canonical\" href=\"https://mybb.example.org/showthread.php?tid=%d\" />\n</head><body>\n<div class=\"navigation\"><span class=\"active\">%s</span></div>\n<div class=\"pagination\"><span class=\"pages\">Pages (%d):</span>%s</div>\n<div id=\"posts\">\n", html.EscapeString(f.title), f.topic, html.EscapeString(f.title), last,
		links(n, last, `<span class="pagination_current">%d</span>`, `<a href="#" class="pagination_page">%d</a>`))
	for _, p := range part {
		fmt.Fprintf(&b, "<a name=\"pid%d\" id=\"pid%d\"></a>\n<div class=\"post \" style=\"\" id=\"post_%d\">\n<div class=\"post_author\"><div class=\"author_information\"><strong><span class=\"largetext\"><a href=\"https://mybb.example.org/member.php?action=profile&amp;uid=%d\">%s</a></span></strong></div></div>\n", p.id, p.id, p.id, p.author, html.EscapeString(p.name))
		edit := ""
		if e := p.edited; e != nil {
			edit = fmt.Sprintf("(This post was last modified: %s by <a href=\"#\">%s</a>.%s)", e.At.Format("01-02-2006, 03:04 PM"), html.EscapeString(e.By), reason(e, " <em>Edit Reason: ")+map[bool]string{true: "</em>"}[e.Reason != ""])
		}
		fmt.Fprintf(&b, "<div class=\"post_content\"><div class=\"post_head\"><div class=\"float_right\"><strong><a href=\"showthread.php?tid=%d&amp;pid=%d#pid%d\">#1</a></strong></div><span class=\"post_date\">%s <span class=\"post_edit\" id=\"edited_by_%d\">%s</span></span></div>\n<div class=\"post_body scaleimages\" id=\"pid_%d\">\n%s\n</div>\n", f.topic, p.id, p.id, p.at.Format("01-02-2006, 03:04 PM"), p.id, edit, p.id, p.body)
		if p.sig != "" {
			fmt.Fprintf(&b, "<div class=\"signature scaleimages\">%s</div>\n", p.sig)
		}
		b.WriteString("</div></div>\n")
	}
	return b.String() + "</div></body></html>\n"
}

func (f *fake) smf(part []fakePost, n, last int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en-US\"><head><title>%s</title><link rel=\"canonical\" href=\"https://smf.example.org/index.php?topic=%d.%d\"></head><body id=\"chrome\">\n<span id=\"top_subject\">%s</span><div class=\"pagelinks floatleft\">%s</div>\n<div id=\"forumposts\">\n", html.EscapeString(f.title), f.topic, (n-1)*20, html.EscapeString(f.title),
		links(n, last, `<span class="current_page">%d</span> `, `<a class="nav_page" href="#">%d</a> `))
	for _, p := range part {
		edit := ""
		if e := p.edited; e != nil {
			edit = fmt.Sprintf("<span class=\"lastedit\">Last Edit</span>: %s by %s%s", e.At.Format("January 2, 2006, 03:04:05 PM"), html.EscapeString(e.By), reason(e, " Reason: "))
		}
		fmt.Fprintf(&b, "<div class=\"windowbg\" id=\"msg%d\"><div class=\"post_wrapper\"><div class=\"poster\"><h4><a href=\"https://smf.example.org/index.php?action=profile;u=%d\" title=\"View the profile\">%s</a></h4></div>\n<div class=\"postarea\"><div class=\"keyinfo\"><div id=\"subject_%d\" class=\"subject_title subject_hidden\"><a href=\"#\">Re: %s</a></div><div class=\"postinfo\"><a href=\"#\" class=\"smalltext\">%s</a><span class=\"smalltext modified floatright\" id=\"modified_%d\">%s</span></div></div>\n<div class=\"post\"><div class=\"inner\" data-msgid=\"%d\" id=\"msg_%d\">%s</div></div></div>\n<div class=\"moderatorbar\"><div class=\"signature\" id=\"msg_%d_signature\">%s</div></div></div></div>\n",
			p.id, p.author, html.EscapeString(p.name), p.id, html.EscapeString(f.title), p.at.Format("January 2, 2006, 03:04:05 PM"), p.id, edit, p.id, p.id, p.body, p.id, p.sig)
	}
	return b.String() + "</div></body></html>\n"
}

func (f *fake) nodebb(part []fakePost, n, last int) string {
	posts := []map[string]any{}
	for i, p := range part {
		m := map[string]any{"pid": p.id, "uid": p.author, "timestamp": p.at.UnixMilli(), "content": p.body, "deleted": 0, "edited": 0, "index": i, "user": map[string]any{"username": p.name}, "editor": nil}
		if p.deleted {
			m["deleted"], m["content"] = 1, "[[topic:post-is-deleted]]"
		}
		if e := p.edited; e != nil {
			m["edited"], m["editor"] = e.At.UnixMilli(), map[string]any{"username": e.By}
		}
		posts = append(posts, m)
	}
	return jsonText(map[string]any{"tid": f.topic, "titleRaw": f.title, "posts": posts, "pagination": map[string]any{"currentPage": n, "pageCount": last}})
}

func (f *fake) discourse(part, shown []fakePost, from int) string {
	posts, stream := []map[string]any{}, []int{}
	for _, p := range shown {
		stream = append(stream, p.id)
	}
	for i, p := range part {
		m := map[string]any{"id": p.id, "user_id": p.author, "username": p.name, "created_at": p.at.Format(time.RFC3339Nano), "cooked": p.body, "version": 1, "post_number": from + i + 1}
		if e := p.edited; e != nil {
			m["version"], m["updated_at"], m["edit_reason"] = e.Count+1, e.At.Format(time.RFC3339Nano), e.Reason
		}
		posts = append(posts, m)
	}
	return jsonText(map[string]any{"id": f.topic, "title": f.title, "post_stream": map[string]any{"posts": posts, "stream": stream}})
}

func (f *fake) bgg(shown []fakePost) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<thread id=\"%d\" numarticles=\"%d\" link=\"https://bgg.example.org/thread/%d\" termsofuse=\"#\">\n<subject>%s</subject>\n<articles>\n", f.topic, len(shown), f.topic, html.EscapeString(f.title))
	for _, p := range shown {
		edited, count := p.at, 0
		if p.edited != nil {
			edited, count = p.edited.At, p.edited.Count
		}
		fmt.Fprintf(&b, "<article id=\"%d\" username=\"%s\" link=\"#\" postdate=\"%s\" editdate=\"%s\" numedits=\"%d\"><subject>Re</subject><body><![CDATA[%s]]></body></article>\n", p.id, html.EscapeString(p.name), p.at.Format("2006-01-02T15:04:05-07:00"), edited.Format("2006-01-02T15:04:05-07:00"), count, p.body)
	}
	return b.String() + "</articles>\n</thread>\n"
}

func jsonText(v any) string {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err)
	}
	return string(b) + "\n"
}

// The parts of a post as each kind of board shows them.

func quoteOf(k Kind, who, words string) string {
	switch k {
	case PhpBB:
		return `<blockquote><div><cite><a href="#">` + who + `</a> wrote:</cite>` + words + `</div></blockquote>`
	case MyBB:
		return `<blockquote class="mycode_quote"><cite>` + who + ` Wrote:</cite>` + words + `</blockquote>`
	case SMF:
		return `<blockquote class="bbc_standard_quote"><cite><a href="#">Quote from: ` + who + `</a></cite>` + words + `</blockquote>`
	case Discourse:
		return `<aside class="quote" data-username="` + who + `"><div class="title">` + who + `:</div><blockquote><p>` + words + `</p></blockquote></aside>`
	case BGG:
		return `<div class='quote'><div class='quotetitle'><p><b>` + who + ` wrote:</b></p></div><div class='quotebody'><i>` + words + `</i></div></div>`
	}
	return "<blockquote>\n<p>" + words + "</p>\n</blockquote>"
}

func codeOf(k Kind, lines ...string) string {
	text := html.EscapeString(strings.Join(lines, "\n"))
	switch k {
	case PhpBB:
		return `<div class="codebox"><p>Code: <a href="#">Select all</a></p><pre><code>` + text + `</code></pre></div>`
	case MyBB:
		return `<div class="codeblock"><div class="title">Code:</div><div class="body" dir="ltr"><code>` + strings.NewReplacer("\n", "<br />\n", " ", "&nbsp;").Replace(text) + `</code></div></div>`
	case SMF:
		return `<div class="codeheader"><span class="code floatleft">Code</span> <a class="codeoperation">Select</a></div><code class="bbc_code">` + strings.NewReplacer("\n", "<br>", " ", "&nbsp;").Replace(text) + `</code>`
	}
	return "<pre><code>" + text + "\n</code></pre>"
}

func struckOf(k Kind, words string) string {
	switch k {
	case MyBB:
		return `<span style="text-decoration: line-through;" class="mycode_s">` + words + `</span>`
	case NodeBB, SMF:
		return `<s>` + words + `</s>`
	case BGG:
		return `<span style='text-decoration:line-through;'>` + words + `</span>`
	}
	return `<del>` + words + `</del>`
}

func spoilerOf(k Kind, words string) string {
	switch k {
	case Discourse:
		return `<details><summary>Summary</summary><p>` + words + `</p></details>`
	case NodeBB:
		return `<div class="spoiler">` + words + `</div>`
	case BGG:
		return `<span class='js-spoiler'><span style='display:none'>` + words + `</span></span>`
	}
	return `<div class="bbc_spoiler" style="display:none">` + words + `</div>`
}

func smileOf(k Kind) string {
	switch k {
	case PhpBB:
		return `<img class="smilies" src="./s.gif" width="15" height="17" alt=":o:" title="Surprised">`
	case SMF:
		return `<img src="s.gif" alt=":o:" title="Shocked" class="smiley">`
	case NodeBB:
		return `<img src="s.png" class="not-responsive emoji emoji-android emoji--o" style="height: 23px;" title=":o:" alt="⭕">`
	case Discourse:
		return `<img src="s.png" title=":o:" class="emoji" alt=":o:">`
	}
	return ":o:"
}

// topicOf is a topic that holds one of everything.
func topicOf(k Kind) *fake {
	f := &fake{kind: k, topic: 12, title: "[ny12] Partie <b>été</b>"}
	add := func(author int, name, body string) *fakePost {
		n := len(f.posts)
		f.posts = append(f.posts, fakePost{id: 101 + n, author: author, name: name, at: noon.Add(time.Duration(n) * time.Hour), body: body})
		return &f.posts[n]
	}
	add(7, "Le MJ", "Bonjour à tous,<br>\nvos ordres avant dimanche&nbsp;!")
	p := add(42, "Zoé", quoteOf(k, "Le MJ", "move 1 BOW -&gt; LES")+"<br>\nmove 3 LES -&gt; BOW<br>\n"+codeOf(k, "recruit 2", "  open bar BOW")+"\n"+struckOf(k, "move 9 LES -&gt; BOW")+"<br>\nmove 4 "+struckOf(k, "LES -&gt; ")+"BOW<br>\n"+spoilerOf(k, "move 5 LES -&gt; BOW"))
	p.sig = "move 6 LES -&gt; BOW"
	p.edited = &Mark{At: noon.Add(90 * time.Minute), Count: 1, By: "Zoé", Reason: "typo"}
	add(43, "Zoe", "<p>P01"+smileOf(k)+"strike</p><h2>move 7 LES -&gt; BOW</h2><ul><li>move 8 LES -&gt; BOW</li><li>fin</li></ul>")
	add(0, "Zoé 0", "invité "+strconv.Itoa(1))
	return f
}
