"""The mistakes the rules know: of a seat, of a data table, of a saved state."""


class IllegalAction(Exception):
    """A seat asked for something the rules do not allow; the message names what was wanted."""


class DataError(Exception):
    """A data table does not say what the game needs; the message names the file, the row and the key."""


class UnreadableState(Exception):
    """Bytes that should be a saved state are none that this Serai can read; the message says why."""
