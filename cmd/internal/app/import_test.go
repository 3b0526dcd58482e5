package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the top folders from the bottom up; a folder imports only what is
// below it. mail and games are side by side and never meet.
var layers = [][]string{{"events"}, {"mail", "games"}, {"projections"}, {"templates"}, {"cmd"}}

// doors names the only packages that may import a driver; tests may play the
// other side.
var doors = map[string][]string{
	"modernc.org/sqlite":        {"events/sqlite", "projections/viewdb"},
	"github.com/nats-io":        {"events/jetstream"},
	"github.com/emersion/go-im": {"mail/mailbox"},
	"github.com/emersion/go-sm": {"mail/mailbox", "mail/outbox"},
	"github.com/yuin/goldmark":  {"templates"},
}

// impure packages may not be imported by rulebooks.
var impure = []string{"time", "math/rand", "math/rand/v2", "os", "net", "context", "sync"}

func TestImports(t *testing.T) {
	for file, imports := range sources(t) {
		pkg := path.Dir(file)
		for _, imp := range imports {
			if own, ok := strings.CutPrefix(imp, "fivepoints/"); ok {
				checkDirection(t, file, pkg, own)
			}
			for driver, allowed := range doors {
				if strings.HasPrefix(imp, driver) && !slices.Contains(allowed, pkg) && !strings.HasSuffix(file, "_test.go") {
					t.Errorf("%s imports %s; only %v may", file, imp, allowed)
				}
			}
			if isRulebook(pkg) && !strings.HasSuffix(file, "_test.go") && slices.Contains(impure, imp) {
				t.Errorf("%s imports %s; rulebooks are pure", file, imp)
			}
		}
	}
}

func checkDirection(t *testing.T, file, pkg, imp string) {
	t.Helper()
	from, to := top(pkg), top(imp)
	if from != to && layer(to) >= layer(from) {
		t.Errorf("%s imports %s; %s may import only folders below it", file, imp, from)
	}
	if strings.Contains(imp, "gamestest") || strings.Contains(imp, "eventstest") || strings.Contains(imp, "mailtest") {
		if !strings.HasSuffix(file, "_test.go") && !strings.Contains(pkg, "gamestest") {
			t.Errorf("%s imports %s; test packages are for tests", file, imp)
		}
	}
}

// A rulebook is a folder of games that is none of the kernel's.
func isRulebook(pkg string) bool {
	dir, name := path.Split(pkg)
	return dir == "games/" && !slices.Contains([]string{"order", "chance", "deadline", "desk", "table", "judge", "gamestest", "trial", "catalog", "archive"}, name)
}

func top(pkg string) string {
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

func layer(folder string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, folder) })
}

func TestTopLevel(t *testing.T) {
	allowed := []string{
		"events", "mail", "games", "projections", "templates", "cmd", "README.md", "LICENSE", "CHANGELOG.md",
		"CONTRIBUTING.md", ".ci", ".git", ".gitignore", "go.mod", "go.sum", "fivepoints-demo", "fivepoints-data", "fivepoints",
	}
	entries, err := filepath.Glob("../../../*")
	if err != nil || len(entries) == 0 {
		t.Fatalf("listing the top folder: %v", err)
	}
	for _, e := range entries {
		if !slices.Contains(allowed, filepath.Base(e)) {
			t.Errorf("%s has no place at the top", filepath.Base(e))
		}
	}
}

// Every package says what it is.
func TestPackageComments(t *testing.T) {
	documented := map[string]bool{}
	walk(t, func(file, full string) {
		f, err := parser.ParseFile(token.NewFileSet(), full, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		pkg := path.Dir(file)
		documented[pkg] = documented[pkg] || f.Doc != nil
	})
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no comment", pkg)
		}
	}
}

// sources parses every Go file: `go list` would be cached and hide a change.
func sources(t *testing.T) map[string][]string {
	out := map[string][]string{}
	walk(t, func(file, full string) {
		f, err := parser.ParseFile(token.NewFileSet(), full, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			out[file] = append(out[file], imp)
		}
	})
	if len(out) < 20 {
		t.Fatalf("found only %d source files", len(out))
	}
	return out
}

func walk(t *testing.T, visit func(file, full string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 {
			return filepath.SkipDir
		}
		if strings.HasSuffix(full, ".go") {
			rel, err := filepath.Rel(root, full)
			if err != nil {
				return err
			}
			visit(filepath.ToSlash(rel), full)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
