"""The board of Swedish Tables as the official rules describe it: long sides twice the short ends, two short ribs.

White's points 1 to 12 run along the far side from right to left, 13 to 24 along the near side from left to right.
Checkers lie two on a point, further ones on top of these, an odd one over both; those off the board by a hit or by
force lie in its middle.
"""

from core.rules.board import SEATS, parallel
from service.web.boards import points_board, sentences
from service.web.boards.checkers import Spot, slabs
from service.web.boards.diagram import Diagram
from service.web.boards.layout import Canvas, Layout, Place
from service.web.boards.svg import element, text

WIDTH, HEIGHT, DEPTH = 1040.0, 520.0, 187.0
_STEP = WIDTH / 12
_FIRST, _SECOND = 40.0, 111.0
_RIB = 156.0
_SLAB = 9.0


def _column(point: int) -> tuple[float, bool]:
    if point <= 12:
        return WIDTH - (point - 0.5) * _STEP, False
    return (point - 12.5) * _STEP, True


def _arrange(count: int) -> list[tuple[float, int]]:
    """Two even stacks; an odd checker lies over both, except the first."""
    laid = [((_FIRST, _SECOND)[place % 2], place // 2) for place in range(count)]
    if count % 2 and count > 1:
        laid[-1] = ((_FIRST + _SECOND) / 2, count // 2)
    return laid


def _ribs(_canvas: Canvas) -> str:
    x = WIDTH / 2 - 6
    return element("rect", x=x, y=0.0, width=12.0, height=_RIB, rx=5, cls="rib") + element(
        "rect", x=x, y=HEIGHT - _RIB, width=12.0, height=_RIB, rx=5, cls="rib"
    )


def _waiting(canvas: Canvas, seat: str, count: int) -> list[Spot]:
    """In the middle of the board: one stack, or one above the other if both sides have men there."""
    both = all(canvas.side(each)["bar"] for each in SEATS)
    far = seat != canvas.diagram.view
    y = HEIGHT / 2 + (0 if not both else -37 if far else 37)
    return [Spot(WIDTH * 0.44, y, layer) for layer in range(count)]


def _way_out(seat: str) -> Place:
    x, near = _column(24 if seat == SEATS[0] else parallel(24))
    return (x + 60 if near else x - 60), HEIGHT * (0.72 if near else 0.28)


def _borne(canvas: Canvas, seat: str, count: int) -> str:
    """In the frame beside the last point, seen from the side, with their number."""
    if not count:
        return ""
    white = seat == SEATS[0]
    frame = 8.0 if canvas.diagram.card else 18.0
    x, y = canvas.at(WIDTH + frame if white else -frame, HEIGHT - 8 if white else 8)
    up = y > HEIGHT / 2
    drawn = slabs(seat, count, x, y, frame * 1.3, _SLAB, up)
    if canvas.diagram.card:
        return drawn
    beyond = count * _SLAB + 16
    return drawn + text(str(count), x, y - beyond if up else y + beyond, "no bright")


LAYOUT = Layout(
    width=WIDTH,
    height=HEIGHT,
    depth=DEPTH,
    half=40.0,
    facing=parallel,
    column=_column,
    arrange=_arrange,
    number_from=5,
    bright=frozenset({1, 12, 13, 24}),
    under=_ribs,
    waiting=_waiting,
    borne=_borne,
    dice=lambda seat: (WIDTH * (0.74 if seat == SEATS[0] else 0.26), HEIGHT / 2),
    cube=lambda _owner: (WIDTH * 0.1, HEIGHT / 2),
    way_out=_way_out,
    names_bar=True,
    home=1,
    head=12,
)


def draw(diagram: Diagram) -> str:
    """The board as SVG."""
    return points_board.draw(diagram, LAYOUT)


def describe(diagram: Diagram) -> list[str]:
    """The position in sentences."""
    return sentences.sentences(diagram, LAYOUT.home, LAYOUT.head)
