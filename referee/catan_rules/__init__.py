"""The rules every game of the Catan family shares; a game adds its data and the steps it puts on the agenda."""
