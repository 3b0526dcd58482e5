package archive_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/events/audit"
	"fivepoints/games"
	"fivepoints/games/archive"
	"fivepoints/games/gamestest"
	"fivepoints/games/judge"
)

// repeatElsewhere has a file's draws repeated by a program that shares nothing
// with this one.
func repeatElsewhere(t *testing.T, data []byte) (string, bool) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("FIVEPOINTS_LONG") != "" {
			t.Fatal("python3 is needed to repeat draws independently")
		}
		t.Skip("SKIPPED: there is no python3 to repeat draws independently")
	}
	name := filepath.Join(t.TempDir(), "game.fpg")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), python, "../chance/testdata/verify.py", name).CombinedOutput()
	return string(out), err == nil
}

// Anybody can repeat the draws: those of an ended game, those whose keys are
// published mail by mail, and nobody those that were thrown at a table.
func TestDrawsAreRepeatedElsewhere(t *testing.T) {
	t.Parallel()
	w, note := played(t)
	data := written(t, w, note, false)
	if out, ok := repeatElsewhere(t, data); !ok || !strings.Contains(out, "draws repeated: 5 of 5, wrong: 0") {
		t.Errorf("an ended and corrected game: %s", out)
	}
	for _, change := range [][2]string{
		{`\"picks\":[0]`, `\"picks\":[1]`},
		{`\"picks\":[1]`, `\"picks\":[2]`},
		{`\"picks\":[2]`, `\"picks\":[0]`},
		{`\"beacon\":\"`, `\"beacon\":\"00`},
		{`t.secret_published\",\"v\":1,\"pub\":{\"secret\":\"`, `t.secret_published\",\"v\":1,\"pub\":{\"secret\":\"00`},
	} {
		bad := bytes.Replace(data, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(bad, data) {
			continue
		}
		if out, ok := repeatElsewhere(t, bad); ok || !strings.Contains(out, "wrong") {
			t.Errorf("%s became %s: %s", change[0], change[1], out)
		}
	}
}

// With the option, the key of each mail is published with the next one; dice
// thrown at a table are marked, and stay what they were behind a cut.
func TestKeysMailByMail(t *testing.T) {
	t.Parallel()
	w, _ := played(t)
	w.Create(judge.NewGame{ID: "r3", Rulebook: "race", Keys: true}, "ann", "bob", "cyd")
	w.Send("r3", "ann", "step 2")
	for range 2 {
		w.Tick("r3", week)
	}
	thrown := ""
	w.Judge.Dice = func(d games.Draw) ([]int, error) {
		thrown = d.Label
		picks := make([]int, d.N)
		for i := range picks {
			picks[i] = len(d.Pool) - 1 - i
		}
		return picks, nil
	}
	w.Tick("r3", week)
	w.Judge.Dice = nil
	d, err := judge.CheckDraws(t.Context(), w.Log, "r3")
	if err != nil || len(d.Wrong) > 0 || d.ByHand == 0 || thrown == "" || d.Checked == 0 {
		t.Fatalf("draws %+v, %v; thrown was %q", d, err, thrown)
	}
	if _, err := w.Judge.Withdraw(t.Context(), "r3", "ann", 1, w.Correction("not hers")); err != nil {
		t.Fatal(err)
	}
	again, err := judge.CheckDraws(t.Context(), w.Log, "r3")
	if err != nil || len(again.Wrong) > 0 || again.ByHand <= d.ByHand {
		t.Errorf("after a cut: %+v, %v", again, err)
	}
	if out, ok := repeatElsewhere(t, exported(t, w, "r3")); !ok || !strings.Contains(out, "wrong: 0") {
		t.Error(out)
	}
}

// exported writes a game as it is now.
func exported(t *testing.T, w *gamestest.World, game string) []byte {
	t.Helper()
	s, err := audit.SignerOf(t.Context(), w.Log)
	if err != nil {
		t.Fatal(err)
	}
	tip, err := w.Log.Tip(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	note, err := s.KeepCheckpoint(t.Context(), w.Log, tip, w.Now)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := archive.Write(t.Context(), &b, w.Log, game, note, uint64(tip), false); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
