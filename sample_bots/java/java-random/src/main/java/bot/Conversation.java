package bot;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.BlockingClientCall;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import serai.v1.Referee.Answer;
import serai.v1.Referee.Fault;
import serai.v1.Referee.GameEnded;
import serai.v1.Referee.GameStarted;
import serai.v1.Referee.Hello;
import serai.v1.Referee.PlayRequest;
import serai.v1.Referee.PlayResponse;
import serai.v1.Referee.Question;
import serai.v1.Referee.View;
import serai.v1.RefereeServiceGrpc;

/**
 * The conversation with the referee: one stream, many games on it, questions and answers in batches.
 *
 * <p>Another bot needs no change here; what a bot thinks is in Main.java.
 */
final class Conversation {
    private static final int PROTOCOL = 1;
    private static final int MAX_GAMES = 64;
    private static final int LARGEST_MESSAGE = 16 * 1024 * 1024;

    /** Answers that are ready wait no longer than this (and the decision just being made) for those of slower games. */
    private static final long FLUSH_NANOSECONDS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final Pattern LOOPBACK = Pattern.compile("(localhost|\\[::1\\]|127(\\.[0-9]{1,3}){3}):[0-9]+");

    /** Held, since Java forgets the level of a logger that nobody holds. */
    private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap");

    /** How a bot answers a question: with the place of an option or an action of its own. */
    interface Chooser {
        Answer.Builder choose(Table table, Question question) throws Stopped;
    }

    /** Why the bot cannot go on, in one line. */
    static final class Stopped extends Exception {
        Stopped(String reason) {
            super(reason);
        }
    }

    private final BlockingClientCall<PlayRequest, PlayResponse> line;
    private final List<String> games;
    private final Chooser chooser;
    private final Map<Integer, Table> tables = new HashMap<>();
    private boolean welcomed;

    private Conversation(BlockingClientCall<PlayRequest, PlayResponse> line, List<String> games, Chooser chooser) {
        this.line = line;
        this.games = games;
        this.chooser = chooser;
    }

    /** The names of all games there are messages for. A bot that plays only some names them: List.of("yspahan"). */
    static List<String> everyGame() {
        return Arrays.stream(View.GameCase.values())
                .filter(game -> game != View.GameCase.GAME_NOT_SET)
                .map(game -> game.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Plays until the referee ends the stream: 0, or 1 for any other end, which is told on stderr. */
    static int hold(String name, List<String> games, Chooser chooser) {
        try {
            String address = variable("SERAI_REFEREE");
            Hello.Builder hello = Hello.newBuilder()
                    .setToken(variable("SERAI_TOKEN"))
                    .setProtocol(PROTOCOL)
                    .setName(name)
                    .addAllGames(games)
                    .setMaxGames(MAX_GAMES);
            var line = RefereeServiceGrpc.newBlockingV2Stub(dial(address)).play();
            new Conversation(line, games, chooser).listen(PlayRequest.newBuilder().setHello(hello).build());
            return 0;
        } catch (Stopped reason) {
            System.err.println(name + ": " + reason.getMessage());
        } catch (InterruptedException | RuntimeException mistake) {
            mistake.printStackTrace();
        }
        return 1;
    }

    private static String variable(String name) throws Stopped {
        String value = System.getenv(name);
        if (value == null) {
            throw new Stopped("no " + name + " in the environment; bots are started by `serai play`");
        }
        return value;
    }

    /** The referee lies at a path (unix:/path) or at a host and a port; HTTP wants a host name in either case. */
    private static ManagedChannel dial(String address) throws Stopped {
        NETTY.setLevel(Level.SEVERE); // it warns of an option that sockets at a path do not have
        var builder = Grpc.newChannelBuilder(address, trust(address)).maxInboundMessageSize(LARGEST_MESSAGE);
        return (address.startsWith("unix:") ? builder.overrideAuthority("localhost") : builder).build();
    }

    /**
     * Plain text to a path, and to this machine unless SERAI_CA is set. All else is TLS: SERAI_CA names a PEM file of
     * certificates to trust instead of the system's; SERAI_INSECURE=1, without it, is plain text everywhere.
     */
    private static ChannelCredentials trust(String address) throws Stopped {
        String file = System.getenv().getOrDefault("SERAI_CA", "");
        boolean isPath = address.startsWith("unix:");
        if (!file.isEmpty() && !isPath) {
            try {
                return TlsChannelCredentials.newBuilder().trustManager(new File(file)).build();
            } catch (IOException error) {
                throw new Stopped("SERAI_CA=" + file + " cannot be read: " + error.getMessage());
            }
        }
        boolean insecure = "1".equals(System.getenv("SERAI_INSECURE"));
        boolean isHere = LOOPBACK.matcher(address).matches();
        return isPath || isHere || insecure ? InsecureChannelCredentials.create() : TlsChannelCredentials.create();
    }

    /** A stream that breaks when no game is open is how a referee that shuts down leaves. */
    private void listen(PlayRequest hello) throws Stopped, InterruptedException {
        try {
            line.write(hello);
            for (PlayResponse message = line.read(); message != null; message = line.read()) {
                hear(message);
            }
        } catch (StatusException error) {
            if (!welcomed) {
                throw new Stopped("no welcome from the referee: " + describe(error));
            }
            if (!tables.isEmpty()) {
                throw new Stopped("the referee went away: " + describe(error));
            }
        }
    }

    private static String describe(StatusException error) {
        String cause = error.getCause() == null ? "" : " (" + error.getCause() + ")";
        return error.getMessage() + cause;
    }

    /** A message holds all that is ready at one moment, to be read in this order. */
    private void hear(PlayResponse message) throws Stopped, InterruptedException, StatusException {
        welcomed |= message.hasWelcome();
        for (GameStarted started : message.getGamesStartedList()) {
            start(started);
        }
        answerAll(message.getQuestionsList());
        for (GameEnded ended : message.getGamesEndedList()) {
            tables.remove(ended.getGameHandle());
        }
        for (Fault fault : message.getFaultsList()) {
            blame(fault);
        }
    }

    private void start(GameStarted started) throws Stopped {
        if (!games.contains(started.getGame())) {
            throw new Stopped(started.getGame() + " began; this bot plays " + String.join(", ", games));
        }
        tables.put(started.getGameHandle(), new Table(started));
    }

    /** Answers all questions of a message in one message; if that takes long, what is ready is sent first. */
    private void answerAll(List<Question> questions) throws Stopped, InterruptedException, StatusException {
        PlayRequest.Builder ready = PlayRequest.newBuilder();
        long flushed = System.nanoTime();
        for (Question question : questions) {
            ready.addAnswers(answer(question));
            if (System.nanoTime() - flushed > FLUSH_NANOSECONDS) {
                line.write(ready.build());
                ready.clear();
                flushed = System.nanoTime();
            }
        }
        if (ready.getAnswersCount() > 0) {
            line.write(ready.build());
        }
    }

    private Answer.Builder answer(Question question) throws Stopped {
        Table table = tables.get(question.getGameHandle());
        if (table == null) {
            throw new Stopped("game " + question.getGameHandle() + " has not begun");
        }
        if (question.getOptionsCount() == 0) {
            throw new Stopped("question " + question.getQuestionId() + " has no options");
        }
        return chooser.choose(table, question).setQuestionId(question.getQuestionId());
    }

    /** A fault in a game costs the seat there, and the other games go on; any other ends the stream. */
    private static void blame(Fault fault) throws Stopped {
        String words = fault.getCause() + ": " + fault.getText();
        if (!fault.hasGameHandle()) {
            throw new Stopped("the referee ends the stream: " + words);
        }
        System.err.println("retired in game " + fault.getGameHandle() + ": " + words);
    }
}
