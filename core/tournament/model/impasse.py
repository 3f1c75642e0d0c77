"""A round that the format's rules cannot pair, and the ways out of it that a director may choose from."""

from typing import NamedTuple

from core.messages import one_after_another, say

LOOK_AHEAD, REMATCH, BYES_BACK, NO_MATCH, END = "look_ahead", "rematch", "byes_back", "no_match", "end"
WAYS = {
    LOOK_AHEAD: say("the round before, of which nothing has been played, is paired again so that this one can be"),
    REMATCH: say("in this round players may meet again, as few as possible and those who met the longest ago"),
    BYES_BACK: say("the players who asked to sit this round out play in it after all: their byes of it are taken back"),
    NO_MATCH: say("the round has no match: its byes count, one left alone has a bye, and the next round follows"),
    END: say("no further round is paired, and the table stands as it is"),
}
"""Possible ways out, in the order in which they are offered."""


class Impasse(NamedTuple):
    """The round `round` cannot be paired; `why` says so, and `ways` what is possible now.

    `again` are the (white, black) of the round before as `look_ahead` would pair it, with its `bye`; boards of
    teams have their slots behind. For `no_match`, `bye` is the player who is left alone in the round, if anyone is.
    """

    round: int
    why: str
    ways: tuple[str, ...]
    again: tuple[tuple[str, ...], ...] = ()
    bye: str | None = None


def as_sentence(found: Impasse) -> str:
    """An impasse as a sentence for the director."""
    if not found.ways:
        return say(
            "{why}; nothing can be done about it before the round that is being played has its results", why=found.why
        )
    ways = one_after_another(say("{way} ({ways})", way=way, ways=WAYS[way]) for way in found.ways)
    return say("{why}. The director may choose at /impasse: {ways}", why=found.why, ways=ways)
