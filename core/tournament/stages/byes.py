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
    first, *later = announced(settings)
    if SWISS not in (first.kind, *(each.kind for each in later)):
        return None
    if not stages:
        is_swiss = first.kind == SWISS
        return rule_by(settings, first.settings["rounds"]) if is_swiss else rule_by(settings, 0)._replace(until=0)
    ends = tuple(stage.before + rounds_of(stage.alone) for stage in stages if stage.announced.kind == SWISS)
    now = stages[-1]
    if now.announced.kind != SWISS:
        return rule_by(settings, 0)._replace(until=0, ends=ends)
    return rule_by(settings, ends[-1])._replace(first=now.before + 1, ends=ends)
