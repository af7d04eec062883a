"""What an examination finds: for every check whether it holds, and the evidence where it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from serai.referee.match import Cause


class Result(StrEnum):
    """How a check came out."""

    OK = "ok"
    FAILED = "FAILED"
    MISSED = "not reached"


@dataclass(frozen=True, slots=True)
class Mark:
    """The result of one check; `detail` says what was wrong, or why it was not reached."""

    check: str
    result: Result
    cause: str = ""
    detail: str = ""
    question: str = ""
    answer: str = ""
    output: str = ""

    def as_json(self) -> dict[str, str]:
        return {key: str(value) for key, value in asdict(self).items()}


class Misconduct(Exception):
    """A bot did what it must not do: which check that fails, the cause a referee would give, and the evidence."""

    def __init__(self, check: str, cause: Cause, text: str, question: str = "", answer: str = "") -> None:
        super().__init__(text)
        self.check = check
        self.cause = cause
        self.text = text
        self.question = question
        self.answer = answer


class Marks:
    """Results as they come in. A failure stays, whatever is found later; the first one of a check is kept."""

    def __init__(self, names: Iterable[str], on_mark: Callable[[int], None] = lambda count: None) -> None:
        self._names = list(names)
        self._marks: dict[str, Mark] = {}
        self._on_mark = on_mark

    @property
    def failed(self) -> bool:
        return any(mark.result is Result.FAILED for mark in self._marks.values())

    def knows(self, check: str) -> bool:
        """Whether a check has a result."""
        return check in self._marks

    def ok(self, *checks: str) -> None:
        for check in checks:
            if not self.knows(check):
                self._put(Mark(check, Result.OK))

    def missed(self, checks: Iterable[str], reason: str) -> None:
        """Checks that could not be made; those that have a result keep it."""
        for check in checks:
            if not self.knows(check):
                self._put(Mark(check, Result.MISSED, detail=reason))

    def fail(self, check: str, misconduct: Misconduct, output: str) -> None:
        if not self.knows(check) or self._marks[check].result is not Result.FAILED:
            evidence = (misconduct.text, misconduct.question, misconduct.answer, output)
            self._put(Mark(check, Result.FAILED, str(misconduct.cause), *evidence))

    def close(self) -> list[Mark]:
        """Every check in the order of the list; what has no result by now was not reached because of a failure."""
        failed = [mark.check for mark in self._marks.values() if mark.result is Result.FAILED]
        self.missed(self._names, f"{failed[0]} failed" if failed else "nothing led there")
        return [self._marks[name] for name in self._names]

    def _put(self, mark: Mark) -> None:
        assert mark.check in self._names, f"{mark.check} is not a check"
        self._marks[mark.check] = mark
        self._on_mark(len(self._marks))
