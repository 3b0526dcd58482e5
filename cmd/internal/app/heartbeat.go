package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The heartbeat is a file of the data folder with the time at which the server
// last looked at the deadlines. When it stood still for longer than silence, or the
// clock jumped, nobody could act in that time: deadlines are later by the gap. It
// is no part of the log: it tells nothing of the games.
const (
	beatName  = "heartbeat"
	beatEvery = 30 * time.Second
	silence   = 2 * time.Hour
	// wobble is how far a clock may go back without anybody minding.
	wobble = time.Minute
)

// errClockBack says that the clock is behind the last heartbeat: nothing is
// resolved until it is there again.
var errClockBack = errors.New("the clock went back")

// onTime looks whether time passed as it should since the last heartbeat, before
// anything is resolved, and moves deadlines when it did not. The server then beats
// again; a command beside it ends the watch, for nobody keeps it.
func (e *env) onTime(f *folder, now time.Time) error {
	last, err := f.lastBeat()
	if err != nil {
		return err
	}
	switch gap := now.Sub(last); {
	case last.IsZero():
	case gap < -wobble:
		return because(errClockBack, "l'horloge est revenue en arrière : il est %s, et il était déjà %s ; rien n'est résolu avant ; si l'heure est juste maintenant, effacez %s",
			"the clock went back: it is %s, and it was %s already; nothing is resolved before; if it is right now, delete %s",
			now.Format(time.RFC3339), last.Format(time.RFC3339), filepath.Join(f.dir, beatName))
	case gap > silence:
		moved, err := f.judge.Silence(e.ctx, last, now)
		if err != nil {
			return err
		}
		if len(moved) > 0 {
			fmt.Fprintf(e.Err, "fivepoints: "+e.say("rien n'a tourné pendant %s : les échéances de %s sont repoussées d'autant, et chacun en est averti",
				"nothing ran for %s: the deadlines of %s are later by as much, and everybody is told")+"\n", gap.Round(time.Minute), strings.Join(moved, ", "))
		}
	}
	if !f.serves {
		return f.endBeats()
	}
	return f.beat(now)
}

// lastBeat reads the heartbeat, zero when there is none.
func (f *folder) lastBeat() (time.Time, error) {
	data, err := os.ReadFile(filepath.Join(f.dir, beatName))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("reading the heartbeat: %w", err)
	}
	at, err := time.Parse(time.RFC3339, strings.TrimSpace(string(data)))
	if err != nil { // half a file is no heartbeat: putFile writes whole ones
		return time.Time{}, because(err, "lecture de %s ; s'il est abîmé, effacez-le", "reading %s; if it is damaged, delete it", filepath.Join(f.dir, beatName))
	}
	return at, nil
}

// beat writes the heartbeat, not more often than every half minute.
func (f *folder) beat(now time.Time) error {
	if gap := now.Sub(f.beaten); gap >= 0 && gap < beatEvery {
		return nil
	}
	if err := putFile(filepath.Join(f.dir, beatName), []byte(now.UTC().Format(time.RFC3339)+"\n")); err != nil {
		return fmt.Errorf("writing the heartbeat: %w", err)
	}
	f.beaten = now
	return nil
}

func (f *folder) endBeats() error {
	err := os.Remove(filepath.Join(f.dir, beatName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
