"""A board of twenty-four points with its men, its dice and its last play, whatever its layout."""

from collections.abc import Iterator
from itertools import pairwise

from core.events import Landing, Point
from core.rules.board import BAR, OFF, SEATS
from service.web.boards.checkers import Moved, cube, dice, stack
from service.web.boards.diagram import CARD, FULL, PHONE, Diagram, LastPlay
from service.web.boards.layout import Canvas, Layout, Place
from service.web.boards.sentences import sentences, title
from service.web.boards.svg import element, group, polygon, text, text_element

POINTS = range(1, 25)
_FRAME = {CARD: 16.0, PHONE: 44.0, FULL: 36.0}
_DIE = {CARD: 78.0, PHONE: 62.0, FULL: 54.0}


def draw(diagram: Diagram, layout: Layout) -> str:
    """The whole board as SVG."""
    canvas, frame, size = Canvas(layout, diagram), _FRAME[diagram.size], (layout.width, layout.height)
    inside = [
        text_element("title", title(diagram)),
        text_element("desc", " ".join(sentences(diagram, layout.home, layout.head))),
        _sheet(size, frame, frame * 0.4, "frame"),
        _sheet(size, frame * 0.3, frame * 0.12, "inlay"),
        _sheet(size, 0.0, 0.0, "felt"),
        layout.under(canvas),
        *(_point(canvas, point, frame) for point in POINTS),
        _path(canvas, diagram.last, cls="last") if diagram.last else "",
        *(_path(canvas, play, cls="play", data_play=at) for at, play in enumerate(diagram.plays)),
        *(_waiting(canvas, seat) for seat in SEATS),
        *(_borne(canvas, seat) for seat in SEATS),
        _targets(canvas),
        _thrown(canvas),
    ]
    if diagram.cube is not None:
        inside.append(cube(diagram.cube.value, *canvas.at(*layout.cube(diagram.cube.owner)), _DIE[diagram.size]))
    box = f"{-frame:g} {-frame:g} {layout.width + 2 * frame:g} {layout.height + 2 * frame:g}"
    return element("svg", *inside, viewBox=box, role="img", cls=f"board {diagram.size}", data_view=diagram.view)


def _sheet(size: Place, wider: float, rounded: float, cls: str) -> str:
    width, height = (length + 2 * wider for length in size)
    return element("rect", x=-wider, y=-wider, width=width, height=height, rx=rounded, cls=cls)


# ── points ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def _point(canvas: Canvas, point: int, frame: float) -> str:
    """A point in its colour, its number for the seat whose play is shown, and the men on it."""
    diagram, layout = canvas.diagram, canvas.layout
    own = canvas.numbered(diagram.view, point)
    x, near = layout.column(point)
    edge, tip = (layout.height, layout.height - layout.depth) if near else (0.0, layout.depth)
    shape = [canvas.at(x - layout.half, edge), canvas.at(x + layout.half, edge), canvas.at(x, tip)]
    parts = [polygon(shape, "red" if point % 2 else "light")]
    if not diagram.card:
        bright = " bright" if point in layout.bright else ""
        counted = canvas.numbered(diagram.numbered, point)
        parts.append(text(str(counted), *canvas.beside(point, -frame / 2), f"no{bright}"))
    seat, count = canvas.men(point)
    if seat is not None:
        number = count if count >= layout.number_from else 0
        parts.append(stack(seat, canvas.spots(point, count), number, moved=_came_from(canvas, seat, point)))
    return group(*parts, cls="point", data_point=own, data_seat=seat, data_count=count or None)


def _waiting(canvas: Canvas, seat: str) -> str:
    """A side's men on the bar."""
    if not (count := canvas.side(seat)["bar"]):
        return group(cls="bar", data_seat=seat)
    spots = canvas.layout.waiting(canvas, seat, count)
    number = count if count >= canvas.layout.number_from or (canvas.diagram.card and count > 1) else 0
    parts = [stack(seat, spots, number)]
    if canvas.layout.names_bar and not canvas.diagram.card:
        label = canvas.diagram.catalogue.gettext("on the bar %(count)s") % {"count": count}
        x = max(spot.x for spot in spots)
        parts.append(text(label, x + 46, spots[0].y, "said", anchor="start"))
    return group(*parts, cls="bar", data_seat=seat, data_count=count)


def _borne(canvas: Canvas, seat: str) -> str:
    count = canvas.side(seat)["off"]
    return group(canvas.layout.borne(canvas, seat, count), cls="off", data_seat=seat, data_count=count or None)


def _targets(canvas: Canvas) -> str:
    """Rings where the side to move may land."""
    seat = canvas.diagram.to_move
    if seat is None or not canvas.diagram.targets:
        return ""
    places = (_where(canvas, seat, point) for point in canvas.diagram.targets)
    return group(*(element("circle", cx=x, cy=y, r=17.0, cls="target") for x, y in places), cls="targets")


# ── the last play ────────────────────────────────────────────────────────────────────────────────────────────────────
def _where(canvas: Canvas, seat: str, point: Point) -> Place:
    """The place of a point, of the bar, or of the way out, in the numbering of a seat."""
    if point == BAR:
        spots = canvas.layout.waiting(canvas, seat, 1)
        return spots[0].x, spots[0].y
    if point == OFF:
        return canvas.at(*canvas.layout.way_out(seat))
    return canvas.tip(canvas.numbered(seat, int(point)))


def _journeys(moves: tuple[Landing, ...]) -> Iterator[list[Point]]:
    """The ways of single checkers: a landing that begins where the one before ended goes on with it."""
    way: list[Point] = []
    for start, end, *_ in moves:
        if way and way[-1] == start:
            way.append(end)
        else:
            if way:
                yield way
            way = [start, end]
    if way:
        yield way


def _path(canvas: Canvas, play: LastPlay, **attributes: str | int) -> str:
    """Each checker's way in a play, dotted, with a dot where it lands."""
    drawn = []
    for way in dict.fromkeys(map(tuple, _journeys(play.moves))):
        stops = [_where(canvas, play.by, point) for point in way]
        for start, end in pairwise(stops):
            drawn.append(element("path", d=_arc(canvas, start, end), cls="way"))
        drawn += [element("circle", cx=x, cy=y, r=5.0, cls="touch") for x, y in stops[1:-1]]
        drawn.append(element("circle", cx=stops[-1][0], cy=stops[-1][1], r=9.0, cls="end"))
    return group(*drawn, **attributes)


def _arc(canvas: Canvas, start: Place, end: Place) -> str:
    """A straight way across the board; along one side it bends round the men between."""
    middle = canvas.layout.height / 2
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if (start[1] - middle) * (end[1] - middle) > 0:
        between = [
            place[1]
            for place in map(canvas.tip, POINTS)
            if min(start[0], end[0]) < place[0] < max(start[0], end[0]) and (place[1] - middle) * (y - middle) > 0
        ]
        highest = min([abs(place - middle) for place in between], default=abs(y - middle))
        bend = max(24 + abs(start[0] - end[0]) * 0.2, 2 * (abs(y - middle) - highest))
        y += min(bend, 2 * abs(y - middle)) * (1 if y < middle else -1)
    return f"M{start[0]:.1f} {start[1]:.1f}Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}"


def _came_from(canvas: Canvas, seat: str, point: int) -> Moved | None:
    """The origin of the checker on top of a point, if the last play brought it."""
    last = canvas.diagram.last
    if last is None or last.by != seat:
        return None
    own = canvas.numbered(seat, point)
    start = next((way[0] for way in _journeys(last.moves) if way[-1] == own), None)
    return None if start is None else Moved(*_where(canvas, seat, start))


def _thrown(canvas: Canvas) -> str:
    seat, eyes, played = canvas.diagram.thrown
    if not eyes:
        return ""
    x, y = canvas.at(*canvas.layout.dice(seat or SEATS[0]))
    return dice(eyes, x, y, _DIE[canvas.diagram.size], played)
