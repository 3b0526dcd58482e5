package outbox

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

// Probe is a mail of the club to itself, by which an operator sees the whole
// way. It says that a program wrote it and is answered by nobody.
func Probe(address string, at time.Time) (id string, raw []byte, err error) {
	if address, err = CheckAddress(address); err != nil {
		return "", nil, fmt.Errorf("writing a probe: %w", err)
	}
	_, domain, _ := strings.Cut(address, "@")
	id = "probe-" + strings.ToLower(rand.Text()) + "@" + domain
	var b bytes.Buffer
	for _, f := range [...][2]string{
		{"Date", at.UTC().Format(time.RFC1123Z)},
		{"From", "<" + address + ">"},
		{"To", "<" + address + ">"},
		{"Subject", "fivepoints doctor"},
		{"Message-ID", "<" + id + ">"},
		{"Auto-Submitted", "auto-generated"},
		{LoopHeader, "doctor"},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=us-ascii"},
	} {
		b.WriteString(f[0] + ": " + f[1] + "\r\n")
	}
	b.WriteString("\r\nThis mail shows that mail goes out and comes in again.\r\n")
	return id, b.Bytes(), nil
}
