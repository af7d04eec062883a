// The conversation with the referee: one stream, many games, questions and answers in batches. bot.cpp needs only this.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "serai/v1/referee.pb.h"

namespace serai {

// Numbers that look random and are the same on every run: drawn from the luck that the referee gives this seat.
class Luck {
 public:
  explicit Luck(const std::string& secret);

  // The next draw, one of 0 .. bound - 1.
  uint32_t below(uint32_t bound);

 private:
  uint64_t x_;
};

// One game as the bot knows it. Many are played at once: what a bot wants to remember of a game belongs here.
struct Table {
  // What its start has settled: game, seat, seats, options, board, time_control, commitment, luck.
  v1::GameStarted start;
  Luck luck;
};

// Answers a question with the place of one of its options, from 0.
using Choose = std::function<uint32_t(Table&, const v1::Question&)>;

// The names of all games there are: for a bot that looks at nothing but the list of options.
std::vector<std::string> every_game();

// Says hello and answers until the referee ends the stream. Gives the exit code; unless it is 0, stderr says why.
int play(const std::string& name, const std::vector<std::string>& games, const Choose& choose);

}  // namespace serai
