// Package newyork1890 is the rulebook of New-York 1890, the home game.
//
// It holds the map, all tables, the base game (preset "base7", what an empty preset
// means), ten years with politics (preset "politique10") and a smaller set without
// fights and police (preset "slice"). Each module is an option: battle, police,
// bribery, gang_war, equipment, favours, pacts, elections and ballots are off or on.
// With battle off a group that enters a quarter with rivals stops there, and nobody
// fights. Orders of modules that are off are answered as such, never read as
// talk (offVerbs). rules.md lists every rule id with what is done. A game may bring
// tables of its own: own.go reads them, sound.go says what makes them unplayable. They
// are in its second fact, their hash in the first. A moderator changes an option by Adjust;
// it holds from the next phase a on.
//
// One thing is hidden, see ballots.go: the ballots of this year. Every gang alike is asked
// for them behind its actions, what it answers is a private part, the public treasury
// shows their price until the count, and nothing that happens before depends on it.
//
// For players: in politique10 who bids for Tammany Hall every year wins more than his
// share when the others leave it alone (rules 10; with our bots politicians win
// about half of their games where one or two of six bid seriously, builders,
// brawlers and robbers 5 % each). Do not leave it to one gang.
//
// One file holds one phase or module: production.go (a), police.go and
// bribes.go (b), moves.go, actions.go, robbery.go, equipment.go and battle.go (c),
// war.go (d), combat.go (both fights), homecoming.go (e), alcohol.go (f), pacts.go
// and loans.go (g), election.go (h), favours.go and ballots.go (the other politics);
// options.go lists the readings of rules that the source leaves open. Each
// returns facts; only evolve.go changes the state, and it knows no rule. next.go puts them in
// sequence, mails.go opens the mails, end.go ends year and game. The tables are
// in data/*.toml. Ids such as (c.m.3) cite rules.md.
//
// # Positions
//
// Cases and tests write a position one item a line; what is not written is at
// its starting value (no money, no members). Options are those the game was
// created with. A gang to which a position gives no member at all is not out for
// that.
//
//	order whyos eastman        who plays, in turn order (the track); first line
//	year 1893                  of the play, 1890 when absent
//	phase c                    a, b, c, d, e, f or g: this phase runs next; c when absent
//	pawn whyos                 who holds the corruption pawn; Tammany Hall when absent
//	pact nowar whyos bowery    a pact of last year's g
//	police FVP MUL CHP         where the pawns P1, P2 and P3 stand
//	turn eastman actions       phase c: whose turn; without "actions" he moves
//	whyos money 12
//	whyos alcohol 5            so barrels, kilos, knives, pistols, influence
//	whyos actions 3            phase c, acting: actions he has (default: spaces held)
//	whyos used 1               and has used; so sobered
//	whyos MUL 3m2f             members of a quarter or an action space
//	whyos port 1m              port, hospital, tammany, arms
//	whyos ward 1 1m            Hospital track, box 1
//	whyos tombs 2 1m1f         Tombs track, box 2
//	whyos token FVP brothel    a joint or traffic; the oldest first
//	whyos robbed TEN           robbed there this year
//	whyos role cabman 1m       who holds a role of the individual board
//	whyos favours 2            left this year; so booth, ballots of earlier years
//	whyos paid LES saloon      a joint that paid this year
//	whyos ballots 3            sealed in the booth this year
//	rank 1 whyos eastman       of an ended game (phase over); in "after" only
//
// A moderator's change of the position (Adjust) is written in the same items, one
// a line: each replaces what it names, and 0 or none removes it.
//
//	whyos money 12             numbers, also alcohol … sobered
//	whyos MUL 0                nobody there
//	whyos ward 1 0             nobody on that box
//	whyos token FVP brothel    in place of whoever's joint is there
//	whyos token FVP none       no token of theirs there
//	whyos role quack none      so robbed TEN none
//	police FVP MUL CHP         all pawns
//	order eastman whyos        the whole track
//	pawn whyos                 or none; so pact nowar whyos bowery
//	option police off          from the next year on
//
// Draws, with their labels: 1890/a/order takes the gang ids in the order drawn;
// 1893/c/rob/TEN/whyos/1 takes the cubes black, red, white; a fight,
// 1893/c/battle/LES/whyos/1 or 1893/d/war/whyos/dusters, takes the attacker's
// set: pistol, knife, stick; 1893/g/duel/whyos/eastman/nowar takes six cubes, black
// and white, in the order drawn; 1897/c/booth/bowery takes the gangs whose ballots go. The last number counts what the gang began there this
// year. Pools hold the gangs as in data/map.toml, black, then red, then white
// cubes, pistols, then knives, then sticks: a case without a line for a draw
// takes the first of them.
//
// All options with their values: fivepoints game options newyork1890.
package newyork1890
