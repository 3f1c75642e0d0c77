"""Open the log of a match that its tournament just paired."""

from core.events import WORKERS, MatchOpened
from core.tournament.match_opening import open_paired_matches
from service.bootstrap import Dependencies
from service.repository import reading_as


def open_log(deps: Dependencies, match_id: str, opening: MatchOpened) -> None:
    """Open the log of a paired match, if it has none yet: a match can be played from the moment that it is paired.

    `execute` opens the logs of the rounds that it pairs, and the pump those that follow by themselves. Between the
    pairing and that, the first caller who reads the match or writes to it opens its round.
    """
    if opening.tournament is None or deps.repository.has_log(match_id):
        return
    with reading_as(None):  # the log has the names as they were entered
        tournament = deps.repository.tournament(opening.tournament)
    rounds = [round_ for round_ in tournament.rounds if any(match_id == pairing.match for pairing in round_.pairings)]
    open_paired_matches(deps.log, tournament, WORKERS, deps.clock(), rounds)
