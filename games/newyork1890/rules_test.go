package newyork1890

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ruleRows reads the ids and statuses of rules.md.
func ruleRows(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9.]+)` \\| .+ \\| ([TBDH ]+) \\| (Yes|Partial|Later) \\|$")
	rows := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		if rows[m[1]] != "" {
			t.Errorf("rule %s is there twice", m[1])
		}
		rows[m[1]] = m[3]
	}
	if n := strings.Count(string(text), "\n| `"); n != len(rows) {
		t.Errorf("%d of %d rows could be read", len(rows), n)
	}
	return rows
}

// cited collects the ids in round brackets: (c.m.1) or (c.m.1, c.m.2).
func cited(texts []string) map[string]bool {
	brackets := regexp.MustCompile(`\(([a-z0-9]+(?:\.[a-z0-9]+)+(?:,\s+[a-z0-9]+(?:\.[a-z0-9]+)+)*)\)`)
	ids := map[string]bool{}
	for _, text := range texts {
		for _, m := range brackets.FindAllStringSubmatch(text, -1) {
			for _, id := range strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(", \n\t/", r) }) {
				ids[id] = true
			}
		}
	}
	return ids
}

// Every rule that is done has its code and its case, and nothing cites an unknown rule.
func TestEveryRuleHasCodeAndCase(t *testing.T) {
	t.Parallel()
	rows := ruleRows(t)
	code, cases := cited(comments(t)), cited(caseTexts(t))
	for id, status := range rows {
		switch {
		case status == "Later":
		case !code[id]:
			t.Errorf("%s is done, and no code cites it", id)
		case !cases[id]:
			t.Errorf("%s is done, and no case cites it", id)
		}
	}
	for id := range code {
		if rows[id] == "" {
			t.Errorf("the code cites %s, which rules.md lacks", id)
		}
	}
	refusalRule := regexp.MustCompile(`(?:refuse|invalid)\("([a-z0-9.]+)"|Rule: +"([a-z0-9.]+)"`)
	for _, text := range sources(t) {
		for _, m := range refusalRule.FindAllStringSubmatch(text, -1) {
			if id := m[1] + m[2]; rows[id] == "" {
				t.Errorf("a refusal cites %q, which rules.md lacks", id)
			}
		}
	}
}

// comments keeps the comments of the code.
func comments(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, text := range sources(t) {
		var b strings.Builder
		for line := range strings.Lines(text) {
			if _, comment, ok := strings.Cut(line, "//"); ok {
				b.WriteString(comment)
			}
		}
		out = append(out, b.String())
	}
	return out
}

func caseTexts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	var out []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "\n-- ")
		out = append(out, head)
	}
	return out
}
