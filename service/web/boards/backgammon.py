"""The customary board: two halves with the bar as a column between them, and a tray for the men that are off.

White's home is near right, the points 1 to 12 run along the near side from right to left, 13 to 24 back along the far
side. Checkers lie in a row of five, further ones on top of them.
"""

from core.rules.board import SEATS
from service.web.boards import points_board, sentences
from service.web.boards.checkers import Spot, slabs
from service.web.boards.diagram import Diagram
from service.web.boards.layout import Canvas, Layout, Place
from service.web.boards.svg import element, text

_STEP, _BAR, _TRAY = 76.0, 78.0, 84.0
_HALF = 6 * _STEP
WIDTH, HEIGHT, DEPTH = 2 * _HALF + _BAR + _TRAY, 790.0, 330.0
_ROW = 5
_SLAB = 15.0
_BAR_X = _HALF + _BAR / 2
_TRAY_X = WIDTH - _TRAY / 2
_CUBE = 62.0


def facing(point: int) -> int:
    """The opponent's number of a point: both move towards each other."""
    return 25 - point


def _column(point: int) -> tuple[float, bool]:
    place = point if point <= 12 else 25 - point
    x = 2 * _HALF + _BAR - (place - 0.5) * _STEP - (_BAR if place > 6 else 0)
    return x, point <= 12


def _arrange(count: int) -> list[tuple[float, int]]:
    """Rows of five, one on top of the other."""
    return [(39 + 66.0 * (place % _ROW), place // _ROW) for place in range(count)]


def _under(canvas: Canvas) -> str:
    left = min(canvas.at(_HALF, 0)[0], canvas.at(_HALF + _BAR, 0)[0])
    bar = element("rect", x=left, y=0.0, width=_BAR, height=HEIGHT, cls="rib")
    hinge = element("line", x1=left + _BAR / 2, x2=left + _BAR / 2, y1=0.0, y2=HEIGHT, cls="hinge")
    tray = min(canvas.at(WIDTH, 0)[0], canvas.at(WIDTH - _TRAY, 0)[0])
    wood = element("rect", x=tray, y=0.0, width=_TRAY, height=HEIGHT, cls="rib")
    wells = (
        element("rect", x=tray + 12, y=top, width=_TRAY - 24, height=DEPTH, rx=5, cls="well")
        for top in (14.0, HEIGHT - DEPTH - 14)
    )
    return "".join((bar, hinge, wood, *wells))


def _waiting(canvas: Canvas, seat: str, count: int) -> list[Spot]:
    """On the bar, from its middle towards the side where they enter."""
    away = 1 if seat == SEATS[1] else -1
    places = [canvas.at(_BAR_X, HEIGHT / 2 + away * (78 + 66 * (place % 4))) for place in range(count)]
    return [Spot(*place, number // 4) for number, place in enumerate(places)]


def _borne(canvas: Canvas, seat: str, count: int) -> str:
    """In the tray on a side's own half, seen from the side, with their number."""
    if not count:
        return ""
    x, y = canvas.at(_TRAY_X, HEIGHT - 20 if seat == SEATS[0] else 20)
    up = y > HEIGHT / 2
    drawn = slabs(seat, count, x, y, _TRAY - 34, _SLAB, up)
    beyond = count * _SLAB + 22
    return drawn + text(str(count), x, y - beyond if up else y + beyond, "no bright")


def _dice(seat: str) -> Place:
    right = seat == SEATS[0]
    return (_HALF * 1.5 + _BAR if right else _HALF * 0.5), HEIGHT / 2


def _cube(owner: str | None) -> Place:
    y = {None: HEIGHT / 2, SEATS[0]: HEIGHT - _CUBE / 2 - 10, SEATS[1]: _CUBE / 2 + 10}
    return _BAR_X, y[owner]


LAYOUT = Layout(
    width=WIDTH,
    height=HEIGHT,
    depth=DEPTH,
    half=35.0,
    facing=facing,
    column=_column,
    arrange=_arrange,
    number_from=6,
    bright=frozenset(),
    under=_under,
    waiting=_waiting,
    borne=_borne,
    dice=_dice,
    cube=_cube,
    way_out=lambda seat: (_TRAY_X, HEIGHT * (0.68 if seat == SEATS[0] else 0.32)),
)


def draw(diagram: Diagram) -> str:
    """The board as SVG."""
    return points_board.draw(diagram, LAYOUT)


def describe(diagram: Diagram) -> list[str]:
    """The position in sentences."""
    return sentences.sentences(diagram)
