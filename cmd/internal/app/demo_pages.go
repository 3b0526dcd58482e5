package app

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// write puts everything into files: the posts as they would be sent, a page a
// year, the list of mails, and a page to begin with.
func (r *demoRun) write() error {
	errs := []error{r.file("campaign.mbox", demo.Mailbox())}
	for _, p := range r.posts {
		errs = append(errs, r.file(postName(p), p.Body))
	}
	for _, lang := range []games.Lang{games.FR, games.EN} {
		for _, year := range r.years() {
			errs = append(errs, r.file(fmt.Sprintf("%s.%s.md", year, lang), []byte(r.year(year, lang))))
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

// years lists the years played.
func (r *demoRun) years() []string {
	var out []string
	for _, w := range r.table.Windows {
		year, _, _ := strings.Cut(w.ID(), "/")
		if w.Closed != nil && !slices.Contains(out, year) {
			out = append(out, year)
		}
	}
	return out
}

// year is everything public of a year on one page, with ways to go on.
func (r *demoRun) year(year string, lang games.Lang) string {
	var b strings.Builder
	years := r.years()
	i := slices.Index(years, year)
	fmt.Fprintf(&b, "[%s](README.md)", games.Text{FR: "Sommaire", EN: "Contents"}.In(lang))
	if i > 0 {
		fmt.Fprintf(&b, " · [← %s](%s.%s.md)", years[i-1], years[i-1], lang)
	}
	if i < len(years)-1 {
		fmt.Fprintf(&b, " · [%s →](%s.%s.md)", years[i+1], years[i+1], lang)
	}
	b.WriteString("\n\n")
	for _, p := range r.posts {
		if p.Kind == "summary" && p.Lang == string(lang) && (strings.HasPrefix(p.Title, year+"-") || i == 0 && strings.HasPrefix(p.Title, "start-")) {
			b.Write(p.Body)
			b.WriteString("\n---\n\n")
		}
	}
	b.WriteString(games.Text{FR: "Rapports privés de l'année : ", EN: "Private reports of the year: "}.In(lang))
	var links []string
	for _, p := range r.posts {
		if p.Kind == "report" && strings.HasPrefix(p.Title, year+"-") {
			links = append(links, fmt.Sprintf("[%s](%s)", strings.TrimPrefix(p.Title, year+"-"), postName(p)))
		}
	}
	b.WriteString(strings.Join(links, ", ") + ".\n\n")
	b.WriteString(games.Text{FR: "Ce que les joueurs ont écrit : ", EN: "What the players wrote: "}.In(lang))
	b.WriteString(strings.Join(r.letters(year), ", ") + ".\n")
	return b.String()
}

// letters links the mails that came while a mail of that year was open.
func (r *demoRun) letters(year string) []string {
	var links []string
	for i, m := range r.read {
		open := ""
		for _, w := range r.table.Windows {
			if w.At <= m.Received.At {
				open, _, _ = strings.Cut(w.ID(), "/")
			}
		}
		if open == year {
			links = append(links, fmt.Sprintf("[%d](%s)", i+1, mailName(i)))
		}
	}
	return links
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
	fmt.Fprintf(&b, "# %s\n\n", demo.Title)
	for _, lang := range []games.Lang{games.FR, games.EN} {
		r.contents(&b, lang)
	}
	return b.String()
}

func (r *demoRun) contents(b *strings.Builder, lang games.Lang) {
	say := func(fr, en string) string { return games.Text{FR: fr, EN: en}.In(lang) }
	b.WriteString(say("## En français\n\n", "## In English\n\n"))
	b.WriteString(say(
		"Six bandes, sept ans, deux courriers par an. Tout vient d'un fichier de mails ; personne n'y existe.\n\nÀ lire d'abord, une page par année :\n\n",
		"Six gangs, seven years, two mails a year. All of it comes out of one mailbox file; nobody in it exists.\n\nTo be read first, one page a year:\n\n"))
	for _, year := range r.years() {
		fmt.Fprintf(b, "- [%s](%s.%s.md)\n", year, year, lang)
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
	b.WriteString(say("\n| Bande | Qui joue | Langue |\n| --- | --- | --- |\n", "\n| Gang | Player | Language |\n| --- | --- | --- |\n"))
	for _, p := range demo.Players() {
		fmt.Fprintf(b, "| %s | %s | %s |\n", p.Seat, cell(p.Name), p.Lang)
	}
	fmt.Fprintf(b, "\n%s\n\n    fivepoints --data data summary %s --turn 1893c\n    fivepoints --data data state %s --at 1893c\n    fivepoints --data data verify %s\n\n", say(
		"Le dossier data/ est le journal. On le lit (summary, state, log, verify) ; on n'y écrit pas, car ses clés sont publiques.",
		"The folder data/ is the log. It can be read (summary, state, log, verify) and not written, for its keys are public."), demo.Game, demo.Game, demo.Game)
	b.WriteString(say("| Ce que la campagne contient | |\n| --- | ---: |\n", "| What the campaign holds | |\n| --- | ---: |\n"))
	for _, c := range r.tally {
		fmt.Fprintf(b, "| %s | %d |\n", c.Name.In(lang), c.N)
	}
	b.WriteString("\n")
}
