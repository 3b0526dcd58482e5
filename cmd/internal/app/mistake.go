package app

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"fivepoints/events"
	"fivepoints/events/jetstream"
	"fivepoints/events/vault"
	"fivepoints/games"
	"fivepoints/games/judge"
)

// usageError is a call that cannot be understood.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

// usage tells in the operator's language what is wrong with a call.
func (e *env) usage(fr, en string, args ...any) error {
	return usageError{fmt.Sprintf(e.say(fr, en), args...)}
}

// failure is an error in both languages, of code that does not know which one
// the operator reads.
type failure struct {
	text games.Text
	err  error // what it came from, or nil
}

func (f failure) Unwrap() error { return f.err }

func (f failure) Error() string {
	if f.err == nil {
		return f.text.EN
	}
	return f.text.EN + ": " + f.err.Error()
}

// failed makes a failure without a cause, because one with it.
func failed(fr, en string, args ...any) error {
	return failure{text: games.Text{FR: fmt.Sprintf(fr, args...), EN: fmt.Sprintf(en, args...)}}
}

func because(err error, fr, en string, args ...any) error {
	return failure{text: games.Text{FR: fmt.Sprintf(fr, args...), EN: fmt.Sprintf(en, args...)}, err: err}
}

// explain writes an error for the operator. Packages below speak English; in
// French a sentence that says what went wrong leads, their words follow.
func (e *env) explain(err error) string {
	if text := e.refused(err); text != "" {
		return text
	}
	if e.lang != games.FR {
		return err.Error()
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []string
		for _, one := range many.Unwrap() {
			all = append(all, e.explain(one))
		}
		return strings.Join(all, "\n")
	}
	if f, ok := err.(failure); ok && f.err != nil {
		return f.text.FR + " : " + e.explain(f.err)
	}
	f := failure{}
	if errors.As(err, &f) { // wrapped in English
		return strings.Replace(err.Error(), f.text.EN, f.text.FR, 1)
	}
	if lead := frenchLead(err); lead != "" {
		return lead + " : " + err.Error()
	}
	return err.Error()
}

// frenchLead finds the sentence for an error of another package.
func frenchLead(err error) string {
	for _, known := range []struct {
		is error
		fr string
	}{
		{vault.ErrLocked, "un autre processus tient ce dossier de données ; réessayez quand il aura fini"},
		{games.ErrNewer, "il faut un fivepoints plus récent"},
		{judge.ErrExists, "une partie de ce nom existe déjà"},
		{events.ErrErased, "effacé à la demande de son propriétaire"},
		{events.ErrNoKey, "sa clé manque ; remettez le dossier keys d'une sauvegarde"},
		{fs.ErrNotExist, "fichier ou dossier introuvable"},
		{fs.ErrPermission, "accès refusé"},
		{events.ErrNotFound, "introuvable dans le journal"},
		{jetstream.ErrForeign, "un flux de ce nom est là, que fivepoints n'a pas fait"},
	} {
		if errors.Is(err, known.is) {
			return known.fr
		}
	}
	if suspended := (*judge.Suspended)(nil); errors.As(err, &suspended) {
		return "la partie " + suspended.Game + " est arrêtée, les autres continuent"
	}
	if fork := (*jetstream.Fork)(nil); errors.As(err, &fork) {
		return "le journal et son miroir se contredisent, rien n'est écrit"
	}
	if bad := (*events.Damage)(nil); errors.As(err, &bad) {
		if bad.Seq == 0 {
			return "le journal est abîmé"
		}
		return fmt.Sprintf("le commit %d est abîmé", bad.Seq)
	}
	text := err.Error()
	for _, known := range [][2]string{ // the first that is found in it
		{"disk is full", "le disque est plein"},
		{"no space left on device", "le disque est plein"},
		{"disk I/O error", "le disque ne garde pas ce qu'on y écrit"},
		{"address already in use", "l'adresse est déjà prise"},
		{"there is no rulebook ", "livre de règles inconnu"},
		{"opening the log ", "le journal ne s'ouvre pas ; « fivepoints verify » dit où il est abîmé"},
		{"creating game ", "la partie n'est pas créée"},
		{"withdrawing a sheet ", "rien n'est retiré"},
		{"amending game ", "rien n'est corrigé"},
		{"adjusting game ", "rien n'est corrigé"},
	} {
		if strings.Contains(text, known[0]) {
			return known[1]
		}
	}
	return "la commande n'a pas abouti"
}
