package templates

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fivepoints/games"
	nox "fivepoints/games/noxford"
)

// noxford shows the table: to a seat first its hand, then the city as a map, the
// legal spots, locked and movable cards, the Quarters and the players.
func (w *Writer) noxford(v nox.View, own games.Seat) []block {
	var out []block
	if own != "" {
		out = append(out, w.nxHand(v)...)
	}
	if len(v.City) > 0 {
		out = append(out, heading{3, w.t("noxford.view.map")})
		out = append(out, w.nxCity(v)...)
		out = append(out, w.nxGeometry(v)...)
		if own != "" {
			out = append(out, w.nxCovers(v)...)
		}
		out = append(out, w.nxQuarters(v)...)
	}
	return append(out, heading{3, w.t("noxford.view.players")}, w.nxSeats(v))
}

func (w *Writer) nxHand(v nox.View) []block {
	hand := w.t("noxford.view.hand.empty")
	if len(v.Hand) > 0 {
		hand = w.t("noxford.view.hand", word("list", w.nxCards(v.Hand)))
	}
	out := []block{para{hand}}
	for _, s := range v.Seats {
		if s.Seat == v.You && !s.Master && len(v.Ranks) == 0 {
			out = append(out, para{w.t("noxford.view.master", arg("card", "card", s.Colour+"-M"))})
		}
	}
	return out
}

// nxCards writes cards with their symbols: "Q05 (diamond, bottle), K1, R-S3*".
func (w *Writer) nxCards(cards []nox.CardView) inline {
	var parts []inline
	for _, c := range cards {
		t := w.name("card", c.Card)
		if len(c.Symbols) > 0 {
			t += " (" + w.nxSymbols(c.Symbols) + ")"
		}
		parts = append(parts, text(t))
	}
	return join(", ", parts...)
}

func (w *Writer) nxSymbols(symbols []string) string {
	var out []string
	for _, s := range symbols {
		out = append(out, w.name("symbol", s))
	}
	return strings.Join(out, ", ")
}

// nxCity is the map with its key and the market.
func (w *Writer) nxCity(v nox.View) []block {
	var signs []string
	for i, sign := range w.nxSigns(v.Symbols) {
		signs = append(signs, sign+" "+w.name("symbol", v.Symbols[i]))
	}
	market := w.t("noxford.view.market.empty")
	if len(v.Market) > 0 {
		market = w.t("noxford.view.market", word("list", w.nxCards(v.Market)), number("n", v.Pile))
	}
	return []block{
		pre{w.nxMap(v)}, para{w.t("noxford.view.key", arg("symbols", "text", signs...))}, para{market},
	}
}

// after shows what a dry run would make of the position, for games whose
// geometry nobody should have to imagine.
func (w *Writer) after(v games.View) []block {
	city, ok := v.(nox.View)
	if !ok || len(city.City) == 0 {
		return nil
	}
	return w.under("noxford.view.map.after", append([]block{pre{w.nxMap(city)}}, w.nxLists(city)...))
}

// nxSigns are the letters of symbols on the map: the first one of their name
// that no other has, else a number.
func (w *Writer) nxSigns(symbols []string) []string {
	var out []string
	for i, s := range symbols {
		sign := strings.ToLower(plainLetter(w.name("symbol", s)))
		if sign == "" || slices.Contains(out, sign) || sign == "x" {
			sign = itoa(i + 1)
		}
		out = append(out, sign)
	}
	return out
}

// plainLetter is the first letter of a name if it is one of the alphabet, with
// its accent taken off by hand: the map has room for plain letters only.
func plainLetter(name string) string {
	r, _ := utf8.DecodeRuneInString(strings.NewReplacer("é", "e", "É", "E").Replace(name))
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return string(r)
	}
	return ""
}

// nxGeometry lists what nobody has to compute: numbered spots with what they
// touch, locked and movable cards.
func (w *Writer) nxGeometry(v nox.View) []block {
	if len(v.Ranks) > 0 {
		return nil
	}
	out := []block{heading{3, w.t("noxford.view.spots")}}
	if len(v.Spots) == 0 {
		out = append(out, para{w.t("noxford.view.spots.none")})
	} else {
		out = append(out, pre{w.nxSpots(v)})
	}
	return append(out, w.nxLists(v)...)
}

func (w *Writer) nxLists(v nox.View) []block {
	return []block{
		para{w.t("noxford.view.locked", word("list", w.nxNames(v.Locked)))},
		para{w.t("noxford.view.movable", word("list", w.nxNames(v.Movable)))},
	}
}

func (w *Writer) nxSpots(v nox.View) []string {
	var out []string
	for i, spot := range v.Spots {
		line := padLeft(itoa(i+1), 2) + "  " + pad(spot.Pos, 6) + w.t("noxford.view.touches").String()
		for _, c := range spot.Touches {
			line += " " + w.name("card", c)
		}
		out = append(out, line)
	}
	return out
}

func (w *Writer) nxNames(ids []string) inline {
	var parts []inline
	for _, id := range ids {
		parts = append(parts, text(w.name("card", id)))
	}
	if len(parts) == 0 {
		return w.t("noxford.view.none")
	}
	return join(", ", parts...)
}

// nxCovers lists what the reader's cards could cover; nobody else is told.
func (w *Writer) nxCovers(v nox.View) []block {
	var items []inline
	for _, c := range v.Covers {
		items = append(items, w.t("noxford.view.with", arg("card", "card", c.Card), arg("pos", "text", c.Pos), arg("list", "text", c.With...)))
	}
	if len(items) == 0 {
		return nil
	}
	return []block{heading{3, w.t("noxford.view.covers")}, list{items}}
}

// nxQuarters is the table of the Quarters, as they stand or as they were won.
func (w *Writer) nxQuarters(v nox.View) []block {
	if len(v.Quarters) == 0 {
		return nil
	}
	g := grid{right: []bool{false, false, false, false, true}, brief: true}
	for _, c := range []string{"quarter", "symbols", "beside", "control", "worth"} {
		g.head = append(g.head, w.t("noxford.view.col."+c))
	}
	for _, q := range v.Quarters {
		var beside []inline
		for _, c := range q.Counts {
			beside = append(beside, text(w.name("seat", c.Seat)+" "+itoa(c.N)))
		}
		row := []inline{text(w.name("card", q.Quarter)), text(w.nxSymbols(symbolsOf(v, q.Quarter))), join(", ", beside...), nil, nil}
		if q.Seat != "" {
			row[3], row[4] = w.one("seat", q.Seat), text(itoa(q.Symbols+q.Bonus))
		}
		g.rows = append(g.rows, row)
	}
	head := "noxford.view.quarters"
	if len(v.Ranks) > 0 {
		head = "noxford.view.quarters.end"
	}
	out := []block{heading{3, w.t(head)}, g}
	if len(v.Cancelled) > 0 {
		out = append(out, para{w.t("noxford.view.cancelled", word("list", w.nxNames(v.Cancelled)))})
	}
	return out
}

func symbolsOf(v nox.View, quarter string) []string {
	for _, s := range v.City {
		if s.Top.Card == quarter {
			return s.Top.Symbols
		}
	}
	return nil
}

func (w *Writer) nxSeats(v nox.View) block {
	points := "points"
	if len(v.Ranks) > 0 {
		points = "points.end"
	}
	g := grid{right: []bool{false, false, false, true, false, true}}
	for _, c := range []string{"seat", "colour", "favourite", "hand", "unplayed", points} {
		g.head = append(g.head, w.t("noxford.view.col."+c))
	}
	for _, s := range v.Seats {
		left := slices.Clone(s.Unplayed)
		if !s.Master {
			left = append([]string{"M"}, left...)
		}
		g.rows = append(g.rows, []inline{
			w.one("seat", s.Seat), text(s.Colour + " " + w.name("colour", s.Colour)), text(w.name("symbol", s.Favourite)),
			text(itoa(s.Hand) + " + " + itoa(s.Pile)), text(byRank(left)), text(itoa(s.Points)),
		})
	}
	return g
}

// byRank writes codes of cards with the ranks named once: "M L12 S134".
func byRank(codes []string) string {
	out, rank := "", ""
	for _, c := range codes {
		if c[:1] != rank {
			rank = c[:1]
			out += " " + rank
		}
		out += c[1:]
	}
	return strings.TrimSpace(out)
}
