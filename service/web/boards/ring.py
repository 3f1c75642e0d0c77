"""A ring of seats round a pool: each seat with the men in hand, clockwise, the seat in view at the near side."""

from collections.abc import Mapping
from math import cos, pi, sin

from service.web.boards.checkers import Spot, dice, stack
from service.web.boards.diagram import Diagram
from service.web.boards.sentences import cube_and_dice, off, title
from service.web.boards.svg import element, group, text, text_element

SIZE, _MIDDLE, _RADIUS = 760.0, 380.0, 344.0
_SEAT_AT, _PLATE, _POOL, _MAN = 226.0, 108.0, 106.0, 17.0
_ROW, _ROWS, _GAP = 5, 2, 37.0
_ROUND, _AROUND, _IN_POOL = 18, 85.0, 13.0
_NAME = 14


def _seats(diagram: Diagram) -> list[str]:
    """The seats clockwise, from the one in view on."""
    seats = [name for name, held in diagram.position.items() if isinstance(held, Mapping)]
    first = seats.index(diagram.view) if diagram.view in seats else 0
    return seats[first:] + seats[:first]


def draw(diagram: Diagram) -> str:
    """The ring as SVG."""
    seats = _seats(diagram)
    inside = [
        text_element("title", title(diagram)),
        text_element("desc", " ".join(describe(diagram))),
        *(
            element("circle", cx=_MIDDLE, cy=_MIDDLE, r=_RADIUS + wider, cls=cls)
            for wider, cls in ((30.0, "frame"), (9.0, "inlay"), (0.0, "felt"))
        ),
        _pool(diagram),
    ]
    for place, seat in enumerate(seats):
        angle = pi / 2 + 2 * pi * place / len(seats)
        inside.append(_seat(diagram, seat, _MIDDLE + _SEAT_AT * cos(angle), _MIDDLE + _SEAT_AT * sin(angle)))
    _, eyes, played = diagram.thrown
    if eyes:
        inside.append(dice(eyes, _MIDDLE, _MIDDLE - 8, 48.0, played))
    return element(
        "svg", *inside, viewBox=f"0 0 {SIZE:g} {SIZE:g}", role="img", cls=f"board {diagram.size}", data_view=seats[0]
    )


def _pool(diagram: Diagram) -> str:
    """The men in the middle, round the dice, and how many they are."""
    count = diagram.position["pool"]
    well = element("circle", cx=_MIDDLE, cy=_MIDDLE, r=_POOL, cls="well")
    men = []
    for number in range(count):
        layer, place = divmod(number, _ROUND)
        angle = 2 * pi * place / min(_ROUND, max(count, 7)) - pi / 2
        spot = Spot(_MIDDLE + _AROUND * cos(angle), _MIDDLE + _AROUND * sin(angle), layer)
        men.append(stack("neutral", [spot], 0, _IN_POOL))
    return group(well, *men, text(str(count), _MIDDLE, _MIDDLE + 38, "no bright"), cls="pool", data_count=count)


def _seat(diagram: Diagram, seat: str, x: float, y: float) -> str:
    """A seat: its men in hand, its name with their number, and those that are off, seen from the side."""
    side = diagram.position[seat]
    men, away = side["men"], side["off"]
    plate = element("circle", cx=x, cy=y, r=_PLATE, cls="plate turn" if diagram.to_move == seat else "plate")
    hand = [stack("neutral", [Spot(x + place[0], y - 44 + place[1], layer)], 0, _MAN) for place, layer in _hand(men)]
    if diagram.card:
        label = text(str(men), x, y + 42, "number")
    else:
        name = diagram.names.get(seat) or diagram.seat_name(seat)
        short_name = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        label = text(f"{short_name} · {men}", x, y + 37, "said")
    off_ = (
        element("rect", x=x + 7.0 * (n - away / 2), y=y + 57, width=6, height=20, rx=2, cls="slab neutral")
        for n in range(away)
    )
    return group(plate, *hand, label, *off_, cls="seat", data_seat=seat, data_count=men, data_off=away or None)


def _hand(men: int) -> list[tuple[tuple[float, float], int]]:
    """Men in hand lie in two even rows, further ones on top; each place from the middle, and its layer."""
    below = min(men, _ROW * _ROWS)
    upper = below if below <= _ROW else (below + 1) // 2
    places = [((n - (upper - 1) / 2) * _GAP, 0.0) for n in range(upper)]
    places += [((n - (below - upper - 1) / 2) * _GAP, _GAP) for n in range(below - upper)]
    return [(places[number % below], number // below) for number in range(men)]


def describe(diagram: Diagram) -> list[str]:
    """The position in sentences."""
    _ = diagram.catalogue.gettext
    sentences = []
    for seat in _seats(diagram):
        side = diagram.position[seat]
        parts = [_("%(count)s in hand") % {"count": side["men"]}, *off(diagram, side["off"])]
        sentences.append(f"{diagram.seat_name(seat)}: {'; '.join(parts)}.")
    return [*sentences, _("In the pool: %(count)s.") % {"count": diagram.position["pool"]}, *cube_and_dice(diagram)]
