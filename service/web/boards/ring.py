"""A ring of seats round a pool: each seat with the men in hand, clockwise, the seat in view at the near side."""

from math import cos, pi, sin, sqrt

from service.web.boards.men import Spot, dice, slabs, stack
from service.web.boards.scene import Scene
from service.web.boards.svg import element, group, text, told
from service.web.boards.words import cube_and_dice, off, title

SIZE, _MIDDLE, _RADIUS = 760.0, 380.0, 344.0
_SEAT_AT, _POOL, _MAN, _IN_POOL = 232.0, 100.0, 19.0, 14.0
_ROW, _ROWS, _GAP = 6, 2, 42.0
_GOLDEN = pi * (3 - sqrt(5))
_NAME = 18


def _seats(scene: Scene) -> list[str]:
    """The seats clockwise, from the one in view on."""
    seats = [name for name in scene.position if name != "pool"]
    first = seats.index(scene.view) if scene.view in seats else 0
    return seats[first:] + seats[:first]


def draw(scene: Scene) -> str:
    """The ring as SVG."""
    seats = _seats(scene)
    inside = [
        told("title", title(scene)),
        told("desc", " ".join(in_words(scene))),
        *(element("circle", cx=_MIDDLE, cy=_MIDDLE, r=_RADIUS + wider, cls=cls) for wider, cls in (
            (30.0, "frame"), (9.0, "inlay"), (0.0, "felt"))),
        _pool(scene),
    ]  # fmt: skip
    for place, seat in enumerate(seats):
        angle = pi / 2 + 2 * pi * place / len(seats)
        inside.append(_seat(scene, seat, _MIDDLE + _SEAT_AT * cos(angle), _MIDDLE + _SEAT_AT * sin(angle)))
    _, eyes, played = scene.thrown
    if eyes:
        inside.append(dice(eyes, _MIDDLE, _MIDDLE, 78.0 if scene.card else 58.0, played))
    return element("svg", *inside, viewBox=f"0 0 {SIZE:g} {SIZE:g}", role="img", cls=f"board {scene.size}",
                   data_view=seats[0])  # fmt: skip


def _pool(scene: Scene) -> str:
    """The men in the middle, and how many they are."""
    count = scene.position["pool"]
    well = element("circle", cx=_MIDDLE, cy=_MIDDLE, r=_POOL, cls="well")
    far = _POOL - _IN_POOL - 6
    men = []
    for number in range(count):
        away, angle = far * sqrt((number + 0.5) / count), number * _GOLDEN
        men.append(stack("neutral", [Spot(_MIDDLE + away * cos(angle), _MIDDLE + away * sin(angle))], 0, _IN_POOL))
    label = "" if scene.card else text(str(count), _MIDDLE, _MIDDLE + _POOL + 20, "no bright")
    return group(well, *men, label, cls="pool", data_count=count)


def _seat(scene: Scene, seat: str, x: float, y: float) -> str:
    """A seat: its men in hand, its name and count, those that are off."""
    side = scene.position[seat]
    men, away = side["men"], side["off"]
    turn = " turn" if scene.to_move == seat else ""
    plate = element("rect", x=x - 136, y=y - 66, width=272, height=132, rx=18, cls=f"plate{turn}")
    hand = [
        stack("neutral", [Spot(x + place[0], y - 34 + place[1], layer)], 0, _MAN) for place, layer in _hand(men)
    ]
    name = scene.names.get(seat) or scene.seat_name(seat)
    shown = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
    label = "" if scene.card else text(f"{shown} · {men}", x, y + 47, "said")
    if scene.card:
        label = text(str(men), x, y + 40, "number")
    drawn = slabs("neutral", away, x + 122, y + 58, 20, 7, up=True) if away else ""
    return group(plate, *hand, label, drawn, cls="seat", data_seat=seat, data_count=men, data_off=away or None)


def _hand(men: int) -> list[tuple[tuple[float, float], int]]:
    """Men in hand lie in two rows, further ones on top of these; each place from the middle, and its layer."""
    places = []
    for number in range(men):
        layer, place = divmod(number, _ROW * _ROWS)
        in_layer = min(men - layer * _ROW * _ROWS, _ROW * _ROWS)
        row, column = divmod(place, _ROW)
        in_row = min(in_layer - row * _ROW, _ROW)
        places.append((((column - (in_row - 1) / 2) * _GAP, row * _GAP), layer))
    return places


def in_words(scene: Scene) -> list[str]:
    """The position in sentences."""
    _ = scene.words.gettext
    said = [
        f"{scene.seat_name(seat)}: "
        + "; ".join([_("%(count)s in hand") % {"count": scene.position[seat]["men"]}, *off(scene, scene.position[seat]["off"])])
        + "."
        for seat in _seats(scene)
    ]
    return [*said, _("In the pool: %(count)s.") % {"count": scene.position["pool"]}, *cube_and_dice(scene)]
