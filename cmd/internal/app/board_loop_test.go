package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fivepoints/cmd/internal/app"
)

// tavern is a board like NodeBB on this machine.
type tavern struct {
	mu    sync.Mutex
	posts []tavernPost
	fail  int // status of answers, 0: all is well
	lose  int // posts that are stored although the answer says they failed
}

type tavernPost struct {
	PID       int            `json:"pid"`
	UID       int            `json:"uid"`
	Timestamp int64          `json:"timestamp"`
	Content   string         `json:"content"`
	Deleted   int            `json:"deleted"`
	User      map[string]any `json:"user"`
}

func (b *tavern) add(uid int, name, content string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.posts = append(b.posts, tavernPost{PID: 100 + len(b.posts), UID: uid, Timestamp: time.Now().UnixMilli(), Content: content, User: map[string]any{"username": name}})
}

func (b *tavern) edit(n int, content string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.posts[n].Content = content
}

// written lists the posts of our own account.
func (b *tavern) written() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, p := range b.posts {
		if p.UID == 1 {
			out = append(out, p.Content)
		}
	}
	return out
}

// ServeHTTP answers as NodeBB does.
func (b *tavern) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		var p struct{ Content string }
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil || r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		b.add(1, "club", "<p>"+strings.ReplaceAll(p.Content, "\n", "<br />")+"</p>")
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.lose--; b.lose >= 0 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		fmt.Fprintf(w, `{"response":{"pid":%d}}`, b.posts[len(b.posts)-1].PID)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail > 0 {
		w.WriteHeader(b.fail)
		return
	}
	text, err := json.Marshal(map[string]any{"tid": 5, "titleRaw": "[ny12] New-York", "posts": b.posts, "pagination": map[string]any{"currentPage": 1, "pageCount": 1}})
	if err != nil {
		panic(err)
	}
	w.Write(text)
}

// boardWorld is a data folder that follows a tavern.
func boardWorld(t *testing.T, more string) (*tavern, *mailWorld) {
	t.Helper()
	b := &tavern{}
	b.add(1, "club", "Welcome!")
	s := httptest.NewServer(b)
	t.Cleanup(s.Close)
	w := &mailWorld{t: t, dir: filepath.Join(t.TempDir(), "data"), say: &safeBuffer{}}
	w.run("init")
	w.write("tavern.token", "secret\n")
	w.write("fivepoints.toml", fmt.Sprintf(`origin = "example.org/club"
[[board]]
name = "tavern"
kind = "nodebb"
url = %q
local = true
every = "30ms"
token_file = "tavern.token"
user_id = "1"
%s
[[board.topic]]
id = "5"
game = "ny12"
lang = "en"
`, s.URL, more))
	return b, w
}

// serveBoards runs the server until the test ends.
func serveBoards(w *mailWorld) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan int, 1)
	sys := w.system(io.Discard, "serve", "--every", "50ms")
	sys.Out, sys.Err = w.say, w.say
	go func() { done <- app.Run(ctx, sys) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if code := <-done; code != 0 {
			w.t.Errorf("serve: exit %d\n%s", code, w.say)
		}
	})
	w.t.Cleanup(stop)
	return stop
}

// until waits for something to become true; how long does not matter.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came to pass that %s", what)
		}
	}
}

// A post on a board becomes a sheet, its edit another one that takes its place;
// a board that fails is told, and read on.
func TestBoardLoop(t *testing.T) {
	t.Parallel()
	b, w := boardWorld(t, "")
	w.run("game", "new", "ny12", "newyork1890", "--seat", "whyos", "--seat", "eastman", "--deadline", "100h", "--second-thoughts", "10h")
	w.run("board", "bind", "ny12", "whyos", "tavern", "42")
	serveBoards(w)
	b.add(42, "Zoe", "<p>move 1 MUL -&gt; ELZ<br />open bar MUL</p>")
	until(t, "the post is a sheet", func() bool { return strings.Contains(w.run("posts", "ny12", "--kind", "receipt"), "whyos") })
	b.edit(1, "<p>move 2 MUL -&gt; ELZ</p>")
	until(t, "the edit is a sheet", func() bool { return strings.Count(w.run("posts", "ny12", "--kind", "receipt"), "whyos") == 2 })
	got := w.run("board", "show", "tavern", "101")
	if !strings.Contains(got, "revision 2 (changed)") || strings.Count(got, "recorded") != 2 {
		t.Errorf("the post reads\n%s", got)
	}
	if got := w.run("board", "probe", "tavern"); !strings.Contains(got, `topic 5: "[ny12] New-York"`) || !strings.Contains(got, "probe · fp-") {
		t.Errorf("the board is probed:\n%s", got)
	}
	b.mu.Lock()
	b.fail = http.StatusInternalServerError
	b.mu.Unlock()
	until(t, "the failure is told", func() bool { return strings.Contains(w.say.String(), "the board fails (500)") })
	if strings.Contains(w.run("board", "show", "tavern", "101"), "missing") {
		t.Error("a board that fails has lost posts")
	}
}

// Summaries are posted once, even where an answer was lost, and our own posts
// give no orders.
func TestSummariesOnABoard(t *testing.T) {
	t.Parallel()
	b, w := boardWorld(t, "write = true")
	b.lose = 1
	w.run("game", "new", "ny12", "newyork1890", "--seat", "whyos", "--seat", "eastman", "--deadline", "100h", "--second-thoughts", "10h", "--langs", "en")
	stop := serveBoards(w)
	summaries := func() int { return len(b.written()) - 1 }
	until(t, "the first summary is there", func() bool { return summaries() == 1 && strings.Contains(w.say.String(), "(502)") })
	w.run("adjudicate", "ny12")
	until(t, "the second summary is there", func() bool { return summaries() == 2 })
	stop()
	w.run("adjudicate", "ny12") // while nobody serves
	stop = serveBoards(w)
	until(t, "the third summary is there", func() bool { return summaries() >= 3 })
	stop()
	seen := map[string]bool{}
	for _, text := range b.written() {
		if seen[text] {
			t.Errorf("posted twice: %.200s", text)
		}
		seen[text] = true
	}
	if summaries() != 3 {
		t.Errorf("%d summaries", summaries())
	}
	if got := w.run("board", "names", "tavern"); got != "" {
		t.Errorf("our own posts were taken:\n%s", got)
	}
	w.run("verify", "ny12")
}

// Boards at other addresses than those of the internet are refused unless they
// are said to be our own; so is what can never work.
func TestBoardSettings(t *testing.T) {
	t.Parallel()
	w := &mailWorld{t: t, dir: filepath.Join(t.TempDir(), "data"), say: &safeBuffer{}}
	w.run("init")
	for setting, want := range map[string]string{
		"kind = \"phpbb\"\nurl = \"http://forum.example.org\"":                                                         "begins with https://",
		"kind = \"vbulletin\"\nurl = \"https://forum.example.org\"":                                                    "kind is",
		"kind = \"smf\"\nurl = \"https://forum.example.org\"\nzone = \"Mars\"":                                         "no time zone",
		"kind = \"smf\"\nurl = \"https://forum.example.org\"\nevery = \"1s\"":                                          "at least 1m",
		"kind = \"smf\"\nurl = \"https://forum.example.org\"\nbell = \"http://x\"":                                     "bell is a path",
		"kind = \"smf\"\nurl = \"https://forum.example.org\"\n[[board.topic]]\nid = \"x\"":                             "topic's number",
		"kind = \"smf\"\nurl = \"https://forum.example.org\"\n[[board.topic]]\nid = \"1\"\nedits = \"always\"":         "edits is never",
		"kind = \"phpbb\"\nurl = \"https://127.0.0.1:1\"\n[[board.topic]]\nid = \"1\"\ngame = \"ny12\"\nlang = \"en\"": "an address that is not read",
	} {
		w.write("fivepoints.toml", "[[board]]\nname = \"tavern\"\n"+setting+"\n")
		var out bytes.Buffer
		if code := app.Run(t.Context(), w.system(&out, "board", "probe", "tavern")); code != 1 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: exit %d, %s", setting, code, out.String())
		}
	}
}
