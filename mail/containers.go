package mail

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// container knows what mail programs wrap around quotations and signatures:
// the class of the lines inside, whether they are quoted, and whether
// everything after the element is.
func container(t html.Token) (hint string, quote, after bool) {
	if t.DataAtom == atom.Blockquote {
		return "", true, false
	}
	for _, a := range t.Attr {
		for name := range strings.FieldsSeq(a.Val) {
			switch a.Key {
			case "class", "id", "name", "data-marker", "data-smartmail":
				if hint, quote, after, ok := known(strings.ToLower(name)); ok {
					return hint, quote, after
				}
			}
		}
	}
	return "", false, false
}

// known looks a class, id or marker up. Outlook puts "x_" in front of names in
// what it quotes, Yahoo a prefix of its own.
func known(name string) (hint string, quote, after, ok bool) {
	if strings.HasSuffix(name, "yahoo_quoted") {
		return "", true, false, true
	}
	switch strings.TrimPrefix(name, "x_") {
	case "gmail_attr", "moz-cite-prefix", "__headers__":
		return LineQuoteHeader, false, false, true
	case "divrplyfwdmsg":
		return LineQuoteHeader, false, true, true
	case "moz-forward-container", "protonmail_quote", "__quoted_text__", "messagereplysection", "olk_src_body_section",
		"tutanota_quote", "zmail_extra", "ms-outlook-mobile-reference-message", "mail-editor-reference-message-container":
		return "", true, false, true
	case "gmail_signature", "gmail_signature_prefix", "moz-signature", "applemailsignature", "protonmail_signature_block",
		"ms-outlook-mobile-signature", "__sig_pre__", "__sig_post__", "messagesignaturesection", "ms-outlook-ios-signature":
		return LineSignature, false, false, true
	}
	return "", false, false, false
}

// isStruck tells whether a line is drawn through an element.
func isStruck(t html.Token) bool {
	switch t.DataAtom {
	case atom.S, atom.Strike, atom.Del:
		return true
	}
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
		return a.Key == "style" && strings.Contains(strings.ToLower(a.Val), "line-through")
	})
}

// isHidden tells whether the reader of the mail does not see an element.
func isHidden(t html.Token) bool {
	switch t.DataAtom {
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Object, atom.Select, atom.Textarea, atom.Svg, atom.Noframes:
		return true
	}
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			if hiddenStyle(a.Val) {
				return true
			}
		}
	}
	return false
}

// hiddenStyle reads the declarations of a style attribute that hide text.
func hiddenStyle(style string) bool {
	for decl := range strings.SplitSeq(strings.ToLower(style), ";") {
		name, value, _ := strings.Cut(decl, ":")
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		switch strings.TrimSpace(name) + ":" + value {
		case "display:none", "visibility:hidden", "mso-hide:all", "opacity:0", "font-size:0", "font-size:0px", "font-size:0pt",
			"max-height:0", "max-height:0px":
			return true
		}
	}
	return false
}
