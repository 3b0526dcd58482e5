package app

import "fivepoints/games"

// commands lists every subcommand in the order of the help.
func commands() []command {
	return []command{
		{"demo", "[--game G] [--out DIR]", games.Text{
			FR: "joue une partie enregistrée, du fichier de mails aux résumés\n--game newyork1890 (défaut), crooks, escrocs, noxford ou kingofcrime. Écrit dans --out (défaut ./fivepoints-demo) le récit page après page, avec l'image de la table, la liste des mails, les résumés publics, les rapports privés et les accusés de réception ; commencez par son README.md. Le dossier ne doit pas exister, ou venir d'une démo précédente. Son journal (data) se lit et ne s'écrit pas : ses clés sont publiques.",
			EN: "play a recorded game, from its mailbox file to its summaries\n--game newyork1890 (default), crooks, escrocs, noxford or kingofcrime. Writes the story page by page, with pictures of the table, the list of mails, the public summaries, private reports and receipts under --out (default ./fivepoints-demo); begin with its README.md. The folder must not exist, or come from an earlier demo. Its log (data) can be read and not written: its keys are public.",
		}, (*env).demo},
		{"init", "[--origin NAME]", games.Text{
			FR: "crée le dossier de données\nCrée le journal, les clés et un fichier de configuration commenté. Sans effet si le dossier existe ; interrompu, il se relance et repart de zéro.",
			EN: "create the data folder\nMakes the log, the keys and a commented configuration file. Does nothing when the folder exists; after an interruption run it again, it starts over.",
		}, (*env).initFolder},
		{"game new", "ID RULEBOOK [--preset P] [--option K=V]... --seat SEAT[=ADDRESS[,LANG]]...", games.Text{
			FR: "crée une partie\nUn siège sans adresse reste vide. --langs fr,en : langues des résumés ; --zone, --deadline PLAN, --second-thoughts 20m, --settle 10m : échéances. PLAN : 168h (ou 7j) après le dernier rapport, ou « mer sam 21h » dans le fuseau ; puis, séparés par « ; » : war=48h ou c=48h (autre rythme pour une sorte d'ordres ou de courrier), minimum=24h, congés=24/12..02/01, rappel=48h, 12h, délai=12h (les retardataires comptent encore), retard=modérateur 24h (ou remplaçant), prévenu=2, ouvert=3 (silences de suite), appel (rien ne court avant que tous aient répondu). Aussi : --title ; --at DATE. --invitations DOSSIER : écrit aussi les invitations en fichiers. Un siège commence quand son joueur a répondu une fois.",
			EN: "create a game\nA seat without an address stays empty. --langs fr,en: languages of the summaries; --zone, --deadline PLAN, --second-thoughts 20m, --settle 10m: deadlines. PLAN: 168h (or 7d) after the last report, or \"wed sat 21:00\" in the zone; then, parted by \";\": war=48h or c=48h (another rhythm for a kind of orders or mail), least=24h, holidays=12-24..01-02, remind=48h, 12h, grace=12h (who is late still counts), late=moderator 24h (or sitter), told=2, open=3 (silences in a row), muster (nothing runs before all have answered). Also: --title; --at TIME. --invitations DIR: also writes the invitations as files. A seat starts when its player has answered once.",
		}, (*env).gameNew},
		{"game list", "", games.Text{FR: "liste les parties", EN: "list the games"}, (*env).gameList},
		{"game show", "GAME", games.Text{
			FR: "montre une partie : sièges, courriers ouverts, échéances",
			EN: "show a game: seats, open mails, deadlines",
		}, (*env).gameShow},
		{"game options", "RULEBOOK", games.Text{
			FR: "liste les options d'un livre de règles et leur sens",
			EN: "list a rulebook's options and what they mean",
		}, (*env).gameOptions},
		{"game export-data", "RULEBOOK [--out FILE]", games.Text{
			FR: "écrit les tables de la maison, commentées, pour y taper les vôtres\nÀ lire ensuite par game new --data-file ; ce qui ne va pas est dit avec sa ligne.",
			EN: "write the house's tables, with comments, to type your own into\nTo be read by game new --data-file; what is wrong is told with its line.",
		}, (*env).gameExportData},
		{"ingest", "[--trust address] [--clock message|now] [--source NAME] FILE...|-", games.Text{
			FR: "lit des mails ou des pages de forum enregistrées\nMails : mbox, .eml, Maildir ou entrée standard. Pages d'un sujet : phpBB, MyBB, SMF, NodeBB, Discourse (HTML ou réponse JSON) et BoardGameGeek (XML) ; relire une page plus tard enregistre ce qui y fut modifié ou effacé. --paste : le fichier est le texte d'un message, de --author, dans --topic. Un message de forum compte quand le compte de son auteur est lié à un siège (« board bind », « board code »). Chaque message est gardé une seule fois, puis jugé. --trust address : croire l'adresse de l'expéditeur (c'est noté dans le journal). --clock message (défaut) : l'heure est celle du dernier message ; now : celle d'aujourd'hui.",
			EN: "read mails or saved pages of a board\nMails: mbox, .eml, Maildir or standard input. Pages of a topic: phpBB, MyBB, SMF, NodeBB, Discourse (HTML or the JSON of an answer) and BoardGameGeek (XML); reading a page again later records what was edited or deleted there. --paste: the file is the text of one post, of --author, in --topic. A post counts once its author's account is bound to a seat (`board bind`, `board code`). Every message is kept once, then judged. --trust address: believe the sender's address (the log records it). --clock message (default): the time is that of the last message; now: today's.",
		}, (*env).ingest},
		{"board bind", "GAME SEAT BOARD USER [--name NAME] [--lang fr|en]", games.Text{
			FR: "lie un compte d'un forum à un siège\nUSER est le numéro du compte sur le forum, jamais le nom affiché (BoardGameGeek n'a que des noms) ; « board names » les montre. Un siège vide prend ce joueur. Les messages qui attendaient sont jugés.",
			EN: "bind an account of a board to a seat\nUSER is the number of the account on the board, never the name it shows (BoardGameGeek has only names); `board names` shows them. An empty seat takes that player. Posts that waited are judged.",
		}, (*env).boardBind},
		{"board code", "GAME SEAT", games.Text{
			FR: "donne le code qu'un joueur poste pour lier son compte à son siège\nÀ lui envoyer par un autre chemin. Il compte une fois.",
			EN: "give the code that a player posts to bind his account to his seat\nTo be sent to him by another way. It counts once.",
		}, (*env).boardCode},
		{"board names", "[SOURCE]", games.Text{
			FR: "liste les comptes qui ont posté, leurs sièges et les noms qui se ressemblent",
			EN: "list the accounts that posted, their seats, and names that look alike",
		}, (*env).boardNames},
		{"board show", "[SOURCE] POST", games.Text{
			FR: "montre toutes les révisions d'un message de forum\nAvec ce que le forum en montrait, et entre quels deux regards chacune est apparue.",
			EN: "show every revision of a post of a board\nWith what the board showed of it, and between which two looks each appeared.",
		}, (*env).boardShow},
		{"board probe", "BOARD [--post]", games.Text{
			FR: "essaie un [[board]] : lit ses sujets et écrit une page d'essai\nLa page montre chaque construction d'un résumé dans le dialecte du forum : collez-la, ou --post, et regardez ce qui s'affiche. Sans --post rien n'est posté.",
			EN: "try a [[board]]: read its topics and write a test page\nThe page shows every construct of a summary in the board's dialect: paste it, or --post, and look at what it shows. Without --post nothing is posted.",
		}, (*env).boardProbe},
		{"mail inspect", "[--authserv NAME] [--hosts NAMES] FILE|-", games.Text{
			FR: "montre comment un message est lu ; ne change rien\nLigne par ligne, avec la preuve de l'expéditeur et, quand il y a un dossier de données, la partie et les ordres compris. --json : class, from {address, verdict, evidence}, subject, message_id, date, received_at, visible, lines [{n, class, text}], route {game, seat, result, reason, claims}, orders [{line, typed, canonical, verdict, reason}], limits {exceeded, notes, bytes, parts, lines, not_read} ; un objet par message.",
			EN: "show how a message is read; changes nothing\nLine by line, with the sender's evidence and, where there is a data folder, its game and the orders as understood. --json: class, from {address, verdict, evidence}, subject, message_id, date, received_at, visible, lines [{n, class, text}], route {game, seat, result, reason, claims}, orders [{line, typed, canonical, verdict, reason}], limits {exceeded, notes, bytes, parts, lines, not_read}; one object per message.",
		}, (*env).mailInspect},
		{"orders check", "GAME SEAT FILE|-", games.Text{
			FR: "essaie une feuille d'ordres avec les règles du juge ; ne change rien",
			EN: "try an order sheet by the judge's own rules; changes nothing",
		}, (*env).ordersCheck},
		{"orders submit", "GAME SEAT FILE|- --on-behalf", games.Text{
			FR: "remet une feuille d'ordres à la place d'un joueur\nElle compte comme la sienne ; il en reçoit l'accusé, qui dit que le modérateur l'a remise.",
			EN: "hand in an order sheet for a player\nIt counts as his own; he gets the receipt, which says that the moderator handed it in.",
		}, (*env).ordersSubmit},
		{"adjust", "GAME ITEM...|- --reason TEXT", games.Text{
			FR: "change la position d'une partie\nChaque ITEM est une ligne de position du livre de règles, par exemple « whyos money 12 » ; elle remplace ce qu'elle nomme. Chacun en est averti ; rien n'est effacé.",
			EN: "change the position of a game\nEach ITEM is a line of the rulebook's positions, for example \"whyos money 12\"; it replaces what it names. Everybody is told; nothing is deleted.",
		}, (*env).adjust},
		{"adjudicate", "GAME", games.Text{
			FR: "résout maintenant le plus ancien courrier ouvert, complet ou non",
			EN: "resolve the oldest open mail now, complete or not",
		}, (*env).adjudicate},
		{"withdraw", "GAME SEAT N --reason TEXT", games.Text{
			FR: "retire la N-ième feuille d'un siège, comme si elle n'était jamais venue\nRien n'est effacé : une coupe est ajoutée et les règles repassent.",
			EN: "take the N-th sheet of a seat back as if it had never come\nNothing is deleted: a cut is added and the rules walk again.",
		}, (*env).withdraw},
		{"amend", "GAME WINDOW SEAT FILE|- --reason TEXT", games.Text{
			FR: "remplace ce qu'un siège avait envoyé pour un courrier résolu\nRien n'est effacé : une coupe est ajoutée et les règles repassent.",
			EN: "replace what a seat had sent for a resolved mail\nNothing is deleted: a cut is added and the rules walk again.",
		}, (*env).amend},
		{"seat", "GAME [show|substitute|open|close|resign|join|admit|name|drop|absent|back|sitter|unsit] [ARG]...", games.Text{
			FR: "montre ou change les gens d'une partie\nsubstitute SIÈGE ADRESSE[,LANGUE] ; open SIÈGE et close SIÈGE : proposée aux remplaçants, ou plus ; resign SIÈGE --yes ; join ADRESSE [SIÈGE] ; admit PERSONNE [SIÈGE] ; name RÔLE ADRESSE et drop RÔLE PERSONNE : moderator, deputy, observer ou standby ; absent SIÈGE DU AU [--reason TEXTE] et back SIÈGE ; sitter SIÈGE ADRESSE [DU AU] et unsit SIÈGE. Chacun que cela concerne en est averti.",
			EN: "show or change the people of a game\nsubstitute SEAT ADDRESS[,LANG]; open SEAT and close SEAT: offered to the stand-bys, or no more; resign SEAT --yes; join ADDRESS [SEAT]; admit PERSON [SEAT]; name ROLE ADDRESS and drop ROLE PERSON: moderator, deputy, observer or standby; absent SEAT FROM TO [--reason TEXT] and back SEAT; sitter SEAT ADDRESS [FROM TO] and unsit SEAT. Everybody it concerns is told.",
		}, (*env).seatCommand},
		{"desk", "GAME WORD... [--seat SEAT]", games.Text{
			FR: "demande ou commande ce qu'un mail peut demander, dans les mêmes mots\nJoueurs : STATUS HISTORY MAP RULES HELP ABSENCE SITTER PRESS RESIGN LANG ZONE NOTICES ADDRESS APPLY CLAIM DECLINE CONTEST. Modérateurs : PREVIEW PROCESS DEADLINE EXTEND PAUSE RESUME SUBSTITUTE BECOME REMIND ANNOUNCE ADJUST ADMIT START CALENDAR PACE ; en français aussi. Par exemple : desk ny12 prolonger 1893c 48h. « fivepoints desk ny12 help » explique chaque mot. --seat : au nom d'un siège, ou avec ses yeux.",
			EN: "ask or do what a mail may ask, in the same words\nPlayers: STATUS HISTORY MAP RULES HELP ABSENCE SITTER PRESS RESIGN LANG ZONE NOTICES ADDRESS APPLY CLAIM DECLINE CONTEST. Moderators: PREVIEW PROCESS DEADLINE EXTEND PAUSE RESUME SUBSTITUTE BECOME REMIND ANNOUNCE ADJUST ADMIT START CALENDAR PACE; in French, too. For example: desk ny12 EXTEND 1893c 48h. `fivepoints desk ny12 help` explains each word. --seat: for a seat, or with its eyes.",
		}, (*env).desk},
		{"deadline", "GAME CALENDAR|+LENGTH|DATE HOUR", games.Text{
			FR: "donne à une partie un autre calendrier, ou à son courrier ouvert une autre échéance\nUn calendrier est une suite de clauses séparées par « ; ». La première est le rythme : 168h (ou 7j, 1sem) après chaque rapport, ou « sam 21h », « mer 20:00, sam 21:00 », « quotidien 21:00 » dans le fuseau de la partie. Les autres, au choix : war=48h ou c=48h (autre rythme pour ces ordres, ou pour les courriers dont le nom finit ainsi) ; « minimum=24h » pour répondre ; « congés=12-24..01-02, 2026-05-01 » ; « rappel=48h, 12h » ; « délai=12h » de grâce ; « retard=sitter 24h » ou moderator ; « told=2; open=3 » (silences de suite où le modérateur est averti, où le siège s'ouvre) ; « appel » (rien ne court avant que tous aient répondu). Il vaut pour les courriers qui s'ouvriront.\nPour le courrier ouvert : +48h, ou 2026-12-20 21:00, derrière son nom s'il y en a plusieurs (1893c +48h).",
			EN: "give a game another calendar, or its open mail another deadline\nA calendar is clauses separated by \";\". The first is the rhythm: 168h (or 7d, 1w) after each report, or \"sat 21:00\", \"wed 20:00, sat 21:00\", \"daily 21:00\" in the zone of the game. The others as you like: war=48h or c=48h (another rhythm for such orders, or for mails whose name ends so); \"least=24h\" to answer; \"holidays=12-24..01-02, 2026-05-01\"; \"remind=48h, 12h\"; \"grace=12h\"; \"late=sitter 24h\" or moderator; \"told=2; open=3\" (silences in a row at which the moderator is told, the seat opens); \"muster\" (nothing runs before all have answered). It holds for mails that open from now on.\nFor the open mail: +48h, or 2026-12-20 21:00, behind its name where there are several (1893c +48h).",
		}, (*env).deadline},
		{"pace", "GAME [--format text|md|html|svg|...]", games.Text{
			FR: "dit à quel rythme va une partie : qui l'on attend, ce qui dure, quand elle finira\nPour le modérateur. Avec un diagramme en texte ; --format svg en fait une image, --json les chiffres.",
			EN: "tell how fast a game goes: who is waited for, what takes long, when it will end\nFor the moderator. With a chart in text; --format svg makes a picture of it, --json the figures.",
		}, (*env).pace},
		{"summary", "GAME [--turn N|WINDOW] [--for public|SEAT] [--format md|text|html|bbcode:phpbb|...] [--lang fr|en]", games.Text{
			FR: "écrit le résumé d'un courrier résolu, pour tous ou pour un siège\n--format md (défaut), text (mail sans balises), html (page entière), bbcode:phpbb, bbcode:mybb, bbcode:smf, bbcode:xenforo, bgg, md:nodebb ou md:discourse : prêt à coller dans un message du forum. Un texte plus long qu'un message (--limit) en fait plusieurs, coupés aux titres et numérotés ; --post 2 n'écrit que le deuxième. La dernière ligne permet de le retrouver : elle change avec le texte.",
			EN: "write the summary of a resolved mail, for everyone or for a seat\n--format md (default), text (a mail without markup), html (a whole page), bbcode:phpbb, bbcode:mybb, bbcode:smf, bbcode:xenforo, bgg, md:nodebb or md:discourse: ready to be pasted into a post of the board. A text longer than a post (--limit) makes several, cut at headings and numbered; --post 2 writes only the second. The last line is there to find it again: it changes with the text.",
		}, (*env).summary},
		{"posts", "GAME|club [--for public|SEAT] [--kind KIND] [--show N] [--out DIR] [--format F] [--resend N | --resend-held]", games.Text{
			FR: "liste ce qui a été écrit aux lecteurs : accusés, rapports, comptes rendus\nAvec --show un texte entier, avec --out tous en fichiers, à envoyer à la main ; --format comme pour summary (md : tel qu'il fut écrit). « club » : les réponses qui ne concernent aucune partie.\nQuand le courrier part d'ici, dit ce qui est devenu de chacun : parti (sent), en attente (waiting), revenu (bounced), perdu (failed), ou retenu (held) parce qu'écrit avant que le courrier parte d'ici (before), trop vieux (stale) ou de trop en une heure (capped) ; --resend le renvoie.",
			EN: "list what was written to the readers: receipts, reports, summaries\nWith --show one whole text, with --out all as files, to be sent by hand; --format as of summary (md: as it was written). \"club\": the answers about no game.\nWhere mail is sent from here, tells what became of each: sent, waiting, bounced, failed, or held because it was written before mail was sent from here (before), is too old (stale) or one too many in an hour (capped); --resend sends it again.",
		}, (*env).posts},
		{"state", "GAME [--at SEQ|WINDOW] [--for SEAT|public|engine] [--format json|svg]", games.Text{
			FR: "montre la position, maintenant ou à un moment du journal (JSON ou image)",
			EN: "show the position, now or at a point of the log (JSON or picture)",
		}, (*env).state},
		{"log", "GAME [--for SEAT|public|engine]", games.Text{
			FR: "liste ce qui est arrivé, fait par fait\nSans --for, comme l'opérateur le voit ; avec un siège, ce que ce siège peut savoir.",
			EN: "list what happened, fact by fact\nWithout --for as the operator sees it; with a seat what that seat may know.",
		}, (*env).showLog},
		{"verify", "[GAME] [--checkpoint FILE]... | --file FILE [--key KEY]", games.Text{
			FR: "recalcule tout le journal et nomme le premier commit fautif\nÉchoue aussi quand une clé manque sans être effacée : ce qu'elle ferme ne prouve rien. Avec une partie : la rejuge aussi par les règles d'aujourd'hui et compte les différences ; une fois finie, refait ses tirages avec le secret publié et nomme les faux. --checkpoint MAIL : dit si le journal tient encore la promesse d'un accusé, ou prolonge le point de contrôle d'un résumé ou d'un rapport, et sinon où est la première différence.",
			EN: "recompute the whole log and name the first bad commit\nAlso fails when a key is missing and not erased: what it locks proves nothing. With a game: judge it again by today's rules too and count the differences; once it is over, repeat its draws with the published secret and name wrong ones. --checkpoint MAIL: tells whether the log still keeps the promise of a receipt, or extends the checkpoint of a summary or report, and if not where the first difference is.",
		}, (*env).verify},
		{"prove", "GAME SEQ [--to SIZE] [--open SEAT] | --from SIZE [--to SIZE] | --check FILE --key KEY", games.Text{
			FR: "écrit une preuve qui se suffit : qu'un commit est dans le journal signé\nC'est du texte (c2sp.org/tlog-proof) avec le commit et le point de contrôle signé ; il n'y a rien de privé dedans. --from 120 : prouve que le journal d'un point de contrôle commence celui d'un plus récent. --check vérifie une preuve avec la seule clé, sans dossier de données.",
			EN: "write a proof that stands alone: that a commit is in the signed log\nIt is text (c2sp.org/tlog-proof) with the commit and the signed checkpoint; nothing private is in it. --from 120: proves that the log of one checkpoint begins that of a newer one. --check checks a proof with nothing but the key, without a data folder.",
		}, (*env).prove},
		{"dispute open", "GAME SEQ[.FACT]|MAIL --reason TEXT [--seat SEAT] [--freeze]", games.Text{
			FR: "ouvre un dossier sur ce qui est contesté\nUn joueur le fait par mail : CONTESTER 1893c, puis pourquoi. Chacun lit le dossier ; --freeze arrête la partie jusqu'à ce que ce soit tranché.",
			EN: "open a case on what is contested\nA player does it by mail: CONTEST 1893c, then why. Everybody reads the case; --freeze stops the game until it is decided.",
		}, (*env).disputeOpen},
		{"dispute state", "GAME CASE --reason TEXT [--seat SEAT]", games.Text{
			FR: "ajoute ce que dit une partie du litige", EN: "add what a party says",
		}, (*env).disputeState},
		{"dispute show", "GAME [CASE] [--for WHO]", games.Text{
			FR: "montre les dossiers, ou toutes les pièces d'un dossier\nCe que chacun lit, puis d'où vient le fait contesté (décision, ordre, feuille, mail, expéditeur, ce qui a été envoyé), ses tirages, et la position avant et après.",
			EN: "show the cases, or all the evidence of one\nWhat everybody reads, then where the contested fact comes from (decision, order, sheet, mail, sender, what was sent), its draws, and the position before and after.",
		}, (*env).disputeShow},
		{"dispute decide", "GAME CASE upheld|changed|dropped [--rule RULE --text TEXT] [--cites SEQS]", games.Text{
			FR: "tranche un dossier\nupheld : ce qui était contesté reste ; changed : c'est corrigé (--cites dit par quels commits) ; dropped : la contestation est retirée.",
			EN: "decide a case\nupheld: what was contested stands; changed: it was corrected (--cites tells by which commits); dropped: the objection was taken back.",
		}, (*env).disputeDecide},
		{"rule", "GAME --rule RULE --text TEXT [--from TURN] [--cites SEQS] [--repeal N]", games.Text{
			FR: "note une décision du modérateur, avec la règle qui la porte\nElle ne change rien par elle-même : adjust, withdraw et amend changent. Chacun la lit.",
			EN: "record a ruling of the moderator, with the rule it rests on\nIt changes nothing by itself: adjust, withdraw and amend do. Everybody reads it.",
		}, (*env).rule},
		{"whatif", "GAME withdraw SEAT N | amend MAIL SEAT FILE|- | adjust ITEM...", games.Text{
			FR: "essaie une correction sur une copie et dit ce qui changerait\nRien n'est écrit. Les tirages déjà faits restent, les nouveaux sont lancés au hasard, jamais avec le secret de la partie. À lire avant withdraw, amend et adjust.",
			EN: "try a correction on a copy and tell what would change\nNothing is written. Draws that were made stay, new ones are thrown by chance, never from the secret of the game. To be read before withdraw, amend and adjust.",
		}, (*env).whatif},
		{"replay", "GAME [--diff A B] [--for WHO]", games.Text{
			FR: "dit ce qui a changé, courrier par courrier ou entre deux moments\nA et B sont des commits, des courriers ou des tours résolus : les faits entre les deux, et chaque valeur de la position qui n'est plus la même (argent, membres, lieux...).",
			EN: "tell what changed, mail by mail or between two moments\nA and B are commits, or resolved mails or turns: the facts between them, and every value of the position that is another one (money, members, places...).",
		}, (*env).replay},
		{"erase", "PERSON|ADDRESS [--for-ever]", games.Text{
			FR: "efface une personne : ses mails, ses adresses, ses mots\nSa clé est détruite ; sans --for-ever, dit seulement ce qui serait fait. Les commits restent, donc toutes les preuves aussi, et la partie continue : donnez son siège à un autre.",
			EN: "erase a person: mails, addresses, words\nThe key is destroyed; without --for-ever only tells what would be done. Commits stay, so all proofs do, and the game goes on: give the seat to somebody else.",
		}, (*env).erase},
		{"export", "GAME FILE|- [--full]", games.Text{
			FR: "écrit une partie dans un fichier qui se suffit\nTout le journal de la partie avec les preuves de sa place dans le journal signé ; ce dont les règles ont besoin y est ouvert, donc gardez-le pour vous tant que la partie dure. Ce que les gens ont écrit n'y est qu'avec --full. « fivepoints verify --file » le vérifie sans dossier de données, « fivepoints import » le relit.",
			EN: "write a game into a file that stands alone\nThe whole log of the game, with proofs of its place in the signed log; what the rules need is open in it, so keep it to yourself as long as the game lasts. What people wrote is in it only with --full. `fivepoints verify --file` checks it without a data folder, `fivepoints import` reads it back.",
		}, (*env).export},
		{"import", "FILE|- [--as ID] [--key KEY]", games.Text{
			FR: "relit une partie exportée ailleurs, comme archive\nVérifie tout avant d'écrire et nomme le premier commit fautif. La partie reçoit ici un nouvel identifiant, de nouvelles clés, et personne n'y tient de siège : on la lit, on ne la joue pas. --key : la clé du journal d'où elle vient.",
			EN: "read a game that was exported elsewhere, as a record\nChecks everything before it writes and names the first bad commit. The game gets a new id and new keys here, and nobody holds a seat in it: it is read, not played. --key: the key of the log it comes from.",
		}, (*env).importGame},
		{"backup", "DIR --passphrase-file FILE [--people FILE]", games.Text{
			FR: "copie le journal et ses clés dans un nouveau dossier\nAussi pendant que « fivepoints serve » tourne. Le dossier contient le journal, un point de contrôle signé, la configuration, et les clés du club et des parties scellées par la phrase secrète. --people FICHIER : les clés des personnes, à part, pour qu'une sauvegarde remise ne défasse pas un effacement.",
			EN: "copy the log and its keys into a new folder\nAlso while `fivepoints serve` runs. The folder holds the log, a signed checkpoint, the configuration, and the keys of club and games, sealed with the passphrase. --people FILE: the keys of people, apart, so that a backup that is put back undoes no erasure.",
		}, (*env).backup},
		{"restore", "DIR --passphrase-file FILE [--checkpoint MAIL]... [--people FILE] [--older] [--replace]", games.Text{
			FR: "remet une sauvegarde à la place du journal\nVérifie tout d'abord, puis compare avec ce qu'on sait du journal : un mail envoyé (--checkpoint), le miroir, le journal qui est là. S'il allait plus loin que la sauvegarde, il faut --older, et le journal le dit pour toujours. Rien n'est effacé : ce qui est remplacé reste sous un autre nom. À faire quand rien ne tourne.",
			EN: "put a backup in the place of the log\nVerifies everything first, then compares it with what is known of the log: a mail that was sent (--checkpoint), the mirror, the log that is there. If it went further than the backup, --older is needed, and the log says so for ever. Nothing is deleted: what is replaced stays under another name. Nothing may be running.",
		}, (*env).restore},
		{"rebuild", "", games.Text{
			FR: "refait views.db à partir du journal",
			EN: "make views.db anew from the log",
		}, (*env).rebuild},
		{"play bots", "RULEBOOK [--preset P] [--seats N] [--seed N] [--kinds K,...] [--option K=V]... [--out DIR]", games.Text{
			FR: "fait jouer une partie entière par des robots, par le même juge et le même journal\n--kinds builder,brawler,... : le genre de chaque robot, à tour de rôle ; random : au hasard parmi les ordres légaux. Sans --kinds, la graine mélange les genres du livre de règles. --out garde le dossier de données.",
			EN: "let bots play a whole game through the same judge and log\n--kinds builder,brawler,...: the kind of each bot, in turn; random: picked among the legal orders. Without --kinds the seed mixes the rulebook's kinds. --out keeps the data folder.",
		}, (*env).playBots},
		{"play tournament", "RULEBOOK [--preset P] [--seats N] [--games N] [--seed N] [--kinds K,...] [--option K=V]...", games.Text{
			FR: "fait jouer beaucoup de parties par des robots et en donne le tableau\nEn mémoire, par le même juge ; les sièges et les genres tournent d'une partie à l'autre. Pour New-York 1890, le tableau met l'économie mesurée à côté de celle des règles (section 10).\nPour Crooks, Escrocs, Noxford et King of Crime, chaque ligne de la table des robots des règles est jouée, sans journal : tours, points et victoires à côté des leurs, avec l'erreur type et la distance en erreurs types ; un chiffre à plus de trois est une erreur. --seats et --kinds choisissent des lignes.",
			EN: "let bots play many games and print their table\nIn memory, through the same judge; seats and kinds rotate from game to game. For New-York 1890 the table puts the measured economy beside that of the rules (section 10).\nFor Crooks, Escrocs, Noxford and King of Crime each row of the rules' table of bots is played, without a log: turns, points and wins beside theirs, with the standard error and the distance in standard errors; a figure further than three is a failure. --seats and --kinds choose rows.",
		}, (*env).tournament},
		{"serve", "[--every 1m]", games.Text{
			FR: "garde le dossier ouvert, résout les échéances et exécute les commandes des autres processus\nCopie le journal vers NATS (flux LOG). Avec nats.listen dans fivepoints.toml, publie aussi ce que chacun peut savoir (flux FEED) à cette adresse de cette machine. Avec [mail], lit les boîtes et envoie les réponses : « fivepoints doctor » essaie chaque serveur.",
			EN: "keep the folder open, resolve deadlines and run the commands of other processes\nCopies the log to NATS (stream LOG). With nats.listen in fivepoints.toml it also publishes what each may know (stream FEED) at that address of this machine. With [mail] it reads the mailboxes and sends the answers: `fivepoints doctor` tries every server.",
		}, (*env).serve},
		{"feed grant", "[GAME SEAT]", games.Text{
			FR: "donne la clé avec laquelle un programme lit le flux NATS\nSans argument, ce qui est public ; avec une partie et un siège, aussi ce que ce siège peut savoir. La clé est un fichier ; qui l'a peut lire.",
			EN: "give the key with which a program reads the feed of NATS\nWithout arguments what is public; with a game and a seat also what that seat may know. The key is a file; whoever has it may read.",
		}, (*env).feedGrant},
		{"feed revoke", "[GAME SEAT]", games.Text{
			FR: "retire une clé donnée par feed grant",
			EN: "take a key back that feed grant gave",
		}, (*env).feedRevoke},
		{"doctor", "[--no-mail]", games.Text{
			FR: "contrôle le dossier de données : réglages, droits, clés, journal, vues, miroir NATS, place sur le disque\nDit le retard de chaque vue et du miroir. Avec [mail] : entre dans chaque boîte et chez le serveur d'envoi, s'envoie un mail et l'attend, regarde les enregistrements DNS du domaine et dit quoi ajouter. Ne change rien au journal ; fait rattraper le miroir quand aucun serveur ne tient le dossier. « verify » recalcule tout le journal.",
			EN: "check the data folder: settings, rights, keys, log, views, mirror of NATS, room on the disk\nTells how far each view and the mirror lag. With [mail] it logs in to every mailbox and to the sending server, sends itself a mail and waits for it, looks at the DNS records of the domain and says what to add. Changes nothing in the log; has the mirror catch up when no server owns the folder. `verify` recomputes the whole log.",
		}, (*env).doctor},
		{"version", "", games.Text{FR: "dit quelle version tourne", EN: "say which version runs"}, (*env).version},
	}
}
