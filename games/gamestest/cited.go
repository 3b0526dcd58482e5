package gamestest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// citedRules checks rules.md of the calling rulebook package: rows
// "| `id` | rule | tags | Yes |" (or Partial, or Later). A rule that is not for later has
// code and a case that cite it in round brackets, and nothing cites an unknown rule.
// Ids that begin with a word of foreign belong to other packages: "order".
func citedRules(t *testing.T, foreign ...string) {
	t.Helper()
	rows := ruleRows(t)
	sources := read(t, "*.go")
	code, cases := cited(comments(sources), foreign), cited(heads(read(t, "testdata/cases/*.txtar")), foreign)
	for id, status := range rows {
		switch {
		case status == "Later":
		case !code[id]:
			t.Errorf("%s is done, and no code cites it", id)
		case !cases[id]:
			t.Errorf("%s is done, and no case cites it", id)
		}
	}
	for _, ids := range []map[string]bool{code, cases, refusalRules(sources)} {
		for id := range ids {
			if rows[id] == "" {
				t.Errorf("%s is cited, and rules.md lacks it", id)
			}
		}
	}
}

func ruleRows(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9.]+)` \\| .+ \\| [A-Z ]+ \\| (Yes|Partial|Later) \\|$")
	rows := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		if rows[m[1]] != "" {
			t.Errorf("rule %s is there twice", m[1])
		}
		rows[m[1]] = m[2]
	}
	if n := strings.Count(string(text), "\n| `"); n != len(rows) || n == 0 {
		t.Errorf("%d of %d rows of rules.md could be read", len(rows), n)
	}
	return rows
}

// cited collects the ids in round brackets: (take.end) or (take.end, take.must).
func cited(texts []string, foreign []string) map[string]bool {
	brackets := regexp.MustCompile(`\(([^()]*)\)`)
	id := regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)+$`)
	ids := map[string]bool{}
	for _, text := range texts {
		for _, m := range brackets.FindAllStringSubmatch(text, -1) {
			for _, word := range strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(", \n\t/", r) }) {
				if id.MatchString(word) && !isForeign(word, foreign) {
					ids[word] = true
				}
			}
		}
	}
	return ids
}

func isForeign(id string, foreign []string) bool {
	for _, f := range foreign {
		if strings.HasPrefix(id, f+".") {
			return true
		}
	}
	return false
}

// refusalRules collects the ids that refusals name.
func refusalRules(sources []string) map[string]bool {
	call := regexp.MustCompile(`(?:[Rr]efuse|Invalid)\("([a-z0-9.]+)"|Rule: +"([a-z0-9.]+)"`)
	ids := map[string]bool{}
	for _, text := range sources {
		for _, m := range call.FindAllStringSubmatch(text, -1) {
			ids[m[1]+m[2]] = true
		}
	}
	return ids
}

// comments keeps the comments of sources.
func comments(sources []string) []string {
	var out []string
	for _, text := range sources {
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

// heads keeps what stands before the sections of cases.
func heads(cases []string) []string {
	var out []string
	for _, text := range cases {
		head, _, _ := strings.Cut(text, "\n-- ")
		out = append(out, head)
	}
	return out
}

// read returns the files of a pattern, tests left out.
func read(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("there is nothing like %s (%v)", pattern, err)
	}
	var out []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}
