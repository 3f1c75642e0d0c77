"""Advancement from a stage to the brackets after it: the line, the play-off, the crossover, the brackets of both sides.

Swiss-then-knock-out, groups-then-knock-out and stages use it.
"""

FIRST_RULES, RULES = 1, 2
"""The numbers of the rules by which tournaments and stages began, and begin now (`Format.rules`).

By the first ones players of a consolation stood in the empty places of a stage's knock-out, a row of a crossover never
changed the rows before it, and lots put players who shared a place in a group behind each other in the table of all
stages. What began by them is played to its end by them.
"""
