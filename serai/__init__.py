"""The public Python package of Serai: what a bot imports.

import serai
from serai.v1 import yspahan_pb2 as y

class First(serai.Bot):
    games = ("yspahan",)

    def choose(self, table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
        return options[0]

if __name__ == "__main__":
    First().run()
"""

TYPE_CHECKING = False  # as typing has it, which would take its time to load

if TYPE_CHECKING:
    from serai.bot import Bot
    from serai.games import EVERY_GAME
    from serai.rl import env as env  # not in __all__: it needs serai[rl]
    from serai.table import Luck, Result, Table

__all__ = ["EVERY_GAME", "Bot", "Luck", "Result", "Table"]

_PLACES = {
    "Bot": "bot",
    "EVERY_GAME": "games",
    "Luck": "table",
    "Result": "table",
    "Table": "table",
    "env": "rl",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load what a bot needs when it is first asked for: the command `serai` has no use for it."""
        from importlib import import_module

        if name not in _PLACES:
            raise AttributeError(f"module 'serai' has no attribute {name!r}")
        return getattr(import_module(f"serai.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
