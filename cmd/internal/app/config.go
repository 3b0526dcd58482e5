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
	Nats   natsConfig `toml:"nats"`
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
		return c, failed("lecture de %s : il n'y a pas de réglage %q ; il y a origin, zone, langs et nats.listen", "reading %s: there is no setting %q; known are origin, zone, langs and nats.listen", name, extra[0])
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
	if err := putFile(name, fmt.Appendf(nil, configText, origin)); err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return nil
}
