package mailbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	maxSecret   = 16 << 10
	secretLimit = 30 * time.Second // for a command
)

// Secret says where a password or token comes from: a file, or a command that
// is run without a shell and prints it.
type Secret struct {
	File    string
	Command []string
}

// Read returns the secret without the end of its line. It must be one line of
// at most 16 KiB; a command has 30 seconds. No error shows a word of it, nor of
// what a command printed or was called with.
func (s Secret) Read(ctx context.Context) (string, error) {
	switch {
	case s.File != "" && len(s.Command) > 0:
		return "", errors.New("a secret comes from a file or from a command, not from both")
	case s.File != "":
		return s.fromFile()
	case len(s.Command) > 0:
		return s.fromCommand(ctx)
	}
	return "", errors.New("no file and no command is given for the password or token")
}

func (s Secret) fromFile() (string, error) {
	f, err := os.Open(s.File)
	if err != nil {
		return "", fmt.Errorf("reading the secret: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	if err != nil {
		return "", fmt.Errorf("reading the secret: %w", err)
	}
	return oneLine(data, "the secret's file")
}

func (s Secret) fromCommand(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, secretLimit)
	defer cancel()
	name := filepath.Base(s.Command[0])
	out := &capped{room: maxSecret + 1}
	cmd := exec.CommandContext(ctx, s.Command[0], s.Command[1:]...)
	cmd.Stdout, cmd.WaitDelay = out, time.Second // its children may hold the pipe
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("the command %q for the secret took longer than %s", name, secretLimit)
	case errors.As(err, &exit):
		return "", fmt.Errorf("the command %q for the secret failed with %s", name, exit.ProcessState)
	case errors.Is(err, exec.ErrWaitDelay):
	case err != nil:
		return "", fmt.Errorf("the command %q for the secret could not be run: %w", name, err)
	}
	return oneLine(out.Bytes(), fmt.Sprintf("the output of the command %q", name))
}

// capped keeps the first bytes written to it and drops the rest.
type capped struct {
	bytes.Buffer
	room int
}

func (c *capped) Write(p []byte) (int, error) {
	c.Buffer.Write(p[:min(len(p), c.room-c.Len())])
	return len(p), nil
}

// oneLine checks what a file or a command gave.
func oneLine(data []byte, from string) (string, error) {
	line := strings.TrimRight(string(data), "\r\n")
	switch {
	case len(data) > maxSecret:
		return "", fmt.Errorf("%s is longer than %d bytes", from, maxSecret)
	case line == "":
		return "", fmt.Errorf("%s is empty", from)
	case strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("%s has several lines or control characters", from)
	}
	return line, nil
}
