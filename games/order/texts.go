package order

// Text is the sentence of one message key in both languages; {name} stands for
// an argument. Lists of words are joined by commas.
type Text struct{ Key, FR, EN string }

// Texts lists the sentence of every Note.Problem.
func Texts() []Text {
	return []Text{
		{"order.absent", "Dates d'absence non comprises : écrivez-les année-mois-jour, par exemple : {example}", "Dates of absence not understood: write them year-month-day, for example: {example}"},
		{"order.alone", "L'ordre {verb} doit être seul sur sa ligne, sans condition ni autre ordre : rien n'est exécuté.", "The order {verb} must stand alone on its line, without condition or other order: nothing is done."},
		{"order.ambiguous", "« {word} » peut désigner {candidates} : précisez.", "“{word}” could be {candidates}: please be more precise."},
		{"order.bundle", "Cet ordre va avec une ligne qui n'est pas comprise : aucun des deux ne compte. Renvoyez les deux.", "This order goes with a line that is not understood: neither counts. Send both again."},
		{"order.cancel", "« {word} » n'est pas un objet de {verb} : rien n'est annulé par cette ligne.", "“{word}” is no object of {verb}: this line cancels nothing."},
		{"order.cancelled", "Annulé par une ligne plus bas.", "Cancelled by a line below."},
		{"order.class", "{first} et {second} ne répondent pas à la même décision : une ligne ne peut pas les relier.", "{first} and {second} do not answer the same decision: one order cannot join them."},
		{"order.closed", "{word} n'est pas ouvert dans cette partie.", "{word} is not open in this game."},
		{"order.cond", "La condition « {word} » est incomplète : il y manque un lieu ou un nombre. Forme : {example}", "The condition “{word}” is incomplete: its place or number is missing. Form: {example}"},
		{"order.cut", "Cet ordre semble coupé par votre logiciel de courrier : rien n'est exécuté. Récrivez-le sur une ligne.", "This order seems to have been cut by your mail program: nothing is done. Please write it on one line."},
		{"order.else", "« sinon » doit suivre une ligne « si » valable, juste au-dessus.", "“else” must follow a valid “if” line, directly above."},
		{"order.elsewhere", "Cette ligne n'est que dans la version HTML de votre courrier, qui ne dit pas la même chose que le texte : elle n'est pas exécutée.", "This line is only in the HTML version of your mail, which does not say the same as its text: it is not executed."},
		{"order.end", "Cette ligne est après la fin de la feuille ou dans la signature : elle n'est pas exécutée.", "This line stands behind the end of the sheet or in the signature: it is not executed."},
		{"order.extra", "L'ordre {verb} est complet avant « {word} » : récrivez-le sans le reste. Par exemple : {example}", "The order {verb} is complete before “{word}”: write it again without the rest. For example: {example}"},
		{"order.guard", "Il manque « : » ou « alors » après la condition. Par exemple : {example}", "A “:” or “then” is missing behind the condition. For example: {example}"},
		{"order.header", "Une feuille est pour une seule partie et un seul courrier, nommés avant les ordres : les lignes suivantes ne sont pas lues.", "A sheet is for one game and one mail only, named before its orders: the lines below are not read."},
		{"order.hidden", "Cette ligne contient des caractères invisibles qui changent l'ordre des mots : retapez-la.", "This line holds invisible characters that reorder its words: please type it again."},
		{"order.limit", "Une feuille compte au plus 400 ordres et 4000 lignes : la suite n'est pas lue.", "A sheet holds at most 400 orders and 4000 lines: the rest is not read."},
		{"order.long", "Cette ligne est trop longue ou trop embrouillée pour un ordre.", "This line is too long or too tangled for an order."},
		{"order.males", "« {word} » : hommes ou membres ? Écrivez {hint} pour des hommes.", "“{word}”: males or members? Write {hint} for males."},
		{"order.missing", "Il manque la fin de l'ordre {verb}. Par exemple : {example}", "The end of the order {verb} is missing. For example: {example}"},
		{"order.names", "Cette ligne parle de {word} mais ne commence par aucun ordre : elle n'est pas exécutée.", "This line names {word} but begins with no order: it is not executed."},
		{"order.no-verb", "« {word} » n'est pas un ordre.", "“{word}” is no order."},
		{"order.number", "Le nombre {word} est trop grand.", "The number {word} is too large."},
		{"order.off", "L'ordre {word} n'est pas en usage dans cette partie : rien n'est exécuté.", "The order {word} is not part of this game: nothing is done."},
		{"order.pred", "« {word} » n'est pas une condition. Conditions : {preds}.", "“{word}” is no condition. Conditions: {preds}."},
		{"order.quoted", "Cette ligne est une citation : elle n'est pas exécutée.", "This line is a quotation: it is not executed."},
		{"order.range", "{word} est impossible ici : il faut un nombre de {low} à {high}.", "{word} is impossible here: it takes a number from {low} to {high}."},
		{"order.ready", "« Prêt » seul peut dire deux choses. Si votre feuille est complète, écrivez TERMINÉ.", "“Prêt” alone could mean two things. If your sheet is complete, write READY."},
		{"order.sexes", "« {word} » nomme deux fois le même sexe. Exemple : 2h+1f.", "“{word}” names the same sex twice. Example: 2m+1f."},
		{"order.shape", "L'ordre {verb} n'est pas compris à partir de « {word} ». Par exemple : {example}", "The order {verb} is not understood from “{word}” on. For example: {example}"},
		{"order.spoiler", "Cette ligne est cachée (spoiler) : elle n'est pas exécutée.", "This line is hidden (spoiler): it is not executed."},
		{"order.struck", "Cette ligne est barrée : elle est retirée.", "This line is struck out: it is withdrawn."},
		{"order.sum", "{n} membres, mais {sexes} : le compte n'y est pas.", "{n} members, but {sexes}: this does not add up."},
		{"order.twice", "Remplacé par un ordre plus bas : le dernier compte.", "Replaced by an order below: the last one counts."},
		{"order.unclear", "Cette ligne peut se lire de deux façons sur le forum (barrée en partie, balise ouverte, frimousse) : rien n'est exécuté. Récrivez-la dans un nouveau message.", "This line can be read in two ways on the board (partly struck out, open tag, smiley): nothing is done. Please write it again in a new post."},
		{"order.unknown", "« {word} » n'est pas connu ici.", "“{word}” is not known here."},
		{"order.unknown-near", "« {word} » n'est pas connu ici. Peut-être : {candidates} ?", "“{word}” is not known here. Perhaps {candidates}?"},
		{"order.unknown-of", "« {word} » n'est pas connu ici. On peut écrire : {candidates}.", "“{word}” is not known here. It can be: {candidates}."},
		{"order.verb", "« {word} » n'est pas un ordre. Peut-être : {verbs} ?", "“{word}” is no order. Perhaps {verbs}?"},
	}
}
