package judge

import (
	"context"
	"errors"
	"time"

	"fivepoints/events"
)

// digestHour is when the digest of a day is due, by the clock of its reader.
const digestHour = 18

// digests notes for everybody who wants one mail a day that it is due: the notices
// held back since the last one are told in it. What is empty is not sent.
func (j *Judge) digests(ctx context.Context, now time.Time) error {
	f, err := j.people(ctx)
	if err != nil {
		return err
	}
	for _, person := range sortedKeys(f.own) {
		s := f.own[person]
		if s.Notices != "digest" {
			continue
		}
		due := digestDue(now, s.Zone)
		if j.digested[person] == due.UnixMilli() {
			continue
		}
		if err := j.digest(ctx, person, due, now); err != nil {
			return err
		}
		j.digested[person] = due.UnixMilli()
	}
	return nil
}

// digestDue is the last moment up to now at which a digest was due.
func digestDue(now time.Time, zone string) time.Time {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		loc = time.UTC // the machine does not know the zone
	}
	y, m, d := now.In(loc).Date()
	due := time.Date(y, m, d, digestHour, 0, 0, 0, loc)
	if due.After(now) {
		due = time.Date(y, m, d-1, digestHour, 0, 0, 0, loc)
	}
	return due
}

func (j *Judge) digest(ctx context.Context, person string, due, now time.Time) error {
	fact, err := peopleFact(events.TypeDigest, events.DigestDue{Person: person, At: due.UnixMilli()}, person, nil)
	if err != nil {
		return err
	}
	err = j.appendPeople(ctx, events.NewKey("digest", person, due.UTC().Format(time.RFC3339)), 0, now, fact)
	if errors.Is(err, events.ErrKeyReuse) {
		return nil // known
	}
	return err
}
