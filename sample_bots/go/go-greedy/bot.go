// A bot for Yspahan: every option gets a gain, a rough guess of the points it will bring, and the largest gain is taken.
// It fills souks that it can still have to itself, builds whenever it can, and leaves the supervisor alone.
//
// This file is the place for your own ideas: there is a player for every game, and Choose is asked for every decision.
// The conversation with the referee is in referee.go. Build it by hand with
//
//	SERAI_PROTO=$(serai proto) sh build.sh
//
// and let it play with: serai play yspahan . random random
package main

import (
	"slices"

	"bot/serai"
)

//go:generate go run ./internal/generate

const name = "go-greedy"

var games = []string{"yspahan"}

// What it pays for: no points yet, but buildings and souks come of them.
const (
	camel    = 1.5
	gold     = 1.0
	card     = 2.0
	complete = 2.0
	building = 10.0
)

// The cards that cost nothing.
var gifts = []serai.YspahanCard{
	serai.YspahanCard_YSPAHAN_CARD_CAMELS3,
	serai.YspahanCard_YSPAHAN_CARD_GOLD3,
	serai.YspahanCard_YSPAHAN_CARD_PLACE_SHOP,
	serai.YspahanCard_YSPAHAN_CARD_PLACE_CARAVAN,
}

func main() {
	Run(name, games, newPlayer)
}

// player is the bot in one game: keep here what it should remember between questions.
type player struct {
	souks []*serai.YspahanBoard_Souk
	owner uint32 // of our shops: seat + 1
}

func newPlayer(game *serai.GameStarted) (Player, error) {
	return &player{souks: game.Board.GetYspahan().GetSouks(), owner: game.Seat + 1}, nil
}

// Choose gives the place of the option with the largest gain.
func (p *player) Choose(question *serai.Question) int {
	view, best, chosen := question.View.GetYspahan(), -1.0e9, 0
	for place, option := range question.Options {
		if gain := p.gain(view, option.GetYspahan()); gain > best {
			best, chosen = gain, place
		}
	}
	return chosen
}

func (p *player) gain(view *serai.YspahanView, option *serai.YspahanAction) float64 {
	switch action := option.GetAction().(type) {
	case *serai.YspahanAction_Roll_:
		return -gold * float64(action.Roll.YellowDice)
	case *serai.YspahanAction_Take_:
		return p.dice(view, action.Take.Row, white(view, action.Take.Row))
	case *serai.YspahanAction_Main_:
		return p.dice(view, view.Pending.Row, view.Pending.Count) - thrown(action.Main)
	case *serai.YspahanAction_Draw_:
		return card
	case *serai.YspahanAction_Put_:
		return p.supply(view, p.soukOf(action.Put.Shop), max(1, view.Pending.Count))
	case *serai.YspahanAction_Build_:
		return building
	case *serai.YspahanAction_Play_:
		if slices.Contains(gifts, action.Play.Card) {
			return building + card
		}
		return -card
	case *serai.YspahanAction_Pay_:
		return camel // it keeps a good in its shop
	}
	return 0
}

// dice is what so many dice of a row are good for.
func (p *player) dice(view *serai.YspahanView, row serai.YspahanRow, count uint32) float64 {
	switch row {
	case serai.YspahanRow_YSPAHAN_ROW_CAMEL:
		return camel * float64(count)
	case serai.YspahanRow_YSPAHAN_ROW_GOLD:
		return gold * float64(count)
	}
	best := 0.0
	for _, souk := range p.souks {
		if souk.Neighbourhood == row {
			best = max(best, p.supply(view, souk, count))
		}
	}
	return best
}

// supply is the share of a souk's points that so many goods bring, nothing if another has a good in it.
func (p *player) supply(view *serai.YspahanView, souk *serai.YspahanBoard_Souk, goods uint32) float64 {
	empty := uint32(0)
	for _, shop := range souk.Shops {
		switch view.Shops[shop] {
		case 0:
			empty++
		case p.owner:
		default:
			return 0
		}
	}
	share := float64(souk.Value) * float64(min(goods, empty)) / float64(len(souk.Shops))
	if 0 < empty && empty <= goods {
		share += complete
	}
	return share
}

func (p *player) soukOf(shop uint32) *serai.YspahanBoard_Souk {
	holds := func(souk *serai.YspahanBoard_Souk) bool { return slices.Contains(souk.Shops, shop) }
	return p.souks[slices.IndexFunc(p.souks, holds)]
}

func white(view *serai.YspahanView, row serai.YspahanRow) uint32 {
	isRow := func(group *serai.YspahanView_Group) bool { return group.Row == row }
	return view.Tower[slices.IndexFunc(view.Tower, isRow)].White
}

// thrown is the price of one more die: a card.
func thrown(main *serai.YspahanAction_Main) float64 {
	if main.Thrown == serai.YspahanCard_YSPAHAN_CARD_UNSPECIFIED {
		return 0
	}
	return card
}
