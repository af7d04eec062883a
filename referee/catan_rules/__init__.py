"""The rules every game of the Catan family shares; nothing here knows which game it is.

A game is a subclass of Settlers (state.py) with a Rules record: its data (goods, pieces, costs, target, founding), the
steps of its turn and of a seven, what may be chosen after the roll, what is awarded, and what follows a new route or
settlement. It adds steps, choices and awards of its own beside its map: see referee/games/catan/game.py and
referee/games/cheops/game.py, which differ in nothing else.
"""
