// A bot that looks ahead, in every game: it plays each option in many worlds that agree with what its seat knows, lets
// the simulator's rule of thumb go on for a while, and takes the option after which it was ahead by most.
//
// This file decides what to try and for how long. The rules are in the simulator beside the bot (simulator.go), the
// conversation with the referee is in referee.go. Build it by hand with
//
//	SERAI_PROTO=$(serai proto) sh build.sh
//
// and let it play with: serai play yspahan . greedy greedy
package main

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"time"

	"bot/serai"
)

//go:generate go run ./internal/generate

const name = "go-search"

const (
	// What it spends: a share of the bank and most of the increment, and of neither bank nor cap more than these shares.
	bankShare      = 1.0 / 40
	incrementShare = 0.8
	mostOfBank     = 0.15
	mostOfCap      = 0.5
	reserve        = 20 * time.Millisecond // for messages on their way, and for a machine that is busy

	depth  = 12 // decisions that a trial goes on for
	atOnce = 4  // trials in one request: few enough to end in time
)

func main() {
	Worlds = true
	Run(name, EveryGame(), newPlayer)
}

// player is the bot in one game.
type player struct {
	seat    uint32
	control *serai.TimeControl
}

func newPlayer(game *serai.GameStarted) (Player, error) {
	return &player{seat: game.Seat, control: game.TimeControl}, nil
}

// option is one that is being tried: its place in the list, and how far it brought us ahead.
type option struct {
	place  int
	trials uint64
	lead   float64 // the sum of all trials
}

func (o *option) mean() float64 {
	if o.trials == 0 {
		return math.Inf(-1)
	}
	return o.lead / float64(o.trials)
}

// Choose gives the place of the option that did best. Without a world, which an organiser may have switched off, there
// is nothing to search in, and it takes the first.
func (p *player) Choose(question *serai.Question) int {
	if len(question.Options) == 1 || question.World == nil {
		return 0
	}
	until := time.Now().Add(p.budget(question.ClockMilliseconds))
	options := make([]*option, len(question.Options))
	for place := range options {
		options[place] = &option{place: place}
	}
	world := simulator().load(question.World, p.seat)
	defer simulator().free(world)
	return p.search(world, options, until).place
}

// budget says how long to think so that the bank never runs dry, however long the game.
func (p *player) budget(clock uint32) time.Duration {
	bank := float64(clock) / 1000
	seconds := bank*bankShare + p.control.GetIncrementSeconds()*incrementShare
	seconds = min(seconds, bank*mostOfBank, p.control.GetCapSeconds()*mostOfCap)
	return time.Duration(seconds*float64(time.Second)) - reserve
}

// search tries all options, drops the worse half, and goes on with the others until one is left. Each round has an
// equal part of the time; when there is none left, what was tried so far decides.
func (p *player) search(world uint32, left []*option, until time.Time) *option {
	for rounds := bits.Len(uint(len(left) - 1)); rounds > 0; rounds-- {
		p.try(world, left, time.Now().Add(time.Until(until)/time.Duration(rounds)))
		slices.SortStableFunc(left, func(a, b *option) int { return cmp.Compare(b.mean(), a.mean()) })
		left = left[:(len(left)+1)/2]
	}
	return left[0]
}

// try tries the options in turns, a few at once, for as long as the next few should be over in time.
func (p *player) try(world uint32, options []*option, until time.Time) {
	var spent time.Duration
	for {
		for some := range slices.Chunk(options, atOnce) {
			began := time.Now()
			if !began.Add(spent).Before(until) {
				return
			}
			simulator().try(world, p.seat, some)
			spent = time.Since(began)
		}
	}
}
