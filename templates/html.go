package templates

import (
	"html"
	"strings"

	"fivepoints/games"
)

// The looks of a page, all of them inline: mail programs throw style sheets
// away. Dark on light whatever the program prefers, one column, letters that a
// phone need not enlarge.
const (
	lookPage  = `margin:0;padding:0;background:#ffffff`
	lookText  = `max-width:44em;margin:0 auto;padding:12px 14px;background:#ffffff;color:#1c1c1c;font:16px/1.5 Georgia,'Times New Roman',serif`
	lookWide  = `overflow-x:auto;margin:0 0 16px`
	lookPre   = `margin:0;padding:10px 12px;background:#f4f1ea;color:#1c1c1c;font:13px/1.35 Consolas,Menlo,'DejaVu Sans Mono',monospace;white-space:pre`
	lookCode  = `background:#f4f1ea;font:14px Consolas,Menlo,'DejaVu Sans Mono',monospace`
	lookTable = `border-collapse:collapse;font:14px/1.35 Arial,Helvetica,sans-serif`
	lookHead  = `padding:4px 10px 4px 0;border-bottom:2px solid #8a7f6a;vertical-align:bottom;text-align:`
	lookCell  = `padding:4px 10px 4px 0;border-bottom:1px solid #ddd6c8;vertical-align:top;text-align:`
	lookPara  = `margin:0 0 12px`
	lookList  = `margin:0 0 14px;padding:0 0 0 20px`
	lookItem  = `margin:0 0 5px`
	lookRow   = `margin:0 0 12px;padding:0 0 0 10px;border-left:3px solid #ddd6c8`
)

// lookHeading is the look of a heading of each level.
func lookHeading(level int) string {
	return []string{
		`margin:4px 0 14px;font-size:24px;line-height:1.25`,
		`margin:26px 0 10px;font-size:20px;line-height:1.3;border-bottom:1px solid #ddd6c8`,
		`margin:20px 0 8px;font-size:17px;line-height:1.3`,
	}[level-1]
}

// htmlPage writes a whole page without scripts, style sheets, images or links.
func htmlPage(d Doc) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"" + html.EscapeString(string(d.lang)) + "\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light only\">\n" +
		"<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no, url=no\">\n" +
		"<title>" + html.EscapeString(d.name()) + "</title>\n</head>\n<body style=\"" + lookPage + "\">\n")
	b.WriteString(`<div style="` + lookText + "\">\n")
	for _, block := range d.blocks {
		b.WriteString(htmlBlock(block, d.lang) + "\n")
	}
	b.WriteString("</div>\n</body>\n</html>\n")
	return b.String()
}

// name is the title of a document, or its first heading.
func (d Doc) name() string {
	for _, b := range d.blocks {
		if h, ok := b.(heading); ok && d.Title == "" {
			return clean(h.text.String())
		}
	}
	return clean(d.Title)
}

func htmlBlock(b block, lang games.Lang) string {
	switch b := b.(type) {
	case heading:
		return tag("h"+itoa(b.level), lookHeading(b.level), htmlInline(b.text))
	case para:
		return tag("p", lookPara, htmlInline(b.text))
	case list:
		return htmlList(b)
	case grid:
		return htmlGrid(b, colon(lang))
	case pre:
		lines := make([]string, len(b.lines))
		for i, l := range b.lines {
			lines[i] = html.EscapeString(cleanLine(l))
		}
		return tag("div", lookWide, tag("pre", lookPre, strings.Join(lines, "\n")))
	}
	return ""
}

func htmlList(l list) string {
	var b strings.Builder
	for _, it := range l.items {
		b.WriteString("\n" + tag("li", lookItem, htmlInline(it)))
	}
	return tag("ul", lookList, b.String()+"\n")
}

// htmlGrid is a table as long as a phone can show it, else a card a row.
func htmlGrid(t grid, colon string) string {
	if _, ok := aligned(t, wideColumns); ok {
		return tag("div", lookWide, htmlTable(t))
	}
	var cards []string
	for _, r := range records(t, colon) {
		lines := make([]string, len(r))
		for i, line := range r {
			lines[i] = htmlInline(line)
		}
		cards = append(cards, tag("div", lookRow, strings.Join(lines, "<br>\n")))
	}
	return strings.Join(cards, "\n")
}

func htmlTable(t grid) string {
	var b strings.Builder
	b.WriteString("\n" + htmlRow(t, t.head, "th", lookHead))
	for _, row := range t.rows {
		b.WriteString(htmlRow(t, row, "td", lookCell))
	}
	return tag("table", lookTable, b.String())
}

func htmlRow(t grid, row []inline, cell, look string) string {
	var b strings.Builder
	for c := range t.head {
		text, align := "", "left"
		if c < len(row) {
			text = htmlInline(row[c])
		}
		if c < len(t.right) && t.right[c] {
			align = "right"
		}
		b.WriteString(tag(cell, look+align, text))
	}
	return "<tr>" + b.String() + "</tr>\n"
}

func htmlInline(t inline) string {
	var b strings.Builder
	for _, s := range t {
		text := html.EscapeString(oneLine(s.text))
		switch s.style {
		case strong:
			text = "<strong>" + text + "</strong>"
		case code:
			text = tag("code", lookCode, text)
		case struck:
			text = "<del>" + text + "</del>"
		}
		b.WriteString(text)
	}
	return strings.TrimSpace(b.String())
}

func tag(name, look, inner string) string {
	return "<" + name + ` style="` + look + `">` + inner + "</" + name + ">"
}
