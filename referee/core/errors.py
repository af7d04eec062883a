"""The two mistakes the rules know: a seat's, and a table's."""


class IllegalAction(Exception):
    """A seat asked for something the rules do not allow; the message names what was wanted."""


class DataError(Exception):
    """A data table does not say what the game needs; the message names the file, the row and the key."""
