package newyork1890

import _ "embed" // the rules as people read them

//go:embed rules.md
var rulesText string

// RuleText returns rules.md, which names every rule by its id.
func RuleText() string { return rulesText }
