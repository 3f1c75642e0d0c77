"""The steps that follow a round: the next one to draw, to look at or to fill in, the cut, a way out, or the end."""

from typing import Any

from core.tournament import Tournament
from core.tournament.model.state import FINISHED, RUNNING, impasse
from core.tournament.views.stages import cut_is_next


def following(state: Tournament, number: int) -> dict[str, Any]:
    """The continuation after a round, as `shared/parts/next_round.html` shows it."""
    later = [each for each in state.rounds if each.number > number]
    draft = next((each.number for each in state.rounds if each.draft), None)
    pairs = state.format.on_command and state.status == RUNNING and not later and not state.to_play and not draft
    return {
        "cut": cut_is_next(state),
        "draft": draft,
        "upcoming": number + 1,
        "pairs": pairs and impasse(state) is None,
        "finished": state.status == FINISHED,
        "later": next((each.number for each in later if not each.draft), None),
        "stuck": pairs and impasse(state),
    }
