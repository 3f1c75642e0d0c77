"""Six-Ace once more, as slow and literal as the written rules: what the fast rules are held against.

Shares nothing with `core.games.six_ace`: each man is a letter that lies in a hand, beside it, or in the pool.
"""


def table(words):
    """The men of a position in the contract's words, each in the place where it lies."""
    hands = {seat: ["m"] * hand["men"] for seat, hand in words.items() if seat.startswith("seat")}
    aside = {seat: ["m"] * hand["off"] for seat, hand in words.items() if seat.startswith("seat")}
    return hands, aside, ["m"] * words["pool"], list(words.get("out", []))


def words(hands, aside, pool, out):
    """The contract's words of a table."""
    said = {seat: {"men": len(hands[seat]), "off": len(aside[seat])} for seat in hands}
    return said | {"pool": len(pool)} | ({"out": out} if out else {})


def neighbour(hands, seat):
    """Clockwise, the first seat with men."""
    number = int(seat[-1])
    while True:
        number = number % 5 + 1
        if hands.get(f"seat{number}"):
            return f"seat{number}"


def obeyed(position, seat, dice):
    """(position, outcome) after the dice in this order."""
    hands, aside, pool, out = table(position)
    for die in dice:
        mine = hands[seat]
        if die == 1 and mine:
            others = {name: hand for name, hand in hands.items() if name != seat}
            hands[neighbour(others, seat)].append(mine.pop())
        if die == 6 and mine:
            aside[seat].append(mine.pop())
        if die == 5 and mine:
            pool.append(mine.pop())
        if die == 2 and pool:
            mine.append(pool.pop())
    if not hands[seat]:
        out.append(seat)
    alone = len([hand for hand in hands.values() if hand]) == 1
    return words(hands, aside, pool, out), "placings" if alone else None


def throws_next(position, seat, dice):
    """The seat that throws after a throw that left this position."""
    hands = table(position)[0]
    twice = sorted(dice) != [2, 2] and (dice[0] == 2 or dice[1] == 2 or dice[0] == dice[1])
    return seat if twice and hands[seat] else neighbour(hands, seat)
