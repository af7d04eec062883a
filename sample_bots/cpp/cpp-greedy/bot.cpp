// Yspahan: every option gets a gain, a rough guess of the points it will bring; the largest gain is chosen.
#include <algorithm>

#include "referee.hpp"

using namespace serai::v1;

namespace {

constexpr double kBuilding = 100, kPlayed = 50;            // what comes before everything else
constexpr double kCamel = 1.6, kGold = 1.3, kCard = 1.5;  // what one of them may bring
constexpr uint32_t kWeeks = 3, kDays = 7;

// Our seat at one question. Owners of shops are numbered from 1, as on the wire.
struct Seat {
  const YspahanBoard& board;
  const YspahanView& view;
  const uint32_t seat;

  uint32_t days_left() const { return kDays - view.day(); }
  bool is_end() const { return view.week() == kWeeks && days_left() < 2; }

  // The points of a souk, by the share of it that is ours; an unfinished one still needs days to be finished.
  double worth(const YspahanBoard::Souk& souk, uint32_t held) const {
    const double size = souk.shops_size(), days = days_left();
    return souk.value() * (held == size ? 1.0 : held / size * days / (days + 2));
  }

  // What goods in a souk gain; one in which somebody else has a good is lost.
  double fill(const YspahanBoard::Souk& souk, uint32_t goods) const {
    uint32_t ours = 0, free = 0;
    for (uint32_t shop : souk.shops()) {
      ours += view.shops(shop) == seat + 1;
      free += view.shops(shop) == 0;
    }
    if (ours + free < uint32_t(souk.shops_size())) return 0;
    return worth(souk, ours + std::min(goods, free)) - worth(souk, ours);
  }

  // Camels, gold or goods, as many as dice.
  double use(YspahanRow row, uint32_t dice) const {
    if (row == YSPAHAN_ROW_CAMEL) return is_end() ? 0 : kCamel * dice;
    if (row == YSPAHAN_ROW_GOLD) return is_end() ? 0 : kGold * dice;
    double best = 0;
    for (const auto& souk : board.souks()) {
      if (souk.neighbourhood() == row) best = std::max(best, fill(souk, dice));
    }
    return best;
  }

  // Whoever rolled, the first of the day, has the yellow dice too.
  double take(YspahanRow row) const {
    uint32_t dice = 0;
    for (const auto& group : view.tower()) {
      if (group.row() == row) dice = group.white() + (view.order(0) == seat ? group.yellow() : 0);
    }
    return use(row, dice);
  }

  double put(uint32_t shop) const {
    const auto has_shop = [&](const auto& souk) {
      return std::find(souk.shops().begin(), souk.shops().end(), shop) != souk.shops().end();
    };
    const auto souk = std::find_if(board.souks().begin(), board.souks().end(), has_shop);
    return fill(*souk, std::max(1u, view.pending().count()));
  }

  // The Supervisor sends the goods around him away: a gain where they are not ours.
  double go(uint32_t square) const {
    double gain = 0;
    for (uint32_t shop : board.squares(square).shops()) {
      if (view.shops(shop) != 0) gain += view.shops(shop) == seat + 1 ? -1 : 1;
    }
    return gain;
  }

  // Most cards are best played at once; those that sell for points, at the end.
  double play(YspahanCard card) const {
    if (card == YSPAHAN_CARD_EXCHANGE) return -1;
    const bool sells = card == YSPAHAN_CARD_SELL_CAMELS || card == YSPAHAN_CARD_SELL_GOLD;
    return !sells || is_end() ? kPlayed : -1;
  }

  double gain(const YspahanAction& action) const {
    switch (action.action_case()) {
      case YspahanAction::kBuild: return kBuilding;
      case YspahanAction::kPlay: return play(action.play().card());
      case YspahanAction::kTake: return take(action.take().row());
      case YspahanAction::kMain: {
        const bool thrown = action.main().thrown() != YSPAHAN_CARD_UNSPECIFIED;  // a card for one more die
        return use(view.pending().row(), view.pending().count() + thrown) - kCard * thrown;
      }
      case YspahanAction::kDraw: return kCard;
      case YspahanAction::kPut: return put(action.put().shop());
      case YspahanAction::kGo: return go(action.go().square());
      case YspahanAction::kPay: return kCamel;  // rather a camel than a good
      case YspahanAction::kSell: return action.sell().amount();
      case YspahanAction::kRoll: return -kGold * action.roll().yellow_dice();
      default: return 0;
    }
  }
};

uint32_t choose(serai::Table& table, const Question& question) {
  const Seat seat{table.start.board().yspahan(), question.view().yspahan(), table.start.seat()};
  std::vector<double> gains;
  for (const Action& option : question.options()) gains.push_back(seat.gain(option.yspahan()));
  return uint32_t(std::max_element(gains.begin(), gains.end()) - gains.begin());
}

}  // namespace

int main() { return serai::play("cpp-greedy", {"yspahan"}, choose); }
