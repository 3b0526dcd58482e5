// Command fivepoints runs play-by-mail games: it reads orders from mail, judges
// them and writes receipts, reports and summaries. `fivepoints help` lists what it does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"fivepoints/cmd/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := app.Run(ctx, app.System{
		Args: os.Args[1:], Env: os.Getenv, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Now: time.Now,
	})
	stop()
	os.Exit(code)
}
