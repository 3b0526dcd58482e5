package trust

import (
	"errors"
	"fmt"
	"strings"
)

// results is one Authentication-Results field (RFC 8601).
type results struct {
	id   string // authserv-id, lower case; "" when there is none
	list []result
}

// result is one resinfo: what a method found, about whom.
type result struct {
	method, value string            // lower case
	props         map[string]string // "header.d" -> value, lower case
	twice         bool              // a property stands there twice
}

var (
	errOpen  = errors.New("a comment or a quoted string is not closed")
	errID    = errors.New("it does not begin with a result")
	errNoID  = errors.New("there is no authserv-id")
	errDepth = errors.New("its comments are nested too deep")
)

// limits of one field; the whole header is limited before (package mail).
const (
	maxDepth    = 20
	maxResinfos = 50
)

// parseResults reads the value of a field. With id it begins with an
// authserv-id, else with the first result, as Exchange Online writes it.
func parseResults(value string, id bool) (results, error) {
	parts, err := segments(value)
	if err != nil {
		return results{}, fmt.Errorf("reading an Authentication-Results field: %w", err)
	}
	var r results
	if id {
		if r.id = authServ(parts[0]); r.id == "" {
			return results{}, fmt.Errorf("reading an Authentication-Results field: %w", errNoID)
		}
		parts = parts[1:]
	} else if _, ok := resinfo(parts[0]); !ok {
		return results{}, fmt.Errorf("reading an Authentication-Results field: %w", errID)
	}
	for _, p := range parts[:min(len(parts), maxResinfos)] {
		if res, ok := resinfo(p); ok {
			r.list = append(r.list, res)
		}
	}
	return r, nil
}

// word is a run of characters without comments, white space, ";" and a bare "=".
type word struct {
	text   string
	quoted bool // some of it stood in quotes
	equals bool // it is the sign "="
}

// segments cuts a field at its semicolons and each piece into words.
func segments(value string) ([][]word, error) {
	s := scanner{in: value, out: [][]word{nil}}
	for s.at < len(s.in) {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.end()
	return s.out, nil
}

type scanner struct {
	in   string
	at   int
	out  [][]word
	text []byte // of the word that has begun
	word word
	some bool // a word has begun, perhaps an empty quoted one
}

func (s *scanner) step() error {
	switch c := s.in[s.at]; c {
	case '(':
		s.end()
		return s.comment()
	case '"':
		return s.quoted()
	case ' ', '\t', '\r', '\n':
		s.end()
	case ';':
		s.end()
		s.out = append(s.out, nil)
	case '=':
		if s.equalsInside() { // padding of base64: header.b=abc==
			s.add(c)
			break
		}
		s.end()
		s.put(word{text: "=", equals: true})
	default:
		s.add(c)
	}
	s.at++
	return nil
}

// equalsInside tells whether an equals sign belongs to a value: one follows a
// sign "=" already.
func (s *scanner) equalsInside() bool {
	last := s.out[len(s.out)-1]
	return s.some && len(last) > 0 && last[len(last)-1].equals
}

func (s *scanner) add(c byte) {
	s.text = append(s.text, c)
	s.some = true
}

func (s *scanner) put(w word) {
	last := len(s.out) - 1
	s.out[last] = append(s.out[last], w)
}

func (s *scanner) end() {
	if s.some {
		s.word.text = string(s.text)
		s.put(s.word)
	}
	s.text, s.word, s.some = s.text[:0], word{}, false
}

// comment skips a comment and those inside it.
func (s *scanner) comment() error {
	depth := 0
	for ; s.at < len(s.in); s.at++ {
		switch s.in[s.at] {
		case '\\':
			s.at++
		case '(':
			if depth++; depth > maxDepth {
				return errDepth
			}
		case ')':
			if depth--; depth == 0 {
				s.at++
				return nil
			}
		}
	}
	return errOpen
}

// quoted adds a quoted string to the word it stands in.
func (s *scanner) quoted() error {
	s.word.quoted, s.some = true, true
	for s.at++; s.at < len(s.in); s.at++ {
		switch c := s.in[s.at]; c {
		case '"':
			s.at++
			return nil
		case '\\':
			if s.at++; s.at < len(s.in) {
				s.add(s.in[s.at])
			}
		default:
			s.add(c)
		}
	}
	return errOpen
}

// authServ reads the authserv-id and its optional version.
func authServ(words []word) string {
	switch {
	case len(words) == 1 && !words[0].equals, len(words) == 2 && isDigits(words[1].text):
		return strings.ToLower(words[0].text)
	}
	return ""
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isKeyword: "dkim-adsp", "pass", "x_tls".
func isKeyword(s string) bool { return s != "" && strings.Trim(s, keyword) == "" }

const keyword = "abcdefghijklmnopqrstuvwxyz0123456789-_"

// resinfo reads method=result and the properties behind it. Anything else at
// its start makes it no result; odd words behind it are passed over.
func resinfo(words []word) (result, bool) {
	if len(words) < 3 || !words[1].equals || words[0].quoted || words[2].quoted || words[2].equals {
		return result{}, false
	}
	method, version, _ := strings.Cut(strings.ToLower(words[0].text), "/")
	value := strings.ToLower(words[2].text)
	if version != "" && !isDigits(version) || !isKeyword(method) || !isKeyword(value) {
		return result{}, false
	}
	r := result{method: method, value: value, props: map[string]string{}}
	for i := 3; i+2 < len(words); i++ {
		name := strings.ToLower(words[i].text)
		if !words[i+1].equals || words[i].equals || words[i].quoted || words[i+2].equals {
			continue
		}
		if _, old := r.props[name]; old {
			r.twice = true
		}
		r.props[name] = strings.ToLower(words[i+2].text)
		i += 2
	}
	return r, true
}
