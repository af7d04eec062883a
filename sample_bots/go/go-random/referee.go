// The conversation with the referee: one stream, many games on it at once, questions and answers in batches.

package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"bot/serai"
)

const (
	protocol        = 1
	maxGames        = 64
	maxMessageBytes = 16 << 20

	// Answers that are ready wait no longer than this (and the decision just being made) for those of slower games.
	flushAfter = 20 * time.Millisecond
)

// Worlds says whether every question should bring a world, to search in; to be set before Run.
var Worlds bool

// Player is the bot in one game.
type Player interface {
	// Choose answers a question, which has at least one option, with the place of an option in the list.
	Choose(question *serai.Question) int
}

// NewPlayer takes a seat in a game that begins.
type NewPlayer func(game *serai.GameStarted) (Player, error)

// EveryGame names all games there are messages for. A bot that plays only some names them: []string{"yspahan"}.
func EveryGame() []string {
	games := (&serai.View{}).ProtoReflect().Descriptor().Oneofs().ByName("game").Fields()
	names := make([]string, games.Len())
	for i := range names {
		names[i] = string(games.Get(i).Name())
	}
	return names
}

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
	stream   serai.RefereeService_PlayClient
}

func (c *conversation) hold(name string) error {
	address, token := os.Getenv("SERAI_REFEREE"), os.Getenv("SERAI_TOKEN")
	if address == "" || token == "" {
		return errors.New("no SERAI_REFEREE or SERAI_TOKEN; try: serai play yspahan path/to/bot random random")
	}
	var err error
	if c.stream, err = dial(address); err != nil {
		return err
	}
	hello := &serai.Hello{
		Token: token, Protocol: protocol, Name: name, Games: c.games, MaxGames: maxGames, Worlds: Worlds,
	}
	if err := c.send(&serai.PlayRequest{Hello: hello}); err != nil {
		return err
	}
	for {
		message, err := c.stream.Recv()
		if err != nil {
			return c.end(err)
		}
		if err := c.hear(message); err != nil {
			return err
		}
	}
}

// trust is plain text to a path (unix:/path), and to this machine unless SERAI_CA is set. All else is TLS: SERAI_CA names
// a PEM file of certificates to trust instead of the system's; SERAI_INSECURE=1, without it, is plain text everywhere.
func trust(address string) (credentials.TransportCredentials, error) {
	if file := os.Getenv("SERAI_CA"); file != "" && !strings.HasPrefix(address, "unix:") {
		return credentials.NewClientTLSFromFile(file, "")
	}
	if strings.HasPrefix(address, "unix:") || isLoopback(address) || os.Getenv("SERAI_INSECURE") == "1" {
		return insecure.NewCredentials(), nil
	}
	return credentials.NewTLS(&tls.Config{}), nil
}

func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

func dial(address string) (serai.RefereeService_PlayClient, error) {
	trusted, err := trust(address)
	if err != nil {
		return nil, err
	}
	connection, err := grpc.NewClient(
		address,
		grpc.WithTransportCredentials(trusted),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)),
	)
	if err != nil {
		return nil, err
	}
	return serai.NewRefereeServiceClient(connection).Play(context.Background())
}

// send leaves it to Recv to say why a stream has ended.
func (c *conversation) send(request *serai.PlayRequest) error {
	if err := c.stream.Send(request); err != io.EOF {
		return err
	}
	return nil
}

// end tells a good end from a bad one. A stream that breaks when all games are over is a referee that shuts down.
func (c *conversation) end(lost error) error {
	if lost == io.EOF || c.welcomed && len(c.players) == 0 {
		return nil
	}
	return fmt.Errorf("the referee went away, games still open: %d: %w", len(c.players), lost)
}

// hear takes in a message, which holds all that is ready at one moment, and answers its questions.
func (c *conversation) hear(message *serai.PlayResponse) error {
	c.welcomed = c.welcomed || message.Welcome != nil
	for _, game := range message.GamesStarted {
		if err := c.start(game); err != nil {
			return err
		}
	}
	if err := c.answerAll(message.Questions); err != nil {
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

// answerAll answers all questions of a message in one message; if that takes long, what is ready is sent first.
func (c *conversation) answerAll(questions []*serai.Question) error {
	var ready []*serai.Answer
	flushed := time.Now()
	for i, question := range questions {
		answer, err := c.answer(question)
		if err != nil {
			return err
		}
		ready = append(ready, answer)
		if i < len(questions)-1 && time.Since(flushed) <= flushAfter {
			continue
		}
		if err := c.send(&serai.PlayRequest{Answers: ready}); err != nil {
			return err
		}
		ready, flushed = nil, time.Now()
	}
	return nil
}

func (c *conversation) answer(question *serai.Question) (*serai.Answer, error) {
	player, seated := c.players[question.GameHandle]
	if !seated || len(question.Options) == 0 {
		return nil, fmt.Errorf("question %d makes no sense: game %d, %d options",
			question.QuestionId, question.GameHandle, len(question.Options))
	}
	choice := &serai.Answer_Option{Option: uint32(player.Choose(question))}
	return &serai.Answer{QuestionId: question.QuestionId, Choice: choice}, nil
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
