package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fivepoints/events/jetstream"

	"github.com/BurntSushi/toml"
)

// config is fivepoints.toml in the data folder; every key may be missing.
type config struct {
	Origin string `toml:"origin"`
	Zone   string `toml:"zone"`
	Langs  []string
	Nats   natsConfig    `toml:"nats"`
	Mail   mailConfig    `toml:"mail"`
	Serve  serveConfig   `toml:"serve"`
	Boards []boardConfig `toml:"board"`
}

// natsConfig says whether programs may read the feed.
type natsConfig struct {
	Listen string `toml:"listen"` // loopback address of serve, "" opens no port
}

const configName = "fivepoints.toml"

// configText is the commented file that init writes.
const configText = `# fivepoints.toml: settings of this data folder. Every line may be left out.

# How checkpoints name this log, e.g. a domain of yours and a word. / Nom du journal dans les preuves.
origin = %q

# Zone of deadlines, unless a game says otherwise. / Fuseau des échéances.
zone = "Europe/Paris"

# Languages of public summaries, unless a game says otherwise. / Langues des résumés publics.
langs = ["fr", "en"]

# While ` + "`fivepoints serve`" + ` runs, programs may read the feed of NATS at this address of this
# machine; without it no port is opened. / Adresse du flux NATS ; sans elle aucun port n'est ouvert.
# [nats]
# listen = "127.0.0.1:4222"

# Health (/healthz, /readyz) and Prometheus metrics (/metrics) of ` + "`fivepoints serve`" + ` at an address of this
# machine, and how it logs: plain for people, text or json for programs. / Santé, mesures et journal de serve.
# [serve]
# listen = "127.0.0.1:8890"
# log = "json"

# Mail while ` + "`fivepoints serve`" + ` runs; ` + "`fivepoints doctor`" + ` tries every server. / Le courrier de serve.
# [mail]
# address = "play@example.org"          # players write to it, our mails come from it / adresse du club
# name = "New-York 1890"
# moderator = "you@example.org"         # is told when a mail does not arrive; moderates new games that name nobody / prévenu
# authserv = "mx.example.org"           # whose Authentication-Results to believe; "topmost" when it writes no name
# hosts = ["mx.example.org"]            # names in its Received lines, ".example.org" for all below
# twin = true                           # reports bring the position as JSON for programs, too
# dkim = true                           # check signatures ourselves, too (needs DNS)
# [[mail.imap]]                         # as many as you like
# name = "main"                         # in the log
# server = "imap.example.org"           # tls = "implicit" (993) or "starttls" (143)
# user = "play@example.org"
# password_file = "imap.password"       # beside this file; or token_command = ["program", "argument"]
#                                       # with auth = "oauthbearer" or "xoauth2"
# poll = "3m"                           # how often to look when the server announces nothing
# done = ""                             # folder for messages that were read; empty: they get a mark
# [mail.lmtp]                           # or: a mail server of this machine hands mail over
# listen = "127.0.0.1:2424"             # or the path of a socket
# [mail.smtp]
# server = "smtp.example.org"           # tls = "implicit" (465) or "starttls" (587)
# user = "play@example.org"
# password_file = "smtp.password"
`

func readConfig(dir string) (config, error) {
	c := config{Origin: "fivepoints.local/log", Zone: "Europe/Paris", Langs: []string{"fr", "en"}}
	name := filepath.Join(dir, configName)
	meta, err := toml.DecodeFile(name, &c)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, because(err, "lecture de %s", "reading %s", name)
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return c, failed("lecture de %s : il n'y a pas de réglage %q ; un dossier neuf (init) montre ceux qu'il y a", "reading %s: there is no setting %q; a new folder (init) shows those there are", name, extra[0])
	}
	if err := c.Mail.check(); err != nil {
		return c, because(err, "lecture de %s", "reading %s", name)
	}
	if err := checkBoards(c.Boards, c.Mail.IMAP); err != nil {
		return c, because(err, "lecture de %s", "reading %s", name)
	}
	if err := c.Serve.check(); err != nil {
		return c, because(err, "lecture de %s", "reading %s", name)
	}
	if _, err := time.LoadLocation(c.Zone); err != nil {
		return c, failed("lecture de %s : %q n'est pas un fuseau, par exemple Europe/Paris", "reading %s: %q is no time zone, e.g. Europe/Paris", name, c.Zone)
	}
	if c.Nats.Listen != "" {
		if _, _, err := jetstream.CheckListen(c.Nats.Listen); err != nil {
			return c, because(err, "lecture de %s : nats.listen est une adresse de cette machine, par exemple 127.0.0.1:4222", "reading %s: nats.listen is an address of this machine, e.g. 127.0.0.1:4222", name)
		}
	}
	return c, nil
}

func writeConfig(dir, origin string) error {
	name := filepath.Join(dir, configName)
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := putFile(name, fmt.Appendf(nil, configText+boardConfigText, origin)); err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return nil
}
