package newyork1890

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"fivepoints/games"
	"fivepoints/games/order"
)

// maxOwn bounds a data file of one's own: it is stored in the game's first fact.
const maxOwn = 128 << 10

// of returns the rulebook with the tables of a game: its own, or the house's.
func (r Rules) of(s *State) Rules {
	if s.own != nil {
		r.data = s.own
	}
	return r
}

// ExportData implements games.Exporter: the tables of the house in one file, with
// their comments.
func (r Rules) ExportData() (string, error) { return houseText() }

// houseText joins the embedded tables: what stands before the first section of
// each file goes first, as TOML wants it.
func houseText() (string, error) {
	heads, rest := "", ""
	for _, name := range tableFiles() {
		b, err := files.ReadFile("data/" + name + ".toml")
		if err != nil {
			return "", fmt.Errorf("reading the tables of New-York 1890: %w", err)
		}
		head, body := cutHead(string(b))
		heads, rest = heads+head+"\n", rest+body+"\n"
	}
	return strings.TrimRight(heads+rest, "\n") + "\n", nil
}

// cutHead parts a file before its first section and the comment above that.
func cutHead(text string) (head, body string) {
	lines := strings.SplitAfter(text, "\n")
	n := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "[") })
	for n > 0 && strings.HasPrefix(lines[n-1], "#") {
		n--
	}
	return strings.Join(lines[:n], ""), strings.Join(lines[n:], "")
}

// ownTables reads a data file of a group that owns the box (board.1).
func ownTables(text string) (*data, error) {
	if len(text) > maxOwn {
		return nil, fmt.Errorf("the data file has %d bytes, more than %d", len(text), maxOwn)
	}
	d := &data{Hash: games.HashTable([]byte(text))}
	src := indexLines(text)
	md, err := toml.Decode(text, d)
	var at toml.ParseError
	switch {
	case errors.As(err, &at):
		return nil, fmt.Errorf("line %d: %s", at.Position.Line, at.Message)
	case err != nil:
		return nil, fmt.Errorf("reading the data file: %w", err)
	}
	if left := md.Undecoded(); len(left) > 0 {
		key := left[0]
		return nil, fmt.Errorf("line %d: unknown key %s", src.find(key[len(key)-1]), key)
	}
	if err := d.link(); err != nil {
		return nil, src.located(err)
	}
	return d, src.located(d.sound())
}

// fault is a mistake in one entry of the tables: "quarters", 3, "terrain".
type fault struct {
	table string
	n     int
	key   string
	msg   string
}

func (f fault) Error() string { return f.msg }

func wrong(table string, n int, key, format string, args ...any) error {
	return fault{table, n, key, fmt.Sprintf(format, args...)}
}

// source knows on which line of a file each key of each entry stands.
type source struct {
	lines map[string]int
	keys  map[string]int // where a key stands first
}

func indexLines(text string) source {
	sectionLine := regexp.MustCompile(`^\s*\[\[?\s*([a-z_]+)\s*\]?\]`)
	keyLine := regexp.MustCompile(`^\s*"?([A-Za-z0-9_-]+)"?\s*=`)
	rowLine := regexp.MustCompile(`^\s*\{`)
	src := source{lines: map[string]int{}, keys: map[string]int{}}
	section, n, rows := "", 0, 0
	counts := map[string]int{}
	for i, l := range strings.Split(text, "\n") {
		i++
		switch m := sectionLine.FindStringSubmatch(l); {
		case m != nil:
			section, n = m[1], counts[m[1]]
			counts[section]++
			src.note(section, n, "", i)
		case strings.TrimSpace(l) == "]": // the end of a list of rows
			section, n = "", 0
		case rowLine.MatchString(l):
			src.note(section, rows, "", i)
			rows++
		default:
			if m := keyLine.FindStringSubmatch(l); m != nil {
				if strings.HasSuffix(strings.TrimSpace(l), "[") { // a list of rows
					section, rows = m[1], 0
				}
				src.note(section, n, m[1], i)
				if section == "" {
					src.note(m[1], 0, "", i)
				}
				if src.keys[m[1]] == 0 {
					src.keys[m[1]] = i
				}
			}
		}
	}
	return src
}

func (s source) note(section string, n int, key string, line int) {
	if k := fmt.Sprint(section, n, key); s.lines[k] == 0 {
		s.lines[k] = line
	}
}

func (s source) find(key string) int { return s.keys[key] }

// located puts the line before a mistake.
func (s source) located(err error) error {
	var f fault
	if !errors.As(err, &f) {
		return err
	}
	for _, key := range []string{f.key, ""} {
		if line := s.lines[fmt.Sprint(f.table, f.n, key)]; line > 0 {
			return fmt.Errorf("line %d: %s", line, f.msg)
		}
	}
	return fmt.Errorf("table %s: %s", f.table, f.msg)
}

// clashes tells of names that orders could not tell apart.
func (d *data) clashes() error {
	s := &State{}
	for _, o := range options() {
		v := o.Default
		if len(o.Values) == 2 && slices.Contains(o.Values, on) {
			v = on
		}
		s.Options = append(s.Options, games.KV{Key: o.Key, Value: v})
	}
	for _, c := range order.Clashes(Rules{d}.Grammar(s)) {
		if strings.HasPrefix(c, "place and gang: ") { // the gang, by rule (order.2)
			continue
		}
		return wrong("quarters", 0, "", "an order could not tell these names apart: %s", c)
	}
	return nil
}
