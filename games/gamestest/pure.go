package gamestest

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"fivepoints/games"
	"fivepoints/games/order"
)

// Language checks a rulebook's grammar: it compiles, no word means two things,
// and every example of its help is read as an order of its verb in both languages.
func Language(t *testing.T, book games.Rulebook) {
	t.Helper()
	g := book.Start().Grammar()
	for _, clash := range order.Clashes(g) {
		t.Errorf("a word means two things: %s", clash)
	}
	p, err := order.New(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range g.Verbs {
		for _, lang := range []games.Lang{games.FR, games.EN} {
			example := v.Help.In(lang)
			if example == "" {
				continue
			}
			s := p.Parse(lang, []order.Input{{N: 1, Text: example}})
			if len(s.Lines) != 1 || s.Lines[0].Verb != v.ID {
				t.Errorf("the example %q of %s is not read: %+v", example, v.ID, s.Notes)
			}
		}
	}
}

// pure checks the sources of the calling rulebook package: no floats, no
// goroutines, no package variables, no ranging over maps.
func pure(t *testing.T) {
	t.Helper()
	set := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	if _, err := conf.Check("rulebook", set, files, info); err != nil {
		t.Fatalf("type-checking the package: %v", err)
	}
	for _, f := range files {
		checkPurity(t, set, f, info)
	}
}

func checkPurity(t *testing.T, set *token.FileSet, f *ast.File, info *types.Info) {
	t.Helper()
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR && !embedded(g) {
			t.Errorf("%s: a package variable", set.Position(g.Pos()))
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			t.Errorf("%s: a goroutine", set.Position(n.Pos()))
		case *ast.RangeStmt:
			if _, isMap := info.TypeOf(n.X).Underlying().(*types.Map); isMap {
				t.Errorf("%s: ranging over a map has no order", set.Position(n.Pos()))
			}
		case ast.Expr:
			if b, ok := info.TypeOf(n).(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
				t.Errorf("%s: a float", set.Position(n.Pos()))
			}
		}
		return true
	})
}

// embedded tells that a variable holds an embedded file, which nothing changes:
// a folder of files, or the text of one.
func embedded(g *ast.GenDecl) bool {
	if g.Doc != nil && strings.HasPrefix(g.Doc.List[len(g.Doc.List)-1].Text, "//go:embed ") {
		return true
	}
	for _, s := range g.Specs {
		if v, ok := s.(*ast.ValueSpec); ok {
			if sel, ok := v.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "FS" {
				return true
			}
		}
	}
	return false
}
