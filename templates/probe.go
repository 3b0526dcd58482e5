package templates

import "fivepoints/games"

// Probe is a page with one of everything that summaries are made of: whoever
// looks at it on a board sees what that board reads.
func Probe(lang games.Lang) Doc {
	d := Doc{Title: "fivepoints · probe", lang: lang}
	d.add(
		heading{1, text("Heading 1 · titre 1")}, heading{2, text("Heading 2 · titre 2")}, heading{3, text("Heading 3 · titre 3")},
		para{join(" · ", text("plain"), strongly("strong"), typed("move 2 LES -> BOW"), inline{{"struck", struck}}, text("été, œuf, ½, −3, “quotes”"))},
		list{[]inline{text("item one"), text("item two: :) :o: 8) @all #12 www.example.org [b]no markup[/b] <b>none</b> &amp; *none* _none_")}},
		grid{
			head: []inline{text("Gang"), text("Money"), text("Place")}, right: []bool{false, true},
			rows: [][]inline{{text("Whyos"), text("12"), text("Mulberry Bend")}, {text("Eastmans été"), text("7"), text("Corlears Hook")}},
		},
		pre{[]string{"columns  must", "  be       even", "été      | 12", "________ | 34"}},
	)
	return d
}
