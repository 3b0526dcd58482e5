package templates

import (
	"fmt"
	"html"
	"strings"

	"fivepoints/games"
	"fivepoints/games/crooks"
	"fivepoints/games/escrocs"
	koc "fivepoints/games/kingofcrime"
	ny "fivepoints/games/newyork1890"
	"fivepoints/games/noxford"
)

// Picture draws a view as SVG; it is nil for a rulebook without a picture.
func (w *Writer) Picture(v games.View) []byte {
	switch v := v.(type) {
	case ny.View:
		return w.nyPicture(v)
	case crooks.View:
		return w.crkPicture(v)
	case escrocs.View:
		return w.escPicture(v)
	case noxford.View:
		return w.nxPicture(v)
	case koc.View:
		return w.kocPicture(v)
	}
	return nil
}

// svg gathers the shapes of a picture.
type svg struct {
	body          strings.Builder
	width, height int
}

// box draws a rectangle with round corners.
func (s *svg) box(x, y, wide, high int, fill, stroke string) {
	fmt.Fprintf(&s.body, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="%s" stroke="%s"/>`+"\n", x, y, wide, high, fill, stroke)
}

// text writes plain text; anchor is start, middle or end.
func (s *svg) text(x, y, size int, anchor, fill, t string) {
	fmt.Fprintf(&s.body, `<text x="%d" y="%d" font-size="%d" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, size, anchor, fill, html.EscapeString(clean(t)))
}

// bytes closes the picture; the title is what a screen reader says.
func (s *svg) bytes(title string) []byte {
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="Verdana, DejaVu Sans, sans-serif" role="img">`,
		s.width, s.height, s.width, s.height)
	return []byte(head + "\n<title>" + html.EscapeString(clean(title)) + "</title>\n" +
		fmt.Sprintf(`<rect width="%d" height="%d" fill="#fdfbf6"/>`+"\n", s.width, s.height) + s.body.String() + "</svg>\n")
}
