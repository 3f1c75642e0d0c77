"""The steps that follow a round: the next one to draw, to look at or to fill in, the cut, a way out, or the end."""

from typing import NamedTuple

from core.tournament import Tournament
from core.tournament.model.impasse import Impasse
from core.tournament.model.state import FINISHED, RUNNING, impasse
from core.tournament.views.stages import cut_is_next


class Following(NamedTuple):
    """The continuation after a round, as `shared/parts/next_round.html` shows it."""

    upcoming: int
    """The number of the round after it."""
    draft: int | None
    """The round whose draft waits to be published."""
    later: int | None
    """The next round that is published already."""
    pairs: bool
    """The next round can be paired now."""
    cut: bool
    """It is the first one after the cut."""
    stuck: Impasse | None
    """The impasse that the director must resolve first."""
    finished: bool


def following(state: Tournament, number: int) -> Following:
    """The continuation after the round of that number."""
    later = [round_ for round_ in state.rounds if round_.number > number]
    draft = next((round_.number for round_ in state.rounds if round_.draft), None)
    is_next = state.format.on_command and state.status == RUNNING and not later and not state.to_play and not draft
    stuck = impasse(state) if is_next else None
    return Following(
        upcoming=number + 1,
        draft=draft,
        later=next((round_.number for round_ in later if not round_.draft), None),
        pairs=is_next and stuck is None,
        cut=cut_is_next(state),
        stuck=stuck,
        finished=state.status == FINISHED,
    )
