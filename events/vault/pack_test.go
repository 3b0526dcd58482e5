package vault_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/events/vault"
)

// packed is final: a backup made today is opened by every later fivepoints.
const packed = "66697665706f696e7473206b65797320310a6ae6783f4fbde91b6eb88b73a48ed247dbe5882e2579683432c1bfc5b225818ebe92285d67050161c600d32113507a1128482a616687df2d0ed2abea002eb54d700b971715af81bcf908791b0ab72382516fef2c82b685f7718690c5c5dad6e01845650cd34af70db0e60383efd82ae245e5f733085887338e2f0b13a0877b8b2664bddab92c1bf9b3baca034e9d08ee9730de5861b6a401578b4b3b3bc49ce19ccd05d995dc822c776ef17afa572373dd193cf8f2ef41edebd11e473adafd1289711100bd96f1"

func TestPack(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"club": strings.Repeat("ab", 32), "games/ny12": strings.Repeat("cd", 32)}
	data, err := vault.Pack(keys, "correct horse", rand.NewChaCha8([32]byte{1}))
	if err != nil || hex.EncodeToString(data) != packed {
		t.Fatalf("packed as %x, %v", data, err)
	}
	if back, err := vault.Unpack(data, "correct horse"); err != nil || !reflect.DeepEqual(back, keys) {
		t.Errorf("unpacked: %v, %v", back, err)
	}
	if _, err := vault.Unpack(data, "correct house"); !errors.Is(err, vault.ErrPassphrase) {
		t.Errorf("another passphrase: %v", err)
	}
	bad := bytes.Clone(data)
	bad[len(bad)-1] ^= 1
	if _, err := vault.Unpack(bad, "correct horse"); !errors.Is(err, vault.ErrPassphrase) {
		t.Errorf("damaged: %v", err)
	}
	for _, short := range [][]byte{nil, data[:20], []byte("rubbish, and more of it, and yet more of it, to be long")} {
		if _, err := vault.Unpack(short, "correct horse"); err == nil {
			t.Errorf("%q was unpacked", short)
		}
	}
}

func TestExportImport(t *testing.T) {
	t.Parallel()
	v, _ := store(t)
	for _, name := range []string{"people/pabc", "club", "games/ny12", "people/pgone"} {
		if _, err := v.Key(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Destroy("people/pgone"); err != nil {
		t.Fatal(err)
	}
	names, err := v.Names("")
	if want := []string{"club", "games/ny12", "people/pabc"}; err != nil || !reflect.DeepEqual(names, want) {
		t.Errorf("names %v, %v", names, err)
	}
	keys, err := v.Export(names...)
	if err != nil {
		t.Fatal(err)
	}
	other, _ := store(t)
	if none, err := other.Names(""); err != nil || len(none) > 0 {
		t.Errorf("names of nothing: %v, %v", none, err)
	}
	if err := other.Destroy("people/pabc"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := other.Import(keys); err != nil {
			t.Fatal(err)
		}
	}
	if back, err := other.Export("club", "games/ny12"); err != nil || back["club"] != keys["club"] || back["games/ny12"] != keys["games/ny12"] {
		t.Errorf("imported %v, %v", back, err)
	}
	if _, err := other.Find("people/pabc"); !errors.Is(err, events.ErrErased) {
		t.Errorf("an erasure was undone: %v", err)
	}
	if err := other.Import(map[string]string{"club": strings.Repeat("ab", 32), "games/new": strings.Repeat("cd", 32)}); !errors.Is(err, vault.ErrOther) {
		t.Errorf("another key: %v", err)
	}
	if _, err := other.Find("games/new"); !errors.Is(err, events.ErrNotFound) {
		t.Error("an import that failed left a key")
	}
	if err := other.Import(map[string]string{"games/new": "ab"}); err == nil {
		t.Error("a damaged key was imported")
	}
	if err := other.Import(map[string]string{"../out": strings.Repeat("cd", 32)}); err == nil {
		t.Error("a key was put outside")
	}
}
