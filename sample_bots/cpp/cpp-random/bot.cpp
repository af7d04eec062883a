// Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it.
//
// To write a bot of your own, change choose(). It may look at
//   table.start           the game as it began: game(), seat(), seats(), options(), board()
//   question.view()       all that your seat may know: question.view().yspahan() in Yspahan
//   question.options()    all the actions that are allowed: question.options(0).yspahan()
//   question.events()     what has happened since the last question of this game
// and the .proto files in the folder that `serai proto` names list the fields of each. If the bot plays only some
// games, name them below and in bot.toml: {"yspahan"} instead of serai::every_game().
#include "referee.hpp"

static uint32_t choose(serai::Table& table, const serai::v1::Question& question) {
  return table.luck.below(uint32_t(question.options_size()));
}

int main() { return serai::play("cpp-random", serai::every_game(), choose); }
