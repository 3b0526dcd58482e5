package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/BurntSushi/toml"
)

// config is fivepoints.toml in the data folder; every key may be missing.
type config struct {
	Origin string `toml:"origin"`
	Zone   string `toml:"zone"`
	Langs  []string
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
		return c, failed("lecture de %s : il n'y a pas de réglage %q ; il y a origin, zone et langs", "reading %s: there is no setting %q; known are origin, zone and langs", name, extra[0])
	}
	if _, err := time.LoadLocation(c.Zone); err != nil {
		return c, failed("lecture de %s : %q n'est pas un fuseau, par exemple Europe/Paris", "reading %s: %q is no time zone, e.g. Europe/Paris", name, c.Zone)
	}
	return c, nil
}

func writeConfig(dir, origin string) error {
	name := filepath.Join(dir, configName)
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := os.WriteFile(name, fmt.Appendf(nil, configText, origin), 0o600); err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return nil
}
