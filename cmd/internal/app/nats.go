package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"fivepoints/events/jetstream"
	"fivepoints/games/catalog"
	"fivepoints/projections/feed"
)

const natsName = "nats"

func natsPath(dir string) string { return filepath.Join(dir, natsName) }

// mirrorOnly is for commands that write and end: no port, no feed.
func mirrorOnly(f *folder) jetstream.Options { return jetstream.Options{Dir: natsPath(f.dir)} }

// mirrorAndFeed is for the server. It compares the whole mirror, and has a feed
// when there is an address to read it at.
func (e *env) mirrorAndFeed(f *folder) jetstream.Options {
	o := mirrorOnly(f)
	o.Check, o.Listen = true, f.config.Nats.Listen
	if o.Listen != "" {
		o.Derive, o.Version = feed.New(f.log, catalog.Find).Derive, feed.Version
	}
	o.Trouble = func(err error) {
		fmt.Fprintf(e.Err, "fivepoints: %s\n", e.explain(because(err, "ennui avec le miroir %s, le serveur continue", "trouble with the mirror %s, the server goes on", o.Dir)))
	}
	return o
}

// mirror has the log copied to NATS until the folder is closed. A mirror that
// cannot belong to this log stops everything before anything is written.
func (f *folder) mirror(ctx context.Context, o jetstream.Options) error {
	node, err := jetstream.Start(ctx, f.log, o)
	if err != nil {
		return f.mirrorFailed(err)
	}
	f.node = node
	return nil
}

func (f *folder) stopMirror() error {
	if err := f.node.Close(); err != nil {
		return f.mirrorFailed(err)
	}
	return nil
}

// forked tells why nothing may be written any more, nil when all is well.
func (f *folder) forked() error {
	if f.node == nil || f.node.Err() == nil {
		return nil
	}
	return f.mirrorFailed(f.node.Err())
}

func (f *folder) mirrorFailed(err error) error {
	dir, store := natsPath(f.dir), jetstream.StorePath(natsPath(f.dir))
	if fork := (*jetstream.Fork)(nil); errors.As(err, &fork) {
		return because(err, "copie du journal vers NATS : remettez dans %s le log.db le plus récent ; si ce que le miroir a de plus est perdu pour de bon, écartez le dossier %s",
			"mirroring the log: put the newest log.db back in %s; if what the mirror has more is lost for good, move the folder %s away", f.dir, store)
	}
	if errors.Is(err, jetstream.ErrForeign) {
		return because(err, "copie du journal vers NATS : le dossier %s est celui d'un autre programme, rien n'y est touché ; écartez-le", "mirroring the log to NATS: the folder %s is another program's, nothing in it is touched; move it away", store)
	}
	return because(err, "copie du journal vers NATS, dans %s", "mirroring the log to NATS, in %s", dir)
}

// feedUser reads the arguments of grant and revoke: nothing, or a game and a seat.
func (e *env) feedUser(f *folder, words []string) (string, error) {
	if len(words) == 0 {
		return jetstream.Reader, nil
	}
	t, err := e.table(f, words[0], 0)
	if err != nil {
		return "", err
	}
	return words[0] + "." + words[1], holds(t, words[1])
}

func (e *env) feedWords(name string, args []string) ([]string, error) {
	words, err := e.parse(e.flags(name), args, 0, 2)
	if err == nil && len(words) == 1 {
		return nil, e.usage("%s : donnez une partie et un siège, ou rien pour ce qui est public", "%s: name a game and a seat, or nothing for what is public", name)
	}
	return words, err
}

// grantInfo is what feed grant prints; it is stable as JSON.
type grantInfo struct {
	User  string `json:"user"`
	Key   string `json:"key"`   // file of the nkey seed
	Inbox string `json:"inbox"` // prefix of reply subjects that the client must use
	URL   string `json:"url,omitempty"`
}

func (e *env) feedGrant(args []string) error {
	words, err := e.feedWords("feed grant", args)
	if err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		user, err := e.feedUser(f, words)
		if err != nil {
			return err
		}
		path, err := jetstream.Grant(natsPath(f.dir), user)
		if err != nil {
			return err
		}
		if err := f.node.Reload(); err != nil {
			return err
		}
		info := grantInfo{user, path, jetstream.Inbox(user), f.node.Status().URL}
		if e.json {
			return e.printJSON(info)
		}
		e.printf("%s : clé dans %s, boîte de réponse %s\n", "%s: key in %s, inbox prefix %s\n", info.User, info.Key, info.Inbox)
		if info.URL != "" {
			e.printf("à lire à %s\n", "to be read at %s\n", info.URL)
		} else {
			e.printf("aucun port n'est ouvert : « nats.listen » dans %s en donne un à « fivepoints serve »\n",
				"no port is open: nats.listen in %s gives one to `fivepoints serve`\n", filepath.Join(f.dir, configName))
		}
		return nil
	})
}

func (e *env) feedRevoke(args []string) error {
	words, err := e.feedWords("feed revoke", args)
	if err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		user, err := e.feedUser(f, words)
		if err != nil {
			return err
		}
		if err := jetstream.Revoke(natsPath(f.dir), user); err != nil {
			return err
		}
		if err := f.node.Reload(); err != nil {
			return err
		}
		e.printf("%s ne peut plus lire\n", "%s may no longer read\n", user)
		return nil
	})
}
