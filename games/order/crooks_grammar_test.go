package order

import "fivepoints/games"

// crooks is the order grammar of Crooks, rules section 9.2, with the seats of
// one game and some of its crooks.
func crooks() *games.Grammar {
	const optional = "kill {kill:seat} | move -> {move:target} | look ( [ aim ] {aim:target} | [ spot ] {spot:place} ) | {no:=no}"
	const take = "{sel:card/ability/gangsel}?, [ -> {to:target}?, ] [ {face:=hidden/=up} ] [ ( " + optional + " ) ]*"
	return &games.Grammar{
		Shapes: []games.Shape{{ID: "gangsel", Pattern: "gang {g:letter}"}},
		Sets: []games.Set{
			{ID: "kw", Words: words(`
				take = prend|prends|prendre|prenez / take
				hidden = caché / hidden
				up = visible / up|visible
				kill = tue / kill
				move = déplace / move
				look = regarde / look
				aim = cible / target
				spot = lieu / place
				no = sans / no
				gang = gang`)},
			{ID: "place", Words: words("A\nB\nC\nD\nE")},
			{ID: "target", Words: words("2\n3\n4\n5\n6\n7\n8\n9\n10")},
			{ID: "letter", Words: words("N\nW\nO")},
			{ID: "seat", Words: words("pim\nlou\nme = moi / me")},
			{ID: "card", Words: words("C08 = Gino la Valise / Gino the Case\nC21 = Le Borgne / One-Eyed Jo")},
			{ID: "ability", Words: words(`
				pickpocket = pickpocket
				accomplice = complice / accomplice
				transfer = transfert / transfer
				killer = tueur / killer
				caid = caïd / caid
				spy = espion / spy
				max = max
				min = min`)},
		},
		Verbs: []games.Verb{
			{ID: "recruit", Kind: "recruit", Once: true, FR: []string{"recruter"}, EN: []string{"recruit"}, Shape: "[ spot ] {at:place}?, [ : take " + take + " ]", Help: games.Text{FR: "RECRUTER D", EN: "RECRUIT D"}},
			{ID: "take", Kind: "take", Once: true, FR: []string{"prendre", "prends", "prend", "prenez"}, EN: []string{"take"}, Shape: take, Help: games.Text{FR: "PRENDRE C21 VERS 6", EN: "TAKE C21 TO 6"}},
			{ID: "pass", Kind: "recruit", Once: true, FR: []string{"passer"}, EN: []string{"pass"}, Help: games.Text{FR: "PASSER", EN: "PASS"}},
		},
		Preds: []games.Pred{
			{ID: "pile", FR: []string{"pile"}, EN: []string{"pile"}, Shape: "{at:place} >= {n:int}"},
			{ID: "cash", FR: []string{"argent"}, EN: []string{"cash"}, Shape: ">= {n:int}"},
			{ID: "free", FR: []string{"libre"}, EN: []string{"free"}, Shape: "{at:target}"},
			{ID: "rival", FR: []string{"rival"}, EN: []string{"rival"}, Shape: "{at:target} < {n:int}"},
		},
	}
}
