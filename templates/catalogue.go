package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"fivepoints/games"
	"fivepoints/games/order"

	"github.com/BurntSushi/toml"
)

//go:embed common/*.toml crooks/*.toml escrocs/*.toml kingofcrime/*.toml newyork1890/*.toml noxford/*.toml
var files embed.FS

// Version is that of the templates; a post says which one wrote it.
const Version = 1

// Texts holds the sentences of all catalogues in both languages.
type Texts struct{ fr, en catalogue }

type catalogue map[string]sentence

// Load reads the embedded catalogues, one file xx.toml or more name.xx.toml for
// each language xx, and adds the sentences of games/order.
func Load() (*Texts, error) {
	t := &Texts{fr: catalogue{}, en: catalogue{}}
	for _, l := range []games.Lang{games.FR, games.EN} {
		names, err := fs.Glob(files, "*/*"+string(l)+".toml")
		if err != nil {
			return nil, fmt.Errorf("list the catalogues: %w", err)
		}
		for _, name := range names {
			if err := t.in(l).read(name); err != nil {
				return nil, err
			}
		}
	}
	for _, o := range order.Texts() {
		if err := t.addText(o.Key, o.FR, o.EN); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *Texts) in(l games.Lang) catalogue {
	if l == games.FR {
		return t.fr
	}
	return t.en
}

func (t *Texts) addText(key, fr, en string) error {
	if err := t.fr.add(key, fr); err != nil {
		return err
	}
	return t.en.add(key, en)
}

func (c catalogue) read(name string) error {
	data, err := files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read catalogue %s: %w", name, err)
	}
	flat := map[string]string{}
	md, err := toml.Decode(string(data), &flat)
	if err != nil {
		return fmt.Errorf("read catalogue %s: %w", name, err)
	}
	for _, k := range md.Keys() {
		if err := c.add(k[0], flat[k[0]]); err != nil {
			return fmt.Errorf("catalogue %s: %w", name, err)
		}
	}
	return nil
}

func (c catalogue) add(key, s string) error {
	if _, dup := c[key]; dup {
		return fmt.Errorf("key %q is there twice", key)
	}
	parsed, err := parseSentence(s)
	if err != nil {
		return fmt.Errorf("key %q: %w", key, err)
	}
	c[key] = parsed
	return nil
}

// sentence is a text with holes.
type sentence []piece

// piece is literal text, or a hole for the argument arg, in a form of its names
// ("{place.at}"); with forms it prints one of two words by number instead of
// the argument.
type piece struct {
	text      string
	arg       string
	form      string
	one, many string
	forms     bool
}

func parseSentence(s string) (sentence, error) {
	var out sentence
	for s != "" {
		lit, rest, hole := strings.Cut(s, "{")
		if strings.Contains(lit, "}") {
			return nil, fmt.Errorf("a } without its { near %q", lit)
		}
		if lit != "" {
			out = append(out, piece{text: lit})
		}
		if !hole {
			break
		}
		body, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("a { without its } near %q", rest)
		}
		p, err := parseHole(body)
		if err != nil {
			return nil, err
		}
		out, s = append(out, p), after
	}
	return out, nil
}

func parseHole(body string) (piece, error) {
	parts := strings.Split(body, "|")
	name, form, formed := strings.Cut(parts[0], ".")
	switch {
	case name == "" || formed && form == "" || strings.ContainsAny(parts[0], " {"):
		return piece{}, fmt.Errorf("bad placeholder {%s}", body)
	case len(parts) == 1:
		return piece{arg: name, form: form}, nil
	case len(parts) == 3 && !formed:
		return piece{arg: parts[0], one: parts[1], many: parts[2], forms: true}, nil
	}
	return piece{}, fmt.Errorf("placeholder {%s} needs {name} or {n|one|many}", body)
}
