"""Results that count after confirmation by a second person: confirm them, or report another result."""

from collections.abc import Sequence

from core.errors import NotAllowed
from core.events import Event, GameResult, ResultConfirmed, ResultDisputed
from core.messages import say
from core.tournament.decisions import pair
from core.tournament.decisions.pairing import after
from core.tournament.model.match_status import closed, has_ended
from core.tournament.model.state import Tournament


def confirm(tournament: Tournament, match_id: str, *, second: bool, referee: bool) -> list[Event]:
    """Confirm a reported result, so that it counts, with its consequences. No event if it was confirmed before.

    `second`: a person other than the reporter. A referee may always confirm, and only a referee where the result is
    disputed. Raises `NotFound`, `NotAllowed`.
    """
    _ensure_reported(tournament, match_id)
    if match_id in tournament.confirmed:
        return []
    if tournament.ended and not referee:
        raise NotAllowed(
            say(
                "{has_ended}: a referee may still confirm the result of the match {match}",
                has_ended=has_ended(tournament),
                match=match_id,
            )
        )
    if match_id in tournament.disputed and not referee:
        raise NotAllowed(
            say(
                "two results of the match {match} were reported: a referee confirms the first, or decides",
                match=match_id,
            )
        )
    if not (second or referee):
        raise NotAllowed(
            say(
                "you reported the result of the match {match} yourself: another person confirms it, or a referee",
                match=match_id,
            )
        )
    confirmed = ResultConfirmed(match_id)
    return [confirmed, *pair(after(tournament, [confirmed]))]


def dispute(tournament: Tournament, match_id: str, results: Sequence[GameResult], reason: str) -> list[Event]:
    """Another person reports another result: the match waits for a referee. Raises `NotFound`, `NotAllowed`."""
    _ensure_reported(tournament, match_id)
    if match_id in tournament.confirmed:
        raise NotAllowed(
            say("the result of the match {match} is confirmed: a referee may decide another", match=match_id)
        )
    if tournament.ended:
        raise NotAllowed(
            say(
                "{has_ended}: a referee may still decide another result of the match {match}",
                has_ended=has_ended(tournament),
                match=match_id,
            )
        )
    if match_id in tournament.disputed:
        raise NotAllowed(
            say("the result of the match {match} is disputed already: it waits for a referee", match=match_id)
        )
    return [ResultDisputed(match_id, tuple(results), reason)]


def _ensure_reported(tournament: Tournament, match_id: str) -> None:
    if why := closed(tournament, match_id):
        raise NotAllowed(why)
    if not tournament.created.confirm:
        raise NotAllowed(
            say(
                "in {created_name} results count as they are reported: there is none to confirm",
                created_name=tournament.created.name,
            )
        )
    if tournament.match(match_id).is_bye or match_id not in tournament.reported:
        raise NotAllowed(
            say("the match {match} has no reported result to confirm, or it is still being judged", match=match_id)
        )
