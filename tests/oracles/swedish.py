"""Swedish Tables once more, as slow and literal as the written rulings: what the fast search is held against.

Shares nothing with `core.games.swedish`: sides are plain lists, every sequence of landings is walked.
"""

PATTERNS = {
    ((20, 3), (21, 3), (22, 3), (23, 3), (24, 3)): "single_crown",
    ((22, 5), (23, 5), (24, 5)): "double_crown",
    ((22, 3), (23, 5), (24, 7)): "staircase",
    ((24, 15),): "tower",
}


def facing(point):
    return point + 12 if point <= 12 else point - 12


def landings(own, foe, die):
    """(reduction, own, foe, outcome) after each landing with one die."""
    accessible = sum(1 for n in range(1, 7) if not own[n] and foe[facing(n)] <= 1)
    found = []
    for start in [0] if own[0] else [n for n in range(1, 25) if own[n]]:
        end, forced, reduction = start + die, False, 0
        if end <= 24:
            if own[end] and end <= 11:
                continue
            if foe[facing(end)] >= 2:
                low = high = end
                while low > 1 and foe[facing(low - 1)] >= 2:
                    low -= 1
                while high < 24 and foe[facing(high + 1)] >= 2:
                    high += 1
                forced = own[25] != 14 and (high - low >= 5 or (start == 0 and accessible < own[0]))
                if not forced:
                    continue
        else:
            if own[0] or any(own[1:19]) or any(own[1:start]):
                continue
            end, reduction = 25, end - 25
        mine, his = list(own), list(foe)
        mine[start] -= 1
        mine[end] += 1
        hit = end < 25 and his[facing(end)]
        if hit:
            his[0] += hit
            his[facing(end)] = 0
        found.append((reduction, tuple(mine), tuple(his), ending(mine, his, hit, forced)))
    return found


def ending(own, foe, hit, forced):
    if hit and foe[0] > sum(1 for n in range(1, 7) if not foe[n]):
        return "forced_jan" if forced else "jan"
    outcome = None
    if own[25] == 15:
        outcome = "bearing_off"
    elif not own[0] and not own[25]:
        outcome = PATTERNS.get(tuple((n, own[n]) for n in range(1, 25) if own[n]))
    return f"{outcome}_with_monk" if outcome and foe[0] else outcome


def turns(own, foe, dice):
    """Every legal (own, foe, outcome) by S4 and S5."""
    sequences = []

    def walk(mine, his, rest, used, reduction, outcome):
        following = landings(mine, his, rest[0]) if rest and outcome is None else []
        for cost, new_mine, new_his, ended in following:
            walk(new_mine, new_his, rest[1:], (*used, rest[0]), reduction + cost, ended)
        if not following and used:
            sequences.append((used, reduction, (bytes(mine), bytes(his), outcome)))

    orders = [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]
    for order in orders:
        walk(tuple(own), tuple(foe), tuple(order), (), 0, None)
    if not sequences:
        return set()
    most = max(len(used) for used, _, _ in sequences)
    kept = [sequence for sequence in sequences if len(sequence[0]) == most]
    if most == 1 and len(orders) == 2:
        kept = [each for each in kept if each[0][0] == max(dice)] or kept
    least = min(reduction for _, reduction, _ in kept)
    return {leaves for _, cost, leaves in kept if cost == least} | {
        sequence[2] for sequence in sequences if sequence[2][2]
    }
