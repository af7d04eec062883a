// The conversation with the simulator: the rules of all games, in a process beside the bot.

package main

import (
	"cmp"
	"context"
	"errors"
	"log"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

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

// warmUp has the simulator load what every game needs, before the first clock runs. Without one, worlds are not sent either.
func warmUp(games []string) {
	if os.Getenv("SERAI_SIMULATOR") == "" {
		return
	}
	for _, game := range games {
		start := &serai.StartCall{Game: game, Seats: 3}
		world := simulator().ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Start{Start: start}})[0].GetWorld()
		rollout := &serai.RolloutCall{World: world, Depth: proto.Uint32(1), Judged: true, Policy: policy}
		simulator().ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Rollout{Rollout: rollout}})
		simulator().free(world)
	}
}

// load keeps a question's world, and gives its handle.
func (s *simulation) load(world []byte, seat uint32) uint32 {
	call := &serai.LoadCall{World: world, Seat: &seat}
	return s.ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Load{Load: call}})[0].GetWorld()
}

// advice is the places of the options as the rule of thumb would have them: what it would take first, then by their
// gains. If it would make an offer of its own, which has no place, the option that gains most is the first.
func (s *simulation) advice(world, seat uint32) []int {
	call := &serai.AdviceCall{World: world, Seat: &seat, Policy: policy}
	advice := s.ask(&serai.SimulatorCall{Call: &serai.SimulatorCall_Advice{Advice: call}})[0].GetAdvice()
	gains := advice.Gains
	if advice.Choice != nil {
		gains[*advice.Choice] = math.Inf(1)
	}
	places := make([]int, len(gains))
	for place := range places {
		places[place] = place
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	return places
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

// inTime says whether so many trials should be over by then. Where they should not, it is more hopeful the next time: one
// that was slow, as the first of a game is, is not held against all to come.
func (s *simulation) inTime(trials int, until time.Time) bool {
	if time.Now().Add(s.pace * time.Duration(trials)).After(until) {
		s.pace = s.pace * 9 / 10
		return false
	}
	return true
}

// try makes one more trial of each option, in another world for each trial: that of the same number is the same for all
// options, so that they meet the same luck.
func (s *simulation) try(world, seat uint32, options []*option) {
	calls := make([]*serai.SimulatorCall, len(options))
	until := uint32(turns)
	for i, option := range options {
		rollout := &serai.RolloutCall{
			World: world, Turns: &until, Judged: true, Seed: uint64(len(option.values)), Policy: policy,
			Choices: []uint32{uint32(option.place)}, Seat: &seat,
		}
		calls[i] = &serai.SimulatorCall{Call: &serai.SimulatorCall_Rollout{Rollout: rollout}}
	}
	began := time.Now()
	results := s.ask(calls...)
	s.pace = max(s.pace*9/10, time.Since(began)/time.Duration(len(calls)))
	for i, result := range results {
		value := result.GetRollout().GetOutcomes()[0].GetValues()[seat]
		options[i].values = append(options[i].values, value)
	}
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
