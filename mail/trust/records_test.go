package trust

import (
	"context"
	"slices"
	"testing"

	"fivepoints/mail"
)

func TestRecordsOfADomain(t *testing.T) {
	t.Parallel()
	sent := &mail.Message{Headers: []mail.Field{{Name: "DKIM-Signature", Value: "v=1; a=rsa-sha256; d=example.org; s=k1; b=x"}}}
	type texts map[string][]string
	for name, tt := range map[string]struct {
		dns  texts
		sent *mail.Message
		want []string // kind flaw
	}{
		"all is well": {texts{
			"example.org": {"other=1", "v=spf1 mx -all"}, "_dmarc.example.org": {"v=DMARC1; p=reject"}, "k1._domainkey.example.org": {"v=DKIM1; p=abc"},
		}, sent, []string{"spf ", "dmarc ", "dkim "}},
		"nothing":        {texts{}, sent, []string{"spf missing", "dmarc missing", "dkim missing"}},
		"no signature":   {texts{}, &mail.Message{}, []string{"spf missing", "dmarc missing", "dkim missing"}},
		"no mail":        {texts{}, nil, []string{"spf missing", "dmarc missing"}},
		"two of them":    {texts{"example.org": {"v=spf1 -all", "V=SPF1 mx -all"}}, nil, []string{"spf twice", "dmarc missing"}},
		"they forbid it": {texts{"example.org": {"v=spf1 +all"}, "_dmarc.example.org": {"v=DMARC1; p=none"}}, nil, []string{"spf open", "dmarc open"}},
		"a revoked key":  {texts{"k1._domainkey.example.org": {"v=DKIM1; p="}}, sent, []string{"spf missing", "dmarc missing", "dkim revoked"}},
	} {
		txt := func(_ context.Context, name string) ([]string, error) {
			if all, ok := tt.dns[name]; ok {
				return all, nil
			}
			return zone{}.TXT(t.Context(), name)
		}
		var got []string
		for _, r := range Records(t.Context(), txt, "play@example.org", tt.sent) {
			got = append(got, r.Kind+" "+r.Flaw)
			if (r.Flaw == "missing" && r.Kind != "dkim") != (r.Add != "" && r.Flaw != "open") {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, not %q", name, got, tt.want)
		}
	}
	away := Records(t.Context(), zone{}.TXT, "play@sub.away.test", nil)
	if away[0].Flaw != "unreachable" || away[1].Flaw != "unreachable" {
		t.Errorf("DNS is away: %+v", away)
	}
}

func TestBoundaries(t *testing.T) {
	t.Parallel()
	m := mail.Reader{}.Read([]byte(ar("mx.example.org; spf=pass") + ar("spf=pass smtp.mailfrom=a.test") + ar("; x") + letter))
	if got := Boundaries(&m); !slices.Equal(got, []string{"mx.example.org", Topmost}) {
		t.Errorf("got %q", got)
	}
}
