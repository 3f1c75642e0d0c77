"""Use case of imports: a match's log from a file. What the file says is kept as it says it, and marked as imported."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import BradeError, Invalid, NewerVersion, NotAllowed, UnknownEvent, VersionConflict
from core.eventlog.codec import from_public
from core.eventlog.hash_chain import verify
from core.eventlog.log import proven
from core.events import MatchImported, Recorded
from core.match import judging
from core.match.state import Match
from core.messages import quoted, say
from core.timestamps import rfc3339
from schemas.match_states import match_json
from service.auth.authorization import authorize
from service.handlers.execute import ensure_writable
from service.handlers.request import Request
from service.store.maintenance.erasure_list import Obeyed, entries

Json = dict[str, Any]
SKEW_MS = 5 * 60 * 1000
"""The most by which the clock of the machine that recorded a log may be ahead of ours."""


def import_log(request: Request, slug: str, lines: Sequence[Mapping[str, Any]]) -> Json:
    """Take in a whole friendly match of this club as exported, under its own id; its chain of hashes must be whole.

    The club's log says who brought it in. That is written first: a match never comes in without it. A match of a
    tournament belongs to its tournament's log: who runs the service brings both in (`brade import`).

    Raises `Invalid` for what is no such log, or is dated in the future, and `NotAllowed` if the match is here already.
    """
    deps = request.deps
    by = authorize(request.principal, "organiser", slug).name
    deps.repository.club(slug)
    at = deps.clock()
    log, match = _read(lines, at)
    _ensure_friendly_match_of(slug, match)
    ensure_writable(deps)
    log = Obeyed(entries(deps.client, deps.settings.data)).log(match.id, log)
    match = judging.replay(match.id, log)
    head = proven(match.id, log)
    if deps.log.head(match.id) is not None:
        raise _here_already(match.id)
    keyless = request.for_other_stream(None)  # a repeated request finds the match, not the line of the club
    keyless.append(f"c_{slug}", [MatchImported(match.id, head.version, head.hash)], by=by, expected=None, at=at)
    try:
        keyless.restore(match.id, log)
    except VersionConflict:
        raise _here_already(match.id) from None
    return match_json(match)


def _read(lines: Sequence[Mapping[str, Any]], now: int) -> tuple[list[Recorded], Match]:
    """The events of exported lines, and the match that they play. Raises `Invalid` for what is no whole log."""
    if not lines:
        raise _wrong("", say("no events: send the lines of an exported match"))
    proof = verify(lines)
    if proof.broken_at is not None:
        altered = say("event {version} was altered: {reason}", version=proof.broken_at, reason=proof.reason)
        raise _wrong(str(proof.events), altered)
    try:
        log = [from_public(line) for line in lines]
        _ensure_past(log, now)
        return log, _replayed(str(lines[0]["stream"]), log)
    except (UnknownEvent, NewerVersion, KeyError, TypeError, ValueError, AttributeError) as error:
        reason = error.message if isinstance(error, BradeError) else str(error)
        raise _wrong("", say("not the log of a match: {reason}", reason=reason)) from None


def _ensure_friendly_match_of(slug: str, match: Match) -> None:
    """Raises `Invalid` for a match of another club, or of a tournament."""
    if match.opened.club != slug:
        club = quoted(match.opened.club)
        raise _wrong("0.club", say("this is a match of the club {club}, not of {slug}", club=club, slug=quoted(slug)))
    if match.opened.tournament is not None or not match.id.startswith("m_"):
        reason = say("a match of a tournament comes in with its tournament only: brade import")
        raise _wrong("0.tournament", reason)


def _wrong(place: str, message: str) -> Invalid:
    return Invalid({place: [message]})


def _ensure_past(read: Sequence[Recorded], now: int) -> None:
    """Raises `Invalid`, which names the first line that is dated in the future."""
    for place, recorded in enumerate(read):
        if recorded.at > now + SKEW_MS:
            problem = say("line {line} is dated in the future: here it is {now}", line=place + 1, now=rfc3339(now))
            raise _wrong(f"{place}.recorded_at", problem)


def _replayed(stream: str, read: list[Recorded]) -> Match:
    if not stream.startswith(("m_", "t_")) or read[0].version != 0:
        raise UnknownEvent(say("it does not begin with the event that opened a match"))
    return judging.replay(stream, read)


def _here_already(match_id: str) -> BradeError:
    return NotAllowed(say("the match {match_id} is here already", match_id=match_id))
