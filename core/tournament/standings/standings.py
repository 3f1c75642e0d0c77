"""The standings of a tournament, and the reason of each place."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from core.tournament.model.leavers import wholly_annulled_players
from core.tournament.model.state import Tournament
from core.tournament.standings.meetings import absences, meetings
from core.tournament.standings.scoring import penalty_of
from core.tournament.standings.tie_break_input import Operand, TieBreak, TieBreakInput
from core.tournament.standings.tie_breaks import tie_break_of
from core.tournament.standings.unplayed import counted_scores

Groups = list[list[str]]
"""Players by id in groups of those still tied, the best group first."""


class TieBreakValue(NamedTuple):
    """The value of a tie-break for one player: the sum of the operands' numbers, place by place.

    A tie-break among the tied has a tuple, with its numbers once for each time that it was computed. It is `None` if it
    was not computed or does not apply. The operands of a later time begin with zeros in the places of the earlier ones.
    Values removed by a cut are in `dropped` and not in the value.
    """

    code: str
    value: int | tuple[int, ...] | None
    operands: tuple[Operand, ...]
    dropped: tuple[Operand, ...] = ()


class Standing(NamedTuple):
    """One line of the table. `shared`: others have the same rank, and the ranks after it are left out (1, 2, 2, 4).

    `played` are the matches with a result, won or lost, or drawn by teams; `walkovers` those of them that were decided
    without play.
    `points` is the score by the tournament's scoring, byes included; `points_won` are those of the games. `penalty` is
    what penalties have taken off the points, `None` where the table counts none. `places` is the number of places that
    the players of this rank take together: fewer than players if a place before them is vacant. `annulled`: the player
    left early, and stands last, since none of their matches counts.
    """

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
    byes: int = 0
    walkovers: int = 0
    points: int = 0
    penalty: int | None = None
    places: int = 1
    annulled: bool = False


class Section(NamedTuple):
    """The table of a part of the tournament, such as a group."""

    name: str
    standings: list[Standing]


def standings(
    tournament: Tournament, players: Collection[str] | None = None, stage: str | None = None
) -> list[Standing]:
    """The standings, best first, by the tournament's tie-breaks. Players who share a place are in the order of entry.

    With `players` it is the table of their matches against each other, with `stage` of that stage's; `round_reached`
    then says nothing. The whole table may count one stage alone (`Format.table_stage`). Settled matches count even if
    a player withdrew later. Unfinished matches do not count. Players whose matches were all annulled come last.
    """
    is_whole = players is None and stage is None and tournament.seed is not None
    stage = tournament.format.table_stage if is_whole else stage
    met = meetings(tournament, players, stage)
    reached = tournament.format.reached if is_whole else None
    away = absences(tournament, met, stage)
    table = TieBreakInput(
        met,
        frozenset(met),
        scores={
            player: tournament.carried.get(player, 0) + sum(each.points for each in mine)
            for player, mine in met.items()
        },
        carried=tournament.carried,
        reached=reached(tournament) if reached else {},
        ratings={entry.player: entry.rating for entry in tournament.field if entry.rating is not None},
        seed=tournament.seed,
        absences=away,
        counted=counted_scores(tournament, met, away),
    )
    values: dict[str, list[TieBreakValue]] = {player: [] for player in met}
    gone = wholly_annulled_players(tournament)
    groups = [[player for player in met if player not in gone], [player for player in met if player in gone]]
    groups = [each for each in groups if each]
    together = frozenset(tournament.format.shares(tournament)) if is_whole else frozenset[str]()
    for code in tournament.tie_breaks:
        groups = _ordered(tie_break_of(code), groups, table, values, together)
    lines: list[Standing] = []
    for rank, group in _ranked(groups, tournament.format.lost_by_both(tournament) if is_whole else {}):
        places = len(lines) + len(group) + 1 - rank
        for player in group:
            line = _line(tournament, table, (rank, len(group), places), player, values[player])
            lines.append(line._replace(annulled=player in gone))
    return lines


def _ranked(groups: Groups, lost: Mapping[str, int]) -> Iterator[tuple[int, list[str]]]:
    """The groups of those still tied with their ranks.

    A place is vacant if neither player of the match for it won. Both have the place that `lost` names, that of its
    loser, whatever separates them otherwise.
    """
    before = 0
    for group in _joined(groups, lost):
        place = min(lost.get(player, 0) for player in group)
        yield (place if before < place <= before + len(group) else before + 1), group
        before += len(group)


def _joined(groups: Groups, lost: Mapping[str, int]) -> Groups:
    """The groups of those still tied, with neighbours as one where all have the same place in `lost`."""
    joined: Groups = []
    for group in groups:
        places = {lost.get(player, 0) for player in group}
        if joined and len(places) == 1 and 0 not in places and places == {lost.get(player, 0) for player in joined[-1]}:
            joined[-1] = joined[-1] + group
        else:
            joined.append(group)
    return joined


def sections(tournament: Tournament) -> list[Section]:
    """The tables of the parts of a tournament that have their own, such as groups: the name and the table of each.

    Only matches of the stage that the tournament began with count in them, or those of each stage in its own.
    """
    if tournament.format.staged.tables is not None and tournament.rounds:
        return [
            Section(name, standings(part, players, stage))
            for name, part, players, stage in tournament.format.staged.tables(tournament)
        ]
    stage = tournament.rounds[0].stage if tournament.rounds else None
    return [
        Section(name, standings(tournament, players, stage)) for name, players in tournament.format.sections(tournament)
    ]


def _line(
    tournament: Tournament,
    table: TieBreakInput,
    place: tuple[int, int, int],
    player_id: str,
    values: Sequence[TieBreakValue],
) -> Standing:
    """The line of a player. `place` is the rank, the number of players who have it, and the places that they take."""
    entry, mine = tournament.entry(player_id), table.meetings[player_id]
    matches = [each for each in mine if not each.is_bye]
    won, drawn = sum(each.won for each in matches), sum(each.drawn for each in matches)
    penalty = sum(each.penalty for each in mine)
    rank, sharing, places = place
    return Standing(
        rank,
        sharing > 1,
        player_id,
        entry.name,
        len(matches),
        won,
        len(matches) - won - drawn,
        sum(each.games_won for each in matches),
        sum(each.games_lost for each in matches),
        sum(each.points_won for each in matches),
        sum(each.points_lost for each in matches),
        entry.withdrawn,
        tuple(values),
        len(mine) - len(matches),
        sum(not each.played for each in matches),
        table.scores[player_id] - penalty,
        penalty if penalty_of(tournament) else None,
        places,
    )


OperandsOf = dict[str, list[tuple[Operand, ...]]]


def _ordered(
    tie_break: TieBreak,
    groups: Groups,
    table: TieBreakInput,
    values: dict[str, list[TieBreakValue]],
    together: frozenset[str],
) -> Groups:
    """The groups of those still tied after one more tie-break, whose values are added to everybody's.

    A group of players who stay `together` is not asked.
    """
    operands_of: OperandsOf = {player: [] for player in table.meetings}
    parts = [
        part
        for group in groups
        for part in ([group] if together.issuperset(group) else _split(tie_break, group, table, operands_of))
    ]
    for player, rounds in operands_of.items():
        values[player].append(_value(tie_break, rounds))
    return parts


def _split(tie_break: TieBreak, group: list[str], table: TieBreakInput, operands_of: OperandsOf) -> Groups:
    """One group of tied players in parts, best first; `operands_of` gathers the operands of each time."""
    if tie_break.among_tied and len(group) == 1:
        return [group]
    tied = table._replace(tied=frozenset(group))
    answers = {player: tie_break.operands(player, tied) for player in group}
    operands = {player: answer for player, answer in answers.items() if answer is not None}
    if len(operands) < len(group):
        return [group]
    for player in group:
        operands_of[player].append(tuple(operands[player]))
    reached = {player: tie_break.value(_counted(operands[player])) for player in group}
    best_first = sorted(group, key=reached.__getitem__, reverse=True)
    parts = [list(part) for _, part in groupby(best_first, key=reached.__getitem__)]
    if tie_break.among_tied and len(parts) > 1:
        return [smaller for part in parts for smaller in _split(tie_break, part, table, operands_of)]
    return parts


def _counted(operands: Sequence[Operand]) -> list[tuple[int, ...]]:
    return [operand.numbers for operand in operands if not operand.dropped]


def _value(tie_break: TieBreak, rounds: Sequence[Sequence[Operand]]) -> TieBreakValue:
    if not rounds:
        return TieBreakValue(tie_break.code, None, ())
    value = tuple(number for operands in rounds for number in tie_break.value(_counted(operands)))
    shifted = tuple(
        operand._replace(numbers=(0,) * (earlier * tie_break.numbers) + operand.numbers) if earlier else operand
        for earlier, operands in enumerate(rounds)
        for operand in operands
    )
    counted, dropped = (tuple(each for each in shifted if each.dropped is out) for out in (False, True))
    return TieBreakValue(tie_break.code, value if tie_break.among_tied else value[0], counted, dropped)
