"""The standings of a tournament, and the reason of each place."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from core.tournament.model.leavers import wholly_annulled_players
from core.tournament.model.memoize import memoized
from core.tournament.model.state import Tournament
from core.tournament.standings.meetings import absences, meetings
from core.tournament.standings.scoring import penalty_of
from core.tournament.standings.tie_break_input import Operand, TieBreak, TieBreakInput
from core.tournament.standings.tie_breaks import tie_break_of
from core.tournament.standings.unplayed import counted_scores

Groups = list[list[str]]
"""Players by id in groups of those still tied, the best group first."""
_memoized = partial(memoized, values=4)
"""Tables of five hundred players take some megabytes."""


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
    return list(_whole_table(tournament)) if players is None and stage is None else _table(tournament, players, stage)


def _table(tournament: Tournament, players: Collection[str] | None, stage: str | None) -> list[Standing]:
    is_whole = players is None and stage is None and tournament.seed is not None
    stage = tournament.format.table_stage if is_whole else stage
    met = meetings(tournament, players, stage)
    reached = tournament.format.reached if is_whole else None
    away = absences(tournament, met, stage)
    table = TieBreakInput(
        met,
        frozenset(met),
        scores={
            player: tournament.carried.get(player, 0) + sum(meeting.points for meeting in mine)
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
    groups = [group for group in groups if group]
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


@_memoized
def _whole_table(tournament: Tournament) -> list[Standing]:
    return _table(tournament, None, None)


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
    return [Section(name, list(lines)) for name, lines in _sections(tournament)]


@_memoized
def _sections(tournament: Tournament) -> list[Section]:
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
    matches = [meeting for meeting in mine if not meeting.is_bye]
    won, drawn = sum(match.won for match in matches), sum(match.drawn for match in matches)
    penalty = sum(meeting.penalty for meeting in mine)
    rank, sharing, places = place
    return Standing(
        rank,
        sharing > 1,
        player_id,
        entry.name,
        len(matches),
        won,
        len(matches) - won - drawn,
        sum(match.games_won for match in matches),
        sum(match.games_lost for match in matches),
        sum(match.points_won for match in matches),
        sum(match.points_lost for match in matches),
        entry.withdrawn,
        tuple(values),
        len(mine) - len(matches),
        sum(not match.played for match in matches),
        table.scores[player_id] - penalty,
        penalty if penalty_of(tournament) else None,
        places,
    )


class _Time(NamedTuple):
    """One computation of a tie-break for a player: its operands, and their value by its numbers."""

    operands: Sequence[Operand]
    value: tuple[int, ...]


Times = dict[str, list[_Time]]


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
    times: Times = {player: [] for player in table.meetings}
    parts = [
        part
        for group in groups
        for part in ([group] if together.issuperset(group) else _split(tie_break, group, table, times))
    ]
    for player, computed in times.items():
        values[player].append(_value(tie_break, computed))
    return parts


def _split(tie_break: TieBreak, group: list[str], table: TieBreakInput, times: Times) -> Groups:
    """One group of tied players in parts, best first; `times` gathers what was computed each time."""
    if tie_break.among_tied:
        if len(group) == 1:
            return [group]
        table = table._replace(tied=frozenset(group))
    computed: dict[str, _Time] = {}
    for player in group:
        operands = tie_break.operands(player, table)
        if operands is None:
            return [group]
        computed[player] = _Time(
            operands, tie_break.value([operand.numbers for operand in operands if not operand.dropped])
        )
    for player, time in computed.items():
        times[player].append(time)
    if len(group) == 1:
        return [group]
    best_first = sorted(group, key=lambda player: computed[player].value, reverse=True)
    parts = [list(part) for _, part in groupby(best_first, key=lambda player: computed[player].value)]
    if tie_break.among_tied and len(parts) > 1:
        return [smaller for part in parts for smaller in _split(tie_break, part, table, times)]
    return parts


def _value(tie_break: TieBreak, times: Sequence[_Time]) -> TieBreakValue:
    if not times:
        return TieBreakValue(tie_break.code, None, ())
    operands = list(times[0].operands)
    for earlier, time in enumerate(times[1:], 1):
        before = (0,) * (earlier * tie_break.numbers)
        operands += [operand._replace(numbers=before + operand.numbers) for operand in time.operands]
    dropped = tuple([operand for operand in operands if operand.dropped])
    counted = tuple([operand for operand in operands if not operand.dropped]) if dropped else tuple(operands)
    value = tuple(number for time in times for number in time.value) if tie_break.among_tied else times[0].value[0]
    return TieBreakValue(tie_break.code, value, counted, dropped)
