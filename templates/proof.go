package templates

import "strings"

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
