"""python -m serai.ladder.commands: the command `serai` where it is not on the PATH."""

import sys

from serai.command import main

sys.exit(main())
