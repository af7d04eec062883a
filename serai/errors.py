"""Why a bot stops before the referee ends the stream: one clear line and an exit code, never a traceback."""


class Stopped(Exception):
    """The bot cannot go on; the message says what was wrong and what would be right."""

    code: int


class UsageError(Stopped):
    """The bot was started, or says of itself, what cannot work."""

    code = 2


class BotMistake(Stopped):
    """The bot answered what is no answer, or the referee found a fault in it."""

    code = 1


class RefereeLost(Stopped):
    """The referee cannot be reached, or broke its word."""

    code = 3
