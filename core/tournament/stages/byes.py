"""Rounds of a Swiss among several stages that are sat out on request (ST12, SW16)."""

from collections.abc import Sequence
from typing import Any

from core.tournament.model.values import ByeRule
from core.tournament.stages.ahead import rounds_of
from core.tournament.stages.announced import SWISS, announced
from core.tournament.stages.narrowing import Played
from core.tournament.swiss.bye_rule import rule_by


def rule(settings: Any, stages: Sequence[Played]) -> ByeRule | None:
    """The rule of a tournament whose `stages` have begun; `None` where none is a Swiss.

    Rounds of the Swiss that is played may be sat out, and before the start those of a first one. The number of rounds
    with points is one for all stages together.
    """
    kinds = [each.kind for each in announced(settings)]
    if SWISS not in kinds:
        return None
    ends = tuple(each.before + rounds_of(each.alone) for each in stages if each.announced.kind == SWISS)
    found = rule_by(settings)._replace(ends=ends)
    if not stages:
        return found if kinds[0] == SWISS else found._replace(until=0)
    now = stages[-1]
    if now.announced.kind != SWISS:
        return found._replace(until=0)
    return found._replace(first=now.before + 1, until=ends[-1])
