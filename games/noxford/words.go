package noxford

import "fivepoints/games"

func seatArg(name, seat string) games.MsgArg { return games.With(name, "seat", seat) }

func cardArg(name string, c Card) games.MsgArg { return games.With(name, "card", c.id()) }

func posArg(name string, r Rect) games.MsgArg { return games.With(name, "text", r.String()) }

func idArg(name, id string) games.MsgArg { return games.With(name, "card", id) }

func placeArg(name, pos string) games.MsgArg { return games.With(name, "text", pos) }

func cardsArg(name string, ids []string) games.MsgArg { return games.With(name, "list:card", ids...) }

func one(m games.Msg) []games.Msg { return []games.Msg{m} }
