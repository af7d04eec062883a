"""python -m serai.ladder.commands: the command `serai` where it is not on the PATH."""

import sys

from serai.ladder.commands.main import run_command_line

sys.exit(run_command_line())
