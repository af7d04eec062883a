"""What every game stands on: the agenda, luck, tables, notation and errors."""
