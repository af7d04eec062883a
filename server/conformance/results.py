"""What was found: for every check whether it holds, and the evidence where it does not."""

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
class CheckResult:
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


class CheckFailed(Exception):
    """A bot failed a check: which one, the cause a referee would give, and the evidence."""

    def __init__(self, check: str, cause: Cause, text: str, question: str = "", answer: str = "") -> None:
        super().__init__(text)
        self.check = check
        self.cause = cause
        self.text = text
        self.question = question
        self.answer = answer


class Results:
    """Results as they come in. A failure stays, whatever is found later; the first one of a check is kept."""

    def __init__(self, names: Iterable[str], on_result: Callable[[int], None] = lambda count: None) -> None:
        self._names = list(names)
        self._results: dict[str, CheckResult] = {}
        self._on_result = on_result

    @property
    def failed(self) -> bool:
        return any(result.result is Result.FAILED for result in self._results.values())

    def knows(self, check: str) -> bool:
        """Whether a check has a result."""
        return check in self._results

    def ok(self, *checks: str) -> None:
        for check in checks:
            if not self.knows(check):
                self._put(CheckResult(check, Result.OK))

    def missed(self, checks: Iterable[str], reason: str) -> None:
        """Note checks as not reached; those that have a result keep it."""
        for check in checks:
            if not self.knows(check):
                self._put(CheckResult(check, Result.MISSED, detail=reason))

    def fail(self, check: str, failure: CheckFailed, output: str) -> None:
        if not self.knows(check) or self._results[check].result is not Result.FAILED:
            evidence = (failure.text, failure.question, failure.answer, output)
            self._put(CheckResult(check, Result.FAILED, str(failure.cause), *evidence))

    def close(self) -> list[CheckResult]:
        """Return every result in the order of the list; what has none by now was not reached because of a failure."""
        failed = [result.check for result in self._results.values() if result.result is Result.FAILED]
        self.missed(self._names, f"{failed[0]} failed" if failed else "nothing led there")
        return [self._results[name] for name in self._names]

    def _put(self, result: CheckResult) -> None:
        assert result.check in self._names, f"{result.check} is not a check"
        self._results[result.check] = result
        self._on_result(len(self._results))
