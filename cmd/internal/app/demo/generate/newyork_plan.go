package main

// plan says what befalls the letters of a gang for a mail, beyond the orders
// themselves: "1891c eastman" -> "typo".
func newyorkPlan() map[string][]string {
	return map[string][]string{
		"1890c dusters":  {"framed"},
		"1890c eastman":  {"correct"},
		"1890c rabbits":  {"illegal"},
		"1890d charlton": {"answer", "defend"},
		"1890d dusters":  {"ready"},
		"1890d eastman":  {"losses", "defend"},
		"1890d rabbits":  {"losses"},
		"1890d whyos":    {"losses", "answer"},
		"1891c bowery":   {"check"},
		"1891c charlton": {"feud"},
		"1891c eastman":  {"typo"},
		"1891c rabbits":  {"twice"},
		"1891c whyos":    {"else"},
		"1891d rabbits":  {"wrong"},
		"1892c bowery":   {"feud"},
		"1892c charlton": {"late"},
		"1892c dusters":  {"silent"},
		"1892c eastman":  {"feud"},
		"1892c whyos":    {"never"},
		"1892d charlton": {"untagged"},
		"1892d dusters":  {"silent"},
		"1893c bowery":   {"if"},
		"1893c charlton": {"feud"},
		"1893c dusters":  {"back", "framed"},
		"1893c eastman":  {"or"},
		"1893c rabbits":  {"part"},
		"1893c whyos":    {"feud"},
		"1893d eastman":  {"wait"},
		"1893d whyos":    {"cancel"},
		"1894c bowery":   {"if", "or"},
		"1894c charlton": {"never"},
		"1894c dusters":  {"correct"},
		"1894c eastman":  {"feud"},
		"1894c whyos":    {"feud"},
		"1894d eastman":  {"cancel"},
		"1894d rabbits":  {"untagged"},
		"1895c bowery":   {"feud"},
		"1895c charlton": {"correct"},
		"1895c dusters":  {"feud"},
		"1895c eastman":  {"else", "header"},
		"1895c rabbits":  {"feud", "near"},
		"1895c whyos":    {"check"},
		"1895d bowery":   {"correct"},
		"1895d charlton": {"twice"},
		"1896c charlton": {"feud"},
		"1896c dusters":  {"feud"},
		"1896c eastman":  {"part"},
		"1896c rabbits":  {"feud"},
		"1896c whyos":    {"if"},
		"1896d whyos":    {"correct"},
	}
}

// crackdowns are the mails in which all police directives name the same
// quarter: that of the biggest crowd, or of the richest gang.
func crackdowns() map[string]string {
	return map[string]string{"1891d": "rich", "1892d": "crowd", "1893d": "rich", "1894d": "rich", "1895d": "crowd"}
}
