package app

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fivepoints/mail/mailbox"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// demoMailbox is what four players sent in three years of a campaign.
//
//go:embed demo/campaign.mbox
var demoMailbox []byte

// demoSeats are the players of the recorded campaign.
var demoSeats = words{
	"whyos=alix@example.org,fr", "eastman=sam@example.net,en", "dusters=jo@example.com,fr", "rabbits=kim@example.org,en",
}

// demoMark tells a folder that a demo may overwrite.
const demoMark = ".fivepoints-demo"

func (e *env) demo(args []string) error {
	fs := e.flags("demo")
	out := fs.String("out", "fivepoints-demo", e.say("`DOSSIER` où tout écrire", "`FOLDER` to write everything in"))
	if _, err := e.parse(fs, args, 0, 0); err != nil {
		return err
	}
	dir := e.path(*out)
	if err := clearDemo(dir); err != nil {
		return err
	}
	e.data = filepath.Join(dir, "data")
	err := e.withDemoFolder(e.data, func(f *folder) error { return e.runDemo(f, dir) })
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

func (e *env) runDemo(f *folder, dir string) error {
	e.Now = func() time.Time { return botsStart.AddDate(1, 0, 0) } // the same demo on every day
	n, err := e.newGame(f, "ny12", "newyork1890", gameFlags{
		preset: "slice", options: words{"rounds=3"}, seats: demoSeats, title: "Five Points, 1890",
		deadline: 7 * 24 * time.Hour, thoughts: 20 * time.Minute, settle: 10 * time.Minute,
		at: botsStart.Format(time.RFC3339),
	})
	if err != nil {
		return err
	}
	if _, err := f.judge.Create(e.ctx, n); err != nil {
		return err
	}
	if _, err := f.publish(e.ctx); err != nil {
		return err
	}
	in := intaking{env: e, folder: f, source: "demo", trust: "address"}
	if err := in.messages(mailbox.Mbox(bytes.NewReader(demoMailbox))); err != nil {
		return err
	}
	if err := in.finish(botsStart.AddDate(1, 0, 0)); err != nil {
		return err
	}
	posts, err := publish.Posts(e.ctx, f.log, "ny12")
	if err != nil {
		return err
	}
	if err := writePosts(dir, posts); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "campaign.mbox"), demoMailbox, 0o644); err != nil {
		return fmt.Errorf("writing the mailbox: %w", err)
	}
	return e.sayDemo(dir, in.sum, posts)
}

// writePosts writes each post to a file named by its title and language.
func writePosts(dir string, posts []publish.Post) error {
	folders := map[string]string{"summary": "summaries", "report": "reports", "invitation": "reports", "receipt": "receipts", "notice": "notices"}
	for _, p := range posts {
		sub := filepath.Join(dir, folders[p.Kind])
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return fmt.Errorf("making a folder for posts: %w", err)
		}
		name := p.Title
		if p.Kind == "summary" {
			name += "." + p.Lang
		}
		if err := os.WriteFile(filepath.Join(sub, name+"."+string(templates.Markdown)), p.Body, 0o644); err != nil {
			return fmt.Errorf("writing a post: %w", err)
		}
	}
	return nil
}

func (e *env) sayDemo(dir string, sum ingested, posts []publish.Post) error {
	if e.json {
		return e.printJSON(sum)
	}
	if err := e.reportIngest(sum); err != nil {
		return err
	}
	count := map[string]int{}
	first := ""
	for _, p := range posts {
		count[p.Kind]++
		if p.Kind == "summary" && p.Lang == string(e.lang) && first == "" && !strings.HasPrefix(p.Title, "start") {
			first = p.Title + "." + p.Lang + ".md"
		}
	}
	var b strings.Builder
	row := func(path, fr, en string) { fmt.Fprintf(&b, "  %-42s %s\n", filepath.Join(dir, path), e.say(fr, en)) }
	row("campaign.mbox", "les mails, tels que reçus", "the mails as they came in")
	row("summaries/", fmt.Sprintf("%d résumés publics, en français et en anglais", count["summary"]), fmt.Sprintf("%d public summaries, French and English", count["summary"]))
	row("reports/", fmt.Sprintf("%d rapports privés, un par joueur et par courrier", count["report"]), fmt.Sprintf("%d private reports, one a player and mail", count["report"]))
	row("receipts/", fmt.Sprintf("%d accusés de réception", count["receipt"]), fmt.Sprintf("%d receipts", count["receipt"]))
	row("data/", "le journal", "the log")
	e.printf("\nÀ lire dans %s :\n%s\nCommencez par %s\nPuis : go run ./cmd/fivepoints --data %s verify\n",
		"\nTo read in %s:\n%s\nBegin with %s\nThen try: go run ./cmd/fivepoints --data %s verify\n",
		dir, b.String(), filepath.Join(dir, "summaries", first), filepath.Join(dir, "data"))
	return nil
}
