package intake

import (
	"context"
	"fmt"

	"fivepoints/mail"
	"fivepoints/mail/mailbox"
)

// Look reads a message like Take and stores nothing. Its outcome has no Seq.
func (in *Intake) Look(ctx context.Context, item mailbox.Item) (mail.Message, Outcome, error) {
	m := in.read(item)
	out := Outcome{Received: in.received(item, &m)}
	var err error
	if out.Envelope, _, err = in.envelope(ctx, &m); err == nil {
		err = in.examine(ctx, item, &m, &out)
	}
	if err != nil {
		return m, out, fmt.Errorf("looking at message %s: %w", item.Cursor, err)
	}
	return m, out, nil
}
