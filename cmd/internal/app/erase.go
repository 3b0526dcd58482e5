package app

import (
	"errors"
	"slices"
	"strings"

	"fivepoints/events"
	"fivepoints/games/catalog"
	"fivepoints/games/table"
	"fivepoints/projections"
	"fivepoints/projections/people"
)

// erase destroys the key of a person, and with it his mails, his addresses and
// his words. Commits and proofs stay, and so do the games he played in.
func (e *env) erase(args []string) error {
	fs := e.flags("erase")
	sure := fs.Bool("for-ever", false, e.say("rien ne ramène ce qui est effacé", "nothing brings back what is erased"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	return e.own(func(f *folder) error {
		person, err := e.personOf(f, names[0])
		if err != nil {
			return err
		}
		seats, err := e.seatsOf(f, person)
		if err != nil {
			return err
		}
		if !*sure {
			e.printf("%s tient : %s\nSa clé sera détruite : ses mails, ses adresses et ses mots deviennent illisibles pour toujours. Les commits, les preuves et les parties restent.\nAjoutez --for-ever pour le faire ; rien n'a changé.\n",
				"%s holds: %s\nThe key will be destroyed: mails, addresses and words become unreadable for ever. Commits, proofs and games stay.\nAdd --for-ever to do it; nothing was changed.\n", person, seats)
			return nil
		}
		if err := e.eraseKey(f, person); err != nil {
			return because(err, "effacement de %s", "erasing %s", person)
		}
		e.printf("%s est effacé ; effacez aussi les anciennes sauvegardes des clés des personnes. Sièges qu'il faut donner à quelqu'un : %s\n",
			"%s is erased; delete old backups of the keys of people, too. Seats to be given to somebody: %s\n", person, seats)
		return nil
	})
}

// eraseKey records the erasure, then destroys the key; after a crash in between
// the same command ends it. The views know addresses and are made anew.
func (e *env) eraseKey(f *folder, person string) error {
	pub, err := events.Marshal(events.Erased{Person: person})
	if err != nil {
		return err
	}
	tip, err := f.log.Tip(e.ctx, "people")
	if err != nil {
		return err
	}
	_, _, err = f.log.Append(e.ctx, events.Commit{
		Stream: "people", Expect: tip, Key: events.NewKey("erased", person), At: e.Now(),
		Facts: []events.Fact{{Type: events.TypeErased, V: 1, Pub: pub}},
	})
	if err != nil {
		return err
	}
	if err := f.keys.Destroy("people/" + person); err != nil {
		return err
	}
	if f.views != nil {
		if err := f.views.Close(); err != nil {
			return err
		}
		f.views = nil
	}
	return projections.Rebuild(e.ctx, f.log, viewsPath(f.dir), f.allViews()...)
}

// personOf finds a person by name or address. One without a key was never there,
// or was erased before.
func (e *env) personOf(f *folder, word string) (string, error) {
	person := word
	if strings.Contains(word, "@") {
		views, err := f.project(e.ctx)
		if err != nil {
			return "", err
		}
		if person, _, err = (people.Directory{DB: views, Log: f.log}).Address(e.ctx, strings.ToLower(strings.TrimSpace(word))); err != nil {
			return "", err
		}
	}
	if events.CheckKeyName("people/"+person) != nil {
		return "", failed("personne ne s'appelle %q ; « fivepoints game show » dit les noms", "nobody is called %q; `fivepoints game show` tells the names", word)
	}
	_, err := f.keys.Find("people/" + person)
	if errors.Is(err, events.ErrNotFound) {
		return "", failed("personne ne s'appelle %q ; « fivepoints game show » dit les noms", "nobody is called %q; `fivepoints game show` tells the names", word)
	}
	if err != nil && !errors.Is(err, events.ErrErased) {
		return "", err
	}
	return person, nil
}

// seatsOf lists the seats of a person in games that go on.
func (e *env) seatsOf(f *folder, person string) (string, error) {
	ids, err := f.judge.Games(e.ctx)
	if err != nil {
		return "", err
	}
	var out []string
	for _, id := range ids {
		t, err := table.Load(e.ctx, f.log, id, catalog.Find, 0)
		if err != nil {
			return "", err
		}
		for _, s := range t.Seats {
			if s.Person == person && t.Over == nil {
				out = append(out, id+" "+s.Seat)
			}
		}
	}
	if slices.Sort(out); len(out) == 0 {
		return "-", nil
	}
	return strings.Join(out, ", "), nil
}
