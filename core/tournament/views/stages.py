"""The stage that is played now: brackets, or what comes before them."""

from core.tournament.groups.draw import STAGE as GROUPS
from core.tournament.model.state import Tournament


def in_brackets(tournament: Tournament) -> bool:
    """True if brackets are played now: from the start on, after the groups, or after the cut of a Swiss."""
    form = tournament.format
    if form.plan is None:
        return False
    if form.on_command:
        return any(each.slot for each in tournament.matches)
    waiting = {each.match for each in tournament.to_play}
    groups = (each for each in tournament.rounds if each.stage == GROUPS)
    return not any(pairing.match in waiting for each in groups for pairing in each.pairings)
