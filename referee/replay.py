"""A finished game as a record: deal, decisions and a digest per turn. It can be played again and proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

from serai.referee.core.agenda import Action, State, act, decision, digest, over, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, commit
from serai.referee.match import Cause, Match, Outcome, outcomes

FORMAT = 1
_KINDS: dict[str, type] = {
    **dict.fromkeys(("game", "deal", "commitment", "digest"), str),
    **dict.fromkeys(("epoch", "seats"), int),
    "options": Mapping,
}
_LISTS: dict[str, type] = {"decisions": str, "turns": str, "outcomes": Mapping, "retirements": Mapping}
_RETIREMENT: dict[str, type] = {"seat": int, "after": int, "cause": str}


class ReplayError(Exception):
    """A record that is not what really happened; the message says where it first differs."""


@dataclass(frozen=True, slots=True)
class Replay:
    """All that is needed to play a game again, and what must come out."""

    game: str
    epoch: int
    seats: int
    options: Mapping[str, str]
    deal: str
    commitment: str
    decisions: tuple[str, ...]
    turns: tuple[str, ...]
    digest: str
    outcomes: tuple[Mapping[str, Any], ...]
    retirements: tuple[Mapping[str, Any], ...]

    def as_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> Replay:
        """The record in a JSON object; ReplayError says what is missing or wrong."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, Mapping) else data
            raise ReplayError(f"replay format {found!r} is unknown; this program reads {FORMAT}")
        values = {name: _field(data, name, kind, "the replay") for name, kind in _KINDS.items()}
        values |= {name: _list(data, name, kind) for name, kind in _LISTS.items()}
        for retirement in values["retirements"]:
            _check_retirement(retirement)
        return cls(**values)


def _field(data: Mapping[str, Any], name: str, kind: type, where: str) -> Any:
    if name not in data:
        raise ReplayError(f"{where} has no {name!r}")
    if not isinstance(data[name], kind):
        raise ReplayError(f"{name!r} of {where} is {data[name]!r}, not {kind.__name__}")
    return data[name]


def _list(data: Mapping[str, Any], name: str, kind: type) -> tuple[Any, ...]:
    items = data.get(name)
    if not isinstance(items, list | tuple) or not all(isinstance(item, kind) for item in items):
        raise ReplayError(f"the replay needs {name!r}, a list of {kind.__name__}")
    return tuple(items)


def _check_retirement(retirement: Mapping[str, Any]) -> None:
    for name, kind in _RETIREMENT.items():
        _field(retirement, name, kind, "a retirement")
    if retirement["cause"] not in set(Cause):
        raise ReplayError(f"a retirement has the cause {retirement['cause']!r}; it can be {', '.join(Cause)}")


def record(match: Match) -> Replay:
    """The record of a match that is over."""
    replay = Replay(
        game=match.game.name,
        epoch=match.game.epoch,
        seats=match.seats,
        options=match.settings,
        deal=match.deal.hex(),
        commitment=commit(match.deal),
        decisions=tuple(f"{seat} {match.game.actions.say(action)}" for seat, action in match.decisions),
        turns=tuple(match.digests),
        digest="",
        outcomes=_as_json(match.outcomes()),
        retirements=tuple({**asdict(r), "cause": r.cause.value} for r in match.retirements.values()),
    )
    return replace(replay, digest=seal(replay))


def seal(replay: Replay) -> str:
    """One digest over how the game was set up, every decision, every turn and who was retired when."""
    options = [f"{name}={value}" for name, value in sorted(replay.options.items())]
    setting = " ".join([replay.game, str(replay.epoch), str(replay.seats), replay.deal, *options])
    retired = [f"retired {r['seat']} after {r['after']}: {r['cause']}" for r in replay.retirements]
    lines = [setting, *replay.decisions, *replay.turns, *retired]
    return blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


class Rerun:
    """A recorded game being played again, decision by decision."""

    def __init__(self, game: Game, replay: Replay) -> None:
        self.game = game
        self.replay = replay
        self.state = _begin(game, replay)
        self.turns: list[str] = []
        self._retired = {r["seat"]: r["after"] for r in replay.retirements}

    def steps(self) -> Iterator[tuple[int, Action, bool]]:
        """Yields each decision before it happens: seat, action, and whether a retired seat's default answer."""
        for number, line in enumerate(self.replay.decisions):
            seat, action = self._read(number, line)
            is_default = number >= self._retired.get(seat, number + 1)
            yield seat, action, is_default
            self._happen(number, seat, action, is_default)
        if not over(self.state):
            raise ReplayError(f"after {len(self.replay.decisions)} decisions the game is not over")

    def _read(self, number: int, line: str) -> tuple[int, Action]:
        seat, _, text = line.partition(" ")
        try:
            return int(seat), self.game.actions.read(text)
        except ValueError:
            raise ReplayError(f"decision {number}: {line!r} is not SEAT ACTION of {self.game.name}") from None

    def _happen(self, number: int, seat: int, action: Action, is_default: bool) -> None:
        turn = self.state.turn
        try:
            if is_default and seat in waiting(self.state):
                self._must_be_default(number, seat, action)
            act(self.state, seat, action)
        except IllegalAction as error:
            raise ReplayError(f"decision {number}: {error}") from None
        if self.state.turn != turn or over(self.state):
            self.turns.append(digest(self.state))

    def _must_be_default(self, number: int, seat: int, action: Action) -> None:
        default = decision(self.state).default(self.state, seat)
        if action != default:
            said, wanted = self.game.actions.say(action), self.game.actions.say(default)
            raise ReplayError(f"decision {number}: retired seat {seat} says {said!r}, its default answer is {wanted!r}")


def verify(game: Game, replay: Replay) -> State:
    """Play the game again and compare everything; ReplayError says what differs. Gives the final state."""
    if replay.game != game.name:
        raise ReplayError(f"the game is {replay.game}, these are the rules of {game.name}")
    if replay.epoch != game.epoch:
        raise ReplayError(f"the game is of epoch {replay.epoch}, these rules are epoch {game.epoch}")
    if commit(_deal(replay)) != replay.commitment:
        raise ReplayError("the deal is not the one that was committed to")
    rerun = Rerun(game, replay)
    for _ in rerun.steps():
        pass
    _compare_turns(rerun.turns, replay.turns)
    if seal(replay) != replay.digest:
        raise ReplayError("the digest is not that of the game's options, decisions, turns and retirements")
    causes = {r["seat"]: Cause(r["cause"]) for r in replay.retirements}
    if _as_json(outcomes(game, rerun.state, causes)) != replay.outcomes:
        raise ReplayError("points, ranks or endings are not those of the game played again")
    return rerun.state


def _compare_turns(real: list[str], claimed: tuple[str, ...]) -> None:
    for turn, (one, other) in enumerate(zip(real, claimed, strict=False)):
        if one != other:
            raise ReplayError(f"the digest of turn {turn} is {other}; played again it is {one}")
    if len(real) != len(claimed):
        raise ReplayError(f"the replay has digests of {len(claimed)} turns; played again there are {len(real)}")


def _begin(game: Game, replay: Replay) -> State:
    try:
        return game.begin(replay.seats, _deal(replay), replay.options)
    except ValueError as error:
        raise ReplayError(str(error)) from None


def _as_json(results: list[Outcome]) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        {"points": o.points, "rank": o.rank, "ending": o.ending, "cause": o.cause and o.cause.value} for o in results
    )


def _deal(replay: Replay) -> bytes:
    try:
        deal = bytes.fromhex(replay.deal)
    except ValueError:
        raise ReplayError(f"the deal {replay.deal!r} is not hexadecimal") from None
    if len(deal) != DEAL_BYTES:
        raise ReplayError(f"the deal has {len(deal)} bytes, not {DEAL_BYTES}")
    return deal
