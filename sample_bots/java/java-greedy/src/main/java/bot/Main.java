package bot;

import bot.Conversation.Stopped;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import serai.v1.Referee.Answer;
import serai.v1.Referee.Question;
import serai.v1.Yspahan.YspahanAction;
import serai.v1.Yspahan.YspahanBoard;
import serai.v1.Yspahan.YspahanBoard.Souk;
import serai.v1.Yspahan.YspahanCard;
import serai.v1.Yspahan.YspahanRow;
import serai.v1.Yspahan.YspahanView;
import serai.v1.Yspahan.YspahanView.Pending;

/**
 * Yspahan: every option gets a gain, a rough guess of the points it will bring, and the largest gain is chosen.
 *
 * <p>Put your own ideas into {@link Seat#gain}. By hand it is compiled with
 * {@code SERAI_PROTO=$(serai proto) mvn -q -B compile} and it plays with
 * {@code serai play yspahan path/to/this/folder random random}.
 */
public final class Main {
    private static final String NAME = "java-greedy";
    private static final List<String> GAMES = List.of("yspahan");

    private static final double CAMEL = 1.2;
    private static final double GOLD = 1.0;
    private static final double CARD = 2.0;
    /** The part of its points that a souk is worth as long as it is not complete. */
    private static final double BEGUN = 0.7;

    private static Answer.Builder choose(Table table, Question question) throws Stopped {
        if (!question.getView().hasYspahan()) {
            throw new Stopped("question " + question.getQuestionId() + " is not one of yspahan");
        }
        YspahanBoard board = table.started().getBoard().getYspahan();
        // Seats are numbered from 0, owners of goods from 1.
        Seat seat = new Seat(board, question.getView().getYspahan(), table.started().getSeat() + 1);
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int place = 0; place < question.getOptionsCount(); place++) {
            double gain = seat.gain(question.getOptions(place).getYspahan());
            if (gain > most) {
                best = place;
                most = gain;
            }
        }
        return Answer.newBuilder().setOption(best);
    }

    /** Our seat at one question. */
    private record Seat(YspahanBoard board, YspahanView view, int owner) {
        /** What an option brings; what is not named here is neither good nor bad. */
        double gain(YspahanAction option) {
            Pending pending = view.getPending();
            return switch (option.getActionCase()) {
                case ROLL -> -GOLD * option.getRoll().getYellowDice();
                case TAKE -> dice(option.getTake().getRow(), white(option.getTake().getRow()));
                case MAIN -> option.getMain().getThrown() == YspahanCard.YSPAHAN_CARD_UNSPECIFIED
                        ? dice(pending.getRow(), pending.getCount())
                        : dice(pending.getRow(), pending.getCount() + 1) - CARD;
                case DRAW -> CARD;
                case PUT -> bestFill(holds(option.getPut().getShop()), pending.getCount());
                case SUPER -> bestSquare(pending.getValue());
                case GO -> go(option.getGo().getSquare(), pending.getValue());
                case PAY -> CAMEL; // the good stays where it is, and that is worth more
                case BUILD -> option.getBuild().getBuildingValue(); // the later ones in the list do more
                case PLAY -> playCard(option.getPlay().getCard());
                default -> 0;
            };
        }

        static Predicate<Souk> holds(int shop) {
            return souk -> souk.getShopsList().contains(shop);
        }

        int white(YspahanRow row) {
            return view.getTowerList().stream()
                    .filter(group -> group.getRow() == row)
                    .mapToInt(YspahanView.Group::getWhite)
                    .sum();
        }

        /** Camels, gold or goods for a neighbourhood, as many as dice. */
        double dice(YspahanRow row, int count) {
            return switch (row) {
                case YSPAHAN_ROW_CAMEL -> CAMEL * count;
                case YSPAHAN_ROW_GOLD -> GOLD * count;
                default -> bestFill(souk -> souk.getNeighbourhood() == row, count);
            };
        }

        double bestFill(Predicate<Souk> wanted, int goods) {
            return board.getSouksList().stream().filter(wanted).mapToDouble(souk -> fill(souk, goods)).max().orElse(0);
        }

        /** All points of a souk for its last goods, a part of them for others; nothing where others have a good. */
        double fill(Souk souk, int goods) {
            int empty = held(souk, 0);
            int filled = Math.min(empty, goods);
            if (filled == 0 || empty + held(souk, owner) < souk.getShopsCount()) {
                return 0;
            }
            double part = filled == empty ? 1 : BEGUN * filled / souk.getShopsCount();
            return part * souk.getValue();
        }

        int held(Souk souk, int by) {
            return (int) souk.getShopsList().stream().filter(shop -> view.getShops(shop) == by).count();
        }

        /** The Supervisor sends the goods beside his square to the caravan; a step more or less than the dice costs. */
        double go(int square, int value) {
            int steps = board.getSquares(view.getSupervisor()).getSteps(square);
            double gain = -GOLD * Math.abs(steps - value);
            for (int shop : board.getSquares(square).getShopsList()) {
                int good = view.getShops(shop);
                gain += good == 0 ? 0 : good == owner ? 2 : -1;
            }
            return gain;
        }

        double bestSquare(int value) {
            return IntStream.range(0, board.getSquaresCount()).mapToDouble(square -> go(square, value)).max().orElse(0);
        }

        /** A card does not use up the turn, so it is played at once; selling and exchanging want more thought. */
        static double playCard(YspahanCard card) {
            return switch (card) {
                case YSPAHAN_CARD_SELL_CAMELS, YSPAHAN_CARD_SELL_GOLD, YSPAHAN_CARD_EXCHANGE -> -1;
                default -> 20;
            };
        }
    }

    public static void main(String[] args) {
        System.exit(Conversation.hold(NAME, GAMES, Main::choose));
    }
}
