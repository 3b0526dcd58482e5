package templates

// Counted is a post of a board that gave orders, and the revision of it that
// counted.
type Counted struct {
	Seat     string
	Board    string
	Post     string // the board's id
	Revision int
}

// posts names the revisions that counted: later edits changed nothing.
func (w *Writer) posts(counted []Counted) []block {
	var items []inline
	for _, c := range counted {
		items = append(items, w.t("summary.post", arg("seat", "seat", c.Seat), arg("post", "text", c.Post), arg("board", "text", c.Board), number("n", c.Revision)))
	}
	if items == nil {
		return nil
	}
	return []block{list{items}}
}
