package gamestest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/games"
)

// GoldenFacts holds the stored form of every (type, version) that was ever
// released: one file each in testdata/facts, with every field set. A file that
// changes, or one without its type, fails the test; -update writes new ones only.
func GoldenFacts(t *testing.T, types []games.FactType) {
	t.Helper()
	known := map[string]bool{}
	for _, ft := range types {
		name := fmt.Sprintf("%s-%d.json", ft.Type, ft.V)
		known[name] = true
		goldenFact(t, filepath.Join("testdata", "facts", name), ft)
	}
	files, err := os.ReadDir(filepath.Join("testdata", "facts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("%s was released once and nothing reads it any more", f.Name())
		}
	}
}

func goldenFact(t *testing.T, file string, ft games.FactType) {
	t.Helper()
	got := stored(t, ft.Pub)
	if ft.Priv != nil {
		got += stored(t, ft.Priv)
	}
	want, err := os.ReadFile(file)
	if os.IsNotExist(err) && *Update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Error(err)
		return
	}
	if string(want) != got {
		t.Errorf("%s has changed; a released fact never does:\n got %s want %s", file, got, want)
	}
}

// stored fills a payload and returns its canonical JSON, which must read back.
func stored(t *testing.T, shape any) string {
	t.Helper()
	v := reflect.New(reflect.TypeOf(shape))
	fill(v.Elem(), 1)
	b, err := events.Marshal(v.Elem().Interface())
	if err != nil {
		t.Fatalf("%T: %v", shape, err)
	}
	back := reflect.New(reflect.TypeOf(shape))
	if err := events.Unmarshal(b, back.Interface()); err != nil {
		t.Fatalf("%T: %v", shape, err)
	}
	if !reflect.DeepEqual(v.Interface(), back.Interface()) {
		t.Errorf("%T does not read back as written", shape)
	}
	return string(b) + "\n"
}

// fill sets every field to something that is not zero.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("x", depth))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(depth))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(depth))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth)
		}
	}
}

// Golden compares with a file of testdata; -update rewrites it.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *Update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run go test -update)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run go test -update and read the difference:\n%s", name, got)
	}
}
