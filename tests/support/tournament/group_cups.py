"""Groups or a Swiss, then a knock-out, for tests: started, played to the transfer or the cut, looked at."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from core.tournament import Pairing, Tournament
from core.tournament.decisions import pair_round
from core.tournament.decisions.rounds import publish_round
from core.tournament.standings.standings import standings
from tests.support.tournament.scenario import Winner, announced, begun, best, entries, played_on, to_play, won
from tests.support.tournament.written_results import after, field

KEY, SWISS = "groups_then_knockout", "swiss_then_knockout"


def cup(number: int, clubs: Mapping[str, str] | None = None, **chosen: Any) -> Tournament:
    """A started tournament of so many with these settings; `p01` is the first seed."""
    return begun(announced(KEY, chosen), entries(field(number), clubs))


def groups(tournament: Tournament) -> dict[str, list[str]]:
    """The players of each group, by the pairings."""
    found: dict[str, set[str]] = {}
    for each in tournament.rounds:
        for pairing in each.pairings if each.stage == "groups" else ():
            found.setdefault(pairing.slot, set()).update({pairing.white, pairing.black} - {""})
    return {name: sorted(players) for name, players in found.items()}


def stage(tournament: Tournament, *names: str) -> list[Pairing]:
    """The pairings of these stages."""
    return [pairing for round_ in tournament.rounds if round_.stage in names for pairing in round_.pairings]


def meets(tournament: Tournament, *names: str) -> dict[str, tuple[str, str]]:
    """The pairings in the slots of these stages."""
    return {each.slot: (each.white, each.black) for each in stage(tournament, *names)}


def after_groups(number: int, order: list[str] | None = None, **chosen: Any) -> Tournament:
    """The tournament at the moment of the transfer, if the first in the order wins; usually by seed."""
    tournament = cup(number, **chosen)
    rounds = sum(round_.stage == "groups" for round_ in tournament.rounds)
    return played_on(tournament, best(order or field(number)), rounds)


# ── after a Swiss ────────────────────────────────────────────────────────────────────────────────────────────────────
def swiss_cup(number: int, *, terms: Any = (), drafts: bool = False, **chosen: Any) -> Tournament:
    """A started tournament of so many with these settings; `p01` is the first seed."""
    return begun(announced(SWISS, chosen, terms=terms, drafts=drafts), entries(field(number)))


def swiss_played(tournament: Tournament, winner: Winner | None = None) -> Tournament:
    """The tournament with all results of its Swiss, before the cut. Usually the better seed wins."""
    winner = winner or best(sorted(tournament.starters))
    assert tournament.format.rounds is not None
    tournament = _played(tournament, winner)
    while len(tournament.rounds) < tournament.format.rounds(tournament):
        tournament = _played(after(tournament, pair_round(tournament)), winner)
    return tournament


def _played(tournament: Tournament, winner: Winner) -> Tournament:
    """The tournament with the results of a round; drafts are published first."""
    last = tournament.rounds[-1]
    tournament = after(tournament, publish_round(tournament, last.number)) if last.draft else tournament
    return after(tournament, [won(match, winner(match)) for match in to_play(tournament)])


def cut_made(tournament: Tournament) -> Tournament:
    """The tournament after its director asked for what comes after the Swiss."""
    return after(tournament, pair_round(tournament))


def after_cut(number: int, winner: Winner | None = None, **chosen: Any) -> Tournament:
    """The tournament at the moment of the cut."""
    return cut_made(swiss_played(swiss_cup(number, **chosen), winner))


def table(tournament: Tournament) -> list[str]:
    """The players in the order of the Swiss."""
    return [line.player_id for line in standings(tournament, None, "swiss")]


TERMS = (
    {"stage": "swiss", "length": {"games": 5}},
    {"stage": "knockout", "length": {"points": 7}},
    {"stage": "main", "from_end": 1, "length": {"points": 11}},
)
"""Other lengths of match in each stage."""


@cache
def three_for_one() -> Tournament:
    """A Swiss of eight in three rounds with a cut of two: one player won all, and three are level for one place."""
    return swiss_played(swiss_cup(8, rounds=3, cut=2, line="play_off", terms=TERMS))


def may_meet(one: int, other: int, size: int) -> int:
    """The round in which two seeds of a bracket of that size, a power of two, meet if both go on winning.

    >>> [may_meet(1, other, 8) for other in (8, 4, 5, 2)]
    [1, 2, 2, 3]
    """
    round_ = 1
    while one + other != size + 1:
        one, other, size = min(one, size + 1 - one), min(other, size + 1 - other), size // 2
        round_ += 1
    return round_
