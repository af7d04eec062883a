// The conversation with the simulator: the rules of all games, in a process beside the bot.

package main

import (
	"context"
	"errors"
	"log"
	"os"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"bot/serai"
)

const (
	policy  = "greedy"              // who plays on in a trial
	request = 20 * time.Millisecond // that the trials of one request should take together
)

// simulation is a stream of calls and results. What goes wrong in it is the end of the bot: one line on stderr.
type simulation struct {
	stream serai.SimulatorService_SimulateClient
	pace   time.Duration // of one trial: what the slowest took, and less with every one that is quicker
}

// simulator is the one that was started beside this bot; it is dialled when it is first needed.
var simulator = sync.OnceValue(func() *simulation {
	address := os.Getenv("SERAI_SIMULATOR")
	if address == "" {
		log.Fatal(`no SERAI_SIMULATOR: is there simulator = "grpc" in bot.toml?`)
	}
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	stream, err := serai.NewSimulatorServiceClient(connection).Simulate(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	return &simulation{stream: stream}
})

// load keeps a question's world, and gives its handle.
func (s *simulation) load(world []byte, seat uint32) uint32 {
	call := &serai.LoadCall{World: world, Seat: &seat}
	return s.ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Load{Load: call}})[0].GetWorld()
}

// advice is the place of the option that the rule of thumb would take; the first, if it would make an offer of its own.
func (s *simulation) advice(world, seat uint32) int {
	call := &serai.AdviceCall{World: world, Seat: &seat, Policy: policy}
	answered := s.ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Advice{Advice: call}})
	return int(answered[0].GetAdvice().GetChoice())
}

func (s *simulation) free(world uint32) {
	call := &serai.FreeCall{Worlds: []uint32{world}}
	s.ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Free{Free: call}})
}

// atOnce is how many trials fit into a request; the first is made alone, to learn how long it takes.
func (s *simulation) atOnce() int {
	if s.pace == 0 {
		return 1
	}
	return max(1, int(request/s.pace))
}

// expected is how long so many trials should take at most.
func (s *simulation) expected(trials int) time.Duration {
	return s.pace * time.Duration(trials)
}

// try makes one more trial of each option, in another world for each trial: that of the same number is the same for all
// options, so that they meet the same luck.
func (s *simulation) try(world, seat uint32, options []*option) {
	calls := make([]*serai.SimulatorCall, len(options))
	limit := uint32(depth)
	for i, option := range options {
		rollout := &serai.RolloutCall{
			World: world, Depth: &limit, Seed: uint64(len(option.leads)), Policy: policy,
			Choices: []uint32{uint32(option.place)}, Seat: &seat,
		}
		calls[i] = &serai.SimulatorCall{Call: &serai.SimulatorCall_Rollout{Rollout: rollout}}
	}
	began := time.Now()
	results := s.ask(calls...)
	s.pace = max(s.pace*9/10, time.Since(began)/time.Duration(len(calls)))
	for i, result := range results {
		points := result.GetRollout().GetOutcomes()[0].GetPoints()
		options[i].leads = append(options[i].leads, lead(points, seat))
	}
}

// lead is how far a seat is ahead of the best of the others.
func lead(points []int32, seat uint32) float64 {
	others := slices.Delete(slices.Clone(points), int(seat), int(seat)+1)
	return float64(points[seat] - slices.Max(others))
}

func (s *simulation) ask(calls ...*serai.SimulatorCall) []*serai.SimulatorResult {
	if err := s.stream.Send(&serai.SimulateRequest{Calls: calls}); err != nil {
		log.Fatal(err)
	}
	response, err := s.stream.Recv()
	if err == nil && response.Error != "" {
		err = errors.New(response.Error)
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range response.Results {
		if why := result.GetError(); why != "" {
			log.Fatal(why)
		}
	}
	return response.Results
}
