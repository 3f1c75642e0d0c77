"""Results that count once somebody else has said the same: confirming them, and saying something else."""

from collections.abc import Sequence

from core.errors import Refused
from core.events import Event, GameResult, ResultConfirmed, ResultDisputed
from core.tournament.boards import closed, has_ended
from core.tournament.decisions import pair
from core.tournament.decisions.pairing import after
from core.tournament.state import Tournament


def confirm(tournament: Tournament, match: str, *, second: bool, referee: bool) -> list[Event]:
    """A reported result is right and counts; with it what follows from it. Nothing, if that was said before.

    `second`: by somebody else than whoever reported it. A referee may always, and alone where the result is disputed.
    Raises `Unknown`, `Refused`.
    """
    _ensure_reported(tournament, match)
    if match in tournament.confirmed:
        return []
    if tournament.ended and not referee:
        raise Refused(f"{has_ended(tournament)}: a referee may still confirm the result of the match {match}")
    if match in tournament.disputed and not referee:
        raise Refused(f"two results of the match {match} were reported: a referee confirms the first, or decides")
    if not (second or referee):
        raise Refused(f"you reported the result of the match {match} yourself: somebody else confirms it, or a referee")
    confirmed = ResultConfirmed(match)
    return [confirmed, *pair(after(tournament, [confirmed]))]


def dispute(tournament: Tournament, match: str, results: Sequence[GameResult], reason: str) -> list[Event]:
    """Somebody else reports another result: the match waits for a referee. Raises `Unknown`, `Refused`."""
    _ensure_reported(tournament, match)
    if match in tournament.confirmed:
        raise Refused(f"the result of the match {match} is confirmed: a referee may decide another")
    if tournament.ended:
        raise Refused(f"{has_ended(tournament)}: a referee may still decide another result of the match {match}")
    if match in tournament.disputed:
        raise Refused(f"the result of the match {match} is disputed already: it waits for a referee")
    return [ResultDisputed(match, tuple(results), reason)]


def _ensure_reported(tournament: Tournament, match: str) -> None:
    if why := closed(tournament, match):
        raise Refused(why)
    if not tournament.created.confirm:
        raise Refused(f"in {tournament.created.name} results count as they are reported: there is none to confirm")
    if tournament.match(match).is_bye or match not in tournament.reported:
        raise Refused(f"the match {match} has no reported result to confirm, or it is still being judged")
