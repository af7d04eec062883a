"""The names of all that is kept in Redis, and the only place that knows them.

serai:format                     the format of all the rest, see FORMAT
serai:bots, serai:bot:BOT …      the register of bots
serai:bots:owners                HASH bot -> its owner, where it has one
serai:owners                     HASH owner -> what is known of them, as JSON
serai:safe:tokens                HASH id -> token as JSON, with a digest of its secret; see docker/users.acl
serai:safe:tokens:used           HASH id -> the hour it was last used in
serai:safe:tokens:revoked        HASH id -> when it was revoked
serai:safe:quota:KIND:OWNER      how many of a kind an owner has had of late; expires
serai:safe:printed:VERSION       HASH "GAME_ID SEAT" -> what the bot printed there, packed; see bot_logs.py
serai:safe:printed:VERSION:order LIST of "GAME_ID SEAT SIZE", oldest first
serai:safe:printed:VERSION:size  the bytes of them all
serai:tournaments                LIST of names in order of creation
serai:deleted                    SET of names of tournaments that were deleted: none may be used again
serai:aliases                    HASH other name -> name of the tournament that is called so
serai:wanted                     HASH tournament -> as JSON: the arena is to see to it that it is played; see wanted.py
serai:audit                      LIST of what organisers did, as JSON, oldest first
serai:tournament:NAME            what was created as JSON, without its blocks but with their number
serai:tournament:NAME:history    LIST of what happened to it since, as JSON; see history.py
serai:tournament:NAME:length     how many blocks it has now, if it has got more
serai:tournament:NAME:entered    LIST of bots that were added later, as JSON
serai:tournament:NAME:not_count  bitmap: blocks that do not count, which follows from the history
serai:tournament:NAME:not_played bitmap: blocks that are not to be played, which follows from the history
serai:tournament:NAME:halt       why nothing more of it is begun
serai:tournament:NAME:notes      HASH of its deadline, its other name, and whether it is shelved
serai:tournament:NAME:blocks     LIST of packed chunks of the schedule
serai:tournament:NAME:done       bitmap: bit i is set when block i is on record
serai:tournament:NAME:facts      HASH block -> its facts by rotation, packed
serai:tournament:NAME:replays    HASH block -> its replays by rotation, packed, until they are archived
serai:tournament:NAME:signed     HASH block -> signature of its facts by who recorded them, see signing.py
serai:tournament:NAME:archived   HASH segment -> digest of the archive that holds its replays
serai:tournament:NAME:pace       HASH worker -> seconds a block took, until it is too old to matter
serai:tournament:NAME:deaths     SET of "BLOCK EXECUTION ALONE WITHHELD": executions whose worker died
serai:tournament:NAME:withheld   SET of "BLOCK BOT": who was withheld from blocks that are on record
serai:tournament:NAME:attempts   HASH "BLOCK ROTATION" -> how often a game with a remote bot was begun
serai:tournament:NAME:put_off    SET of blocks that were due when a remote bot was not there
serai:tournament:NAME:failures   HASH execution -> blocks and reason, as JSON
serai:tournament:NAME:feeding    lock of who cuts jobs
serai:tournament:NAME:fed        there while somebody cuts jobs; expires
serai:secret:NAME                what the deals of a tournament are made from; apart, for readers must not see it
serai:secret:RELAY               what lets workers in at the arenas; no tournament can be called so
serai:remote:BOT                 HASH of where a remote bot is connected; expires
serai:arenas                     HASH address of an arena -> its certificate and a name in it, as JSON
serai:safe:live:NAME:watched     there while somebody watches games of a tournament; expires
serai:safe:live:NAME:frames      ZSET time -> a table as the public sees it, as JSON, for as long as it may be delayed
serai:practice:JOB               unrated games that an author asked for, as JSON; expires
serai:practice:JOB:told          LIST of what happened in them so far, as JSON; expires
serai:handles                    counter: ranges of handles that workers were given for their games with remote bots
serai:unable                     HASH version -> why it can play nowhere, as JSON
serai:built                      SET of versions that some host has built
serai:fold:KIND:TOURNAMENTS      HASH of checkpoints: a table so far, and what it covers; see folds.py
serai:games                      ZSET, all with score 0: "GAME_ID TOURNAMENT BLOCK"
"""

from __future__ import annotations

FORMAT = "serai:format"
BOTS = "serai:bots"
DISABLED = "serai:bots:disabled"
BOT_OWNERS = "serai:bots:owners"
OWNERS = "serai:owners"
TOKENS = "serai:safe:tokens"
TOKENS_USED = "serai:safe:tokens:used"
TOKENS_REVOKED = "serai:safe:tokens:revoked"
TOURNAMENTS = "serai:tournaments"
GAMES = "serai:games"
DELETED = "serai:deleted"
ALIASES = "serai:aliases"
AUDIT = "serai:audit"
WANTED = "serai:wanted"
UNABLE = "serai:unable"
BUILT = "serai:built"
MIGRATING = "serai:migrating"
RELAY_SECRET = "serai:secret:RELAY"
ARENAS = "serai:arenas"
HANDLES = "serai:handles"


def version(name: str) -> str:
    """Return where the content of a version is."""
    return f"serai:version:{name}"


def printed(name: str, part: str = "") -> str:
    """Return where what a version printed is kept, or a part of it. Readers may not see it: docker/users.acl."""
    return f"serai:safe:printed:{name}:{part}" if part else f"serai:safe:printed:{name}"


def versions(bot: str) -> str:
    """Return where the versions of a bot are listed."""
    return f"serai:bot:{bot}"


def tournament(name: str, part: str = "") -> str:
    """Return where a tournament is, or a part of it."""
    return f"serai:tournament:{name}:{part}" if part else f"serai:tournament:{name}"


def live(name: str, part: str) -> str:
    """Return where it is what those who watch a tournament see. Readers may not: what is delayed is there already."""
    return f"serai:safe:live:{name}:{part}"


def secret(name: str) -> str:
    """Return where the secret of a tournament is. Readers read nothing that begins with serai:s: docker/users.acl."""
    return f"serai:secret:{name}"


def quota(kind: str, owner: str) -> str:
    """Return where it is counted what an owner has used up."""
    return f"serai:safe:quota:{kind}:{owner}"


def remote(bot: str) -> str:
    """Return where it is noted at which arena a remote bot is."""
    return f"serai:remote:{bot}"


def practice(job: str, part: str = "") -> str:
    """Return where unrated games are that an author asked for, or what was told of them."""
    return f"serai:practice:{job}:{part}" if part else f"serai:practice:{job}"


def fold(kind: str, tournaments: str) -> str:
    """Return where the checkpoints of a table over some tournaments are."""
    return f"serai:fold:{kind}:{tournaments}"
