"""The names of all that is kept in Redis, and the only place that knows them.

serai:format                     the format of all the rest, see FORMAT
serai:bots, serai:bot:BOT …      the register of bots
serai:tournaments                LIST of names in order of creation
serai:tournament:NAME            what is played as JSON, without its blocks but with their number
serai:tournament:NAME:blocks     LIST of packed chunks of the schedule
serai:tournament:NAME:secret     what the deals are made from
serai:tournament:NAME:done       bitmap: bit i is set when block i is on record
serai:tournament:NAME:facts      HASH block -> its facts by rotation, packed
serai:tournament:NAME:replays    HASH block -> its replays by rotation, packed, until they are archived
serai:tournament:NAME:archived   HASH segment -> digest of the archive that holds its replays
serai:tournament:NAME:pace       HASH worker -> seconds a block took, until it is too old to matter
serai:tournament:NAME:deaths     SET of "BLOCK EXECUTION ALONE WITHHELD": executions whose worker died
serai:tournament:NAME:withheld   SET of "BLOCK BOT": who was withheld from blocks that are on record
serai:tournament:NAME:failures   HASH execution -> blocks and reason, as JSON
serai:tournament:NAME:feeding    lock of who cuts jobs
serai:unable                     HASH version -> why it can play nowhere, as JSON
serai:built                      SET of versions that some host has built
serai:fold:KIND:TOURNAMENTS      HASH of checkpoints: a table so far, and what it covers; see folds.py
serai:games                      ZSET, all with score 0: "GAME_ID TOURNAMENT BLOCK"
"""

from __future__ import annotations

FORMAT = "serai:format"
BOTS = "serai:bots"
DISABLED = "serai:bots:disabled"
TOURNAMENTS = "serai:tournaments"
GAMES = "serai:games"
UNABLE = "serai:unable"
BUILT = "serai:built"
MIGRATING = "serai:migrating"


def version(name: str) -> str:
    """Return where the content of a version is."""
    return f"serai:version:{name}"


def versions(bot: str) -> str:
    """Return where the versions of a bot are listed."""
    return f"serai:bot:{bot}"


def tournament(name: str, part: str = "") -> str:
    """Return where a tournament is, or a part of it."""
    return f"serai:tournament:{name}:{part}" if part else f"serai:tournament:{name}"


def fold(kind: str, tournaments: str) -> str:
    """Return where the checkpoints of a table over some tournaments are."""
    return f"serai:fold:{kind}:{tournaments}"
