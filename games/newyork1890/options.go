package newyork1890

import "fivepoints/games"

// readings are the switches of rules that the source leaves open; the first
// value is the default.
func readings() []games.Option {
	var out []games.Option
	for _, x := range []struct {
		key, rule, fr, en string
		values            []string
	}{
		{"police.from", "b.1", "première année de police", "first year of the police", []string{"3", "5"}},
		{
			"police.distinct_movers", "b.1", "trois bandes différentes déplacent la police",
			"three different gangs move the police",
			[]string{"off", on},
		},
		{
			"bribe.any_sex", "b.bribe.who", "un homme peut être donné au policier, avant une fille",
			"a male may be spent on a bribe, before a female",
			[]string{"off", on},
		},
		{
			"battle.costs_action", "c.a.battle", "une bataille coûte une action",
			"a battle costs an action",
			[]string{on, "off"},
		},
		{
			"battle.action_spaces", "c.m.5", "batailles aussi sur les cases action",
			"battles on action spaces too",
			[]string{"off", on},
		},
		{
			"battle.draw", "combat.6", "bataille nulle : l'attaquant se retire ou tous restent",
			"drawn battle: the attacker leaves, or all stay",
			[]string{"leave", "stay"},
		},
		{
			"weapons.after", "combat.5", "armes après un combat : à qui les tire, perdues, rendues",
			"weapons after a fight: to who drew them, spent, returned",
			[]string{"as_drawn", "spent", "returned"},
		},
		{
			"move.cost", "c.m.1", "prix d'un pas : par groupe, par membre, ou 1 $ l'an pour tous",
			"price of a step: per group, per member, or 1 $ a year for all",
			[]string{"group", "member", "all"},
		},
		{
			"move.action_fee", "c.m.5", "prix d'une case action : par groupe, par membre, ou 1 $ l'an",
			"price of an action space: per group, per member, or 1 $ a year",
			[]string{"group", "member", "flat"},
		},
		{
			"recruit.at", "c.a.recruit", "où arrivent les recrues : au QG ou au port",
			"where recruits appear: headquarters or Port",
			[]string{"hq", "port"},
		},
		{
			"robbery.gain", "rob.2", "gain d'une agression : toujours, ou si quelqu'un s'échappe",
			"gain of a robbery: always, or when somebody escapes",
			[]string{"always", "escape"},
		},
		{
			"robbery.repeat", "c.a.rob", "agressions d'un quartier par an : une, ou sans limite",
			"robberies of a quarter a year: one, or any number",
			[]string{"once", "free"},
		},
		{
			"slots", "c.a.slots", "jetons par quartier : un tapis et un trafic, un seul, ou un de chaque activité",
			"tokens a quarter: a joint and a traffic, one, or one of each activity",
			[]string{"joint_traffic", "one", "unlimited"},
		},
		{
			"control", "board.5", "contrôle d'un quartier : majorité, propriétaire des jetons, ou l'un ou l'autre",
			"control of a quarter: majority, owner of its tokens, or either",
			[]string{"majority", "owner", "either"},
		},
		{
			"idle.sacked", "a.2.idle", "un bar sans équipe ni produit est saccagé",
			"a bar with neither crew nor supply is sacked",
			[]string{"off", on},
		},
		{
			"alcohol.decay", "f.2", "baisse libre de l'alcool après son effet",
			"free fall of the dial after its effect",
			[]string{"0", "1"},
		},
		{
			"tombs.bail", "e.2", "caution : une action et 3 $ avancent un prisonnier d'une case",
			"bail: an action and 3 $ bring a prisoner a box nearer",
			[]string{"off", on},
		},
		{
			"war.prize_from", "d.3", "le prix de la guerre vient de la banque ou du vaincu",
			"the prize of a war comes from the bank or the loser",
			[]string{"bank", "loser"},
		},
		{
			"hq.immune", "b.5", "un QG étranger est interdit aux bandes et aux rafles",
			"headquarters are closed to other gangs and to raids",
			[]string{"off", on},
		},
		{
			"mercy", "end.2", "une bande sans membre en reçoit un en e au lieu de disparaître",
			"a gang without members gets one in e instead of being out",
			[]string{"off", on},
		},
		{
			"favours.table", "a.3", "faveurs par rang : plateau 2, 2, 1 ou texte 1, 1", "favours by rank: board 2, 2, 1 or text 1, 1",
			[]string{"board", "text"},
		},
		{
			"favours.tiles", "a.3", "faveurs : à tout usage, ou tuiles d'un usage, choisies par rang", "favours: for any use, or tiles of one use, drafted by rank",
			[]string{"generic", "drafted"},
		},
		{
			"tie.tammany", "a.3", "égalité à Tammany Hall : au plus tôt dans l'ordre du tour, au plus tard, ou partage",
			"tie at Tammany Hall: earlier in turn order, later, or shared",
			[]string{"earlier", "later", "share"},
		},
		{
			"influence", "c.a.tammany", "influence : d'un an, un point pour toujours, ou membres qui restent à Tammany Hall",
			"influence: for a year, a point for ever, or members who stay at Tammany Hall",
			[]string{"annual", "ledger", "seated"},
		},
		{
			"immune.traffic", "b.4", "le pion corruption protège aussi les trafics", "the corruption pawn protects traffics too",
			[]string{"off", on},
		},
		{
			"pacts.initiatives", "g.2", "initiatives par bande : une, ou toute sa liste", "initiatives a gang: one, or its whole list",
			[]string{"one", "all"},
		},
		{
			"duel.exchange", "g.3", "un duel peut imposer un troc", "a duel may impose an exchange",
			[]string{"off", on},
		},
		{
			"gifts", "c.a.gift", "dons d'argent et de marchandises (donner)", "gifts of money and goods (give)",
			[]string{"off", on},
		},
		{
			"election.from", "h.1", "élections : dès la 7e année, dès la 8e, ou la dernière seule", "elections: from the 7th year, from the 8th, or in the last only",
			[]string{"7", "8", "last"},
		},
		{
			"booth.keep", "h.4", "les bulletins restent dans l'urne d'une élection à l'autre", "ballots stay in the booth from election to election",
			[]string{"off", on},
		},
		{
			"ballots.per", "c.a.wreck", "saccage par an : un par bande, ou un pour toute la table", "wrecking a year: once per gang, or once for the table",
			[]string{"gang", "table"},
		},
		{
			"end.goods", "end.3", "à la fin les armes comptent : pour rien ou à leur prix",
			"weapons at the end count nothing, or at cost",
			[]string{"nothing", "cost"},
		},
	} {
		out = append(out, games.Option{
			Key: x.key, Default: x.values[0], Values: x.values, Rule: x.rule, Text: games.Text{FR: x.fr, EN: x.en},
		})
	}
	return out
}
