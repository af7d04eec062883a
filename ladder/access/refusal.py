"""Why somebody is not let in. Each reason has its own line; no line holds a secret or tells which tokens there are."""

from __future__ import annotations

from serai.ladder.errors import UserProblem


class Refusal(UserProblem):
    """The caller may not do this."""


class Unknown(Refusal):
    """It is not known who calls: another token would help."""


class Forbidden(Refusal):
    """It is known who calls, and that they may not do this."""


class NotReady(Refusal):
    """The caller may do this, but something that is theirs to do has to come first."""


class Exhausted(Refusal):
    """The caller has asked too much and may ask again after so many seconds."""

    def __init__(self, line: str, wait: float) -> None:
        super().__init__(line)
        self.wait = wait


NO_TOKEN = "this needs a token: metadata authorization: Bearer TOKEN; see serai login"
NOT_BEARER = "the metadata authorization should read: Bearer TOKEN"
TWO_TOKENS = "the metadata authorization is given more than once"
NO_SUCH_TEXT = "this is not the text of a token: serai_ID_SECRET, as serai token create printed it"
WRONG = "the token is unknown: there is none with this id and this secret"
REVOKED = "the token was revoked"
EXPIRED = "the token has expired"
