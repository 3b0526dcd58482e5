package app

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"fivepoints/mail/forum"
)

// boardConfig is a board that is read, and perhaps written to.
type boardConfig struct {
	Name      string        `toml:"name"` // of the source in the log: inbox/<name>
	Kind      string        `toml:"kind"` // forum.Kind
	URL       string        `toml:"url"`  // of its first page
	Zone      string        `toml:"zone"` // of its clock, where its pages name none
	Every     time.Duration `toml:"every"`
	Bell      string        `toml:"bell"`       // path of a feed: what is new is looked at when it changes
	User      string        `toml:"user"`       // name to log in with, where that needs one
	UserID    string        `toml:"user_id"`    // the board's id of our own account
	TokenFile string        `toml:"token_file"` // token of the board's interface
	Local     bool          `toml:"local"`      // the board may be on this machine or in our own network
	Write     bool          `toml:"write"`      // summaries are posted there
	Topics    []topicConfig `toml:"topic"`
}

// topicConfig is a topic that is about a game.
type topicConfig struct {
	ID    string `toml:"id"`
	Game  string `toml:"game"`
	Edits string `toml:"edits"` // which edits of a post count
	Lang  string `toml:"lang"`  // of the summaries that are posted there
}

// edits of a post that count.
const (
	editsNever    = "never"
	editsAck      = "until-ack"
	editsDeadline = "until-deadline"
)

func editPolicies() []string { return []string{editsNever, editsAck, editsDeadline} }

const boardConfigText = `
# Boards while ` + "`fivepoints serve`" + ` runs; saved pages need none of this. / Les forums de serve.
# [[board]]
# name = "tavern"                       # in the log
# kind = "phpbb"                        # phpbb, nodebb, discourse, mybb, smf or bgg
# url = "https://forum.example.org"
# zone = "Europe/Paris"                 # of its clock, where its pages name none (MyBB, SMF)
# every = "10m"                         # how often to look
# bell = "/app.php/feed"                # a feed below url: topics are looked at when it changes, and once an hour
# token_file = "tavern.token"           # of its interface (NodeBB, Discourse, BoardGameGeek), beside this file
# user = "moderator"                    # whose token it is (Discourse)
# user_id = "7"                         # our own account there: its posts are never orders
# write = false                         # true: public summaries are posted there (NodeBB, Discourse)
# [[board.topic]]
# id = "12"                             # as in its address
# game = "ny12"
# edits = "until-deadline"              # which edits count: never, until-ack or until-deadline
# lang = "fr"                           # of the summaries
`

// checkBoards reports what can never work.
func checkBoards(boards []boardConfig, mailboxes []imapConfig) error {
	names := map[string]bool{"file": true, "lmtp": true}
	for _, m := range mailboxes {
		names[m.Name] = true
	}
	for i, b := range boards {
		if !inboxName.MatchString(b.Name) || names[b.Name] {
			return failed("[[board]] n° %d : name vaut 1 à 16 lettres et chiffres, chacun une fois, autre que file, lmtp et les boîtes", "[[board]] %d: name is 1 to 16 letters and digits, each once, other than file, lmtp and the mailboxes", i+1)
		}
		names[b.Name] = true
		if err := b.check(); err != nil {
			return err
		}
	}
	return nil
}

func (b *boardConfig) check() error {
	if !slices.Contains(forum.Kinds(), forum.Kind(b.Kind)) {
		return failed("[[board]] %s : kind vaut phpbb, nodebb, discourse, mybb, smf ou bgg", "[[board]] %s: kind is phpbb, nodebb, discourse, mybb, smf or bgg", b.Name)
	}
	u, err := url.Parse(b.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !b.Local) {
		return failed("[[board]] %s : url commence par https:// (http:// seulement avec local = true)", "[[board]] %s: url begins with https:// (http:// only with local = true)", b.Name)
	}
	if _, err := time.LoadLocation(b.Zone); err != nil {
		return failed("[[board]] %s : %q n'est pas un fuseau, par exemple Europe/Paris", "[[board]] %s: %q is no time zone, e.g. Europe/Paris", b.Name, b.Zone)
	}
	if b.Every != 0 && b.Every < time.Minute && !b.Local {
		return failed("[[board]] %s : every vaut au moins 1m", "[[board]] %s: every is at least 1m", b.Name)
	}
	if b.Bell != "" && !strings.HasPrefix(b.Bell, "/") {
		return failed("[[board]] %s : bell est un chemin sous url, comme /app.php/feed", "[[board]] %s: bell is a path below url, like /app.php/feed", b.Name)
	}
	for _, t := range b.Topics {
		switch {
		case t.ID == "" || strings.Trim(t.ID, "0123456789") != "":
			return failed("[[board.topic]] de %s : id est le numéro du sujet", "[[board.topic]] of %s: id is the topic's number", b.Name)
		case t.Edits != "" && !slices.Contains(editPolicies(), t.Edits):
			return failed("[[board.topic]] %s de %s : edits vaut never, until-ack ou until-deadline", "[[board.topic]] %s of %s: edits is never, until-ack or until-deadline", t.ID, b.Name)
		case t.Lang != "" && t.Lang != "fr" && t.Lang != "en":
			return failed("[[board.topic]] %s de %s : lang vaut fr ou en", "[[board.topic]] %s of %s: lang is fr or en", t.ID, b.Name)
		}
	}
	return nil
}

// location of the board's clock; nil: its times are not read where they name no zone.
func (b *boardConfig) location() *time.Location {
	if b.Zone == "" {
		return nil
	}
	loc, err := time.LoadLocation(b.Zone)
	if err != nil {
		return nil
	}
	return loc
}

func (b *boardConfig) topic(id string) (topicConfig, bool) {
	for _, t := range b.Topics {
		if t.ID == id {
			return t, true
		}
	}
	return topicConfig{}, false
}

// boardAt finds the board of a saved page by its name or its host.
func (c *config) boardAt(name, host string) *boardConfig {
	for i, b := range c.Boards {
		u, err := url.Parse(b.URL)
		if b.Name == name || name == "" && host != "" && err == nil && strings.EqualFold(u.Host, host) {
			return &c.Boards[i]
		}
	}
	return nil
}
