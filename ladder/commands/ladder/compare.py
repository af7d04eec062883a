"""The work of `serai ladder compare`: two bots side by side."""

from __future__ import annotations

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import counted, say, say_json_list, short
from serai.ladder.commands.ladder.show import say_rules
from serai.ladder.commands.progress import late_progress
from serai.ladder.desk import tables
from serai.ladder.desk.operation import Row
from serai.ladder.errors import UserProblem


def compare(
    one: str,
    other: str,
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    tournament: str | None,
    as_json: bool,
) -> None:
    """Print how two bots compare under each set of rules that both played under; UserProblem if there is none."""
    with late_progress("folding") as shown, desk(shown) as asked:
        found = list(
            asked.ask(
                tables.comparisons,
                one=one,
                other=other,
                game=game,
                epoch=epoch,
                options=options,
                tournament=tournament,
            )
        )
    if not found:
        raise UserProblem(
            f"{one} and {other} have no games on record in the same ladder; serai ladder names who played"
        )
    if as_json:
        say_json_list(each["pair"] for each in found)
        return
    for each in found:
        say_rules({**each["pair"], "games": each["games"]})
        _show(each["pair"])


def _show(pair: Row) -> None:
    one, other = (f"{pair[who]['bot']}@{short(pair[who]['version'])}" for who in ("one", "other"))
    low, high, score = pair["low"], pair["high"], pair["met_score"]
    say(f"  {one} is rated {pair['difference']:+.0f} against {other}, 95 % interval {low:+.0f} to {high:+.0f}")
    superiority = f"it is the stronger one with a chance of {pair['superiority']:.1%}"
    say(f"  {superiority}, and expected to score {pair['score']:.1%}")
    times = f"in {counted(pair['met'], 'comparison')}"
    say("  they never met" if score is None else f"  it scored {score:.1%} when they met, {times}")
    apart = "can be told apart" if low > 0 or high < 0 else "cannot be told apart yet"
    say(f"  so they {apart}\n")
