package mail

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestThreats sees to it that the tests and cases exist that doc.go names.
func TestThreats(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(doc), "// # Threats\n")
	list, _, _ = strings.Cut(list, "// # Notes\n")
	tests := testNames(t)
	for _, name := range regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`).FindAllString(list, -1) {
		if !tests[name] {
			t.Errorf("there is no test %s", name)
		}
	}
	rows := 0
	for line := range strings.Lines(list) {
		number, rest, _ := strings.Cut(strings.TrimPrefix(line, "//\tT"), " ")
		if n, err := strconv.Atoi(number); err != nil || n != rows+1 {
			continue
		}
		rows++
		held := 0
		for word := range strings.FieldsSeq(rest) {
			if _, err := os.Stat(filepath.Join("testdata", "cases", word+".txtar")); err == nil || tests[word] {
				held++
			} else if strings.Contains(word, "-") {
				t.Errorf("there is no case %s", word)
			}
		}
		if held == 0 {
			t.Errorf("T%s is held off by nothing", number)
		}
	}
	if rows != 19 {
		t.Errorf("%d rows", rows)
	}
}

// testNames are the tests of the whole repository.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	decl := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	for _, top := range []string{"mail", "games", "projections", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range decl.FindAllSubmatch(text, -1) {
				names[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}
