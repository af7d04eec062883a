// A bot that takes any option of any game. It draws from the luck that the referee gives it: the same on every
// run, and nobody else knows it.
//
// This file is the place for your own ideas: there is a player for every game, and Choose is asked for every decision.
// The conversation with the referee is in referee.go. Build it by hand with
//
//	SERAI_PROTO=$(serai proto) sh build.sh
//
// and let it play with: serai play yspahan . random random
package main

import (
	"strconv"

	"bot/serai"
)

//go:generate go run ./internal/generate

const name = "go-random"

func main() {
	Run(name, EveryGame(), newPlayer)
}

// player is the bot in one game: keep here what it should remember between questions.
type player struct {
	luck uint64
}

func newPlayer(game *serai.GameStarted) (Player, error) {
	seed, err := strconv.ParseUint(game.Luck[:7], 16, 64)
	if err != nil {
		return nil, err
	}
	return &player{luck: seed%2147483646 + 1}, nil
}

// Choose gives the place of an option in the list. What the seat sees is in question.View, what has happened since its
// last question in question.Events.
func (p *player) Choose(question *serai.Question) int {
	p.luck = p.luck * 48271 % 2147483647
	return int(p.luck % uint64(len(question.Options)))
}
