"""What a Redis does with what it is given: whether facts in it can be lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redis import Redis

_KEEPS_ALL = "noeviction"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that matter; `save` is None where the server does not tell."""

    appends: bool
    save: str | None
    policy: str
    can_write: bool

    @classmethod
    def of(cls, redis: Redis) -> Settings:
        """Ask a server. Of its configuration only what it tells everybody is needed."""
        persistence, memory = redis.info("persistence"), redis.info("memory")
        statuses = (persistence.get("aof_last_write_status", "ok"), persistence.get("rdb_last_bgsave_status", "ok"))
        return cls(
            appends=bool(persistence.get("aof_enabled")),
            save=_save(redis),
            policy=str(memory.get("maxmemory_policy", _KEEPS_ALL)),
            can_write=all(status == "ok" for status in statuses),
        )

    def danger(self) -> str:
        """Return in one line how facts could be lost, nothing if they are safe."""
        ways = []
        if not self.can_write:
            ways.append("it cannot write to its disk")
        if not self.appends:
            ways.append(_without_log(self.save))
        if self.policy != _KEEPS_ALL:
            ways.append(f"maxmemory-policy {self.policy} drops data when memory is full, {_KEEPS_ALL} does not")
        return f"facts could be lost: {'; '.join(ways)}" if ways else ""

    def describe(self) -> str:
        """Return the settings in one line."""
        return f"appendonly {'yes' if self.appends else 'no'}, maxmemory-policy {self.policy}"


def _without_log(save: str | None) -> str:
    if save == "":
        return "nothing is kept on disk (appendonly no, no save); set appendonly yes"
    return "a crash loses all since the last snapshot (appendonly no); set appendonly yes"


def _save(redis: Redis) -> str | None:
    """Return when snapshots are taken; None where a user may not ask."""
    from redis.exceptions import ResponseError

    try:
        return redis.config_get("save").get("save", "")
    except ResponseError:
        return None
