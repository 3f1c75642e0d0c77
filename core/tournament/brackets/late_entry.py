"""Late entry into a bracket: the place of the next seed is free as long as no played match depends on it."""

from core.errors import Invalid
from core.messages import one_after_another, say
from core.tournament.brackets.filling import stale
from core.tournament.model.state import Tournament

_SOMEBODY = "?"
"""Placeholder for a late player. No player has such an id."""


def room_for_late(tournament: Tournament) -> str | None:
    """The reason why no late entry is possible, or `None` if one is: as the next seed, against a player with a bye."""
    form, started = tournament.format, len(tournament.starters)
    if form.plan is None:
        return say("there is no bracket with a free place")
    if started & (started - 1) == 0:
        return say("the bracket of {started} is full: no player has a bye whom a latecomer could meet", started=started)
    with_one_more = tournament._replace(starters=(*tournament.starters, _SOMEBODY))
    try:
        outdated = stale(form.plan(with_one_more), with_one_more)
    except Invalid as wrong:
        problem = one_after_another(message for messages in wrong.problems.values() for message in messages)
        return say("its drop string does not fit {started} entrants: {said}", started=started + 1, said=problem)
    played = [pairing for pairing in outdated if not pairing.is_bye and pairing.match in tournament.results]
    if not played:
        return None
    white, black = (tournament.entry(player).name for player in played[0][1:3])
    return say(
        "the match between {white} and {black} has a result, and a latecomer would change who plays it",
        white=white,
        black=black,
    )
