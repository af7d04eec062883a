"""Pure rules and match keeping: standard library only, no I/O, told the time."""
