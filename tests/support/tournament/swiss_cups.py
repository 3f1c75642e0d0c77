"""A Swiss, then a knock-out, for tests: started, played to the cut, cut, looked at."""

from typing import Any

from core.tournament import Pairing, Tournament
from core.tournament.decisions import pair_round
from core.tournament.decisions.rounds import publish_round
from core.tournament.standings.standings import standings
from tests.support.tournament.scenario import Winner, announced, begun, best, entries, to_play, won
from tests.support.tournament.written_results import after, field

KEY = "swiss_then_knockout"


def cup(number: int, *, terms: Any = (), drafts: bool = False, **chosen: Any) -> Tournament:
    """A started tournament of so many with these settings; `p01` is the first seed."""
    return begun(announced(KEY, chosen, terms=terms, drafts=drafts), entries(field(number)))


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
    return cut_made(swiss_played(cup(number, **chosen), winner))


def table(tournament: Tournament) -> list[str]:
    """The players in the order of the Swiss."""
    return [line.player_id for line in standings(tournament, None, "swiss")]


def stage(tournament: Tournament, *names: str) -> list[Pairing]:
    """The pairings of these stages."""
    return [pairing for each in tournament.rounds if each.stage in names for pairing in each.pairings]


def meets(tournament: Tournament, *names: str) -> dict[str, tuple[str, str]]:
    """The pairings in the slots of these stages."""
    return {each.slot: (each.white, each.black) for each in stage(tournament, *names)}
