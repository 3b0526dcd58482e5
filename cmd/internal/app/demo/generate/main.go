// Command generate writes the mailbox of the demo: it plays a campaign of
// seven years between bots, writes each sheet as a mail of the player's own
// kind, feeds it to the machine that the demo runs, and goes on from what came
// of it. Mails written by hand (hand/*.txt) come in between, phrases are in
// talk/*.txt, and plan.go says which sheet has which accident.
//
// It tries one seed after another until the campaign holds what the demo
// promises (demo.NewTally), and fails when none does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"fivepoints/cmd/internal/app/demo"
)

func main() {
	out := flag.String("o", "demo/campaign.mbox", "mailbox to write")
	first := flag.Int("seed", 1, "first seed to try")
	tries := flag.Int("tries", 300, "seeds to try")
	some := flag.Bool("any", false, "write the first campaign, whatever it holds")
	flag.Parse()
	enough := func(t demo.Tally) error { return t.Missing() }
	if *some {
		enough = func(demo.Tally) error { return nil }
	}
	if err := generate(context.Background(), *out, *first, *tries, enough); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(ctx context.Context, out string, first, tries int, enough func(demo.Tally) error) error {
	c, err := search(ctx, first, tries, enough)
	if err != nil {
		return err
	}
	for _, n := range c.tally {
		fmt.Printf("%5d %s\n", n.N, n.Name.EN)
	}
	return os.WriteFile(out, c.mbox.Bytes(), 0o644)
}

// search plays seeds until a campaign holds enough.
func search(ctx context.Context, first, tries int, enough func(demo.Tally) error) (*campaign, error) {
	var last error
	for seed := first; seed < first+tries; seed++ {
		c, err := play(ctx, seed)
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
