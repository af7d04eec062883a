"""Errors that end a bot before the referee ends the stream: one clear line and an exit code, never a traceback."""

INTERRUPTED = 130  # the exit code after Ctrl-C


class Stopped(Exception):
    """The bot cannot go on; the message says what was wrong and what would be right."""

    code: int


class UsageError(Stopped):
    """The bot was started in a wrong way, or its hello is wrong."""

    code = 2


class BotMistake(Stopped):
    """The bot gave an answer that is none, or the referee found a fault in it."""

    code = 1


class RefereeLost(Stopped):
    """The referee cannot be reached, ended the stream during a game, or violated the protocol."""

    code = 3


def missing_library(error: ModuleNotFoundError) -> str:
    """Return what to install where a library of the arena is missing; empty if a module of our own is."""
    if error.name is None or error.name.partition(".")[0] == "serai":
        return ""
    return f"this command runs the arena, and {error.name} is not installed; pip install 'serai[arena]' brings it"
