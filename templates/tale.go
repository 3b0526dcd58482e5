package templates

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"fivepoints/games"
)

// tale tells what happened as prose: like facts share a sentence, and sentences
// that come often have variants ("ny.t.retreat", "ny.t.retreat.2"), chosen by
// what they say, none again before all were used. The same facts always make
// the same text.
type tale struct {
	*Writer
	last map[string]int // the variant used last
	used map[string]int // how often a variant was used
}

func (w *Writer) tale(names string) *tale {
	return &tale{w.teller(names), map[string]int{}, map[string]int{}}
}

// vary writes one of a sentence's variants.
func (t *tale) vary(key string, args ...games.MsgArg) inline {
	n := 1
	for ; ; n++ {
		if _, ok := t.texts[variant(key, n+1)]; !ok {
			break
		}
	}
	start := pick(key, args, n)
	i := start
	for k := range n {
		next := (start-1+k)%n + 1
		fresh := t.used[variant(key, next)] < t.used[variant(key, i)]
		if fresh || i == t.last[key] && t.used[variant(key, next)] == t.used[variant(key, i)] {
			i = next
		}
	}
	t.last[key] = i
	t.used[variant(key, i)]++
	return t.t(variant(key, i), args...)
}

func variant(key string, n int) string {
	if n == 1 {
		return key
	}
	return key + "." + strconv.Itoa(n)
}

// pick chooses 1..n by what is said.
func pick(key string, args []games.MsgArg, n int) int {
	h := fnv.New32a()
	h.Write([]byte(key))
	for _, a := range args {
		h.Write([]byte(a.Name + strings.Join(a.Vals, ",")))
	}
	return int(h.Sum32()%uint32(n)) + 1
}

// section is a heading of the story with what stands under it.
type section struct {
	head games.Msg // no key: none
	body []games.Msg
}

func (w *Writer) sections(all []games.Msg) []section {
	out := []section{{}}
	for _, m := range all {
		if w.isHeading(m) {
			out = append(out, section{head: m})
			continue
		}
		last := &out[len(out)-1]
		last.body = append(last.body, m)
	}
	return out
}

// prose is a paragraph about one actor: named at first, then "they", and by
// name again after a sentence about others.
type prose struct {
	t     *tale
	actor string
	said  bool
	away  bool // the last sentence was about others
	out   inline
}

func (t *tale) about(actor string) *prose { return &prose{t: t, actor: actor} }

// says adds a sentence that stands for itself.
func (p *prose) says(s inline) {
	if len(s) > 0 {
		p.out, p.away = join(" ", p.out, capital(s)), true
	}
}

// deed is what an actor did; a deed with an end of its own shares no sentence.
type deed struct {
	text  inline
	alone bool
}

// tells adds deeds in their order.
func (p *prose) tells(deeds []deed) {
	var run []inline
	for _, d := range deeds {
		if d.alone {
			p.does(run...)
			p.does(d.text)
			run = nil
			continue
		}
		run = append(run, d.text)
	}
	p.does(run...)
}

// does adds sentences about what the actor did, three deeds each at most.
func (p *prose) does(deeds ...inline) {
	deeds = slices.DeleteFunc(deeds, func(d inline) bool { return len(d) == 0 })
	for len(deeds) > 0 {
		n := min(len(deeds), 3)
		if len(deeds) == 4 {
			n = 2
		}
		s := join(" ", p.subject(), p.t.series(deeds[:n]))
		p.says(append(s, span{text: "."}))
		p.away = false
		deeds = deeds[n:]
	}
}

// also adds what holds of the actor, whenever it came about.
func (p *prose) also(state inline) {
	who := p.t.t("ny.t.they")
	switch {
	case !p.said:
		who = p.subject()
	case p.away:
		who = p.t.t("ny.t.again", arg("gang", "gang", p.actor))
	}
	p.says(append(join(" ", who, state), span{text: "."}))
	p.away = false
}

func (p *prose) subject() inline {
	switch {
	case p.said && p.away:
		return p.t.vary("ny.t.again", arg("gang", "gang", p.actor))
	case p.said:
		return p.t.vary("ny.t.they")
	}
	p.said = true
	return p.t.t("ny.t.subject", arg("gang", "gang", p.actor))
}

func (p *prose) block() []block {
	if len(p.out) == 0 {
		return nil
	}
	return []block{para{p.out}}
}

// val and num read an argument of a message.
func val(m games.Msg, name string) string {
	for _, a := range m.Args {
		if a.Name == name {
			return first(a.Vals)
		}
	}
	return ""
}

func num(m games.Msg, name string) int {
	n, err := strconv.Atoi(val(m, name))
	if err != nil {
		return 0
	}
	return n
}

// with returns an argument of a message under another name.
func with(m games.Msg, name, as string) games.MsgArg {
	for _, a := range m.Args {
		if a.Name == name {
			a.Name = as
			return a
		}
	}
	return arg(as, "text")
}

// of keeps the messages with one of those keys.
func of(all []games.Msg, keys ...string) []games.Msg {
	var out []games.Msg
	for _, m := range all {
		if slices.Contains(keys, m.Key) {
			out = append(out, m)
		}
	}
	return out
}

// but leaves them out; a key that ends in a dot stands for all that begin so.
func but(all []games.Msg, keys ...string) []games.Msg {
	var out []games.Msg
	for _, m := range all {
		if !slices.ContainsFunc(keys, func(k string) bool { return k == m.Key || strings.HasSuffix(k, ".") && strings.HasPrefix(m.Key, k) }) {
			out = append(out, m)
		}
	}
	return out
}

// sum adds up an argument.
func sum(all []games.Msg, name string) int {
	n := 0
	for _, m := range all {
		n += num(m, name)
	}
	return n
}

// byVal splits messages by an argument, in the order of their first.
func byVal(all []games.Msg, name string) [][]games.Msg {
	var out [][]games.Msg
	for _, m := range all {
		i := slices.IndexFunc(out, func(g []games.Msg) bool { return val(g[0], name) == val(m, name) })
		if i < 0 {
			out = append(out, []games.Msg{m})
			continue
		}
		out[i] = append(out[i], m)
	}
	return out
}
