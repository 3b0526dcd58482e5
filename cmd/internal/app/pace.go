package app

import (
	"time"

	"fivepoints/games"
	"fivepoints/games/table"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// pace tells how fast a game goes.
func (e *env) pace(args []string) error {
	fs := e.flags("pace")
	name := fs.String("format", string(templates.Plain), e.say("`FORMAT` : text, md, html, … comme pour summary ; svg, une image", "`FORMAT`: text, md, html, … as of summary; svg, a picture"))
	names, err := e.parse(fs, args, 1, 1)
	if err != nil {
		return err
	}
	format := templates.Format(*name)
	if *name != "svg" {
		if format, err = e.formatOf("pace", *name); err != nil {
			return err
		}
	}
	return e.viewGame(names[0], string(games.Engine), func(f *folder, t *table.Table) error {
		if e.json {
			return e.printJSON(paceOf(t, e.Now()))
		}
		doc, svg, err := f.posts.Pace(t, e.Now(), publish.Reader{Lang: e.lang, Moderator: true})
		if err != nil {
			return err
		}
		if *name != "svg" {
			svg = templates.Render(doc, format)
		}
		_, err = e.Out.Write(svg)
		return err
	})
}

// paceInfo is what pace prints as JSON; it is stable. Lengths are seconds.
type paceInfo struct {
	Game    string      `json:"game"`
	Typical int64       `json:"typical"` // median of a mail, 0 when none was played
	Left    int         `json:"left"`    // mails that may still open; 0 when unknown
	Ends    string      `json:"ends,omitempty"`
	Open    []openInfo  `json:"open"`
	Steps   []stepInfo  `json:"steps"`
	Seats   []replyInfo `json:"seats"`
}

type openInfo struct {
	Tag     string   `json:"tag"`
	Closes  string   `json:"closes"` // RFC 3339
	Waiting []string `json:"waiting"`
}

type stepInfo struct {
	Tag    string   `json:"tag"`
	Took   int64    `json:"took"`
	Last   string   `json:"last,omitempty"` // seat that wrote last
	Missed []string `json:"missed,omitempty"`
}

type replyInfo struct {
	Seat     string `json:"seat"`
	Mails    int    `json:"mails"`
	Answered int    `json:"answered"`
	Typical  int64  `json:"typical"`
}

func paceOf(t *table.Table, now time.Time) paceInfo {
	p := t.Pace(now.UnixMilli())
	info := paceInfo{Game: t.ID, Typical: int64(p.Typical.Seconds()), Left: p.Left, Open: []openInfo{}, Steps: []stepInfo{}}
	if p.Ends > 0 {
		info.Ends = rfc3339(p.Ends)
	}
	for _, o := range p.Open {
		info.Open = append(info.Open, openInfo{o.Tag, rfc3339(o.Closes), append([]string{}, o.Waiting...)})
	}
	for _, s := range p.Steps {
		info.Steps = append(info.Steps, stepInfo{s.Tag, int64(s.Took.Seconds()), s.Last, s.Missed})
	}
	for _, r := range p.Seats {
		info.Seats = append(info.Seats, replyInfo{r.Seat, r.Mails, r.Answered, int64(r.Typical.Seconds())})
	}
	return info
}

func rfc3339(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
