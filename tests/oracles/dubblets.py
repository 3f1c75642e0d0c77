"""Dubblets once more, as slow and literal as the written rules: what the fast rules are held against.

Shares nothing with `core.games.dubblets`: every man is a thing of its own, `[point, place]` with the places `stacked`,
`down` and `off`, and every choice of men is walked.
"""

from itertools import combinations, permutations


def men(points, stacked):
    """The fifteen men of a side from its counts by point."""
    found = []
    for point in range(1, 7):
        found += [(point, "stacked")] * stacked.get(point, 0)
        found += [(point, "down")] * (points.get(point, 0) - stacked.get(point, 0))
    return found + [(0, "off")] * (15 - len(found))


def counts(side):
    """The visible men of a side: (point, place) in order."""
    return tuple(sorted(side))


def moved(side, old, new):
    side = list(side)
    side.remove(old)
    return [*side, new]


def turns(own, foe, dice):
    """Every distinct (own, foe, outcome) that a throw can leave; none if no man of either player is touched."""
    leaves = set()
    if dice[0] == dice[1]:
        laying = any(place == "stacked" for _, place in own)
        able = [man for man in own if man[1] == ("stacked" if laying else "down")]
        for chosen in set(combinations(sorted(able), min(len(able), dice[0] + dice[1]))):
            mine = list(own)
            for point, place in chosen:
                mine = moved(mine, (point, place), (point, "down") if laying else (0, "off"))
            leaves.add((counts(mine), counts(foe)))
    else:
        for order in permutations(dice):
            mine, his = list(own), list(foe)
            for die in order:
                if any(place == "stacked" for _, place in mine):
                    if (die, "stacked") in mine:
                        mine = moved(mine, (die, "stacked"), (die, "down"))
                    elif (die, "stacked") in his:
                        his = moved(his, (die, "stacked"), (die, "down"))
                elif (die, "down") in mine:
                    mine = moved(mine, (die, "down"), (0, "off"))
            leaves.add((counts(mine), counts(his)))
    leaves.discard((counts(own), counts(foe)))
    return {(mine, his, "borne_off" if set(mine) == {(0, "off")} else None) for mine, his in leaves}
