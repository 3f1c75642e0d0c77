"""A format that is its brackets and nothing else: every round follows from the plan and the results."""

from collections.abc import Callable, Mapping, Sequence

from core.tournament.brackets import filling
from core.tournament.brackets.explanation import explain_bracket
from core.tournament.brackets.filling import FilledBracket
from core.tournament.brackets.late_entry import room_for_late
from core.tournament.brackets.lost_by_both import lost_by_both
from core.tournament.brackets.separation import exchanges
from core.tournament.model.bracket_plan import Plan
from core.tournament.model.optional.again import NO_AGAIN, Again
from core.tournament.model.state import Format, Tournament

Depth = Callable[[Plan, FilledBracket, Sequence[str]], Mapping[str, int]]
"""The rounds that the starters of a plan reached, by their ids."""


def knock_out(
    key: str,
    name: str,
    rule: str,
    settings: type,
    plan: Callable[[Tournament], Plan],
    depth: Depth,
    stages: tuple[str, ...],
    tie_breaks: tuple[str, ...],
    again: Again[Tournament] = NO_AGAIN,
) -> Format:
    """The format of these brackets.

    The earliest round is paired with all matches whose players are known. It is over once every match has its result.
    """

    def reached(tournament: Tournament) -> Mapping[str, int]:
        whole = plan(tournament)
        return depth(whole, FilledBracket(whole, tournament), tournament.starters)

    return Format(
        key=key,
        name=name,
        rule=rule,
        default_tie_breaks=tie_breaks,
        next_round=lambda tournament, _seed: filling.next_round(plan(tournament), tournament),
        is_over=lambda tournament: filling.is_over(plan(tournament), tournament),
        settings=settings,
        late_entry=True,
        walkovers=True,
        plan=plan,
        reached=reached,
        lost_by_both=lost_by_both,
        stale=lambda tournament: filling.stale(plan(tournament), tournament),
        explain=explain_bracket,
        late=room_for_late,
        exchanges=exchanges,
        stages=stages,
        again=again,
    )
