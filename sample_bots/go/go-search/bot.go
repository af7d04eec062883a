// A bot that looks ahead, in every game: it begins with the answer of a rule of thumb, plays it and the next best in many
// worlds that agree with what its seat knows, lets the rule of thumb go on to the end of the turn, and takes another
// answer only if the position was then clearly better than after the first.
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
	// What it spends: shares of the increment and of what the bank has above the seconds that are kept for a machine that
	// is busy; never more than a share of the cap.
	kept           = 2.0
	bankShare      = 1.0 / 40
	incrementShare = 0.6
	mostOfCap      = 0.5

	mostTried = 8   // options, the advised one among them
	turns     = 1   // that a trial goes on for
	clear     = 0.5 // standard errors by which another answer has to be better than the first
)

func main() {
	Worlds = true
	warmUp(EveryGame())
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

// option is one that is being tried: its place in the list, and what the position was worth to us after each trial.
// Trials of the same number are made in the same world.
type option struct {
	place  int
	values []float64
}

// gain is by how much an option was ahead of another in the worlds that both were tried in, less what chance explains.
func (o *option) gain(other *option) float64 {
	n := min(len(o.values), len(other.values))
	if n < 2 {
		return math.Inf(-1)
	}
	var sum, squares float64
	for i := range n {
		difference := o.values[i] - other.values[i]
		sum += difference
		squares += difference * difference
	}
	mean := sum / float64(n)
	return mean - clear*math.Sqrt(max(0, squares/float64(n)-mean*mean)/float64(n-1))
}

// Choose gives the place of the option that did best. Without a world, which an organiser may have switched off, there
// is nothing to search in, and it takes the first.
func (p *player) Choose(question *serai.Question) int {
	if len(question.Options) == 1 || question.World == nil {
		return 0
	}
	until := time.Now().Add(p.budget(question.ClockMilliseconds))
	world := simulator().load(question.World, p.seat)
	defer simulator().free(world)
	var options []*option
	for _, place := range simulator().advice(world, p.seat) {
		options = append(options, &option{place: place})
	}
	options = options[:min(len(options), mostTried)]
	return p.search(world, options[0], options[1:], until).place
}

// budget says how long to think so that the bank never runs dry, however long the game. With no more in it than is kept
// there is no time to think: the rule of thumb decides.
func (p *player) budget(clock uint32) time.Duration {
	spare := float64(clock)/1000 - kept
	if spare <= 0 {
		return 0
	}
	seconds := min(spare*bankShare+p.control.GetIncrementSeconds()*incrementShare, p.control.GetCapSeconds()*mostOfCap)
	return time.Duration(seconds * float64(time.Second))
}

// search tries the advised option with the others, drops the worse half of these, and goes on until one is left. Each
// round has an equal part of the time; when there is none left, what was tried so far decides.
func (p *player) search(world uint32, advised *option, others []*option, until time.Time) *option {
	left := others
	for rounds := bits.Len(uint(len(left))); rounds > 0; rounds-- {
		p.try(world, append([]*option{advised}, left...), time.Now().Add(time.Until(until)/time.Duration(rounds)))
		slices.SortStableFunc(left, func(a, b *option) int { return cmp.Compare(b.gain(advised), a.gain(advised)) })
		left = left[:(len(left)+1)/2]
	}
	if left[0].gain(advised) > 0 {
		return left[0]
	}
	return advised
}

// try tries the options in turns, a few at once, for as long as the next few should be over in time.
func (p *player) try(world uint32, options []*option, until time.Time) {
	for next := 0; ; {
		some := options[next:min(len(options), next+simulator().atOnce())]
		if !simulator().inTime(len(some), until) {
			return
		}
		simulator().try(world, p.seat, some)
		next = (next + len(some)) % len(options)
	}
}
