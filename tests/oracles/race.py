"""The backgammon family once more, as slow and literal as the written rules: what the fast search is held against.

Shares nothing with `core.rules.race`: a side is a list of 26 counts (0 off, 1 to 24, 25 the bar), every order of the
numbers and every sequence of landings is walked. Sides go in and come out as the bytes of a `Position` (0 bar, 25 off).
"""

from itertools import permutations

GAMES = {"backgammon", "dutch", "irish", "tick-tack", "english"}


def numbers(game, dice, options):
    """The single moves of a throw."""
    if game == "english":
        return [*dice, 6] if options.get("dice", "two_plus_six") == "two_plus_six" else list(dice)
    doubled = dice[0] == dice[1] and not (game == "irish" and options.get("preset") == "historical")
    return [dice[0]] * 4 if doubled else list(dice)


def landings(game, own, foe, die, options):
    """(own, foe) after each landing with one die."""
    found = []
    for start in range(1, 26):
        if not own[start]:
            continue
        if own[25] and start != 25 and options.get("entry") != "free":
            continue
        end = start - die
        if end <= 0:
            if game == "tick-tack" or any(own[7:]) or (end < 0 and any(own[start + 1 :])):
                continue
            end = 0
        mine, his = list(own), list(foe)
        if end:
            met = his[25 - end]
            if met >= 2 or (met and options.get("hit_after_home") and not any(own[0:7])):
                continue
            his[25 - end] -= met
            his[25] += met
        mine[start] -= 1
        mine[end] += 1
        found.append((tuple(mine), tuple(his)))
    return found


def ending(game, own, foe, options):
    """The ending of a game by the mover's landing."""
    if game == "tick-tack":
        return "table_filled" if all(count >= options.get("fill", 1) for count in own[1:7]) else None
    if own[0] < 15:
        return None
    if foe[0] or options.get("preset") == "historical":
        return "single"
    return "backgammon" if any(foe[19:]) else "gammon"


def can_fill(own, fill):
    """True if each place of the home table, highest first, gets a man of its own who stands there or further back."""
    men = [point for point in range(26) for _ in range(own[point])]
    for place in (point for point in range(6, 0, -1) for _ in range(fill)):
        fit = [man for man in men if man >= place]
        if not fit:
            return False
        men.remove(max(fit))
    return True


def can_hit(own, foe):
    """True if some man may still meet an enemy: it stands behind the enemy, who is not shut up with all their men."""
    if own[1] == 15 or foe[1] == 15:
        return False
    return any(own[mine] and foe[his] and mine + his > 25 for mine in range(1, 26) for his in range(1, 26))


def is_void(own, foe, fill):
    return not (can_fill(own, fill) or can_fill(foe, fill) or can_hit(own, foe))


def turns(game, own, foe, dice, options):
    """Every legal (own, foe, outcome)."""
    root = _turned(own), _turned(foe)
    sequences = set()

    def walk(mine, his, rest, used):
        outcome = ending(game, mine, his, options)
        following = landings(game, mine, his, rest[0], options) if rest and not outcome else []
        for after in following:
            walk(*after, rest[1:], (*used, rest[0]))
        if not following and used:
            sequences.add((used, mine, his, outcome))

    for order in set(permutations(numbers(game, dice, options))):
        walk(*root, order, ())
    if not sequences:
        return set()
    most = max(len(used) for used, *_ in sequences)
    eyes = max(sum(used) for used, *_ in sequences if len(used) == most)
    legal = set()
    for used, mine, his, outcome in sequences:
        if (len(used), sum(used)) == (most, eyes) or outcome:
            if game == "tick-tack" and not outcome and not is_void(*root, options.get("fill", 1)):
                outcome = "void" if is_void(mine, his, options.get("fill", 1)) else None
            legal.add((_turned(mine), _turned(his), outcome))
    return legal


def _turned(side):
    return bytes([side[25], *side[1:25], side[0]])
