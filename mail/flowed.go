package mail

import "strings"

// unflow joins the paragraphs of format=flowed text (RFC 3676): a line that
// ends in a space goes on in the next one of the same quote depth.
func unflow(lines []string, delsp bool) []string {
	var out []string
	var para strings.Builder
	depth, open := 0, false
	flush := func() {
		if open {
			out = append(out, quoted(depth, para.String()))
		}
		para.Reset()
		open = false
	}
	for _, line := range lines {
		d, text := flowedLine(line)
		if open && (d != depth || text == "-- ") {
			flush()
		}
		depth = d
		flows := strings.HasSuffix(text, " ") && text != "-- "
		if flows && delsp {
			text = text[:len(text)-1]
		}
		para.WriteString(text)
		if open = true; !flows {
			flush()
		}
	}
	flush()
	return out
}

// flowedLine takes quote marks and one stuffed space off a line.
func flowedLine(line string) (depth int, text string) {
	text = strings.TrimLeft(line, ">")
	return len(line) - len(text), strings.TrimPrefix(text, " ")
}

func quoted(depth int, text string) string {
	if depth == 0 {
		return text
	}
	return strings.Repeat(">", depth) + " " + text
}
