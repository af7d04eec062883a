"""A program that tries to get out. It runs inside, knows where things lie outside, and says what each attempt got.

It is given the attempts by name and the stage as JSON, and prints a line of JSON for each: its name, and what it got,
empty if nothing. Standard library only, and nothing of Serai.
"""

from escapes.prisoner import channels, kernel, others, outside, taking
from escapes.prisoner.tools import ATTEMPTS, NO_GROUP

__all__ = ["ATTEMPTS", "NO_GROUP", "channels", "kernel", "others", "outside", "taking"]
