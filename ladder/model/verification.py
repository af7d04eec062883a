"""Verifying games: that what is on record is what was played, under the deal that was committed to."""

from __future__ import annotations

from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.schedule import commit_to_secret, deal, game_id, own_deal
from serai.ladder.model.tournament import Tournament
from serai.referee.core.luck import commit
from serai.referee.games import GAMES
from serai.referee.replay import Replay, ReplayError, verify

# What a record that was tampered with can make the rules stumble over.
_NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_SAME = ("game", "epoch", "options", "deal", "commitment", "digest")


def verify_game(game: GameRecord, tournament: Tournament | None = None) -> None:
    """Play a game again and check every claim about it; ReplayError says which one is wrong.

    With the tournament also that it was in the schedule, with the deal that was committed to before its first game.
    """
    try:
        replay = Replay.from_json(game.replay)
        _check_replay(replay)
        _check_fact(game.fact, replay)
        _check_id(game)
        if tournament is not None:
            _check_schedule(game.fact, tournament)
    except _NONSENSE as error:
        raise ReplayError(f"the record is malformed: {type(error).__name__}: {error}") from None


def _check_replay(replay: Replay) -> None:
    if replay.game not in GAMES:
        raise ReplayError(f"there are no rules for {replay.game!r}")
    verify(GAMES[replay.game], replay)


def _check_fact(fact: Fact, replay: Replay) -> None:
    """Check that the fact says what the replay says."""
    for key in _SAME:
        if fact[key] != getattr(replay, key):  # type: ignore[literal-required]  # the keys of _SAME are keys of a fact
            raise ReplayError(f"the fact has another {key} than the replay")
    if fact["decisions"] != len(replay.decisions):
        raise ReplayError(f"the fact speaks of {fact['decisions']} decisions, the replay has {len(replay.decisions)}")
    results = [{key: seat[key] for key in ("points", "rank", "ending", "cause")} for seat in fact["seats"]]
    if results != [dict(outcome) for outcome in replay.outcomes]:
        raise ReplayError("the fact has another result than the replay")
    if (drawn := fact.get("drawn")) is not None:
        made = own_deal(bytes.fromhex(drawn["block_deal"]), fact["rotation"], drawn["attempt"])
        if made.hex() != fact["deal"]:
            raise ReplayError(f"the deal is not attempt {drawn['attempt']} of those that its block has for it")


def _check_id(game: GameRecord) -> None:
    """Check that the game id is the digest of what was played."""
    fact = game.fact
    if fact["tournament"] not in (game.identity, None):
        raise ReplayError(f"the fact is of {fact['tournament']}, the file says {game.identity}")
    versions = [seat["version"] for seat in fact["seats"]]
    real = game_id(
        game.identity, fact["block"], fact["rotation"], versions, fact["game"], fact["epoch"], fact["options"]
    )
    if real != fact["game_id"]:
        raise ReplayError(f"the game id is {fact['game_id']}; worked out from what was played it is {real}")


def verify_deal(fact: Fact, committed: str, secret: bytes) -> None:
    """Check that a deal is made from the secret that its tournament committed to; ReplayError says what is wrong."""
    if commit_to_secret(secret) != committed:
        raise ReplayError(f"the secret of {fact['tournament']} is not the one it committed to")
    if deal(secret, fact["block"]).hex() != _block_deal(fact):
        raise ReplayError(f"the deal of block {fact['block']} is not made from the secret of {fact['tournament']}")


def _block_deal(fact: Fact) -> str:
    """Return the deal of the block: that of the game, unless the game has one of its own."""
    drawn = fact.get("drawn")
    return fact["deal"] if drawn is None else drawn["block_deal"]


def _check_schedule(fact: Fact, tournament: Tournament) -> None:
    block, rotation = fact["block"], fact["rotation"]
    if not (0 <= block < len(tournament.blocks) and 0 <= rotation < tournament.seats):
        raise ReplayError(f"{tournament.name} has no rotation {rotation} of block {block}")
    if tournament.has_own_deals(block) != ("drawn" in fact):
        raise ReplayError("games with a deal of their own, as those with a remote bot, say so, and only they")
    if tournament.blocks[block].commitment != commit(bytes.fromhex(_block_deal(fact))):
        raise ReplayError(f"the deal is not the one {tournament.name} committed to for block {block}")
    if tournament.game_ids(block)[rotation] != fact["game_id"]:
        raise ReplayError(f"{tournament.name} has another game as rotation {rotation} of block {block}")
    names = [tournament.bots[bot].name for bot in tournament.blocks[block].seating(rotation)]
    if names != [seat["bot"] for seat in fact["seats"]]:
        raise ReplayError(f"the bots are {', '.join(names)} in the schedule of {tournament.name}")
