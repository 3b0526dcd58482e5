// Package app is the command line: configuration, wiring and subcommands. It
// alone imports everything; what it does itself is choosing, reading files and
// printing.
//
// Every command is a function on env, which carries the parsed global flags and
// opens the data folder when the command needs it. A writing command owns the
// folder while it runs (folder.go); a reading one opens it read-only.
//
// Both refuse a folder whose making did not end (create.go), whose log is not
// whole on the outside (package sqlite, Opening), or whose keys are missing or
// other ones: the newest checkpoint commits to that of the club, the first fact of
// each game to that of the game. Then a writing command skims the log (audit.Skim:
// every leaf, the roots of the checkpoints) and writes nothing to a damaged one. A
// reading command answers first, from commits whose leaves were compared, then
// skims as well: damage elsewhere is told on stderr with exit code 1. Only when the
// log has more than 20,000 commits does it leave that to verify, and says so.
// Skimming does not open private parts and blobs; verify does.
//
// The owner of a folder runs nats-server inside it and has the log mirrored
// (nats.go). Mirror and log are compared before a command writes, which takes
// some 30 ms; mirroring itself goes on beside the command, and a command waits at
// its end, at most two seconds, for the last commits. What is missing then is
// published by the next owner. Only serve and doctor compare the whole mirror;
// only serve opens a port and publishes the feed, when fivepoints.toml says so.
//
// Mail (mail_config.go: the settings) is carried by serve alone (mail_office.go):
// a letter is committed under the server's lock, then judged and published; no
// deadline is run later than every mailbox was read. The sender works beside that
// lock, on the log. mail_doctor.go tries the whole way.
//
// What an auditor asks is in proof.go (signed checkpoints and promises, proofs),
// archive.go (one game as a file), why.go (from a fact to its sender, what changed),
// whatif.go (a correction on a copy) and dispute.go (cases, rulings). backup.go puts
// a log back and says in it what is lost; erase.go destroys the key of a person.
package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fivepoints/games"
)

// System is the world a run of the program sees.
type System struct {
	Args     []string
	Env      func(string) string
	In       io.Reader
	Out, Err io.Writer
	Now      func() time.Time
}

// Exit codes of the program.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// env is one run of one command.
type env struct {
	System
	ctx  context.Context
	data string     // data folder
	lang games.Lang // of what is said to the operator
	json bool

	shared *folder // of the server this command runs in
	dir    string  // of the client, for relative file names
}

// command is one subcommand; name may have two words.
type command struct {
	name string
	args string
	help games.Text
	run  func(*env, []string) error
}

// Run runs the program and returns its exit code.
func Run(ctx context.Context, sys System) int {
	e := &env{System: sys, ctx: ctx}
	return e.run()
}

func (e *env) run() int {
	err := e.dispatch()
	var usage usageError
	var served exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &served):
		return int(served) // the server has said what is wrong
	case errors.As(err, &usage):
		fmt.Fprintf(e.Err, "fivepoints: %s\n", usage.msg)
		return exitUsage
	}
	fmt.Fprintf(e.Err, "fivepoints: %s\n", e.explain(err))
	return exitFailed
}

// path resolves a file name as the caller meant it.
func (e *env) path(name string) string {
	if e.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(e.dir, name)
}

func (e *env) dispatch() error {
	fs := flag.NewFlagSet("fivepoints", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&e.data, "data", e.defaultData(), "")
	lang := fs.String("lang", e.defaultLang(), "")
	fs.BoolVar(&e.json, "json", false, "")
	err := fs.Parse(e.Args)
	e.lang = games.EN
	if *lang == "fr" {
		e.lang = games.FR
	}
	if errors.Is(err, flag.ErrHelp) {
		return e.help(nil)
	}
	if err != nil {
		return e.badFlag(err, "")
	}
	if *lang != "fr" && *lang != "en" {
		return e.usage("--lang vaut fr ou en, et non %q", "--lang is fr or en, not %q", *lang)
	}
	return e.command(fs.Args())
}

func (e *env) command(args []string) error {
	if len(args) == 0 || args[0] == "help" {
		return e.help(args)
	}
	c, rest, ok := find(args)
	switch {
	case !ok && len(subcommands(args[0])) > 0 && slices.Contains([]string{"-h", "-help", "--help"}, args[len(args)-1]):
		return e.help([]string{"help", args[0]})
	case !ok && len(subcommands(args[0])) > 0:
		return e.which(args[0])
	case !ok:
		return e.unknown(args[0])
	}
	err := c.run(e, rest)
	if help := (helpWanted{}); errors.As(err, &help) {
		e.helpOne(c, help.flags)
		return nil
	}
	return err
}

// find matches the longest command name at the front of args.
func find(args []string) (command, []string, bool) {
	for _, words := range []int{2, 1} {
		if len(args) < words {
			continue
		}
		name := strings.Join(args[:words], " ")
		if i := slices.IndexFunc(commands(), func(c command) bool { return c.name == name }); i >= 0 {
			return commands()[i], args[words:], true
		}
	}
	return command{}, nil, false
}

// subcommands lists the commands of two words that begin with this one.
func subcommands(first string) []command {
	var out []command
	for _, c := range commands() {
		if strings.HasPrefix(c.name, first+" ") {
			out = append(out, c)
		}
	}
	return out
}

func (e *env) defaultData() string {
	if d := e.Env("FIVEPOINTS_DATA"); d != "" {
		return d
	}
	return "fivepoints-data"
}

func (e *env) defaultLang() string {
	if strings.HasPrefix(e.Env("LANG"), "fr") {
		return "fr"
	}
	return "en"
}

// say picks the operator's language.
func (e *env) say(fr, en string) string { return games.Text{FR: fr, EN: en}.In(e.lang) }

func (e *env) printf(fr, en string, args ...any) { fmt.Fprintf(e.Out, e.say(fr, en), args...) }

// flags returns a flag set that reports mistakes as usage errors of the command.
func (e *env) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// badFlag tells what is wrong with a flag of a command, or of the program.
func (e *env) badFlag(err error, name string) error {
	text := err.Error()
	if e.lang == games.FR {
		for en, fr := range map[string]string{
			"flag provided but not defined: ": "option inconnue : ", "flag needs an argument: ": "il manque la valeur de ", "invalid value ": "valeur refusée : ",
		} {
			text = strings.Replace(text, en, fr, 1)
		}
	}
	if name == "" {
		return usageError{text}
	}
	return e.usage("%[1]s : %[2]s ; « fivepoints help %[1]s » dit ses options", "%[1]s: %[2]s; `fivepoints help %[1]s` tells its flags", name, text)
}

// parse reads flags anywhere among the arguments and checks how many words remain.
func (e *env) parse(fs *flag.FlagSet, args []string, least, most int) ([]string, error) {
	var words []string
	if fs.Lookup("json") == nil {
		fs.BoolVar(&e.json, "json", e.json, "") // told with those in front of all commands
	}
	for {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, helpWanted{fs}
			}
			return nil, e.badFlag(err, fs.Name())
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		words, args = append(words, args[0]), args[1:]
	}
	if len(words) < least || (most >= 0 && len(words) > most) {
		c, _, _ := find(strings.Fields(fs.Name()))
		return nil, e.usage("usage : fivepoints %s %s", "usage: fivepoints %s %s", c.name, c.args)
	}
	return words, nil
}
