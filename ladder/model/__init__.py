"""Plans, schedules, tournaments, facts and records of games: values and functions of values."""
