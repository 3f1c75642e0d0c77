"""Qualification for the knock-out where the announcement chooses how: seeds by results, the best of the next place,
players who are gone, a play-off of players who are level (GK13–GK17).

All of it follows from the results at any time. Every seed is known as soon as all groups and the play-off are over. If
a result of a group is missing after that, all seeds are unknown until it is back.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.tournament.advancement.brackets import CONSOLATION, MAIN, been_in
from core.tournament.advancement.crossover import Place, crossing
from core.tournament.advancement.line import level_at
from core.tournament.advancement.play_off import PlayOffRounds, came_to, play_off_of, play_off_rounds
from core.tournament.groups.comparison import Candidate, Compared, compared
from core.tournament.groups.draw import Groups, table_of
from core.tournament.model.bracket_plan import PLACE, PLAY_OFF, Source
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import NO_PLAYER

LETTERS, RESULTS = "letters", "results"
"""Seeds of the knock-out in the order of the groups' names, or of the results across the groups."""
MOVES_UP, BYES = "moves_up", "byes"
"""If a player is gone before the transfer, the next one moves up, or the place is left out."""
LOTS = "lots"
_ROUNDS = 8
"""More than a play-off within a group has rounds. Those of the play-off across the groups are numbered on from it."""


class Qualification(NamedTuple):
    """The players who go on. `entrants` play the knock-out, `others` the consolation, if there is one.

    `complete`: every match of the groups has its result. `known`: the play-off is over, too. `seeds` are the players of
    the knock-out by seed, from 1 on, and `behind` those who do not go on; they are empty until `known`. `places` are
    the players of each group by their places. `rows` are the comparisons of the players in one place of all groups.
    `drawn` are the places, by player, that lots decided. `play_off` are the matches of players who are level, `level`
    the players by the places that they play from.
    """

    entrants: int
    others: int
    complete: bool = False
    known: bool = False
    seeds: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    places: Mapping[str, Sequence[str]] = {}
    rows: tuple[tuple[Compared, ...], ...] = ()
    drawn: Mapping[str, str] = {}
    play_off: PlayOffRounds = ()
    level: Mapping[str, str] = {}


def chosen(settings: Any) -> bool:
    """True if the announcement says how players qualify. Otherwise places of groups are places of the bracket."""
    usual = (0, LETTERS, MOVES_UP, LOTS)
    return (settings.next_best, settings.seeds_by, settings.gone, settings.level) != usual


def expected(sizes: Iterable[int], settings: Any) -> tuple[int, int]:
    """The numbers of players in the knock-out and behind it, of groups of these sizes."""
    all_sizes = list(sizes)
    sure = sum(min(settings.advance, size) for size in all_sizes)
    on = sure + min(settings.next_best, sum(size > settings.advance for size in all_sizes))
    return on, sum(all_sizes) - on


def qualification(tournament: Tournament, groups: Groups, *, complete: bool) -> Qualification:
    """The players who go on by the results so far. `complete`: every match of the groups has its result."""
    settings = settings_of(tournament)
    if not complete:
        return Qualification(*expected(map(len, groups.values()), settings))
    return _Qualifying(tournament, groups, settings).answer()


class _Qualifying:
    """The way from the tables of the groups to the seeds."""

    def __init__(self, tournament: Tournament, groups: Groups, settings: Any) -> None:
        self._tournament, self._settings = tournament, settings
        self._names = list(groups)
        self._gone = tournament.withdrawn - been_in(tournament, MAIN, PLAY_OFF)
        self._away = tournament.withdrawn - been_in(tournament, CONSOLATION)
        self._tables: dict[str, list[str]] = {}
        self._drawn: dict[str, str] = {}
        self._ranks: dict[str, int] = {}
        self._play_off: list[PlayOffRounds] = []
        self._level: dict[str, str] = {}
        self._undecided = False
        before = 0
        for name, players in groups.items():
            lines = table_of(tournament, name, players, self._gone)
            self._tables[name] = [line.player_id for line in lines]
            self._ranks |= {line.player_id: line.rank for line in lines}
            shared = {line.player_id for line in lines if line.shared}
            self._drawn |= {
                each: f"{name}{place}" for place, each in enumerate(self._tables[name], 1) if each in shared
            }
            self._line_of(name, before)
            before += len(players) // 2
        self._matches = before

    def answer(self) -> Qualification:
        """The qualification by these tables."""
        advance = self._settings.advance
        rows = [[self._at(name, place) for name in self._names] for place in range(advance)]
        first = [[cell for cell in row if cell] for row in rows]
        candidates = [each for name in self._names if (each := self._at(name, advance))]
        shown: list[list[Compared]] = []
        if self._settings.seeds_by == RESULTS:
            shown += [self._compared(row) for row in first]
            first = [self._ordered(row) for row in first]
        best: list[Candidate] = []
        if self._settings.next_best:
            best, row = self._best(candidates)
            shown.append(row)
        on = [*first, best]
        known = not self._undecided
        inside = {cell.player for row in on for cell in row}
        behind = self._behind(inside)
        by_results = 0 if self._settings.seeds_by == RESULTS else sum(map(bool, first))
        seeds = self._crossed(on, from_=by_results) if known else ()
        others = self._crossed(behind, from_=0 if self._compares else None) if known else ()
        return Qualification(
            len(inside),
            sum(map(len, behind)),
            True,
            known,
            seeds,
            others,
            self._tables,
            tuple(tuple(each) for each in shown if len(each) > 1),
            self._drawn,
            self._rounds(),
            self._level,
        )

    @property
    def _compares(self) -> bool:
        return bool(self._settings.seeds_by == RESULTS or self._settings.next_best)

    # ── places in the groups ─────────────────────────────────────────────────────────────────────────────────────────
    def _there(self, name: str) -> list[str]:
        """The players of a group by place. A place that is left out is `NO_PLAYER`."""
        table = self._tables[name]
        if self._settings.gone == BYES:
            return [NO_PLAYER if row in self._gone else row for row in table]
        return [row for row in table if row not in self._gone]

    def _at(self, name: str, place: int) -> Candidate | None:
        there = self._there(name)
        return Candidate(there[place], name, place + 1) if place < len(there) and there[place] else None

    def _behind(self, inside: set[str]) -> list[list[Candidate]]:
        """The players who do not go on, by their place in the group."""
        rows: dict[int, list[Candidate]] = {}
        for name in self._names:
            left = [each for each in self._tables[name] if each and (each not in self._away or each in inside)]
            for place, player in enumerate(left, 1):
                if player not in inside:
                    rows.setdefault(place, []).append(Candidate(player, name, place))
        found = [rows[place] for place in sorted(rows)]
        return [self._ordered(row) for row in found] if self._compares else found

    # ── comparison across the groups ─────────────────────────────────────────────────────────────────────────────────
    def _compared(self, row: Sequence[Candidate]) -> list[Compared]:
        tables = {name: [player for player in players if player] for name, players in self._tables.items()}
        return compared(self._tournament, row, tables, self._settings.compare)

    def _ordered(self, row: Sequence[Candidate]) -> list[Candidate]:
        return [Candidate(*each[:3]) for each in self._compared(row)]

    def _best(self, candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[Compared]]:
        """The best of the next place, and the comparison that decided."""
        most, row = self._settings.next_best, self._compared(candidates)
        players = [Candidate(*cell[:3]) for cell in row]
        if self._undecided or self._settings.level == LOTS or len(row) <= most:
            return players[:most], row
        found = level_at([cell.player for cell in row], {cell.player: cell.value for cell in row}, most)
        if found is None:
            return players[:most], row
        above = found.above
        level = players[above : above + len(found.players)]
        by_place = {f"{candidate.place}{candidate.group}": candidate.player for candidate in level}
        rounds, spots = play_off_of([Source(PLACE, each) for each in by_place], most - above, (_ROUNDS, self._matches))
        won = self._played(rounds, spots, by_place)
        return [*players[:above], *(candidate for candidate in level if candidate.player in won)] if won else players[
            :most
        ], row

    # ── play-off ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def _line_of(self, name: str, before: int) -> None:
        """Let players of a group who share the last place that goes on play for it."""
        there = self._there(name)
        found = None if self._settings.level == LOTS else level_at(there, self._ranks, self._settings.advance)
        if found is None:
            return
        above, level = found
        rounds, spots = play_off_rounds(len(level), self._settings.advance - above, above, name, (0, before))
        won = self._played(rounds, spots, {f"{name}{above + n}": each for n, each in enumerate(level, 1)})
        if len(spots) == 1:
            self._drawn = {player: place for player, place in self._drawn.items() if player not in level}
        if won:
            lost = [each for each in level if each not in won]
            table = [each for each in self._tables[name] if each not in level]
            at = self._tables[name].index(level[0])
            self._tables[name] = [*table[:at], *won, *lost, *table[at:]]

    def _played(self, rounds: PlayOffRounds, spots: Sequence[Source], level: Mapping[str, str]) -> Sequence[str]:
        """The players who came to the places of a play-off, `NO_PLAYER` where both lost; empty until all are known."""
        self._play_off.append(rounds)
        self._level |= level
        won = came_to(self._tournament, rounds, spots, level)
        self._undecided = self._undecided or None in won
        return () if None in won else [each or NO_PLAYER for each in won]

    def _rounds(self) -> PlayOffRounds:
        """The matches of all play-offs, round by round."""
        by_round: dict[str, list[Any]] = {}
        for slots in (slots for rounds in self._play_off for slots in rounds):
            by_round.setdefault(slots[0].key.split(".")[1], []).extend(slots)
        return tuple(tuple(by_round[number]) for number in sorted(by_round, key=int))

    # ── seeds ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _crossed(self, rows: Sequence[Sequence[Candidate]], from_: int | None) -> tuple[str, ...]:
        index = {name: number for number, name in enumerate(self._names)}
        player = {(index[cell.group], cell.place): cell.player for row in rows for cell in row}
        places = [[Place(index[cell.group], cell.place) for cell in row] for row in rows]
        return tuple(player[place] for place in crossing(places, from_, rules=self._tournament.rules))
