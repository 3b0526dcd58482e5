package forum

import "errors"

// ErrLogin says that a board wants a password where it showed the topic before.
var ErrLogin = errors.New("the board asks to log in")
