package app

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// write puts everything into files: the posts as they would be sent, pages that
// tell the story, the list of mails, and a page to begin with.
func (r *demoRun) write() error {
	errs := []error{r.file("campaign.mbox", r.Mailbox)}
	for _, p := range r.posts {
		errs = append(errs, r.file(postName(p), p.Body))
	}
	for _, lang := range []games.Lang{games.FR, games.EN} {
		for i := range r.pages() {
			errs = append(errs, r.page(i, lang))
		}
	}
	for i, m := range r.read {
		errs = append(errs, r.file(mailName(i), letterText(m)))
	}
	errs = append(errs, r.file("mails.md", []byte(r.mails())), r.file("README.md", []byte(r.index())))
	return errors.Join(errs...)
}

func (r *demoRun) file(name string, data []byte) error {
	full := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return fmt.Errorf("making a folder of the demo: %w", err)
	}
	if err := os.WriteFile(full, data, 0o644); err != nil {
		return fmt.Errorf("writing the demo: %w", err)
	}
	return nil
}

// postName is the file of a post: named by its title, and by its language when
// there is one for everybody.
func postName(p publish.Post) string {
	folder := map[string]string{"summary": "summaries", "report": "reports", "invitation": "reports", "receipt": "receipts", "notice": "notices"}[p.Kind]
	name := p.Title
	if p.Kind == "summary" {
		name += "." + p.Lang
	}
	return folder + "/" + name + "." + string(templates.Markdown)
}

// page is a stretch of turns that is told on one page.
type page struct {
	name        string // "1893", "turns-11-20"
	first, last int    // turns
	seq         events.Seq
}

func (p page) file(lang games.Lang) string { return p.name + "." + string(lang) + ".md" }

// label is what links call the page.
func (p page) label(lang games.Lang) string {
	if p.first == p.last {
		return p.name
	}
	return fmt.Sprintf(games.Text{FR: "tours %d à %d", EN: "turns %d to %d"}.In(lang), p.first, p.last)
}

// pages divides the turns played.
func (r *demoRun) pages() []page {
	var out []page
	for _, w := range r.table.Windows {
		if w.Closed == nil {
			continue
		}
		if n := len(out); n == 0 || (out[n-1].first-1)/r.Turns != (w.Turn-1)/r.Turns {
			year, _, _ := strings.Cut(w.ID(), "/")
			out = append(out, page{year, w.Turn, w.Turn, 0})
		}
		p := &out[len(out)-1]
		p.last, p.seq = max(p.last, w.Turn), max(p.seq, w.Judged)
		if r.Turns > 1 {
			p.name = fmt.Sprintf("turns-%02d-%02d", p.first, p.last)
		}
	}
	return out
}

// page writes everything public of a stretch of turns and a picture of the
// table at its end, with ways to go on.
func (r *demoRun) page(i int, lang games.Lang) error {
	var b strings.Builder
	say := func(fr, en string) { b.WriteString(games.Text{FR: fr, EN: en}.In(lang)) }
	pages := r.pages()
	p := pages[i]
	b.WriteString(r.ways(pages, i, lang))
	story, err := r.told(p, lang)
	if err != nil {
		return err
	}
	b.WriteString(story)
	picture, err := r.drawn(p, lang)
	if err != nil {
		return err
	}
	fmt.Fprintf(&b, "![%s](%s)\n\n", games.Text{FR: "La table à la fin de cette page", EN: "The table at the end of this page"}.In(lang), picture)
	say("Rapports privés de ces tours :\n\n", "Private reports of these turns:\n\n")
	b.WriteString(r.reports(p, lang) + "\n")
	say("Ce que les joueurs ont écrit : ", "What the players wrote: ")
	b.WriteString(strings.Join(r.letters(p), ", ") + ".\n\n")
	b.WriteString(r.ways(pages, i, lang))
	return r.file(p.file(lang), []byte(b.String()))
}

// reports links the private reports of a page, a line a player.
func (r *demoRun) reports(p page, lang games.Lang) string {
	var b strings.Builder
	for _, player := range r.Players {
		var links []string
		for _, post := range r.postsOf(p, "report") {
			if post.Seat == player.Seat {
				links = append(links, fmt.Sprintf("[%s](%s)", strings.TrimSuffix(post.Title, "-report-"+post.Seat), postName(post)))
			}
		}
		if len(links) > 0 {
			fmt.Fprintf(&b, "- %s%s: %s\n", cell(player.Name), games.Text{FR: " "}.In(lang), strings.Join(links, ", "))
		}
	}
	return b.String()
}

// ways links a page with its neighbours.
func (r *demoRun) ways(pages []page, i int, lang games.Lang) string {
	out := fmt.Sprintf("[%s](README.md)", games.Text{FR: "Sommaire", EN: "Contents"}.In(lang))
	if i > 0 {
		out += fmt.Sprintf(" · [← %s](%s)", pages[i-1].label(lang), pages[i-1].file(lang))
	}
	if i < len(pages)-1 {
		out += fmt.Sprintf(" · [%s →](%s)", pages[i+1].label(lang), pages[i+1].file(lang))
	}
	return out + "\n\n"
}

// told is the story: the summaries as they were sent, or turn by turn in one go
// where turns are short.
func (r *demoRun) told(p page, lang games.Lang) (string, error) {
	if r.Turns > 1 {
		doc, err := r.folder.posts.Chapter(r.ctx, r.table, p.first, p.last, lang)
		return string(templates.Render(doc, templates.Markdown)) + "\n", err
	}
	var b strings.Builder
	for _, post := range r.postsOf(p, "summary") {
		if post.Lang == string(lang) {
			b.Write(post.Body)
			b.WriteString("\n---\n\n")
		}
	}
	return b.String(), nil
}

// drawn writes the table at the end of a page as SVG and returns its name.
func (r *demoRun) drawn(p page, lang games.Lang) (string, error) {
	t, err := r.env.table(r.folder, r.Game, p.seq)
	if err != nil {
		return "", err
	}
	svg, err := r.folder.posts.Picture(t, games.Public, lang)
	if err != nil {
		return "", err
	}
	name := p.name + "." + string(lang) + ".svg"
	return name, r.file(name, svg)
}

// postsOf lists the posts of a kind that came of the mails of a page; the first
// page has the beginning of the game, too.
func (r *demoRun) postsOf(p page, kind string) []publish.Post {
	causes := map[events.Seq]bool{}
	for i, w := range r.table.Windows {
		if w.Closed != nil && w.Turn >= p.first && w.Turn <= p.last {
			causes[w.Judged] = true
			causes[w.OpenedSeq] = causes[w.OpenedSeq] || i == 0
		}
	}
	return slices.DeleteFunc(slices.Clone(r.posts), func(post publish.Post) bool { return post.Kind != kind || !causes[post.Cause] })
}

// letters links the mails that came while a mail of that page was open.
func (r *demoRun) letters(p page) []string {
	var links []string
	for i, m := range r.read {
		open := 0
		for _, w := range r.table.Windows {
			if w.At <= m.Received.At {
				open = w.Turn
			}
		}
		if open >= p.first && open <= p.last {
			links = append(links, fmt.Sprintf("[%s](%s)", strings.TrimSpace(strconv.Itoa(i+1)+" "+r.writer(m)), mailName(i)))
		}
	}
	return links
}

// writer is how the others call who wrote a mail, "" for a stranger.
func (r *demoRun) writer(m demo.Reading) string {
	for _, p := range r.Players {
		if strings.Contains(m.Envelope.From, p.Address) {
			return p.Call
		}
	}
	return ""
}

// mails lists every message with what became of it.
func (r *demoRun) mails() string {
	zone, err := time.LoadLocation(demo.Zone)
	if err != nil {
		zone = time.UTC
	}
	var b strings.Builder
	b.WriteString("# Mails\n\n[Sommaire / Contents](README.md)\n\n")
	b.WriteString("| # | Reçu / Received | De / From | Objet / Subject | Suite / Outcome |\n| ---: | --- | --- | --- | --- |\n")
	for i, m := range r.read {
		at := time.UnixMilli(m.Received.At).In(zone).Format("2006-01-02 15:04")
		fmt.Fprintf(&b, "| [%d](%s) | %s | %s | %s | %s |\n", i+1, mailName(i), at, cell(m.Envelope.From), cell(m.Envelope.Subject), r.became(m))
	}
	return b.String()
}

// mailName is the file of the i-th mail as text.
func mailName(i int) string { return fmt.Sprintf("mails/%03d.txt", i+1) }

// letterText is a mail as a person sees it: whatever its form and encoding was.
func letterText(m demo.Reading) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n%s\n\n", m.Envelope.From, m.Envelope.Date, m.Envelope.Subject)
	for _, l := range m.Envelope.Lines {
		b.WriteString(l.Text + "\n")
	}
	return b.Bytes()
}

// cell makes text harmless in a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "[", `\[`, "]", `\]`, "<", "&lt;", "*", `\*`, "_", `\_`, "\n", " ").Replace(text)
}

func (r *demoRun) became(m demo.Reading) string {
	if m.Known {
		return "doublon, sans effet / a duplicate, no effect"
	}
	if p, ok := r.receipt(m.Result.Sheet); ok {
		return fmt.Sprintf("[%s](%s)", strings.TrimPrefix(p.Title, "receipt-"), postName(p))
	}
	fr, en := env{lang: games.FR}, env{lang: games.EN}
	return fr.outcome(outcomeOf(m)) + " / " + en.outcome(outcomeOf(m))
}

func (r *demoRun) receipt(sheet events.Seq) (publish.Post, bool) {
	i := slices.IndexFunc(r.posts, func(p publish.Post) bool { return p.Kind == "receipt" && p.Cause == sheet })
	if sheet == 0 || i < 0 {
		return publish.Post{}, false
	}
	return r.posts[i], true
}

// index is the page to begin with, French first.
func (r *demoRun) index() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", r.Title)
	for _, lang := range []games.Lang{games.FR, games.EN} {
		r.contents(&b, lang)
	}
	return b.String()
}

func (r *demoRun) contents(b *strings.Builder, lang games.Lang) {
	say := func(fr, en string) string { return games.Text{FR: fr, EN: en}.In(lang) }
	b.WriteString(say("## En français\n\n", "## In English\n\n"))
	b.WriteString(r.Intro.In(lang))
	b.WriteString(say("\n\nÀ lire d'abord, page après page :\n\n", "\n\nTo be read first, page by page:\n\n"))
	for _, p := range r.pages() {
		fmt.Fprintf(b, "- [%s](%s)\n", p.label(lang), p.file(lang))
	}
	b.WriteString(say("\nPuis :\n\n", "\nThen:\n\n"))
	item := func(link, fr, en string) { fmt.Fprintf(b, "- [%s](%s) : %s\n", link, link, say(fr, en)) }
	if lang == games.EN {
		item = func(link, _, en string) { fmt.Fprintf(b, "- [%s](%s): %s\n", link, link, en) }
	}
	item("mails.md", "chaque mail, avec l'accusé de réception qui lui a répondu", "every mail, with the receipt that answered it")
	item("campaign.mbox", "les mêmes tels qu'ils sont arrivés, avec leurs encodages", "the same as they came in, with their encodings")
	item("reports/", "ce que chaque joueur a reçu pour lui seul", "what each player got for himself alone")
	item("receipts/", "les réponses ligne par ligne", "the answers line by line")
	b.WriteString(say("\n| Siège | Qui joue | Langue |\n| --- | --- | --- |\n", "\n| Seat | Player | Language |\n| --- | --- | --- |\n"))
	for _, p := range r.Players {
		fmt.Fprintf(b, "| %s | %s | %s |\n", p.Seat, cell(p.Name), p.Lang)
	}
	fmt.Fprintf(b, "\n%s\n\n    fivepoints --data data summary %s --turn %s\n    fivepoints --data data state %s --at %s --format svg\n    fivepoints --data data verify %s\n\n", say(
		"Le dossier data/ est le journal. On le lit (summary, state, log, verify) ; on n'y écrit pas, car ses clés sont publiques.",
		"The folder data/ is the log. It can be read (summary, state, log, verify) and not written, for its keys are public."), r.Game, r.Look, r.Game, r.Look, r.Game)
	b.WriteString(say("| Ce que la partie contient | |\n| --- | ---: |\n", "| What the game holds | |\n| --- | ---: |\n"))
	for _, c := range r.tally {
		fmt.Fprintf(b, "| %s | %d |\n", c.Name.In(lang), c.N)
	}
	b.WriteString("\n")
}
