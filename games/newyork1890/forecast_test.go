package newyork1890

import (
	"slices"
	"testing"
)

// A bar whose crew is away on an action space comes home to be sacked: report B
// warns of it, and counts no income of it (a.2.sack, e.4).
func TestForecastSeesTheHomecoming(t *testing.T) {
	t.Parallel()
	for phase, want := range map[string]string{"d": "ny.forecast.at_risk", "e": "ny.forecast.at_risk", "c": "ny.forecast.at_risk"} {
		r, _ := book(t)
		s := position(t, r, `order whyos eastman
year 1891
phase `+phase+`
whyos FVP 1m
whyos port 1m
whyos token FVP saloon
eastman COR 1m`)
		var keys []string
		for _, m := range r.Forecast(s, "whyos") {
			keys = append(keys, m.Key)
		}
		if !slices.Contains(keys, want) || slices.Contains(keys, "ny.forecast.idle") {
			t.Errorf("phase %s: foretold %v, want %s and nothing idle", phase, keys, want)
		}
	}
}
