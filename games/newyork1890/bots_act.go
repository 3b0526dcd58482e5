package newyork1890

import (
	"slices"
	"strconv"

	"fivepoints/games"
)

// act writes the actions: what money buys first, for recruits may crew what is
// opened at the headquarters, then the openings, and what can be done besides.
func (b *bot) act() {
	b.buy()
	b.recruit()
	for _, l := range b.openings {
		b.write(l)
	}
	b.openAtHome()
	b.rob()
	if b.here("hospital").n() > 0 {
		b.write(games.Order("sober"))
	}
	if b.here("tammany").n() > 0 {
		b.write(b.swapped(games.Order("tammany")))
	}
	b.equip()
	b.storm()
}

// recruit hires as many as the money buys, with both sexes for the brothels.
func (b *bot) recruit() {
	if b.here("port").n() == 0 {
		return
	}
	for first := true; ; first = false {
		n := len(b.data.Port)
		for n > 0 && b.portPrice(n) > b.money+portFavour*min(b.favours, 1) {
			n--
		}
		if n == 0 || (!first && b.actions() == 0) {
			return
		}
		who := Sexes{n / 2, n - n/2}
		if b.me.Females > b.me.Males {
			who = Sexes{n - n/2, n / 2}
		}
		l := games.Order("recruit", "n", strconv.Itoa(n), "sexes", who.String())
		if first && b.here("tammany").n() == 0 {
			l = b.swapped(l)
		}
		if !first {
			b.used++
		}
		l, off := b.withFavour(l)
		b.write(l)
		b.money -= max(0, b.portPrice(n)-off)
		b.at = addStack(b.at, b.me.HQ, who)
	}
}

func (b *bot) portPrice(n int) int {
	price := 0
	for _, p := range b.data.Port {
		if p.Members == n {
			price = p.Price
		}
	}
	if b.holds("crimp") {
		price--
	}
	return price
}

// swapped lets a politician take the first place in the turn order.
func (b *bot) swapped(l games.Line) games.Line {
	if b.hall && len(b.view.Order) > 0 && b.view.Order[0] != b.me.Gang {
		l.Args = append(l.Args, games.Arg{Name: "swap", Vals: []string{"first"}})
	}
	return l
}

// openAtHome opens with recruits who have just come.
func (b *bot) openAtHome() {
	for b.actions() > 0 {
		home := slices.DeleteFunc(b.deals(), func(d deal) bool { return len(d.way) > 1 })
		d, ok := b.best(home)
		if !ok {
			return
		}
		b.openings = nil
		b.strike(d, nil)
		b.write(b.openings[0])
	}
}

// rob writes a robbery for every idle group where there is nothing to keep.
func (b *bot) rob() {
	least := b.band
	if b.left() == 0 {
		least = 1
	}
	if least == 0 {
		return
	}
	for _, st := range b.at {
		n := min(b.spare(st.Place).n(), len(b.data.Robbery))
		if b.robbable(st.Place) && n >= least && b.actions() > 0 {
			b.write(games.Order("rob", "at", st.Place, "who", strconv.Itoa(n)))
			b.used++
		}
	}
}

// buy spends a part of the money on weapons: a pistol when it is rich, else knives.
func (b *bot) buy() {
	if b.here("arms").n() == 0 {
		return
	}
	knife, pistol := b.weaponPrice("knife"), b.weaponPrice("pistol")
	n, arms, cost := max(1, b.arms-b.weapons()), []string{}, 0
	if b.money >= 4*pistol {
		arms, cost, n = append(arms, "1 pistol"), pistol, n-1
	}
	if n = min(n, (b.money/2-cost)/max(1, knife)); n < 1 && cost == 0 && b.money >= knife {
		n = 1
	}
	if n > 0 {
		arms, cost = append(arms, number(n, "knife")), cost+n*knife
	}
	if len(arms) > 0 {
		b.write(games.List("buy", "arms", arms...))
		b.money -= cost
	}
}

func (b *bot) weaponPrice(key string) int {
	cost := 0
	for _, w := range b.data.Weapons {
		if w.Key == key {
			cost = w.Cost
		}
	}
	if b.holds("gunsmith") {
		cost--
	}
	return cost
}

// equip gives an idle member a role, while it still pays.
func (b *bot) equip() {
	if b.actions() <= 0 || b.left() < 3 {
		return
	}
	for _, role := range b.roles {
		if b.holds(role) {
			continue
		}
		for _, st := range b.at {
			if b.quarter(st.Place).Place != "" && b.spare(st.Place).n() > 1 {
				b.write(games.Order("equip", "role", role, "at", st.Place))
				b.used++
				return
			}
		}
	}
}
