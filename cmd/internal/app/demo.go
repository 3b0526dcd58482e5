package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fivepoints/cmd/internal/app/demo"
	"fivepoints/games/catalog"
	"fivepoints/games/table"
	"fivepoints/templates/publish"
)

//go:generate go run ./demo/generate

// demoMark tells a folder that a demo may overwrite.
const demoMark = ".fivepoints-demo"

func (e *env) demo(args []string) error {
	fs := e.flags("demo")
	game := fs.String("game", "newyork1890", e.say("`JEU` à montrer : newyork1890, crooks, escrocs, noxford ou kingofcrime", "`GAME` to show: newyork1890, crooks, escrocs, noxford or kingofcrime"))
	out := fs.String("out", "fivepoints-demo", e.say("`DOSSIER` où tout écrire", "`FOLDER` to write everything in"))
	if _, err := e.parse(fs, args, 0, 0); err != nil {
		return err
	}
	c, ok := demo.Of(*game)
	if !ok {
		return e.usage("demo : --game vaut newyork1890, crooks, escrocs, noxford ou kingofcrime", "demo: --game is newyork1890, crooks, escrocs, noxford or kingofcrime")
	}
	dir := e.path(*out)
	if err := clearDemo(dir); err != nil {
		return err
	}
	e.data = filepath.Join(dir, "data")
	err := e.withDemoFolder(c, e.data, func(f *folder) error { return e.runDemo(f, c, dir) })
	if err != nil {
		return because(err, "démonstration dans %s", "running the demo in %s", *out)
	}
	return nil
}

// clearDemo removes an earlier demo, and nothing else.
func clearDemo(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("making the demo folder: %w", err)
		}
	case err != nil:
		return fmt.Errorf("opening the demo folder: %w", err)
	case len(entries) > 0 && !slices.ContainsFunc(entries, func(d fs.DirEntry) bool { return d.Name() == demoMark }):
		return failed("écriture de la démonstration dans %s : ce dossier contient autre chose ; donnez-en un vide par --out", "writing the demo to %s: the folder holds other things; name an empty one with --out", dir)
	}
	for _, d := range entries {
		if err := os.RemoveAll(filepath.Join(dir, d.Name())); err != nil {
			return fmt.Errorf("removing the earlier demo: %w", err)
		}
	}
	return os.WriteFile(filepath.Join(dir, demoMark), nil, 0o644)
}

// demoRun is a recorded game that was played, on its way to the reader.
type demoRun struct {
	*env
	demo.Campaign
	folder *folder
	dir    string // where everything is written
	table  *table.Table
	read   []demo.Reading
	posts  []publish.Post
	tally  demo.Tally
	sum    ingested
}

func (e *env) runDemo(f *folder, c demo.Campaign, dir string) error {
	r := &demoRun{env: e, Campaign: c, folder: f, dir: dir, tally: c.Tally()}
	if err := r.play(f); err != nil {
		return err
	}
	r.count()
	if err := r.write(); err != nil {
		return err
	}
	return r.say()
}

// play reads the mailbox mail by mail, then publishes what came of it.
func (r *demoRun) play(f *folder) error {
	stage, err := r.Create(r.ctx, f.log, catalog.Find)
	if err != nil {
		return err
	}
	p := r.progress()
	r.read, err = stage.Play(r.ctx, p.step)
	p.end()
	if err != nil {
		return err
	}
	if _, err := f.publish(r.ctx); err != nil {
		return err
	}
	if r.posts, err = publish.Posts(r.ctx, f.log, r.Game); err != nil {
		return err
	}
	if r.table, err = stage.Judge.Table(r.ctx, r.Game); err != nil {
		return err
	}
	if _, err := f.project(r.ctx); err != nil {
		return err
	}
	r.tally.CountMails(r.read, r.table)
	return r.CountLog(r.ctx, r.tally, f.log, r.table)
}

// count sums up the reading as ingest does.
func (r *demoRun) count() {
	r.sum = ingested{Read: len(r.read), Posts: len(r.posts), Others: map[string]int{}}
	for _, m := range r.read {
		switch {
		case m.Known:
			r.sum.Known++
		case m.Result.Sheet > 0:
			r.sum.Sheets++
		default:
			r.sum.Others[outcomeOf(m)]++
		}
	}
	for _, w := range r.table.Windows {
		if w.Closed != nil {
			r.sum.Resolved = append(r.sum.Resolved, r.Game+" "+w.ID())
		}
	}
}

func outcomeOf(m demo.Reading) string {
	return strings.TrimSpace(m.Result.Result + " " + m.Result.Reason)
}

// say tells what was done, and where to begin.
func (r *demoRun) say() error {
	if r.json {
		return r.printJSON(r.sum)
	}
	if err := r.reportIngest(r.sum); err != nil {
		return err
	}
	count := map[string]int{}
	for _, p := range r.posts {
		count[p.Kind]++
	}
	var b strings.Builder
	row := func(path, fr, en string) {
		fmt.Fprintf(&b, "  %-42s %s\n", filepath.Join(r.dir, path), r.env.say(fr, en))
	}
	row("README.md", "par où commencer", "where to begin")
	row(r.pages()[0].file(r.lang)+" …", "le récit, page après page, en français et en anglais", "the story, page by page, French and English")
	row("mails.md", "les mails, et ce que chacun est devenu", "the mails, and what became of each")
	row("campaign.mbox", "les mêmes, tels que reçus", "the same as they came in")
	row("summaries/", fmt.Sprintf("%d résumés publics", count["summary"]), fmt.Sprintf("%d public summaries", count["summary"]))
	row("reports/", fmt.Sprintf("%d rapports privés, un par joueur et par courrier", count["report"]), fmt.Sprintf("%d private reports, one a player and mail", count["report"]))
	row("receipts/", fmt.Sprintf("%d accusés de réception", count["receipt"]), fmt.Sprintf("%d receipts", count["receipt"]))
	row("data/", "le journal ; on peut le lire, pas l'écrire", "the log; it can be read, not written")
	r.printf("\nÀ lire dans %s :\n%s\nCommencez par %s\nPuis : go run ./cmd/fivepoints --data %s verify\n",
		"\nTo read in %s:\n%s\nBegin with %s\nThen try: go run ./cmd/fivepoints --data %s verify\n",
		r.dir, b.String(), filepath.Join(r.dir, r.pages()[0].file(r.lang)), filepath.Join(r.dir, "data"))
	return nil
}
