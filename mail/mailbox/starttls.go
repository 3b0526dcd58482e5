package mailbox

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
)

// startTLS asks for TLS in the clear and returns the protected connection,
// which begins with a greeting of our own: the library's STARTTLS would leave
// the limits of watch below the encryption, where they see nothing.
func startTLS(ctx context.Context, conn net.Conn, conf *tls.Config) (net.Conn, error) {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReaderSize(conn, 4096)
	if err := askTLS(conn, in); err != nil {
		return nil, fmt.Errorf("asking for TLS: %w", err)
	}
	secure := tls.Client(conn, conf)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("starting TLS: %w", err)
	}
	return &greeted{secure, "* OK TLS\r\n"}, nil
}

// askTLS reads the greeting and sends the command. What came before TLS is
// forgotten; what came too early was put there by somebody else.
func askTLS(out io.Writer, in *bufio.Reader) error {
	greeting, err := shortLine(in)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(strings.ToUpper(greeting), "* OK") {
		return fmt.Errorf("the server greets with %.100q", greeting)
	}
	if _, err := io.WriteString(out, "a STARTTLS\r\n"); err != nil {
		return err
	}
	answer := "*"
	for n := 0; strings.HasPrefix(answer, "*") && n < 20; n++ {
		if answer, err = shortLine(in); err != nil {
			return err
		}
	}
	switch {
	case !strings.HasPrefix(strings.ToUpper(answer), "A OK"):
		return fmt.Errorf("the server answers %.100q", answer)
	case in.Buffered() > 0:
		return errors.New("the server went on talking without TLS")
	}
	return nil
}

// shortLine reads a line of at most 4096 bytes.
func shortLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadSlice('\n')
	return strings.TrimRight(string(line), "\r\n"), err
}

// greeted is a connection that begins with a text of ours.
type greeted struct {
	net.Conn
	first string
}

func (g *greeted) Read(p []byte) (int, error) {
	if g.first == "" {
		return g.Conn.Read(p)
	}
	n := copy(p, g.first)
	g.first = g.first[n:]
	return n, nil
}
