"""Half a board, on which men never move: six points on each side, with the men still stacked and those laid down.

Both sides count from right to left as White sees it. Next to the edge lies a pile: the bottom man with those that are
still to be laid down; beyond it lie the men that were.
"""

from collections import Counter

from core.events import Point
from core.rules.board import OFF, SEATS, other
from service.web.boards.checkers import Spot, dice, slabs, stack
from service.web.boards.diagram import CARD, FULL, PHONE, Diagram, LastPlay
from service.web.boards.sentences import cube_and_dice, off, title
from service.web.boards.svg import element, group, polygon, text, text_element

_STEP, _TRAY = 104.0, 90.0
_POINTS = 6 * _STEP
WIDTH, HEIGHT, DEPTH = _POINTS + _TRAY, 620.0, 230.0
_FRAME = {CARD: 16.0, PHONE: 40.0, FULL: 36.0}
_DIE = {CARD: 78.0, PHONE: 62.0, FULL: 54.0}
_SLAB, _WELL = 15.0, 270.0
_FIRST, _NEXT = 50.0, 73.0
_LOOSE = 2
"""Layers to a stacked man, so that a pile is seen to be one."""


def draw(diagram: Diagram) -> str:
    """The half board as SVG."""
    frame = _FRAME[diagram.size]
    inside = [text_element("title", title(diagram)), text_element("desc", " ".join(describe(diagram)))]
    for wider, rounded, cls in (
        (frame, frame * 0.4, "frame"),
        (frame * 0.3, frame * 0.12, "inlay"),
        (0.0, 0.0, "felt"),
    ):
        inside.append(
            element("rect", x=-wider, y=-wider, width=WIDTH + 2 * wider, height=HEIGHT + 2 * wider, rx=rounded, cls=cls)
        )
    left = 0.0 if diagram.view != SEATS[0] else _POINTS
    inside.append(element("rect", x=left, y=0.0, width=_TRAY, height=HEIGHT, cls="rib"))
    inside += [
        element("rect", x=left + 10, y=top, width=_TRAY - 20, height=_WELL, rx=5, cls="well")
        for top in (8.0, HEIGHT - _WELL - 8)
    ]
    inside += [_point(diagram, seat, point, frame) for seat in SEATS for point in range(1, 7)]
    inside += [_borne(diagram, seat) for seat in SEATS]
    inside += [_play(diagram, play, at) for at, play in enumerate(diagram.plays)]
    seat, eyes, played = diagram.thrown
    if eyes:
        x, y = _at(diagram, _POINTS * (0.7 if seat == SEATS[0] else 0.3), HEIGHT / 2)
        inside.append(dice(eyes, x, y, _DIE[diagram.size], played))
    box = f"{-frame:g} {-frame:g} {WIDTH + 2 * frame:g} {HEIGHT + 2 * frame:g}"
    return element("svg", *inside, viewBox=box, role="img", cls=f"board {diagram.size}", data_view=diagram.view)


def _at(diagram: Diagram, x: float, y: float) -> tuple[float, float]:
    return (x, y) if diagram.view == SEATS[0] else (WIDTH - x, HEIGHT - y)


def _beside(diagram: Diagram, seat: str, point: int, along: float) -> tuple[float, float]:
    return _at(diagram, _POINTS - (point - 0.5) * _STEP, HEIGHT - along if seat == SEATS[0] else along)


def _point(diagram: Diagram, seat: str, point: int, frame: float) -> str:
    """A point of a side, in its colour, with its pile and the men laid down."""
    side = diagram.position[seat]
    count, stacked = (side[row].get(str(point), 0) for row in ("points", "stacked"))
    x, edge = _beside(diagram, seat, point, 0)
    tip = _beside(diagram, seat, point, DEPTH)
    parts = [polygon([(x - 46, edge), (x + 46, edge), tip], "red" if (point % 2) == (seat == SEATS[0]) else "light")]
    if not diagram.card:
        parts.append(text(str(point), *_beside(diagram, seat, point, -frame / 2), "no"))
    if count:
        pile = [Spot(*_beside(diagram, seat, point, _FIRST), layer * _LOOSE) for layer in range(stacked + 1)]
        laid = [Spot(*_beside(diagram, seat, point, _FIRST + _NEXT * n)) for n in range(1, count - stacked)]
        parts += [stack(seat, laid), stack(seat, pile, len(pile) if stacked else 0)]
    if _played(diagram, seat, point):
        ring = _beside(diagram, seat, point, DEPTH + 14)
        parts.append(element("circle", cx=ring[0], cy=ring[1], r=9.0, cls="end"))
    return group(*parts, cls="point", data_point=point, data_seat=seat, data_count=count or None)


def _played(diagram: Diagram, seat: str, point: int) -> bool:
    """True if the last play took a man of this side's point, the opponent's part in it included."""
    last = diagram.last
    return last is not None and any(
        landing[0] == point and (last.by == seat) == (len(landing) == 2) for landing in last.moves
    )


def _play(diagram: Diagram, play: LastPlay, number: int) -> str:
    """The way of each man of a play that is pointed at: from its pile to its place, or off the board."""
    ways = []
    moved: Counter[tuple[str, Point]] = Counter()
    for start, end, *by in play.moves:
        seat = other(play.by) if by else play.by
        side = diagram.position[seat]
        laid = side["points"].get(str(start), 0) - side["stacked"].get(str(start), 0)
        earlier = moved[seat, start]
        moved[seat, start] += 1
        outermost = _beside(diagram, seat, int(start), _FIRST + _NEXT * (laid - 1 - earlier))
        pile, place = (_beside(diagram, seat, int(start), _FIRST + _NEXT * n) for n in (0, laid + earlier))
        begin, stop = (outermost, _beyond(diagram, seat)) if end == OFF else (pile, place)
        ways.append(element("path", d=f"M{begin[0]:g} {begin[1]:g}L{stop[0]:g} {stop[1]:g}", cls="way"))
        ways.append(element("circle", cx=stop[0], cy=stop[1], r=9.0, cls="end"))
    return group(*ways, cls="play", data_play=number)


def _beyond(diagram: Diagram, seat: str) -> tuple[float, float]:
    """The place of a side's men that are off."""
    return _at(diagram, WIDTH - _TRAY / 2, HEIGHT - 14 if seat == SEATS[0] else 14)


def _borne(diagram: Diagram, seat: str) -> str:
    count = diagram.position[seat]["off"]
    x, y = _beyond(diagram, seat)
    up = y > HEIGHT / 2
    drawn = slabs(seat, count, x, y, _TRAY - 30, _SLAB, up)
    beyond = count * _SLAB + 20
    label = text(str(count), x, y - beyond if up else y + beyond, "no bright") if count else ""
    return group(drawn + label, cls="off", data_seat=seat, data_count=count or None)


def describe(diagram: Diagram) -> list[str]:
    """The position in sentences."""
    return [f"{diagram.seat_name(seat)}: {'; '.join(_side(diagram, seat))}." for seat in SEATS] + cube_and_dice(diagram)


def _side(diagram: Diagram, seat: str) -> list[str]:
    _, side = diagram.catalogue.gettext, diagram.position[seat]
    parts = []
    for point, count in sorted(side["points"].items()):
        stacked = side["stacked"].get(point, 0)
        both = _("%(count)s on %(point)s, %(stacked)s of them stacked") if stacked else _("%(count)s on %(point)s")
        parts.append(both % {"count": count, "point": point, "stacked": stacked})
    return [", ".join(parts) or _("nothing on the points"), *off(diagram, side["off"])]
