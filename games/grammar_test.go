package games

import "testing"

func TestVerbsOfSeveralKinds(t *testing.T) {
	t.Parallel()
	pass := Verb{ID: "pass", Kind: "action", Also: []Kind{"play"}}
	if !pass.Answers("action") || !pass.Answers("play") || pass.Answers("join") {
		t.Errorf("%+v answers other kinds than its own", pass)
	}
	if !AnswersAny(pass, []string{"join", "play"}) || AnswersAny(pass, []Kind{"join"}) || AnswersAny(pass, []Kind(nil)) {
		t.Errorf("%+v answers other mails than its own", pass)
	}
}
