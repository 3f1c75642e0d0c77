"""A round that the format's rules cannot pair, and the ways out of it that a director may choose from."""

from typing import NamedTuple

from core.tournament.state import Tournament

LOOK_AHEAD, REMATCH, END = "look_ahead", "rematch", "end"
WAYS = {
    LOOK_AHEAD: "the round before, of which nothing has been played, is paired again so that this one can be",
    REMATCH: "in this round players may meet again, as few as possible and those who met the longest ago",
    END: "no further round is paired, and the table stands as it is",
}
"""What may be possible, in the order in which it is offered."""


class Impasse(NamedTuple):
    """The round `round` cannot be paired; `why` says so, and `ways` what is possible now.

    `again` are the (white, black) of the round before as `look_ahead` would pair it, with its `bye`.
    """

    round: int
    why: str
    ways: tuple[str, ...]
    again: tuple[tuple[str, str], ...] = ()
    bye: str | None = None


def impasse(tournament: Tournament) -> Impasse | None:
    """The impasse that the tournament is in, or that the next round will bring; `None` if it goes on."""
    found = tournament.format.impasse
    running = tournament.seed is not None and not tournament.ended
    return found(tournament) if found is not None and running else None


def in_words(found: Impasse) -> str:
    """An impasse as a sentence for the director."""
    if not found.ways:
        return f"{found.why}; nothing can be done about it before the round that is being played has its results"
    ways = "; ".join(f"{way} ({WAYS[way]})" for way in found.ways)
    return f"{found.why}. The director may choose at /impasse: {ways}"
