"""Details of a tournament beside how it is played: date, place, description, contact, fee, prizes, schedule.

| field | value |
|---|---|
| `starts`, `ends` | a local date, `2026-11-28`, or date and time, `2026-11-28T18:00` |
| `zone` | the time zone of these, by its name in the IANA database, such as `Europe/Stockholm` |
| `place`, `description`, `contact`, `fee` | a text |
| `fee_again` | that of a re-entry or a buy-back |
| `prizes` | objects with a `text` and perhaps the `place` to which the prize goes |
| `schedule` | objects with a `time` and a `text`, in the order in which they are shown |
| `round_minutes` | the minutes of a round, for those whose end is not set otherwise |
| `lateness` | what follows if a player is late: see `core.tournament.lateness` |
| `overlay_delay` | the seconds by which the overlay for streams is behind what is recorded |
| `agreed_positions` | true if the players of a match may lay out its board without a referee (M14) |

A local time with its zone stays true if the zone's rules change. Whether a zone exists is the schema's affair.
"""

from collections.abc import Mapping
from typing import Any

from core.errors import Invalid
from core.messages import say

FIELDS = (
    "starts",
    "ends",
    "zone",
    "place",
    "description",
    "contact",
    "fee",
    "fee_again",
    "prizes",
    "schedule",
    "round_minutes",
    "lateness",
    "agreed_positions",
    "overlay_delay",
)
_DAY = len("2026-11-28")


def changed_details(before: Mapping[str, Any] | None, data: Mapping[str, Any]) -> dict[str, Any]:
    """The details with those that are named in `data`; an empty one is taken away.

    Raises `Invalid` by field if they would end before they start, or if there is an end and no start.

    >>> changed_details({"starts": "2026-11-28", "fee": "50 kr"}, {"fee": None, "place": "Vasa"})
    {'starts': '2026-11-28', 'place': 'Vasa'}
    """
    value = {**(before or {}), **data}
    details = {name: value[name] for name in FIELDS if value.get(name)}
    starts, ends = details.get("starts"), details.get("ends")
    if ends and not starts:
        raise Invalid({"starts": [say("missing: there is an end, so there is a start")]})
    if starts and ends and _is_before(ends, starts):
        raise Invalid({"ends": [say("{ends} is before the start, {starts}", ends=ends, starts=starts)]})
    return details


def _is_before(one: str, other: str) -> bool:
    """Compares the days alone if one of the two has no time."""
    shared = _DAY if _DAY in (len(one), len(other)) else max(len(one), len(other))
    return one[:shared] < other[:shared]


def prizes_of(details: Mapping[str, Any] | None, rank: int, players: int = 1) -> tuple[str, ...]:
    """The prizes of a place. Players who share it have those of all the places that they take together.

    >>> prizes = {"prizes": [{"place": 2, "text": "Book"}, {"place": 3, "text": "Cake"}, {"text": "Best junior: cup"}]}
    >>> prizes_of(prizes, 2, players=2), prizes_of(prizes, 3), prizes_of(None, 1)
    (('Book', 'Cake'), ('Cake',), ())
    """
    given = (details or {}).get("prizes", ())
    return tuple(each["text"] for each in given if rank <= each.get("place", 0) < rank + players)


def prize_lines(details: Mapping[str, Any] | None) -> list[str]:
    """All prizes, a line each, the place first."""
    return [prize_line(prize) for prize in (details or {}).get("prizes", ())]


def prize_line(prize: Mapping[str, Any]) -> str:
    """A prize in a line, the place first."""
    return f"{prize['place']}. {prize['text']}" if "place" in prize else str(prize["text"])
