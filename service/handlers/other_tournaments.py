"""The other tournaments of a club that are played now, and the people of a tournament who sit at a table of one."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from core.names.names import name_key
from core.tournament import Tournament
from core.tournament.decisions.seating import at_tables
from core.tournament.model.state import OPEN, RUNNING
from schemas.stored_summaries import read_tournament
from service.bootstrap import Dependencies
from service.store.read_models import states
from service.store.read_models.club import club_index

MOST = 60
"""So many of the newest tournaments of a club are looked at."""


class Elsewhere(NamedTuple):
    """The table of another tournament to which a person is called; `same_name`: only the name says who it is."""

    tournament: Tournament
    match: str
    table: str
    same_name: bool = False


DUE = 15 * 60_000
"""Milliseconds before its time in the timetable at which a match is given its table, if that is free."""


def running_beside(deps: Dependencies, tournament: Tournament) -> list[Tournament]:
    """The other tournaments of the same club that are played now, the newest first, as far as lists know it."""
    others = _others(deps, tournament.created.club, tournament.id)
    return [deps.repository.tournament(each) for each, status in others if status == RUNNING]


def planned_together(deps: Dependencies, club: str, *, but: str = "") -> list[Tournament]:
    """The tournaments of a club that are played now, without that of the id `but`: also one that has just started."""
    ids = [each for each, status in _others(deps, club, but) if status in (RUNNING, OPEN)]
    return [state for id_ in ids if (state := deps.repository.tournament(id_)).status == RUNNING]


def _others(deps: Dependencies, club: str, but: str) -> list[tuple[str, str]]:
    """The newest tournaments of a club with their status, as lists know it; `open` for one that they do not know."""
    ids = [member for member in reversed(club_index.members(deps.client, club, "tournaments")[-MOST:]) if member != but]
    known = zip(ids, states.load_many(deps.client, ids), strict=True) if ids else ()
    return [(each, OPEN if model is None else read_tournament(model.json).status) for each, model in known]


def elsewhere(
    deps: Dependencies,
    tournament: Tournament,
    players: Iterable[str],
    beside: Callable[[], Sequence[Tournament]] | None = None,
) -> dict[str, Elsewhere]:
    """Of these people of a tournament, by id, those who are called to a table of another one, and to which.

    They are the same by their id on the list of the club, merged ones included, or else by their name. `beside` gives
    the tournaments that are played beside this one, where a caller has them.
    """
    wanted = set(players)
    others = (beside() if beside else running_beside(deps, tournament)) if wanted else []
    if not others:
        return {}
    club = deps.repository.club(tournament.created.club, fresh=False)
    by_id, by_name = dict[str, Elsewhere](), dict[str, Elsewhere]()
    for other in others:
        for player, (match, table) in at_tables(other).items():
            found = Elsewhere(other, match, table)
            person = other.person_of(player)
            by_id.setdefault(club.present_id(person), found)
            by_name.setdefault(name_key(other.name_of(person)), found._replace(same_name=True))
    people = {player: tournament.person_of(player) for player in wanted}
    names = {player: name_key(tournament.name_of(person)) for player, person in people.items()}
    places = {player: by_id.get(club.present_id(people[player])) or by_name.get(names[player]) for player in wanted}
    return {player: place for player, place in places.items() if place}


def with_busy(
    deps: Dependencies, tournament: Tournament, beside: Callable[[], Sequence[Tournament]] | None = None
) -> Tournament:
    """The tournament with those who sit at a table of another one, as a decision on free tables takes it.

    A name alone holds no match back: two people may have the same. Matches of the timetable are due a while before
    their time.
    """
    if tournament.seed is None:
        return tournament
    tournament = tournament._replace(due=deps.clock() + DUE)
    players = {player for pairing in tournament.to_play for player in (pairing.white, pairing.black) if player}
    found = elsewhere(deps, tournament, players, beside)
    busy = frozenset(player for player, each in found.items() if not each.same_name)
    return tournament._replace(busy=busy) if busy else tournament
