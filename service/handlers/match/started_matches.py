"""Matches that have begun: a fact of play is written, and not only a ruling or a call."""

from collections.abc import Sequence

from core.match.judging import PLAY_FACTS
from service.bootstrap import Dependencies
from service.store.read_models.match_snapshots import match_snapshots

_LOOKED_AT = 64


def started_matches(deps: Dependencies, matches: Sequence[str]) -> list[str]:
    """The matches that have begun, of these. One with more facts than are looked at has."""
    return [
        each.stream
        for each in match_snapshots(deps.client, matches, _LOOKED_AT)
        if each.facts[0].version > 1 or any(isinstance(fact.event, PLAY_FACTS) for fact in each.facts)
    ]
