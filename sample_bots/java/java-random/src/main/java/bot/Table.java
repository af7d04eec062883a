package bot;

import serai.v1.Referee.GameStarted;

/** One game, from its start to its end: what never changes (the game, the own seat, the board), and some luck. */
record Table(GameStarted started, Luck luck) {
    Table(GameStarted started) {
        this(started, new Luck(started.getLuck()));
    }

    /** Numbers that look random and are the same on every run: from the luck that the referee gives this seat. */
    static final class Luck {
        private long last;

        Luck(String secret) {
            last = Long.parseLong(secret.substring(0, 7), 16) % 2147483646 + 1;
        }

        /** The next number, one of 0 .. bound - 1. */
        int below(int bound) {
            last = last * 48271 % 2147483647;
            return (int) (last % bound);
        }
    }
}
