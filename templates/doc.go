// Package templates turns what happened in a game into something a player
// likes to read: receipts, private reports, public summaries and order
// templates, in French and English.
//
//	facts ──Narrate──► games.Msg ──catalogue──► sentence ┐
//	games.View ──────► tables of the game ───────────────┼─► Doc ──Render──► Markdown, text
//	table.Note, games.Line ──────────────────────────────┘        HTML, posts for
//	                                                              seven boards
//
// Layers, each ignorant of the next:
//
//   - A catalogue holds the sentences of one language, one flat TOML file per
//     game and language (common/fr.toml, newyork1890/en.toml). A sentence has
//     placeholders: "{gang} opens {activity} at {place}"; "{n|member|members}"
//     chooses by number and prints only the word. A sentence that begins with
//     "# " is a heading of the story, one that is empty says nothing.
//   - Names have forms ("{place.at}" is "in Five Points", "à Five Points"); a
//     tale joins like facts into running prose and chooses among the variants of
//     a sentence ("ny.t.open", "ny.t.open.2") by what it says, so that the same
//     facts always make the same text and no sentence comes twice running.
//   - A Writer says messages for one reader: his language, his game's names,
//     his time zone. The inputs are plain structs (views, messages, notes);
//     no rules state ever comes here.
//   - A Doc is headings, paragraphs, lists, tables and preformatted lines. Its
//     texts are plain; Render escapes them for its format, so a player's name
//     or raw order line is never markup. One Format one renderer (markdown.go,
//     plain.go, html.go, bbcode.go with inert.go), all of the same Doc; Posts
//     divides it for a board that limits its posts (posts.go).
//
// Boards (dialect.go) are written for as they are installed: what each reads
// and refuses was seen on running ones and in their sources, and 25,902 posts
// with hostile text were given to the parsers of MyBB 1.8, SMF 2.1 and phpBB 3.3
// (s9e/TextFormatter): not one had a tag more than a harmless one. Of
// XenForo and BoardGameGeek there is only what their help says. No board has an
// escape character. Text becomes harmless by a word joiner inside of what a
// board would read, which nobody sees: entities would be shown as typed by phpBB
// and SMF, and end in the semicolon of a smiley on MyBB; SMF shows a zero-width
// space as a question mark. Deviation from reference/forum.md: SMF gets no
// [table], for its own style sheet sets the columns of one without a gap; a table
// is a block of code there as elsewhere, or where it is too wide a list.
//
// Deviation from the design: there are no *.tmpl files. A document is built in
// code from blocks, its words are in the catalogues; so nothing can be written
// without being escaped, and every text is checked in both languages.
//
// A game's own tables are in a file of its name (newyork1890.go, crooks.go,
// escrocs.go, noxford.go with its map in noxford_map.go), its drawing as SVG in
// <game>_picture.go on the shapes of picture.go; the story of New-York 1890 is in newyork1890_tale.go, _streets.go
// and _fights.go, its headline, accounts and map in _head.go, _money.go and
// _map.go. A rulebook without tables is shown by the fields of its view.
package templates
