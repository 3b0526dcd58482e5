// Command generate writes the mailboxes of the demo: it plays each game between
// bots, writes each sheet as a mail of the player's own kind, feeds it to the
// machine that the demo runs, and goes on from what came of it. Mails written by
// hand (hand) come in between, phrases are in talk, and a plan says which sheet
// has which accident. What it knows of a game stands in a book: newyork*.go,
// crooks.go, escrocs.go, noxford.go, kingofcrime.go; the last four share turn.go,
// for games with one player at turn.
//
// It tries one seed after another until a game holds what the demo promises
// (demo.Campaign.Tally), and fails when none does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"fivepoints/cmd/internal/app/demo"
)

func main() {
	out := flag.String("o", "demo", "folder to write the mailboxes in")
	game := flag.String("game", "", "rulebook; all without it")
	first := flag.Int("seed", 1, "first seed to try")
	tries := flag.Int("tries", 300, "seeds to try")
	some := flag.Bool("any", false, "write the first campaign, whatever it holds")
	flag.Parse()
	enough := func(t demo.Tally) error { return t.Missing() }
	if *some {
		enough = func(demo.Tally) error { return nil }
	}
	for _, c := range demo.Campaigns() {
		if *game != "" && *game != c.Rulebook {
			continue
		}
		if err := generate(context.Background(), c, *out, *first, *tries, enough); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

func generate(ctx context.Context, what demo.Campaign, folder string, first, tries int, enough func(demo.Tally) error) error {
	c, err := search(ctx, what, first, tries, enough)
	if err != nil {
		return err
	}
	for _, n := range c.tally {
		fmt.Printf("%5d %s\n", n.N, n.Name.EN)
	}
	return os.WriteFile(filepath.Join(folder, what.Rulebook+".mbox"), c.mbox.Bytes(), 0o644)
}

// search plays seeds until a game holds enough.
func search(ctx context.Context, what demo.Campaign, first, tries int, enough func(demo.Tally) error) (*campaign, error) {
	var last error
	for seed := first; seed < first+tries; seed++ {
		c, err := play(ctx, what, seed)
		if err != nil {
			last = err
			fmt.Printf("seed %d: %v\n", seed, err)
			continue
		}
		if last = enough(c.tally); last == nil {
			fmt.Printf("seed %d\n", seed)
			return c, nil
		}
		fmt.Printf("seed %d: %v\n", seed, last)
	}
	return nil, fmt.Errorf("after %d seeds: %w", tries, last)
}
