package order

import (
	"strings"

	"fivepoints/games"
)

// word builds a word from "id = fr|fr / en|en"; without "/" both are the same.
func word(spec string) games.Word {
	id, names, _ := strings.Cut(spec, " = ")
	fr, en, both := strings.Cut(names, " / ")
	if !both {
		en = fr
	}
	if names == "" {
		return games.Word{ID: id}
	}
	return games.Word{ID: id, FR: strings.Split(fr, "|"), EN: strings.Split(en, "|")}
}

func words(specs string) []games.Word {
	var out []games.Word
	for _, s := range strings.Split(strings.TrimSpace(specs), "\n") {
		out = append(out, word(strings.TrimSpace(s)))
	}
	return out
}

// verb builds an order from "id = fr / en" with its shape and examples.
func verb(spec, kind, shape, fr, en string) games.Verb {
	w := word(spec)
	return games.Verb{ID: w.ID, Kind: games.Kind(kind), FR: w.FR, EN: w.EN, Shape: shape, Help: games.Text{FR: fr, EN: en}}
}

func with(v games.Verb, object string) games.Verb { v.Object = object; return v }

// newYork is the whole order grammar of New-York 1890, rules section 12.
func newYork() *games.Grammar {
	return &games.Grammar{Sets: newYorkSets(), Shapes: newYorkShapes(), Verbs: newYorkVerbs(), Preds: newYorkPreds()}
}

// slice is New-York 1890 without some of its modules.
func slice() *games.Grammar {
	g := newYork()
	for i, v := range g.Verbs {
		switch v.ID {
		case "move", "open", "close", "rob", "recruit", "buy", "losses", "return", "supply":
		default:
			g.Verbs[i] = games.Verb{ID: v.ID, FR: v.FR, EN: v.EN, Closed: true}
		}
	}
	return g
}

func newYorkPreds() []games.Pred {
	pred := func(spec, shape string) games.Pred {
		w := word(spec)
		return games.Pred{ID: w.ID, FR: w.FR, EN: w.EN, Shape: shape}
	}
	return []games.Pred{
		pred("free = libre / free", "{q:place/=hq}"),
		pred("enemy = ennemi / enemy", "{q:place/=hq} {cmp:cmp} {n:int}"),
		pred("mine = moi / mine", "{q:place/=hq} {cmp:cmp} {n:int}"),
		pred("money = argent / money", "{cmp:cmp} {n:int}"),
		pred("drink = alcool / alcohol", "{cmp:cmp} {n:int}"),
	}
}

func newYorkShapes() []games.Shape {
	return []games.Shape{
		{ID: "q", Pattern: "{q:place/=hq}"},
		{ID: "token", Pattern: "{q:place/=hq} [ ( joint | traffic ) ]"},
		{ID: "wpn", Pattern: "{n:int} {w:weapon}"},
		{ID: "weapons", Pattern: "( all | stick | {w:wpn}+, )"},
		{ID: "loss", Pattern: "( {q:place/=hq} [ {s:sex} ] | {s:sex} )"},
		{ID: "back", Pattern: "{q:place/=hq} [ {who:int/sexes} ]"},
		{ID: "list", Pattern: `{item:gang/place}+,`},
		{ID: "deal", Pattern: "exchange {give:token} for {get:token}"},
	}
}

func newYorkVerbs() []games.Verb {
	const swap = "swap {swap:gang/int/=first}"
	const fav = "{favour:=favour}"
	const pact = "=nowar/=nobattle/=loan/=noballot"
	return []games.Verb{
		verb("move = déplacer / move", "move", "{group:group[1-30]} {from:place/=hq} -> {dest:place/=port/=tammany/=arms/=hospital/=hq}+->", "déplacer 3 MUL -> FVP", "move 3 MUL -> FVP"),
		with(verb("fight = bataille / fight", "fight", `{at:place/"*"} [ vs {gang:gang} ] : {weapons:weapons}`, "bataille LES: 2 couteaux", "fight LES: 2 knives"), "at"),
		with(verb("defend = défense / defend", "defend", `{at:place/"*"} : {weapons:weapons}`, "défense *: tout", "defend *: all"), "at"),
		with(verb("retreat = repli / retreat", "retreat", `{at:place/"*"} : {to:place/=hq}+,`, "repli LES: COR, SEV", "retreat LES: COR, SEV"), "at"),
		with(verb("losses = pertes / losses", "losses", "[ {what:=war/=alcohol} ] : {loss:loss}+,", "pertes: h, f", "losses: m, f"), "what"),
		with(verb("spoils = butin / spoils", "spoils", `{token:token/"*"} : {fate:=keep/=destroy}`, "butin LES: garder", "spoils LES: keep"), "token"),
		verb("open = ouvrir|ouvre|ouvrez / open", "action", "{activity:activity} {at:place/=hq}", "ouvrir bar BOW", "open saloon BOW"),
		verb("close = fermer / close", "action", "{token:token}", "fermer LES tapis", "close LES joint"),
		verb("seize = reprendre|reprends|reprend|reprenez / seize", "action", "{token:token} [ {fate:=keep/=destroy} ]", "reprendre TOM garder", "seize TOM keep"),
		verb("rob = agresser / rob", "action", "{at:place/=hq} {who:int[1-5]/sexes[1-5]} [ "+fav+" [ {whites:int} ] ]", "agresser TEN 4 faveur", "rob TEN 4 favour"),
		verb("recruit = recruter / recruit", "action", `{n:int[1-4]} [ \( {sexes:sexes=n} \) ] [ ( `+fav+" | "+swap+" ) ]*", "recruter 2 (1h+1f)", "recruit 2 (1m+1f)"),
		verb("tammany = tammany / tammany", "action", "[ "+swap+" ]", "tammany échange premier", "tammany swap first"),
		verb("buy = acheter / buy", "action", "{w:wpn}+, [ "+swap+" ]", "acheter 2 couteaux", "buy 2 knives"),
		verb("sober = dessoûler / sober", "action", "", "dessoûler", "sober"),
		verb("equip = équiper / equip", "action", `{role:role} {at:place/=hq} [ \( {sex:sex} \) ]`, "équiper cocher BOW (h)", "equip cabman BOW (m)"),
		verb("rig = truquer / rig", "action", "{n:int}", "truquer 5", "rig 5"),
		verb("wreck = saccager / wreck", "action", "", "saccager", "wreck"),
		verb("favour = faveur / favour|favor", "favour", "( {what:=double} {at:place/=hq} | {what:=steps} | {what:=jail} [ {box:int} ] [ {sex:sex} ] | {what:=alcohol} )", "faveur double FVP", "favour double FVP"),
		verb("police = police / police", "police", ": {lists:list}+;", "police: BOW, whyos ; LES", "police: BOW, whyos ; LES"),
		with(verb("bribe = corrompre|corromps|corrompez / bribe", "bribe", "( if {when:=raid/=income} >= {n:int} | {from:place/=hq} -> {to:place/=hq} ) [ with {with:place/=hq} ] [ "+fav+" ]", "corrompre ELZ -> MER", "bribe ELZ -> MER"), "from"),
		verb("war = guerre / war", "war", "{gang:gang} {n:int} [ : {weapons:weapons} ] [ {loan:=loan} ]", "guerre dusters 6", "war dusters 6"),
		verb("answer = riposte / answer", "answer", "{n:int} [ : {weapons:weapons} ] [ {loan:=loan} ]", "riposte 10", "answer 10"),
		verb("lend = prêt / lend", "lend", ": {weapons:weapons}", "prêt: 1 couteau", "lend: 1 knife"),
		verb("quack = carabin / quack", "care", "{sex:sex}", "carabin f", "quack f"),
		verb("shyster = avocat / shyster", "care", "[ {box:int} ] [ {sex:sex} ]", "avocat 2 h", "shyster 2 m"),
		verb("return = retour / return", "return", ": {back:back}+,", "retour: FVP 1f, QG", "return: FVP 1f, HQ"),
		verb("offer = proposer / offer", "offer", "( {pact:"+pact+"} {gang:gang} | {deal:deal} to {gang:gang} ) [ {duel:=duel} ]", "proposer paix eastman", "offer nowar eastman"),
		verb("accept = accepter / accept", "accept", "( {what:=all} | {pact:"+pact+"} from {gang:gang} | {deal:deal} from {gang:gang} )", "accepter tout", "accept all"),
		verb("refuse = refuser / refuse", "refuse", "( {what:=all} | {pact:"+pact+"} from {gang:gang} )", "refuser tout", "refuse all"),
		verb("supply = priorité / supply", "supply", "{activity:activity} : {at:place/=hq}+,", "priorité bar: LES, TOM", "supply saloon: LES, TOM"),
	}
}

func newYorkSets() []games.Set {
	return []games.Set{
		{ID: "kw", Words: words(`
			all = tout|tous / all
			stick = bâtons|bâton / sticks|stick
			joint = tapis / joint
			traffic = trafic / traffic
			hq = QG / HQ
			port = port / port
			tammany = tammany / tammany
			arms = armes / arms
			hospital = hôpital / hospital
			vs = contre / vs
			for = contre / for
			war = guerre / war
			alcohol = alcool / alcohol|sober
			keep = garder / keep
			destroy = détruire / destroy
			swap = échange / swap
			first = premier / first
			favour = faveur / favour|favor
			loan = renfort / loan
			double = double / double
			steps = pas / steps
			jail = prison / jail
			if = si / if
			raid = rafle / raid
			income = revenu / income
			with = avec / with
			nowar = paix / nowar
			nobattle = trêve / nobattle
			noballot = urnes / noballot
			exchange = troc / exchange
			to = à / to
			from = de / from
			duel = duel / duel`)},
		{ID: "sex", Words: words("m = h|homme / m|male\nf = f|femme / f|female")},
		{ID: "gang", Words: words("whyos\neastman\ndusters\nrabbits\nbowery\ncharlton")},
		{ID: "weapon", Words: words(`
			pistol = pistolet|pistolets / pistol|pistols
			knife = couteau|couteaux|poignard|poignards / knife|knives|dagger|daggers
			stick = bâton|bâtons / stick|sticks`)},
		{ID: "activity", Words: words(`
			still = alambic / still
			opium = opium / opium run|opium
			fence = recel / fence
			racket = racket / racket
			saloon = bar / saloon
			den = fumerie / den
			gaming = tripot / gaming
			brothel = bordel / brothel
			ratpit = rats / ratpit
			boxing = boxe / boxing`)},
		{ID: "role", Words: words(`
			cabman = cocher / cabman
			lookout = guetteur / lookout
			crimp = racoleur / crimp
			gunsmith = armurier / gunsmith
			quack = carabin / quack
			shyster = avocat / shyster
			bookkeeper = comptable / bookkeeper
			temperance = dame / temperance`)},
		newYorkPlaces(),
	}
}

func newYorkPlaces() games.Set {
	s := games.Set{ID: "place", Prefix: true, Words: words(`
		WMK = Marché Washington / Washington Market
		CHP = City Hall Park
		FWD = Quatrième district / Fourth Ward
		FVP = Five Points
		CHS = Chatham Square
		MUL = Mulberry Bend
		MER = Rue Mercer / Mercer Street
		ELZ = Rue Elizabeth / Elizabeth Street
		LES = Lower East Side
		SEV = Septième district / Seventh Ward
		COR = Corlears Hook
		BOW = Bowery
		TOM = Tompkins Square
		WSQ = Washington Square
		CTN = Rue Charlton / Charlton Street docks
		GRV = Greenwich Village
		GAN = Quais Gansevoort / Gansevoort docks
		UNS = Union Square
		GAS = Gas House District
		TEN = Tenderloin
		HEL = Hell's Kitchen
		CPK = Central Park
		YRK = Yorkville
		MAN = Manhattanville
		MMP = Mount Morris Park
		HAR = Harlem`)}
	for i, w := range s.Words {
		s.Words[i].Closed = w.ID == "HAR" || w.ID == "MAN" || w.ID == "MMP"
	}
	return s
}
