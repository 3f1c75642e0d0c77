"""The middle of a tournament's picture: medals, standings, groups, matches, a bracket."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from service.web.boards.svg import element
from service.web.pages.pictures.sheet import BOTTOM, CARD, FELT, INK, INNER, LINE, MARGIN, SOFT, TOP, WIDTH, text

Json = Mapping[str, Any]

SLOTS = 4
"""The most matches below each other in a round of a bracket."""
ROWS, _GROUPS, _GROUP_ROWS = 6, 4, 3
_NUMBER = 200
_MEDALS = {1: ("#e2bf63", "#8a6a14", INK), 2: ("#f3ead6", "#8d7a5b", INK), 3: ("#6b4527", "#3a2413", "#f3ead6")}
"""The medals, which are checkers: their ground, their edge, and their number."""


def medals(places: Sequence[tuple[int, str, str]], room: float) -> str:
    """The first places: rank, names, and what the place is called."""
    drawn = []
    y = TOP + 56
    for rank, names, word in places:
        ground, edge, ink = _MEDALS[rank]
        drawn += [
            element("circle", cx=MARGIN + 40, cy=float(y), r=38, fill=ground, stroke=edge, stroke_width=4),
            element("circle", cx=MARGIN + 40, cy=float(y), r=30, fill="none", stroke=edge, stroke_width=2),
            text(str(rank), MARGIN + 40, y + 14, 60, 40, bold=True, fill=ink, anchor="middle"),
            text(names, MARGIN + 104, y + 8, room - 104, 34 if ", " in names else 48 if rank == 1 else 38, bold=True),
            text(word, MARGIN + 104, y + 38, room - 104, 24, fill=SOFT),
        ]
        y += 106
    return "".join(drawn)


def named(found: Iterable[tuple[str, str]], x: float, room: float) -> str:
    """Parts of a tournament with their winners."""
    return "".join(
        text(part, x, TOP + 34 + 84 * place, room, 24, fill=SOFT)
        + text(name, x, TOP + 68 + 84 * place, room, 32, bold=True)
        for place, (part, name) in enumerate(found)
    )


def standings(table: Json, most: int = ROWS) -> str:
    """The first rows of a table, with the number that decides first."""
    heads = (_("Played"), *(column["name"].partition(":")[0] for column in table["columns"][:1]))
    rows = [
        (str(row["rank"]), row["name"], *map(str, (row["played"], *row["cells"][:1])), row["rank"] == 1)
        for row in table["rows"][:most]
    ]
    return ranked(heads, rows)


def ranked(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Rows of a rank, a name, a cell for each of the heads, and true for one that is first."""
    drawn = []
    edges = [WIDTH - MARGIN - _NUMBER * (len(heads) - place - 1) for place in range(len(heads))]
    room = edges[0] - _NUMBER - MARGIN
    for word, x in zip(heads, edges, strict=True):
        drawn.append(text(word, x, TOP + 10, _NUMBER - 20, 24, fill=SOFT, anchor="end"))
    for place, (rank, name, *cells, first) in enumerate(rows):
        y = TOP + 58 + 50 * place
        drawn.append(text(rank, MARGIN + 44, y, 60, 36, fill=SOFT, anchor="end"))
        drawn.append(text(name, MARGIN + 72, y, room - 72, 36, bold=first))
        for cell, x in zip(cells, edges, strict=True):
            drawn.append(text(cell, x, y, _NUMBER - 20, 36, anchor="end"))
    return "".join(drawn)


def groups(found: Sequence[Json]) -> str:
    """The first rows of some groups, two beside each other."""
    room = (INNER - 60) / 2
    drawn = []
    for place, table in enumerate(found[:_GROUPS]):
        x, y = MARGIN + (place % 2) * (room + 60), TOP + 26 + (place // 2) * 166
        drawn.append(text(table["name"], x, y, room, 26, fill=SOFT))
        for line, row in enumerate(table["rows"][:_GROUP_ROWS]):
            drawn.append(text(f"{row['rank']}", x + 22, y + 40 * (line + 1), 40, 30, fill=SOFT, anchor="end"))
            drawn.append(text(row["name"], x + 40, y + 40 * (line + 1), room - 110, 30, bold=not line))
            drawn.append(text(f"{row['won']}/{row['played']}", x + room, y + 40 * (line + 1), 70, 30, anchor="end"))
    return "".join(drawn)


def places(rows: Sequence[tuple[int, str]], x: float, room: float) -> str:
    """Places behind the first three, each with a name."""
    drawn = []
    for place, (rank, name) in enumerate(rows[:ROWS]):
        y = TOP + 44 + 52 * place
        drawn.append(text(str(rank), x + 44, y, 60, 30, fill=SOFT, anchor="end"))
        drawn.append(text(name, x + 64, y, room - 64, 30))
    return "".join(drawn)


def matches(rows: Sequence[Json], most: int = ROWS) -> str:
    """Some matches of a round with their results, each on a line."""
    middle, drawn = WIDTH / 2, []
    side = INNER / 2 - 90
    for place, row in enumerate([each for each in rows if "names" in each][:most]):
        y = TOP + 34 + 53 * place
        for number, (name, x, anchor) in enumerate(
            zip(row["names"], (middle - 90, middle + 90), ("end", "start"), strict=True)
        ):
            drawn.append(text(name, x, y, side, 34, bold=row["winner"] == number, anchor=anchor))
        words = row["score"] or row["word"]
        fill = FELT if words else SOFT
        drawn.append(text(words or "–", middle, y, 150, 34, bold=bool(words), fill=fill, anchor="middle"))
    return "".join(drawn)


def bracket(rounds: Sequence[tuple[str, Sequence[Json]]]) -> str:
    """Rounds of a bracket beside each other: a box for each match, between the two that lead to it."""
    gap = 26
    column = (INNER - gap * (len(rounds) - 1)) / len(rounds)
    drawn = []
    for number, (title, slots) in enumerate(rounds):
        x = MARGIN + number * (column + gap)
        drawn.append(text(title, x, TOP + 8, column, 24, fill=SOFT))
        height = (BOTTOM - TOP - 20) / max(1, len(slots))
        for place, slot in enumerate(slots):
            drawn.append(_slot(slot, x, TOP + 20 + height * (place + 0.5) - 36, column))
    return "".join(drawn)


def _slot(slot: Json, x: float, y: float, room: float) -> str:
    place = {"x": float(x), "y": float(y), "width": float(room), "height": 72}
    drawn = [element("rect", rx=8, fill=CARD, stroke=LINE, stroke_width=2, **place)]
    decided = any(seat["won"] for seat in slot["seats"])
    for number, seat in enumerate(slot["seats"]):
        base, won = y + 29 + 32 * number, seat["won"]
        score = "" if seat["score"] is None else str(seat["score"])
        fill = SOFT if decided and not won else INK
        drawn.append(text(seat["name"], x + 14, base, room - (68 if score else 28), 25, bold=won, fill=fill))
        drawn.append(text(score, x + room - 14, base, 36, 25, bold=won, anchor="end"))
    return "".join(drawn)
