package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the goldens are in the time of Paris
	"unicode"

	"fivepoints/games"
	"fivepoints/games/gamestest"
	"fivepoints/games/order"
	"fivepoints/games/table"
)

// allWays renders a document in both languages and formats.
func allWays(t *testing.T, name string, doc func(*Writer) Doc) {
	t.Helper()
	texts, paris := load(t), paris(t)
	parser, err := order.New(testGrammar())
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []games.Lang{games.FR, games.EN} {
		d := doc(texts.NewWriter(lang, testGrammar(), parser, paris))
		for _, f := range []Format{Markdown, Plain} {
			ext := map[Format]string{Markdown: "md", Plain: "txt"}[f]
			page := string(Render(d, f))
			if m := leftover.FindString(page); m != "" {
				t.Errorf("%s in %s: %q was left unwritten", name, lang, m)
			}
			gamestest.Golden(t, name+"."+string(lang)+"."+ext, append([]byte("Subject: "+d.Title+"\n\n"), page...))
		}
	}
}

// leftover finds keys and holes that reached the reader.
var leftover = regexp.MustCompile(`\{[a-z]+\}|\b(receipt|verdict|why|due|template|report|fate|summary|notice|generic)\.[a-z]`)

func paris(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func move(from, to string) games.Line {
	return games.Line{Verb: "move", Args: []games.Arg{{Name: "n", Vals: []string{"3"}}, {Name: "from", Vals: []string{from}}, {Name: "path", Vals: []string{to}}}}
}

func about() About { return About{Game: "ny12", Title: "New-York 1890", Tag: "1893c", Seat: "whyos"} }

func dues() []Due {
	return []Due{{
		Window: "1893/1", Tag: "1893c", Seats: []games.Seat{"whyos", "bowery"},
		Closes: time.Date(2026, 11, 8, 23, 0, 0, 0, time.UTC),
		Hints: []Hint{
			{"move", games.Choice{Lines: []games.Line{move("LES", "FVP"), move("MUL", "FVP")}, More: true}},
			{"action", games.Choice{Lines: []games.Line{{Verb: "open", Args: []games.Arg{{Name: "what", Vals: []string{"saloon"}}, {Name: "at", Vals: []string{"LES"}}}}}}},
		},
	}}
}

func TestReceipt(t *testing.T) {
	t.Parallel()
	problem := msg("test.unknown", arg("word", "text", "barr"))
	in := Receipt{
		About: about(), N: 3, Subject: "RE: [ny12 1893c] mes ordres", Ready: true, H: "9f86d081884c7d659a2feaa0c55ad015",
		At: time.Date(2026, 11, 5, 18, 2, 11, 0, time.UTC),
		Notes: []table.Note{
			{N: 1, Kind: "order", Text: "deplacer 3 bow -> five", Orders: []games.Line{move("LES", "FVP")}},
			{N: 2, Kind: "error", Text: "ouvrir barr Bowery", Problem: &problem, Rule: "c.a.joint", Nearest: []string{"ouvrir bar Bowery"}},
			{N: 8, Kind: "warn", Text: "ouvrir bar bow", Orders: []games.Line{{Verb: "open", Args: []games.Arg{{Name: "what", Vals: []string{"saloon"}}, {Name: "at", Vals: []string{"LES"}}}}}, Problem: &problem, Rule: "c.a.joint"},
			{N: 3, Kind: "comment", Text: "# rien"},
			{N: 4, Kind: "talk", Text: "À <b>dimanche</b> | tous *vous* deux"},
			{N: 6, Kind: "quoted", Text: "> ouvrir rats MUL"},
			{N: 7, Kind: "setting", Text: "terminé"},
		},
		Pending: []Pending{
			{Lines: []games.Line{move("LES", "FVP")}, Tag: "1893c"},
			{Lines: []games.Line{move("MUL", "LES")}, Standing: true},
			{Lines: []games.Line{move("MUL", "FVP")}, Gone: true, Tag: "1893c"},
		},
		Due: dues(),
	}
	allWays(t, "receipt", func(w *Writer) Doc {
		w.texts["test.unknown"], _ = parseSentence("«{word}» ?")
		return w.Receipt(in)
	})
}

func TestReceiptVerdicts(t *testing.T) {
	t.Parallel()
	w := load(t).NewWriter("en", testGrammar(), nil, nil)
	for _, c := range []struct {
		kinds, want string
	}{
		{"order order setting", "Re: hello [ny12 1893c] 3 ok"},
		{"order near quoted", "Re: hello [ny12 1893c] 1 ok · 1 error · 1 ignored"},
		{"talk", "Re: hello [ny12 1893c] no orders"},
	} {
		in := Receipt{About: about(), Subject: "hello"}
		for _, k := range strings.Fields(c.kinds) {
			in.Notes = append(in.Notes, table.Note{Kind: k})
		}
		if got := w.Receipt(in).Title; got != c.want {
			t.Errorf("%s: %q, want %q", c.kinds, got, c.want)
		}
	}
}

type viewOfNobody struct {
	Year  int      `json:"year"`
	Ended bool     `json:"ended"`
	Gangs []aGang  `json:"gangs"`
	Order []string `json:"order"`
}

type aGang struct {
	Gang  string `json:"gang"`
	Money int    `json:"money"`
	Note  string `json:"note,omitempty"`
}

func aView() viewOfNobody {
	return viewOfNobody{1893, false, []aGang{{"whyos", 12, "<i>a|b</i>"}, {"bowery", 7, ""}}, []string{"bowery", "whyos"}}
}

func addStory(t *testing.T, w *Writer) {
	t.Helper()
	for key, s := range map[string]string{
		"test.phase": "# Phase {p}", "test.moves": "{gang} -> {place}", "test.pays": "{gang} {m}", "test.end": "The end.",
	} {
		parsed, err := parseSentence(s)
		if err != nil {
			t.Fatal(err)
		}
		w.texts[key] = parsed
	}
}

func aStory() []games.Msg {
	return []games.Msg{
		msg("test.phase", arg("p", "text", "a")),
		msg("test.pays", arg("gang", "gang", "whyos"), arg("m", "money", "8")),
		msg("test.phase", arg("p", "text", "c")),
		msg("test.moves", arg("gang", "gang", "bowery"), arg("place", "place", "LES")),
		msg("test.moves", arg("gang", "gang", "whyos"), arg("place", "place", "FVP")),
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	closed := &Closing{Why: "complete", At: time.Date(2026, 7, 14, 7, 5, 0, 0, time.UTC)}
	allWays(t, "summary", func(w *Writer) Doc {
		addStory(t, w)
		return w.Summary(Summary{About: about(), Closed: closed, Story: aStory(), View: aView(), Due: dues()})
	})
	allWays(t, "first", func(w *Writer) Doc { return w.Summary(Summary{About: about(), View: aView(), Due: dues()}) })
	allWays(t, "over", func(w *Writer) Doc {
		addStory(t, w)
		over := &table.Over{Ranks: [][]string{{"whyos", "bowery"}, {"rabbits"}}, Why: "test.end"}
		return w.Summary(Summary{About: about(), Closed: closed, Corrected: "feuille retirée", View: aView(), Over: over})
	})
}

func TestReport(t *testing.T) {
	t.Parallel()
	why := msg("test.pays", arg("gang", "gang", "whyos"), arg("m", "money", "3"))
	in := Report{
		About: about(), Closed: &Closing{Why: "deadline", At: time.Date(2026, 11, 8, 23, 0, 0, 0, time.UTC)},
		Fates: []Fate{
			{Lines: []games.Line{move("LES", "FVP")}, How: "sheet"},
			{Lines: []games.Line{move("MUL", "FVP")}, How: "skipped", Msg: &why, Rule: "c.m.2", Nearest: []games.Line{move("MUL", "LES")}},
			{Lines: []games.Line{move("FVP", "LES")}, How: "guard"},
			{Lines: []games.Line{move("FVP", "MUL")}, How: "kept"},
		},
		Private: []games.Msg{why}, View: aView(), Due: dues(),
	}
	allWays(t, "report", func(w *Writer) Doc {
		addStory(t, w)
		return w.Report(in)
	})
}

func TestNotice(t *testing.T) {
	t.Parallel()
	allWays(t, "notice", func(w *Writer) Doc {
		return w.Notice(Notice{Subject: "ordres", Reason: "no-game", Games: []string{"ny12", "ny13"}})
	})
	allWays(t, "confirm", func(w *Writer) Doc {
		return w.Notice(Notice{
			Subject: "ordres", Reason: "unproven", Code: "k7qm-2fvd", From: "owl@example.org", At: time.Date(2034, 1, 1, 10, 0, 0, 0, time.UTC),
		})
	})
	w := load(t).NewWriter("en", nil, nil, nil)
	if got := string(Render(w.Notice(Notice{Reason: "moon"}), Plain)); !strings.Contains(got, "(moon)") {
		t.Errorf("an unknown reason is not named:\n%s", got)
	}
}

// The first sentence tells the truth about what counts.
func TestReceiptFirstSentence(t *testing.T) {
	t.Parallel()
	w := load(t).NewWriter("en", testGrammar(), nil, nil)
	for kinds, want := range map[string]string{
		"order order": "all of it is understood. If you send nothing more, only the automatic",
		"order error": "1 line understood, 1 to put right.",
		"error near":  "none of its orders counts: 2 lines are to put right.",
		"talk":        "no line of it is an order",
	} {
		in := Receipt{About: about(), N: 2, Due: dues()}
		for _, k := range strings.Fields(kinds) {
			in.Notes = append(in.Notes, table.Note{Kind: k})
		}
		if page := string(Render(w.Receipt(in), Markdown)); !strings.Contains(page, want) {
			t.Errorf("%s: %q is not in\n%.400s", kinds, want, page)
		}
	}
}

// A long letter is not sent back whole; every order in it is shown.
func TestLongLetterIsNotRepeated(t *testing.T) {
	t.Parallel()
	in := Receipt{About: about()}
	for i := range 3000 {
		kind := "talk"
		if i%100 == 99 {
			kind = "order"
		}
		in.Notes = append(in.Notes, table.Note{N: i + 1, Kind: kind, Text: "blah"})
	}
	page := string(Render(load(t).NewWriter("en", nil, nil, nil).Receipt(in), Markdown))
	if n := strings.Count(page, "blah"); n != 30+shownIdle || !strings.Contains(page, "And 2950 more lines") {
		t.Errorf("%d lines are shown:\n%.500s", n, page)
	}
}

// A view that holds a secret shows nothing rather than something.
func TestSecretInViewShowsNothing(t *testing.T) {
	t.Parallel()
	type leaky struct {
		Open string
		Hand games.Secret[string]
	}
	w := load(t).NewWriter("en", testGrammar(), nil, nil)
	doc := w.Summary(Summary{About: about(), View: leaky{"fine", games.Hide[string]("whyos", "ace")}})
	if got := string(Render(doc, Plain)); strings.Contains(got, "ace") || strings.Contains(got, "fine") {
		t.Errorf("the view leaked:\n%s", got)
	}
}

// A sheet of the worst lines we know makes a receipt that is only text.
func TestHostileSheetMakesAPlainReceipt(t *testing.T) {
	t.Parallel()
	in := Receipt{About: about(), Subject: "x\r\nBcc: all@example.org\u202e", Due: dues()}
	for i, s := range hostile {
		problem := msg("order.unknown-near", arg("word", "text", s), arg("candidates", "text", s, s))
		in.Notes = append(in.Notes, table.Note{N: i + 1, Kind: "error", Text: s, Problem: &problem, Rule: s, Nearest: []string{s}})
		in.Pending = append(in.Pending, Pending{Lines: []games.Line{{Verb: s}}, Tag: s, Gone: i%2 == 0})
	}
	d := load(t).NewWriter("en", testGrammar(), nil, nil).Receipt(in)
	if strings.ContainsAny(d.Title, "\r\n\u202e") {
		t.Errorf("the subject has a line break: %q", d.Title)
	}
	page := parsed(t, d)
	for _, tag := range anyTag.FindAllString(page, -1) {
		if !slices.Contains(strings.Fields("h1 h2 p pre code table thead tbody tr th td strong ul li del br"), strings.Trim(strings.Fields(tag)[0], "</>")) {
			t.Errorf("the receipt has %s", tag)
		}
	}
	if rows := strings.Count(page, "<tr>"); rows != len(hostile)+1 {
		t.Errorf("%d rows for %d lines", rows-1, len(hostile))
	}
	for _, r := range string(Render(d, Plain)) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			t.Errorf("the text holds %U", r)
		}
	}
}
