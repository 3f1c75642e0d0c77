"""Differences between two states of a tournament: every result, pairing, bye and rank."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.tournament.model.reasons import with_reason
from core.tournament.model.state import Tournament
from core.tournament.model.values import Pairing, Result, Round
from core.tournament.standings.standings import Standing, sections, standings
from core.tournament.views.tournament_view import Player, Players, player_view, players_of


class ResultChange(NamedTuple):
    """A match whose counting result is another one."""

    match: str
    round: int
    stage: str
    slot: str
    players: Players
    before: Result | None
    after: Result | None


class PairingChange(NamedTuple):
    """A pairing that is `voided`, `paired` or `restored`; `lost` is the result that went with the former."""

    match: str
    round: int
    stage: str
    slot: str
    what: str
    before: Players | None
    after: Players | None
    lost: Result | None


class ByeChange(NamedTuple):
    """A bye that goes to another player."""

    round: int
    before: Player | None
    after: Player | None


class RankChange(NamedTuple):
    """A player whose rank is another one, in the whole table or in that of a section."""

    player: str
    name: str
    section: str | None
    before: int | None
    after: int
    shared_before: bool | None
    shared_after: bool


class StatusChange(NamedTuple):
    """The status before and after."""

    before: str
    after: str


class Changes(NamedTuple):
    """All differences of two states of a tournament."""

    results: tuple[ResultChange, ...]
    pairings: tuple[PairingChange, ...]
    byes: tuple[ByeChange, ...]
    ranks: tuple[RankChange, ...]
    status: StatusChange


def changes(before: Tournament, after: Tournament) -> Changes:
    """The differences. Applied to the same tournament, the same events give the same."""
    return Changes(
        tuple(_results(before, after)),
        tuple(_pairings(before, after)),
        tuple(_byes(before, after)),
        tuple(_ranks(before, after)),
        StatusChange(before.status, after.status),
    )


Places = Mapping[str, tuple[Round, Pairing]]


def _places(tournament: Tournament) -> dict[str, tuple[Round, Pairing]]:
    return {pairing.match: (round_, pairing) for round_ in tournament.rounds for pairing in round_.pairings}


def _results(before: Tournament, after: Tournament) -> Iterator[ResultChange]:
    """Matches whose counting result is another one, or is there or gone."""
    places: Places = _places(before) | _places(after)
    for match, (round_, pairing) in sorted(places.items(), key=_order):
        old, new = before.results.get(match), after.results.get(match)
        if old != new:
            results = [with_reason(result, after.name_of) for result in (old, new)]
            yield ResultChange(match, *_place(round_, pairing), players_of(after, pairing), *results)


def _pairings(before: Tournament, after: Tournament) -> Iterator[PairingChange]:
    """Pairings that are gone, and those that are new or there again."""
    was, is_ = _places(before), _places(after)
    voided = {pairing.match for _, pairing in before.voided.pairings}
    for match, (round_, pairing) in sorted((was | is_).items(), key=_order):
        old, new = was.get(match), is_.get(match)
        if old and new and old[1] == new[1] and old[0].number == new[0].number:
            continue
        yield PairingChange(
            match,
            *_place(round_, pairing),
            what="voided" if new is None else "restored" if match in voided else "paired",
            before=None if old is None else players_of(before, old[1]),
            after=None if new is None else players_of(after, new[1]),
            lost=with_reason(before.results.get(match), before.name_of) if new is None else None,
        )


def _byes(before: Tournament, after: Tournament) -> Iterator[ByeChange]:
    was, is_ = ({round_.number: round_.bye for round_ in tournament.rounds} for tournament in (before, after))
    for number in sorted(was | is_):
        old, new = was.get(number), is_.get(number)
        if old != new:
            yield ByeChange(number, player_view(before, old), player_view(after, new))


def _ranks(before: Tournament, after: Tournament) -> Iterator[RankChange]:
    """Players whose rank is another one, in the whole table and in those of the groups."""
    tables: list[tuple[str | None, list[Standing], list[Standing]]] = [(None, standings(before), standings(after))]
    of_groups = dict(sections(before))
    tables += [(name, of_groups.get(name, []), lines) for name, lines in sections(after)]
    for section, old, new in tables:
        ranks = {line.player_id: line for line in old}
        for line in new:
            was = ranks.get(line.player_id)
            if was is None or (was.rank, was.shared) != (line.rank, line.shared):
                yield RankChange(
                    line.player_id,
                    line.name,
                    section,
                    was.rank if was else None,
                    line.rank,
                    was.shared if was else None,
                    line.shared,
                )


def _order(item: tuple[str, tuple[Round, Pairing]]) -> tuple[int, int]:
    return item[1][0].number, int(item[0].rpartition(".")[2])


def _place(round_: Round, pairing: Pairing) -> tuple[int, str, str]:
    return round_.number, round_.stage, pairing.slot
