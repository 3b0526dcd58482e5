package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// helpWanted stops a command that was asked to explain itself.
type helpWanted struct{ flags *flag.FlagSet }

func (helpWanted) Error() string { return flag.ErrHelp.Error() }

// help explains the program, a group of commands ("help game") or one command.
func (e *env) help(args []string) error {
	if len(args) > 1 {
		return e.helpOn(args[1:])
	}
	e.printf("fivepoints tient des parties par courrier : des mails entrent, des résumés sortent.\n\nfivepoints [--data DOSSIER] [--lang fr|en] [--json] COMMANDE\n\n",
		"fivepoints runs play-by-mail games: mails go in, summaries come out.\n\nfivepoints [--data DIR] [--lang fr|en] [--json] COMMAND\n\n")
	fmt.Fprint(e.Out, e.list(commands(), ""))
	e.printf("\n« fivepoints help COMMANDE » en dit plus. Pour toutes, avant la commande :\n", "\n`fivepoints help COMMAND` says more. For all, in front of the command:\n")
	e.printf("  --data DOSSIER  dossier de données (sinon $FIVEPOINTS_DATA, sinon ./fivepoints-data)\n  --lang fr|en    langue des réponses (sinon $LANG)\n  --json          réponses pour des programmes (aussi derrière la commande)\n",
		"  --data DIR    data folder (else $FIVEPOINTS_DATA, else ./fivepoints-data)\n  --lang fr|en  language of the answers (else $LANG)\n  --json        answers for programs (also behind the command)\n")
	return nil
}

func (e *env) helpOn(args []string) error {
	c, _, ok := find(args)
	if ok {
		err := c.run(e, []string{"--help"})
		if help := (helpWanted{}); errors.As(err, &help) {
			e.helpOne(c, help.flags)
			return nil
		}
		return err
	}
	if subs := subcommands(args[0]); len(subs) > 0 && len(args) == 1 {
		e.printf("Les commandes « %s » :\n\n", "The commands `%s`:\n\n", args[0])
		fmt.Fprint(e.Out, e.list(subs, "fivepoints "))
		return nil
	}
	return e.unknown(strings.Join(args, " "))
}

func (e *env) unknown(name string) error {
	return e.usage("commande inconnue %q ; « fivepoints help » donne la liste", "unknown command %q; `fivepoints help` lists them", name)
}

// which asks for the second word of a command.
func (e *env) which(first string) error {
	return e.usage("« fivepoints %s » demande un mot de plus :\n%s", "`fivepoints %s` takes one more word:\n%s",
		first, strings.TrimSuffix(e.list(subcommands(first), "  fivepoints "), "\n"))
}

// list shows commands with one line each.
func (e *env) list(all []command, prefix string) string {
	var b strings.Builder
	if prefix == "" {
		prefix = "  "
	}
	for _, c := range all {
		fmt.Fprintf(&b, "%s%-14s %s\n", prefix, c.name, firstLine(c.help.In(e.lang)))
	}
	return b.String()
}

// helpOne explains a command and each of its flags.
func (e *env) helpOne(c command, flags *flag.FlagSet) {
	fmt.Fprintf(e.Out, "fivepoints %s\n\n%s\n", strings.TrimSpace(c.name+" "+c.args), c.help.In(e.lang))
	rows := strings.Builder{}
	w := tabwriter.NewWriter(&rows, 0, 4, 2, ' ', 0)
	flags.VisitAll(func(f *flag.Flag) {
		if f.Usage != "" {
			e.helpFlag(w, f)
		}
	})
	if err := w.Flush(); err == nil && rows.Len() > 0 {
		fmt.Fprintf(e.Out, "\n%s", rows.String())
	}
}

func (e *env) helpFlag(w io.Writer, f *flag.Flag) {
	value, usage := flag.UnquoteUsage(f)
	usage = strings.TrimLeft(strings.TrimPrefix(usage, value), " \u00a0:;,")
	if def := f.DefValue; def != "" && def != "0" && def != "false" {
		def = strings.Replace(strings.Replace(def, "m0s", "m", 1), "h0m", "h", 1) // 168h0m0s
		usage += fmt.Sprintf(e.say(" (défaut %s)", " (default %s)"), def)
	}
	fmt.Fprintf(w, "  %s\t%s\n", strings.TrimSpace("--"+f.Name+" "+value), usage)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
