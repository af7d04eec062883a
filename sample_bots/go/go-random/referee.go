package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"bot/serai"
)

const (
	protocol        = 1
	maxGames        = 64
	maxMessageBytes = 16 << 20
)

// Player is the bot in one game.
type Player interface {
	// Choose answers a question, which has at least one option, with the place of an option in the list.
	Choose(question *serai.Question) int
}

// NewPlayer takes a seat in a game that begins.
type NewPlayer func(game *serai.GameStarted) (Player, error)

// Run plays until the referee ends the stream; any other end is one line on stderr and exit code 1.
func Run(name string, games []string, sit NewPlayer) {
	log.SetFlags(0)
	log.SetPrefix(name + ": ")
	c := &conversation{games: games, sit: sit, players: map[uint32]Player{}}
	if err := c.hold(name); err != nil {
		log.Fatal(err)
	}
}

// conversation is what has been said on the stream so far: many games are played on it at once.
type conversation struct {
	games    []string
	sit      NewPlayer
	players  map[uint32]Player // by game handle
	welcomed bool
}

func (c *conversation) hold(name string) error {
	address, token := os.Getenv("SERAI_REFEREE"), os.Getenv("SERAI_TOKEN")
	if address == "" || token == "" {
		return errors.New("no SERAI_REFEREE or SERAI_TOKEN; try: serai play yspahan path/to/bot random random")
	}
	stream, err := dial(address)
	if err != nil {
		return err
	}
	hello := &serai.Hello{Token: token, Protocol: protocol, Name: name, Games: c.games, MaxGames: maxGames}
	err = stream.Send(&serai.PlayRequest{Hello: hello})
	// A stream that cannot be written to says why when it is read.
	for err == nil || err == io.EOF {
		message, lost := stream.Recv()
		if lost != nil {
			return c.end(lost)
		}
		err = c.hear(message, stream)
	}
	return err
}

func dial(address string) (serai.RefereeService_PlayClient, error) {
	connection, err := grpc.NewClient(
		address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)),
	)
	if err != nil {
		return nil, err
	}
	return serai.NewRefereeServiceClient(connection).Play(context.Background())
}

// end tells a good end from a bad one. A stream that breaks when all games are over is a referee that shuts down.
func (c *conversation) end(lost error) error {
	if lost == io.EOF || c.welcomed && len(c.players) == 0 {
		return nil
	}
	return fmt.Errorf("the referee went away, games still open: %d: %w", len(c.players), lost)
}

// hear takes in a message, which holds all that is ready at one moment, and answers its questions in one.
func (c *conversation) hear(message *serai.PlayResponse, stream serai.RefereeService_PlayClient) error {
	c.welcomed = c.welcomed || message.Welcome != nil
	for _, game := range message.GamesStarted {
		if err := c.start(game); err != nil {
			return err
		}
	}
	if err := c.answer(message.Questions, stream); err != nil {
		return err
	}
	for _, game := range message.GamesEnded {
		delete(c.players, game.GameHandle)
	}
	return blame(message.Faults)
}

func (c *conversation) start(game *serai.GameStarted) error {
	if !slices.Contains(c.games, game.Game) {
		return fmt.Errorf("%s began; this bot plays %s", game.Game, strings.Join(c.games, ", "))
	}
	player, err := c.sit(game)
	if err != nil {
		return err
	}
	c.players[game.GameHandle] = player
	return nil
}

func (c *conversation) answer(questions []*serai.Question, stream serai.RefereeService_PlayClient) error {
	if len(questions) == 0 {
		return nil
	}
	request := &serai.PlayRequest{}
	for _, question := range questions {
		player := c.players[question.GameHandle]
		if player == nil || len(question.Options) == 0 {
			return fmt.Errorf("question %d makes no sense: game %d, %d options",
				question.QuestionId, question.GameHandle, len(question.Options))
		}
		choice := &serai.Answer_Option{Option: uint32(player.Choose(question))}
		request.Answers = append(request.Answers, &serai.Answer{QuestionId: question.QuestionId, Choice: choice})
	}
	return stream.Send(request)
}

// blame reports faults. One in a game costs the seat there and the other games go on; any other ends the stream.
func blame(faults []*serai.Fault) error {
	for _, fault := range faults {
		if fault.GameHandle == nil {
			return fmt.Errorf("the referee ends the stream: %v: %s", fault.Cause, fault.Text)
		}
		log.Printf("retired in game %d: %v: %s", *fault.GameHandle, fault.Cause, fault.Text)
	}
	return nil
}
