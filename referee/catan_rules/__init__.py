"""The rules every game of the Catan family shares; nothing here knows which game it is.

A game has a record of Rules (rules.py): its data (goods, pieces, costs, target, founding), the steps of its turn and of
a seven, what may be chosen after the roll, what is awarded, and what follows a new route or settlement. Its state,
Settlers or a subclass (state.py), holds that record. What a game changes lies in its folder, in the file of the same
name: see referee/games/catan/rules.py and referee/games/cheops/rules.py.
"""
