package bot;

import serai.v1.Referee.Answer;
import serai.v1.Referee.Question;

/**
 * Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it.
 *
 * <p>Put your own ideas into {@link #choose}. By hand it is compiled with
 * {@code SERAI_PROTO=$(serai proto) mvn -q -B compile} and it plays with
 * {@code serai play yspahan path/to/this/folder random random}.
 */
public final class Main {
    private static final String NAME = "java-random";

    /**
     * Answers one question, with the place of an option ({@code setOption}) or an action of your own making
     * ({@code setAction}). The question holds the view of the game and the options, messages of the .proto files;
     * the table what never changes during the game.
     */
    private static Answer.Builder choose(Table table, Question question) {
        return Answer.newBuilder().setOption(table.luck().below(question.getOptionsCount()));
    }

    public static void main(String[] args) {
        System.exit(Conversation.hold(NAME, Conversation.everyGame(), Main::choose));
    }
}
