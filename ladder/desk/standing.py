"""Standing ladders: made if they are not there, or only foreseen."""

from __future__ import annotations

from serai.ladder.access.caller import ORGANISER
from serai.ladder.desk import brought
from serai.ladder.desk.foreseeing import told
from serai.ladder.desk.making import check_terms, read_time
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.model.format import Format
from serai.ladder.model.plan import RemoteTerms, find_game
from serai.ladder.storage import audit, tournaments


@operation("ladder.make", ORGANISER, takes_files=True)
def make(
    call: Call,
    game: str,
    name: str,
    bots: list[str],
    seats: int | None,
    blocks: int,
    apart: bool,
    settings: dict[str, str],
    control: str | None,
    in_flight: int,
    own_deals: bool | None,
    worlds: bool,
) -> str:
    """Register bots, make the ladder of a game if it is not there, and return its name."""
    at_a_table, form = _seats(game, seats), _format(blocks, apart)
    check_terms(in_flight, RemoteTerms())
    packages = [brought.bot(call, argument) for argument in bots]
    with brought.registering(call, packages):
        for package in packages:
            call.store.add_bot(package)
    if name in call.store.tournaments():
        tournament = tournaments.load(call.store, name)
        if tournament.format.kind != "ladder" or tournament.game != game:
            raise UserProblem(f"{name} is no ladder of {game}; --name gives this one another name")
        return name
    tournaments.create(
        call.store,
        name,
        game,
        (),
        seats=at_a_table,
        blocks=blocks,
        settings=settings,
        control=None if control is None else read_time(control),
        form=form,
        in_flight=in_flight,
        own_deals=own_deals is not False,  # strangers may come at any time
        worlds=worlds,
    )
    audit.record(call.store.redis, audit.line("create", name, format=form.kind, bots=len(bots)))
    return name


@operation("ladder.foresee", ORGANISER, takes_files=True)
def foresee(call: Call, game: str, bots: list[str], seats: int | None, blocks: int, apart: bool) -> Row:
    """Return what a first round would be, with all that are registered; nothing is made."""
    at_a_table = _seats(game, seats)
    named = [brought.bot(call, argument).bot for argument in bots]
    registered = [call.store.registration(call.store.versions(name)[-1]).bot for name in call.store.bots()]
    playing = {bot.name for bot in (*registered, *named) if game in bot.manifest.all_games()}
    if len(playing) < at_a_table:
        raise UserProblem(f"{len(playing)} bots play {game}, a table has {at_a_table} seats; see serai bot add")
    return told(call.store, game, len(playing), at_a_table, _format(blocks, apart))


def _format(blocks: int, apart: bool) -> Format:
    if blocks < 1:
        raise UserProblem(f"{blocks} blocks play nothing; give at least 1")
    return Format("ladder", blocks, apart=apart)


def _seats(game: str, seats: int | None) -> int:
    """Return how many sit at a table: the fewest the game is played by, if it was not said."""
    fewest = min(find_game(game).all_seat_counts())
    if seats is not None and seats < 2:
        raise UserProblem(f"{seats} seats make no table; 2 are the fewest")
    return seats or fewest
