"""python -m ladder.commands: the command `serai` where it is not on the PATH."""

import sys

from ladder.commands.main import main

sys.exit(main())
