"""The brackets of a knock-out as the last stage: its own, the play-off before it, and those who missed it (ST11)."""

from collections.abc import Mapping, Sequence

from core.tournament.advancement import FIRST_RULES
from core.tournament.advancement.brackets import CONSOLATION, Side, both_sides, depths_in, side_by_side, with_byes
from core.tournament.brackets.filling import FilledBracket
from core.tournament.model.bracket_plan import Bracket, Entrant, Plan
from core.tournament.model.values import NO_PLAYER
from core.tournament.stages.going_on import seeded
from core.tournament.stages.line import Line, tables
from core.tournament.stages.narrowing import Played


def plan_of(stage: Played | None, line: Line | None) -> Plan:
    """The matches at the line before it begins, and the brackets of a stage that is a knock-out."""
    at_line = line.brackets if line is not None else ()
    if stage is None:
        return Plan(at_line)
    before = max([stage.before, *(round_.number for bracket in at_line for round_ in bracket.rounds)])
    return Plan(
        (
            *at_line,
            *(
                bracket._replace(
                    rounds=tuple(round_._replace(number=round_.number + before) for round_ in bracket.rounds)
                )
                for bracket in _brackets(stage)
            ),
        )
    )


def _brackets(stage: Played) -> Sequence[Bracket]:
    """The brackets of the stage, whose rounds alternate with those of the consolation if there is one."""
    plan, entrants = stage.alone.format.plan, len(stage.alone.starters)
    brackets = plan(stage.alone).brackets if plan is not None else ()
    behind = _consolation(len(stage.others), entrants)
    own = brackets if stage.rules == FIRST_RULES else [with_byes(bracket, entrants) for bracket in brackets]
    return side_by_side((own, behind), 1).brackets if behind else own


def _consolation(players: int, before: int) -> Sequence[Bracket]:
    return both_sides(Side(0), Side(players, before=before), 1).brackets


def entrant_of(stage: Played | None, line: Line | None, *, known: bool, at_line: bool) -> Entrant:
    """The player of a seed of the stage, unknown before it begins, and of a place in the play-off once it is paired."""
    players = () if stage is None else (*stage.alone.starters, *stage.others)
    level: Mapping[str, str] = line.level if line is not None and at_line else {}

    def player(seed: int | str) -> str | None:
        if isinstance(seed, str):
            return level.get(seed)
        if seed > len(players):
            return NO_PLAYER
        return players[seed - 1] if known else None

    return player


def missed(stage: Played, on: Sequence[str]) -> tuple[str, ...]:
    """The players who miss the knock-out after this stage, best first.

    Of groups they are seeded place by place like those who go on: by what they won per match, and moved apart.
    """
    left = {name: tuple(row for row in table if row not in on) for name, table in tables(stage).items()}
    return seeded(stage, left, crossed=True)


def consolation_depths(stage: Played) -> Mapping[str, int]:
    """The round that each player reached in the consolation of a stage, as a number above 0; more is better."""
    plan = Plan(tuple(_consolation(len(stage.others), len(stage.alone.starters))))
    filled_bracket = FilledBracket(plan, stage.alone, entrant_of(stage, None, known=True, at_line=False))
    return depths_in(plan, filled_bracket, CONSOLATION)
