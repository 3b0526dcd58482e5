package trust

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"runtime"
	"strings"
	"testing"

	"fivepoints/events"
	"fivepoints/mail"

	"github.com/emersion/go-msgauth/dkim"
)

const (
	ours    = "Received: from out.example.net by mx.example.org with ESMTPS; Sun, 1 Jan 2034 10:00:00 +0000\n"
	theirs  = "Received: from home by out.example.net with ESMTPSA; Sun, 1 Jan 2034 09:59:00 +0000\n"
	letter  = "From: The Owl <owl@example.net>\nTo: club@example.org\nSubject: orders\nDate: Sun, 1 Jan 2034 09:58:00 +0000\nMessage-ID: <1@example.net>\n\nbuild CHS\n"
	passing = "dkim=pass header.d=example.net; dmarc=pass header.from=example.net"
)

func ar(value string) string { return "Authentication-Results: " + value + "\n" }

func examine(c Checker, raw string) events.Evidence {
	m := mail.Reader{}.Read([]byte(raw))
	return c.Examine(context.Background(), []byte(raw), &m)
}

// Every row is a way in which somebody has tried, or may try, to be believed.
func TestResultsOfTheBoundary(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ head, want string }{
		"dmarc of the boundary":               {ar("mx.example.org; "+passing) + ours + theirs, Aligned},
		"below the boundary's Received":       {ours + ar("mx.example.org; "+passing) + theirs, Aligned},
		"version and comments":                {ar("mx.example.org 1 (by us); dmarc (v) = pass (p=none) header.from=example.net") + ours, Aligned},
		"the id in capitals":                  {ar("MX.Example.ORG; dmarc=pass header.from=Example.NET") + ours, Aligned},
		"dkim of a subdomain":                 {ar("mx.example.org; dkim=pass header.d=mail.example.net") + ours, Aligned},
		"dkim by header.i":                    {ar("mx.example.org; dkim=pass header.i=@example.net") + ours, Aligned},
		"dkim of another domain":              {ar("mx.example.org; dkim=pass header.d=tenant.example.com") + ours, Partial},
		"spf of the From domain":              {ar("mx.example.org; spf=pass smtp.mailfrom=owl@example.net") + ours, Partial},
		"spf of another domain":               {ar("mx.example.org; spf=pass smtp.mailfrom=x@example.com") + ours, None},
		"a neighbour below a public suffix":   {ar("mx.example.org; dkim=pass header.d=evil.co.uk") + ours, Partial},
		"dmarc for another From":              {ar("mx.example.org; dmarc=pass header.from=example.com") + ours, None},
		"dmarc for a subdomain":               {ar("mx.example.org; dmarc=pass header.from=x.example.net") + ours, None},
		"dmarc fails, whatever else passes":   {ar("mx.example.org; dkim=pass header.d=example.net; dmarc=fail header.from=example.net") + ours, Failed},
		"another boundary":                    {ar("mx.example.com; "+passing) + ours, None},
		"no boundary at all":                  {ar("; "+passing) + ours, None},
		"written by the sender":               {ours + theirs + ar("mx.example.org; "+passing), None},
		"a Received of the sender looks ours": {ours + "Received: from a (x by mx.example.org) by out.example.net; Sun, 1 Jan 2034 09:59:00 +0000\n" + ar("mx.example.org; "+passing), None},
		"the same, quoted":                    {ours + "Received: from \" by mx.example.org \" by out.example.net; Sun, 1 Jan 2034 09:59:00 +0000\n" + ar("mx.example.org; "+passing), None},
		"the same, in the date":               {ours + "Received: from a; by mx.example.org\n" + ar("mx.example.org; "+passing), None},
		"inside a comment":                    {ar("mx.example.org; spf=softfail (x \"a; dmarc=pass header.from=example.net y\" z)") + ours, None},
		"inside a quoted local part":          {ar("mx.example.org; spf=softfail smtp.mailfrom=\"a; dmarc=pass header.from=example.net \"@evil.test") + ours, None},
		"inside nested comments":              {ar("mx.example.org; spf=fail (a (b) ; dmarc=pass header.from=example.net)") + ours, None},
		"an escaped parenthesis":              {ar(`mx.example.org; spf=fail (a \) ; dmarc=pass header.from=example.net)`) + ours, None},
		"a comment without an end":            {ar("mx.example.org; dmarc=pass header.from=example.net (") + ours, None},
		"a quote without an end":              {ar("mx.example.org; dmarc=pass header.from=example.net \"") + ours, None},
		"a result behind another":             {ar("mx.example.org; spf=fail dmarc=pass header.from=example.net") + ours, None},
		"a domain named twice":                {ar("mx.example.org; dmarc=pass header.from=evil.test header.from=example.net") + ours, None},
		"a quoted method":                     {ar(`mx.example.org; "dmarc"=pass header.from=example.net`) + ours, None},
		"a result that only begins with pass": {ar("mx.example.org; dmarc=passed header.from=example.net") + ours, None},
		"an id and another word":              {ar("mx.example.org evil; "+passing) + ours, None},
		"none":                                {ar("mx.example.org; none") + ours, None},
		"nothing":                             {ours, None},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := examine(Checker{AuthServ: "mx.example.org", Own: []string{"club@example.org"}}, tt.head+letter)
			if got.Verdict != tt.want {
				t.Errorf("%+v, not %s", got, tt.want)
			}
			if got := examine(Checker{}, tt.head+letter); got.Verdict != None {
				t.Errorf("without a pin: %+v", got)
			}
		})
	}
}

func TestABoundaryWithoutAnID(t *testing.T) {
	t.Parallel()
	c := Checker{AuthServ: Topmost, Hosts: []string{".outlook.example"}}
	top := "Received: from a.outlook.example by b.prod.outlook.example; Sun, 1 Jan 2034 10:00:00 +0000\n"
	good := ar("spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.net; dkim=none (message not signed) header.d=none;dmarc=pass action=none header.from=example.net;compauth=pass reason=100")
	if got := examine(c, top+good+theirs+letter); got.Verdict != Aligned || got.By != Topmost {
		t.Errorf("%+v", got)
	}
	bad := ar("spf=fail smtp.mailfrom=example.net; dmarc=none header.from=example.net")
	for _, head := range []string{top + bad + good + theirs, top + theirs + good, top + ar("mx.example.org; "+passing)} {
		if got := examine(c, head+letter); got.Verdict != None {
			t.Errorf("%s\n%+v", head, got)
		}
	}
}

func TestOneSender(t *testing.T) {
	t.Parallel()
	c := Checker{AuthServ: "mx.example.org"}
	head := ar("mx.example.org; "+passing) + ours
	for name, raw := range map[string]string{
		"two From fields":     "From: a@example.net\n" + head + letter,
		"two senders":         head + strings.Replace(letter, "From: The Owl <owl@example.net>", "From: owl@example.net, a@example.net", 1),
		"a From with a space": "From : a@example.net\n" + head + letter,
		"behind a lone CR":    head + "X-A: b\rFrom: a@example.net\n" + letter,
		"two dates":           "Date: Sun, 1 Jan 2034 09:58:00 +0000\n" + head + letter,
		"no From":             head + strings.Replace(letter, "From:", "X-From:", 1),
	} {
		if got := examine(c, raw); got.Verdict != Malformed {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := examine(c, head+letter+"\nFrom: the docks\n"); got.Verdict != Aligned {
		t.Errorf("a From in the body: %+v", got)
	}
}

func TestMailForOthersIsAReplay(t *testing.T) {
	t.Parallel()
	c := Checker{AuthServ: "mx.example.org", Own: []string{"club@example.org"}}
	head := ar("mx.example.org; "+passing) + ours
	for to, want := range map[string]string{
		"club@example.org":                     Aligned,
		"The Club <CLUB@example.org>":          Aligned,
		"a@b.test, club+ny12.w.x@example.org":  Aligned,
		"club@example.org.evil.test":           None,
		"myclub@example.org":                   None,
		"club+x@evil.test, y@example.org":      None,
		"someone@example.com":                  None,
		"club@evil.test, <club+a@example.org>": Aligned,
	} {
		raw := head + strings.Replace(letter, "club@example.org", to, 1)
		if got := examine(c, raw); got.Verdict != want {
			t.Errorf("%s: %+v, not %s", to, got, want)
		}
	}
}

// zone answers for the keys of test signatures.
type zone map[string]string

func (z zone) TXT(_ context.Context, name string) ([]string, error) {
	if txt, ok := z[name]; ok {
		return []string{txt}, nil
	}
	if strings.HasSuffix(name, ".away.test") {
		return nil, &net.DNSError{Err: "timeout", Name: name, IsTimeout: true}
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func key(t testing.TB, seed byte) (crypto.Signer, string) {
	t.Helper()
	k := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	return k, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(k.Public().(ed25519.PublicKey))
}

func sign(t testing.TB, k crypto.Signer, domain, raw string) string {
	t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, bytes.NewReader(crlf([]byte(raw))), &dkim.SignOptions{
		Domain: domain, Selector: "s", Signer: k, HeaderKeys: []string{"From", "To", "Subject", "Date"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSignaturesThatWeCheck(t *testing.T) {
	t.Parallel()
	k, txt := key(t, 1)
	c := Checker{TXT: zone{"s._domainkey.example.net": txt, "s._domainkey.tenant.example.com": txt}.TXT}
	good := sign(t, k, "example.net", letter)
	for name, tt := range map[string]struct{ raw, want, detail string }{
		"holds":                  {good, Aligned, ""},
		"holds with bare LF":     {strings.ReplaceAll(good, "\r\n", "\n"), Aligned, ""},
		"of another domain":      {sign(t, k, "tenant.example.com", letter), Partial, ""},
		"changed body":           {strings.Replace(good, "build", "close", 1), None, "does not hold"},
		"changed sender":         {strings.Replace(good, "owl@", "fox@", 1), None, "does not hold"},
		"another From on top":    {"From: fox@example.net\r\n" + good, Malformed, "sender"},
		"no key":                 {sign(t, k, "example.com", letter), None, "does not hold"},
		"DNS is away":            {sign(t, k, "away.test", letter), None, "DNS"},
		"not signed":             {letter, None, ""},
		"one bad, one good":      {sign(t, k, "example.com", good), Aligned, ""},
		"more than we would ask": {strings.Repeat("DKIM-Signature: v=1; a=ed25519-sha256; d=x.test; s=s; h=From; bh=; b=\r\n", 6) + letter, None, ""},
	} {
		got := examine(c, tt.raw)
		if got.Verdict != tt.want || !strings.Contains(got.Detail, tt.detail) {
			t.Errorf("%s: %+v", name, got)
		}
		if tt.want == Aligned && (got.By != "self" || got.Signer != "example.net") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	club := []byte("key")
	token := NewToken(club, "ny12", "whyos", 7)
	if text := token.String(); !strings.HasPrefix(text, "ny12.whyos.") || text != strings.ToLower(text) || len(text) > 50 {
		t.Errorf("token %q", text)
	}
	got := Tokens([]string{"x@example.org", "club+" + token.String() + "@example.org", "club+a.b@example.org", "club+a.b.c@example.org"})
	if len(got) != 1 || got[0] != token || !got[0].Holds(club, 7) {
		t.Fatalf("tokens %v", got)
	}
	if token.Holds(club, 8) || token.Holds([]byte("other"), 7) || (Token{"ny13", "whyos", token.mac}).Holds(club, 7) || (Token{"ny12", "eastman", token.mac}).Holds(club, 7) {
		t.Error("the token also stands for another seat, holder or club")
	}
}

// A field of any text never brings a result out of comments or quotes, and
// reading it is linear.
func FuzzResults(f *testing.F) {
	f.Add("mx.example.org; dmarc=pass header.from=a.test")
	f.Add(`mx 1; spf=fail (a "b; dkim=pass") smtp.mailfrom="x; dmarc=pass"@y`)
	f.Add(`((\)); = == "" ;;`)
	f.Fuzz(func(t *testing.T, value string) {
		r, err := parseResults(value, true)
		if err != nil {
			return
		}
		again, err := parseResults(value+"; (dmarc=pass) \"dmarc=pass\" (; dmarc=pass)", true)
		if err != nil || len(again.list) != len(r.list) && len(r.list) < maxResinfos-1 {
			t.Fatalf("%q: %v, then %v, %v", value, r, again, err)
		}
		for _, res := range r.list {
			if strings.ContainsAny(res.method, " ;()=\"") || res.method == "" {
				t.Fatalf("%q: method %q", value, res.method)
			}
		}
	})
}

// FuzzExamine: no message makes the checker fail, or believe without a pin.
func FuzzExamine(f *testing.F) {
	f.Add(ar("mx.example.org; "+passing) + ours + letter)
	f.Add("From: a@b\r\rFrom: c@d\n\n")
	f.Fuzz(func(t *testing.T, raw string) {
		if got := examine(Checker{}, raw); got.Verdict == Aligned || got.Verdict == Partial {
			t.Fatalf("%q: %+v", raw, got)
		}
		examine(Checker{AuthServ: "mx.example.org", Own: []string{"club@example.org"}, TXT: zone{}.TXT}, raw)
	})
}

// Twice the field takes twice the memory, whether its words are many or long.
func TestLongFieldsAreReadInOneGo(t *testing.T) {
	for _, piece := range []string{"c.d=e (f (g)) \"h\" ; ", "x", "(", ";", "=", `"\`} {
		bytesFor := func(n int) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _ = parseResults("mx; a=b "+strings.Repeat(piece, n), true)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if one, two := bytesFor(40_000), bytesFor(80_000); two > 3*one+1<<20 {
			t.Errorf("%q: %d bytes, then %d for twice as much", piece, one, two)
		}
	}
}
