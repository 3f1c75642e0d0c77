"""Use case of referees: what was reported of a match that waits for them, and by whom."""

from collections.abc import Mapping
from typing import NamedTuple

from core.events import GameResult, ResultDisputed
from core.match.results.settlement import settle
from core.match.state import Match
from core.tournament import Tournament
from core.tournament.model.match_status import DISPUTED, REPORTED, status_of
from service.bootstrap import Dependencies
from service.handlers.tournament.result_reports import reporter


class Report(NamedTuple):
    """A reported result: the author's name, the points of each seat, and the endings of the games."""

    by: str
    score: Mapping[str, int]
    games: tuple[GameResult, ...]

    @property
    def points(self) -> str:
        """The score as people say it."""
        return "–".join(map(str, self.score.values()))


def reports(deps: Dependencies, tournament: Tournament, match: Match) -> tuple[Report, ...]:
    """The result that waits to be confirmed, and the other report, if there is one; empty if none waits."""
    status = status_of(tournament, match.id)
    if status not in (REPORTED, DISPUTED):
        return ()
    first = tournament.reported[match.id]
    found = [Report(reporter(deps, match.id) or "", first.score, first.games)]
    if status == DISPUTED:
        *_, dispute = (
            each for each in deps.log.read(tournament.id)
            if isinstance(each.event, ResultDisputed) and each.event.match == match.id
        )  # fmt: skip
        assert isinstance(dispute.event, ResultDisputed), "that is what was looked for"
        games = dispute.event.results
        score = settle(match.game, match.opened.length, games, match.seats).score
        found.append(Report(dispute.by, score, games))
    return tuple(found)
