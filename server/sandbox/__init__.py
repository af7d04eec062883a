"""Confinement of programs by strangers: bots and builds run in bubblewrap, with a filter of system calls and limits.

settings.py   how much a bot or a build may take
view.py       what of this machine is seen inside, read-only
filter.py     the filter of system calls
groups.py     control groups: memory, processor time and processes of all that a bot starts
users.py      where we are root: a user of its own for each that runs
bubblewrap.py the program, and the command line from all of this
sandbox.py    what the rest of Serai uses: is there a sandbox, which layers has it, start this in it
"""
