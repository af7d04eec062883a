"""A finished game as a record: deal, decisions and a digest per turn. It can be played again and proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action, State, act, decision
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, commit
from serai.referee.match import Beginning, Cause, Match, Outcome, Retirement, outcomes

FORMAT = 1
_KINDS: dict[str, type] = {
    **dict.fromkeys(("game", "deal", "commitment", "digest"), str),
    **dict.fromkeys(("epoch", "seats"), int),
    "options": Mapping,
}
_LISTS: dict[str, type] = {"decisions": str, "turns": str, "outcomes": Mapping, "retirements": Mapping}
_TIMES: dict[str, Any] = {"controls": str, "milliseconds": int | None}
_BRANCH: dict[str, type] = {"after": int, "luck": str}
_RETIREMENT: dict[str, type] = {"seat": int, "after": int, "cause": str}


class ReplayError(Exception):
    """A record that is not what really happened; the message says where it first differs."""


@dataclass(frozen=True, slots=True)
class Replay:
    """All that is needed to play a game again, and what must come out.

    Records since there are times in them also have the time `controls` by seat and the `milliseconds` each decision was
    charged, None for a default answer. They are no part of what is proved: they differ from run to run.

    A game that began in the middle of another has a `branch`: how many of the decisions are those of the other game,
    and the deal, if it is another, that all luck was made from then.
    """

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
    controls: tuple[str, ...] = field(default=(), compare=False)
    milliseconds: tuple[int | None, ...] = field(default=(), compare=False)
    branch: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        data = {"format": FORMAT, **asdict(self)}
        return {name: value for name, value in data.items() if value or name not in (*_TIMES, "branch")}

    def took(self, number: int) -> int | None:
        """The milliseconds that a decision was charged, where that is known."""
        return self.milliseconds[number] if number < len(self.milliseconds) else None

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
        values |= {name: _list(data, name, kind) for name, kind in _TIMES.items() if name in data}
        if data.get("branch"):
            branch = _field(data, "branch", Mapping, "the replay")
            values["branch"] = {name: _field(branch, name, kind, "the branch") for name, kind in _BRANCH.items()}
        return cls(**values)


def _field(data: Mapping[str, Any], name: str, kind: type, where: str) -> Any:
    if name not in data:
        raise ReplayError(f"{where} has no {name!r}")
    if not isinstance(data[name], kind):
        raise ReplayError(f"{name!r} of {where} is {data[name]!r}, not {kind.__name__}")
    return data[name]


def _list(data: Mapping[str, Any], name: str, kind: Any) -> tuple[Any, ...]:
    items = data.get(name)
    if not isinstance(items, list | tuple) or not all(isinstance(item, kind) for item in items):
        raise ReplayError(f"the replay needs {name!r}, a list of {getattr(kind, '__name__', kind)}")
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
        decisions=tuple(_said(match)),
        turns=tuple(match.digests),
        digest="",
        outcomes=_as_json(match.outcomes()),
        retirements=tuple({**asdict(r), "cause": r.cause.value} for r in match.retirements.values()),
        controls=tuple(map(str, match.controls)),
        milliseconds=tuple(None if took is None else round(took * 1000) for took in match.took),
        branch={"after": len(branch.decisions), "luck": branch.luck.hex()} if (branch := match.branch) else {},
    )
    return replace(replay, digest=seal(replay))


def _said(match: Match) -> list[str]:
    """The decisions as texts. Most actions are the same object each time, and are put into words once."""
    say, words = match.game.actions.say, dict[int, str]()
    for _, action in match.decisions:
        if id(action) not in words:
            words[id(action)] = say(action)
    return [f"{seat} {words[id(action)]}" for seat, action in match.decisions]


def seal(replay: Replay) -> str:
    """One digest over how the game was set up, every decision, every turn and who was retired when."""
    options = [f"{name}={value}" for name, value in sorted(replay.options.items())]
    setting = " ".join([replay.game, str(replay.epoch), str(replay.seats), replay.deal, *options])
    retired = [f"retired {r['seat']} after {r['after']}: {r['cause']}" for r in replay.retirements]
    branched = [f"branch after {branch['after']}: {branch['luck']}"] if (branch := replay.branch) else []
    lines = [setting, *replay.decisions, *replay.turns, *retired, *branched]
    return blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Step:
    """A recorded decision; `is_default` says that it is the default answer of a retired seat."""

    number: int
    seat: int
    action: Action
    is_default: bool


class ReplayedMatch(Match):
    """A recorded game as the match it was, played again decision by decision.

    `asked` counts the questions that each seat has been asked so far. ReplayError says where the record is wrong.
    """

    def __init__(self, game: Game, replay: Replay, control: TimeControl | None = None) -> None:
        try:
            own = {} if control else {seat: TimeControl.read(text) for seat, text in enumerate(replay.controls)}
            super().__init__(game, replay.seats, _deal(replay), replay.options, control or TimeControl(), own)
        except ValueError as error:
            raise ReplayError(str(error)) from None
        self.replay = replay
        self.asked = [0] * replay.seats
        self._retired_after: dict[int, int] = {r["seat"]: r["after"] for r in replay.retirements}
        self._branch_off()
        self._ask()

    def steps(self) -> Iterator[Step]:
        """Play the game to its end; yields each decision before it happens."""
        while step := self.next_step():
            yield step
            self.play(step)

    def next_step(self) -> Step | None:
        """Return the next decision of the record; None when it is the end of both record and game."""
        number = len(self.decisions)
        if number < len(self.replay.decisions):
            return self.step(number)
        if not self.over:
            raise ReplayError(f"after {number} decisions the game is not over")
        return None

    def step(self, number: int) -> Step:
        """Return a decision of the record by its number, from 0."""
        line = self.replay.decisions[number]
        seat, _, text = line.partition(" ")
        try:
            at, action = int(seat), self.game.actions.read(text)
        except ValueError:
            raise ReplayError(f"decision {number}: {line!r} is not SEAT ACTION of {self.game.name}") from None
        return Step(number, at, action, is_default=number >= self._retired_after.get(at, number + 1))

    def play(self, step: Step) -> None:
        """Let the next decision happen, and ask what is due after it."""
        self._retire_recorded(with_question=True)
        try:
            if step.is_default and step.seat in self.state.options:
                self._must_be_default(step)
            act(self.state, step.seat, step.action)
        except IllegalAction as error:
            raise ReplayError(f"decision {step.number}: {error}") from None
        self._charge(step)
        self.decisions.append((step.seat, step.action))
        self._note_turn()
        self._branch_off()
        self._ask()

    def _branch_off(self) -> None:
        """Let luck be what it became if the game left another one now."""
        branch = self.replay.branch
        if branch and branch["after"] == len(self.decisions):
            self._renew_luck(_deal_in(branch["luck"]) if branch["luck"] else b"")

    def _charge(self, step: Step) -> None:
        """Close the question, and let its seat's clock be what it was, where the record says."""
        question = self._open.pop(step.seat, None)
        took = self.replay.took(step.number)
        if question is not None and took is not None:
            self.clocks[step.seat].end(took / 1000, earns=len(question.options) > 1 and step.action.earns_time)

    def _must_be_default(self, step: Step) -> None:
        default = decision(self.state).default(self.state, step.seat)
        if step.action != default:
            said, wanted = self.game.actions.say(step.action), self.game.actions.say(default)
            raise ReplayError(
                f"decision {step.number}: retired seat {step.seat} says {said!r}, its default answer is {wanted!r}"
            )

    def _ask(self) -> None:
        """Ask what is due, but not those who were retired now before they were asked."""
        self._retire_recorded(with_question=False)
        for question in self.questions():
            self.asked[question.seat] += 1

    def _retire_recorded(self, with_question: bool) -> None:
        """Retire the seats that were retired now with a question open, or with none."""
        for r in self.replay.retirements:
            if r["after"] == len(self.decisions) and bool(r.get("question")) == with_question:
                self.retire(Retirement(r["seat"], Cause(r["cause"]), r["after"], r.get("text", "")))

    def _go_on(self) -> None:
        """Do nothing: the default answers of the retired are in the record."""


def beginning(game: Game, replay: Replay, name: str, moves: int, renews_luck: bool) -> Beginning:
    """Return the position after so many moves of a record; ReplayError if it has fewer, or cannot be played again."""
    if not 0 <= moves < len(replay.decisions):
        raise ReplayError(f"the game has positions after 0 to {len(replay.decisions) - 1} moves, not after {moves}")
    if replay.branch:
        raise ReplayError("the game began in the middle of another one; only what is after it could be new")
    match = ReplayedMatch(game, replay)
    while len(match.decisions) < moves and (step := match.next_step()):
        match.play(step)
    return Beginning(name, match.deal, tuple(match.decisions), renews_luck)


def verify(game: Game, replay: Replay) -> State:
    """Play the game again and compare everything; ReplayError says what differs. Returns the final state."""
    if replay.game != game.name:
        raise ReplayError(f"the game is {replay.game}, these are the rules of {game.name}")
    if replay.epoch != game.epoch:
        raise ReplayError(f"the game is of epoch {replay.epoch}, these rules are epoch {game.epoch}")
    if commit(_deal(replay)) != replay.commitment:
        raise ReplayError("the deal is not the one that was committed to")
    match = ReplayedMatch(game, replay)
    for _ in match.steps():
        pass
    _compare_turns(match.digests, replay.turns)
    if seal(replay) != replay.digest:
        raise ReplayError("the digest is not that of the game's options, decisions, turns and retirements")
    causes = {r["seat"]: Cause(r["cause"]) for r in replay.retirements}
    if _as_json(outcomes(game, match.state, causes)) != replay.outcomes:
        raise ReplayError("points, ranks or endings are not those of the game played again")
    for name, times, count in (
        ("controls", replay.controls, replay.seats),
        ("milliseconds", replay.milliseconds, len(replay.decisions)),
    ):
        if len(times) not in (0, count):
            raise ReplayError(f"the replay has {len(times)} {name}, not {count}")
    return match.state


def _compare_turns(real: list[str], claimed: tuple[str, ...]) -> None:
    for turn, (one, other) in enumerate(zip(real, claimed, strict=False)):
        if one != other:
            raise ReplayError(f"the digest of turn {turn} is {other}; played again it is {one}")
    if len(real) != len(claimed):
        raise ReplayError(f"the replay has digests of {len(claimed)} turns; played again there are {len(real)}")


def _as_json(results: list[Outcome]) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        {"points": o.points, "rank": o.rank, "ending": o.ending, "cause": o.cause and o.cause.value} for o in results
    )


def _deal(replay: Replay) -> bytes:
    return _deal_in(replay.deal)


def _deal_in(text: str) -> bytes:
    try:
        deal = bytes.fromhex(text)
    except ValueError:
        raise ReplayError(f"the deal {text!r} is not hexadecimal") from None
    if len(deal) != DEAL_BYTES:
        raise ReplayError(f"the deal has {len(deal)} bytes, not {DEAL_BYTES}")
    return deal
