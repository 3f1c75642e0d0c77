"""Notes on a value: rounds that count no score in the table, opponents who count another, and penalties."""

from collections.abc import Sequence

from core.messages import say
from core.tournament.model.state import Tournament
from core.tournament.standings.tie_break_input import Operand


def notes_of(tournament: Tournament, operands: Sequence[Operand]) -> tuple[str, ...]:
    """Sentences on the operands of a tie-break that follow from no score in the table, in the order of the rounds."""
    rounds = tuple(each.why for each in sorted(operands, key=lambda operand: operand.round) if each.why)
    opponents = [
        say(
            "{opponent} {score} (not {instead_of})",
            opponent=tournament.name_of(each.opponent),
            score=each.numbers[-1],
            instead_of=each.instead_of,
        )
        for each in operands
        if each.instead_of is not None
    ]
    if not opponents:
        return rounds
    halves = say("with half a point for each round that they did not play: {opponents}", opponents=tuple(opponents))
    return (*rounds, halves)
