"""The table of a tournament as it stands, and what put everyone where he is."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from core.games import game_of
from core.tournament.state import Result, Tournament
from core.tournament.tiebreaks import Meeting, Operand, Table, TieBreak, tie_break_of


class TieBreakValue(NamedTuple):
    """What a tie-break says of one player. The value is the sum of the operands' numbers, place by place.

    A tie-break among the tied has a tuple, with its numbers once for each time that it was asked, or `None` if it
    was not asked or does not apply; the operands of a later time begin with zeros in the places of the earlier ones.
    """

    code: str
    value: int | tuple[int, ...] | None
    operands: tuple[Operand, ...]


class Standing(NamedTuple):
    """One line of the table. `shared`: others have the same rank, and the ranks after it are left out (1, 2, 2, 4)."""

    rank: int
    shared: bool
    player_id: str
    name: str
    played: int
    wins: int
    losses: int
    games_won: int
    games_lost: int
    points_won: int
    points_lost: int
    withdrawn: bool
    tie_breaks: tuple[TieBreakValue, ...]

    def to_words(self) -> dict[str, Any]:
        """The line in the contract's words."""
        tie_breaks = [
            {**each._asdict(), "operands": [operand._asdict() for operand in each.operands]} for each in self.tie_breaks
        ]
        return {**self._asdict(), "tie_breaks": tie_breaks}


Meetings = Mapping[str, Sequence[Meeting]]


def standings(tournament: Tournament) -> list[Standing]:
    """The table, best first, by the tournament's tie-breaks; those who share a place stand in the order of entry.

    Settled matches count, whoever withdrew since; nothing else does, neither a bye nor a match that was not played.
    """
    met = meetings(tournament)
    values: dict[str, list[TieBreakValue]] = {player: [] for player in met}
    groups = [list(met)] if met else []
    for code in tournament.tie_breaks:
        groups = _ordered(tie_break_of(code), groups, met, values)
    entries = {entry.player: entry for entry in tournament.field}
    lines: list[Standing] = []
    for group in groups:
        rank = len(lines) + 1
        for player in group:
            mine, entry = met[player], entries[player]
            won = sum(each.won for each in mine)
            lines.append(Standing(
                rank, len(group) > 1, player, entry.name, len(mine), won, len(mine) - won,
                sum(each.games_won for each in mine), sum(each.games_lost for each in mine),
                sum(each.points_won for each in mine), sum(each.points_lost for each in mine),
                entry.withdrawn, tuple(values[player]),
            ))  # fmt: skip
    return lines


def meetings(tournament: Tournament) -> dict[str, list[Meeting]]:
    """Everybody's settled matches by player id, in the order of the pairings."""
    met: dict[str, list[Meeting]] = {entry.player: [] for entry in tournament.field}
    white, black = game_of(tournament.created.game).seats[:2]
    for pairing in tournament.matches:
        result = tournament.results.get(pairing.match)
        if result is not None and not pairing.is_bye:
            met[pairing.white].append(_meeting(result, white, black, pairing.black))
            met[pairing.black].append(_meeting(result, black, white, pairing.white))
    return met


def _meeting(result: Result, seat: str, other: str, opponent: str) -> Meeting:
    winners = [each.winner for each in result.games]
    won, lost = result.score.get(seat, 0), result.score.get(other, 0)
    if any(each.placings for each in result.games):  # the score is what each has to pay
        won, lost = lost, won
    return Meeting(opponent, result.winner == seat, winners.count(seat), winners.count(other), won, lost)


Groups = list[list[str]]
Said = dict[str, list[tuple[Operand, ...]]]


def _ordered(tie_break: TieBreak, groups: Groups, met: Meetings, values: dict[str, list[TieBreakValue]]) -> Groups:
    """The groups of those still tied after one more tie-break, whose values are added to everybody's."""
    said: Said = {player: [] for player in met}
    parts = [part for group in groups for part in _split(tie_break, group, met, said)]
    for player, rounds in said.items():
        values[player].append(_value(tie_break, rounds))
    return parts


def _split(tie_break: TieBreak, group: list[str], met: Meetings, said: Said) -> Groups:
    """One group of tied players in parts, best first; `said` gathers the operands of each time of asking."""
    if tie_break.among_tied and len(group) == 1:
        return [group]
    table = Table(met, frozenset(group))
    answers = {player: tie_break.operands(player, table) for player in group}
    operands = {player: answer for player, answer in answers.items() if answer is not None}
    if len(operands) < len(group):
        return [group]
    for player in group:
        said[player].append(tuple(operands[player]))
    sums = {player: _sums(operands[player], tie_break.numbers) for player in group}
    best_first = sorted(group, key=sums.__getitem__, reverse=True)
    parts = [list(part) for _, part in groupby(best_first, key=sums.__getitem__)]
    if tie_break.among_tied and len(parts) > 1:
        return [smaller for part in parts for smaller in _split(tie_break, part, met, said)]
    return parts


def _sums(operands: Sequence[Operand], numbers: int) -> tuple[int, ...]:
    return tuple(sum(operand.numbers[place] for operand in operands) for place in range(numbers))


def _value(tie_break: TieBreak, rounds: Sequence[Sequence[Operand]]) -> TieBreakValue:
    if not rounds:
        return TieBreakValue(tie_break.code, None, ())
    value = tuple(number for operands in rounds for number in _sums(operands, tie_break.numbers))
    shifted = tuple(
        Operand(operand.opponent, (0,) * (earlier * tie_break.numbers) + operand.numbers)
        for earlier, operands in enumerate(rounds)
        for operand in operands
    )
    return TieBreakValue(tie_break.code, value if tie_break.among_tied else value[0], shifted)
