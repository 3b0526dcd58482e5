package app

import (
	"context"

	"fivepoints/events"
	"fivepoints/games"
	"fivepoints/mail/forum"
	"fivepoints/templates"
	"fivepoints/templates/publish"
)

// placing puts the public summaries of games into the topics about them, and
// tells what keeps them from being there, once.
func (o *office) placing(b boardConfig, board forum.Board) func(context.Context) {
	p := &forum.Poster{Log: o.server.folder.log, Board: board, Name: b.Name, Now: o.server.env.Now}
	told := ""
	done := map[string]events.Seq{} // where an outbox ended when all of it stood there
	return func(ctx context.Context) {
		text := ""
		for _, t := range b.Topics {
			if err := o.placeTopic(ctx, p, b, t, done); err != nil && ctx.Err() == nil {
				text = o.server.env.explain(err)
				if text != told {
					o.say(because(err, "le résumé de %s n'est pas encore sur le forum %s", "the summary of %s does not stand on the board %s yet", t.Game, b.Name))
				}
			}
		}
		told = text
	}
}

// placeTopic puts what is new into one topic.
func (o *office) placeTopic(ctx context.Context, p *forum.Poster, b boardConfig, t topicConfig, done map[string]events.Seq) error {
	tip, err := o.server.folder.log.Tip(ctx, "outbox/"+t.Game)
	if err != nil || t.Game == "" || tip == 0 || done[t.Game+"/"+t.ID] == tip {
		return err
	}
	posts, err := publish.Posts(ctx, o.server.folder.log, t.Game)
	if err != nil {
		return err
	}
	lang := t.Lang
	if lang == "" {
		lang = o.server.folder.config.Langs[0]
	}
	texts := map[events.Seq]publish.Post{}
	var seqs []events.Seq
	for _, post := range posts {
		if post.Kind == "summary" && post.Seat == "" && post.Lang == lang {
			texts[post.Seq] = post
			seqs = append(seqs, post.Seq)
		}
	}
	next, err := p.Next(ctx, t.Game, t.ID, seqs)
	if err != nil {
		return err
	}
	for _, seq := range next {
		if err := p.Place(ctx, t.Game, t.ID, seq, partsOf(texts[seq], t.Game, b.Kind)); err != nil {
			return err
		}
	}
	if len(next) == 0 {
		done[t.Game+"/"+t.ID] = tip // as of before it was read: what came since is looked at again
	}
	return nil
}

// partsOf writes a stored summary as the posts of a board.
func partsOf(post publish.Post, game, kind string) []forum.Part {
	doc := templates.Read(post.Body, games.Lang(post.Lang))
	f := formatOfBoard(kind)
	var out []forum.Part
	for _, p := range templates.Posts(doc, f, f.Limit(), templates.Footer(doc, game)) {
		out = append(out, forum.Part{Text: p.Text, Footer: forum.MarkOf(forum.Kind(kind), p.Text)})
	}
	return out
}
