package templates

import (
	"strings"

	"fivepoints/games"
)

// Proof adds to a document what proves it: a signed note under a sentence that
// says what it is for, and the key that checks it where that is not "".
func (w *Writer) Proof(d Doc, sentence, note, key string) Doc {
	if note == "" {
		return d
	}
	d.add(heading{2, w.t("proof.head")}, para{w.t(sentence)}, pre{strings.Split(strings.TrimSuffix(note, "\n"), "\n")})
	if key != "" {
		d.add(para{w.t("proof.key")}, pre{[]string{key}})
	}
	return d
}

// Sealed is what a closed mail shows of how it was decided, for those who check it.
type Sealed struct {
	Sheets []SealedSheet // that counted for it, in the order they came
	Beacon string        // hash of all sheets since the mail before
	Keys   []SealedKey   // of draws, published now
	ByHand []string      // draws that the moderator entered
	Master games.Seat    // whose player moderates the game and wrote for this mail, "" when nobody
	Last   bool          // his sheet came after all others
}

// SealedSheet is a sheet by its commitment.
type SealedSheet struct {
	Seat games.Seat
	H    string
}

// SealedKey is a key of open draws, published.
type SealedKey struct{ Tag, Key string }

// Sealed adds to a summary the commitments of the sheets that it reveals.
func (w *Writer) Sealed(d Doc, in Sealed) Doc {
	if len(in.Sheets)+len(in.ByHand)+len(in.Keys) > 0 {
		d.add(heading{2, w.t("proof.sealed")})
	}
	if len(in.Sheets) > 0 {
		var lines []string
		for _, s := range in.Sheets {
			lines = append(lines, string(s.Seat)+" "+s.H)
		}
		d.add(para{w.t("proof.sheets")}, pre{append(lines, "beacon "+in.Beacon)})
	}
	switch {
	case in.Master == "":
	case in.Last:
		d.add(para{w.t("proof.master.last", arg("seat", "seat", string(in.Master)))})
	default:
		d.add(para{w.t("proof.master.before", arg("seat", "seat", string(in.Master)))})
	}
	if len(in.ByHand) > 0 {
		d.add(para{w.t("proof.by-hand")}, pre{in.ByHand})
	}
	if len(in.Keys) > 0 {
		var lines []string
		for _, k := range in.Keys {
			lines = append(lines, k.Tag+" "+k.Key)
		}
		d.add(para{w.t("proof.keys")}, pre{lines})
	}
	return d
}
