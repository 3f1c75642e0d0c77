"""A position in words, for readers who do not see the board: one sentence for each side, one for the dice."""

from collections.abc import Mapping
from typing import Any

from service.web.boards.diagram import Diagram


def title(diagram: Diagram) -> str:
    """Caption of the drawing, in one line."""
    _ = diagram.catalogue.gettext
    if diagram.to_move is None:
        return _("The board")
    return _("The board; %(seat)s is to play") % {"seat": diagram.seat_name(diagram.to_move)}


def sentences(diagram: Diagram, home: int | None = None, head: int | None = None) -> list[str]:
    """The men of both sides, each in its own numbering, then cube and dice."""
    sides = [
        f"{diagram.seat_name(seat)}: {'; '.join(_side(diagram, side, home, head))}."
        for seat, side in diagram.position.items()
    ]
    return [*sides, *cube_and_dice(diagram)]


def _side(diagram: Diagram, side: Mapping[str, Any], home: int | None, head: int | None) -> list[str]:
    _ = diagram.catalogue.gettext
    named = {home: _("%(count)s at home (%(point)s)"), head: _("%(count)s on the head (%(point)s)")}
    points = [
        named.get(int(point), _("%(count)s on %(point)s")) % {"count": count, "point": point}
        for point, count in sorted(side["points"].items(), key=lambda item: int(item[0]))
    ]
    parts = [", ".join(points)] if points else [_("nothing on the points")]
    if side.get("bar"):
        parts.append(_("on the bar %(count)s") % {"count": side["bar"]})
    return parts + off(diagram, side["off"])


def off(diagram: Diagram, count: int) -> list[str]:
    """The number of men off, if any."""
    _ = diagram.catalogue.gettext
    return [_("borne off %(count)s") % {"count": count}] if count else []


def cube_and_dice(diagram: Diagram) -> list[str]:
    """The stake and the dice, if there are any."""
    _ = diagram.catalogue.gettext
    sentences = []
    if diagram.cube is not None:
        owner = diagram.cube.owner
        values = {"value": diagram.cube.value, "seat": diagram.seat_name(owner) if owner else ""}
        sentences.append((_("Cube %(value)s, %(seat)s's.") if owner else _("Cube %(value)s, in the middle.")) % values)
    seat, eyes, played = diagram.thrown
    if eyes and seat:
        values = {"seat": diagram.seat_name(seat), "dice": "-".join(map(str, eyes))}
        sentence = _("%(seat)s has played %(dice)s.") if played else _("%(seat)s has %(dice)s to play.")
        sentences.append(sentence % values)
    return sentences
