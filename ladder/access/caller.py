"""Who calls, and what they may do: roles in order, each with all that those before it may."""

from __future__ import annotations

from dataclasses import dataclass

VIEWER, AUTHOR, ORGANISER, OPERATOR = ROLES = ("viewer", "author", "organiser", "operator")


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever a token stands for: an owner in a role, or one bot of an owner. Without a token: nobody."""

    owner: str = ""
    role: str = ""
    bot: str = ""
    token: str = ""  # the public id of the token

    @property
    def is_anonymous(self) -> bool:
        return not self.token

    def has(self, role: str) -> bool:
        """Return True if the caller has this role or a higher one. A bot has none."""
        return self.role in ROLES and ROLES.index(self.role) >= ROLES.index(role)

    def __str__(self) -> str:
        """Return how the audit log calls them."""
        return f"{self.owner}, token {self.token}" if self.token else "nobody"


NOBODY = Caller()


def may_give(caller: Caller, owner: str, role: str) -> bool:
    """Return True if the caller may make or revoke a token with this role, empty for one of a bot, of this owner.

    Operators may give all roles, organisers those below their own, authors to themselves what they are.
    """
    if caller.has(OPERATOR):
        return True
    if caller.has(ORGANISER):
        return role not in (ORGANISER, OPERATOR)
    return caller.has(AUTHOR) and caller.owner == owner and role in ("", VIEWER, AUTHOR)
