"""Audit entries, as the page of the audit shows them."""

from typing import Any

from flask_babel import gettext as _
from markupsafe import escape

from core.club.club import Club
from core.errors import NotFound
from core.events import Event, MatchImported
from service.bootstrap import Dependencies
from service.handlers.club.audit import AuditEntry
from service.web.i18n import log_events, people
from service.web.i18n.authors import author
from service.web.i18n.log_events import SentenceContext
from service.web.i18n.times import clock_time

Json = dict[str, Any]


def row(deps: Dependencies, club: Club, deed: AuditEntry) -> Json:
    """A deed: when, who, what in a sentence, and where it is written down."""
    author_of, of_club = author(deed.by, club.tokens), deed.stream in (None, f"c_{club.slug}")
    return {
        "when": deed.at, "stream": deed.stream, "version": deed.version, "address": deed.address,
        "who": author_of.text if deed.stream else deed.by,
        "told": people.deed(deed.what) if of_club else _told(deps, club, deed, author_of.name),
        "about": _about(deps, club, deed.event) if of_club and deed.event else [],
    }  # fmt: skip


def _told(deps: Dependencies, club: Club, deed: AuditEntry, actor: str) -> str:
    """Entries of a tournament or a match; of an imported log, the statements of the file."""
    if deed.claimed is None:
        return _sentence(deps, deed, actor)
    writer, at = author(deed.claimed[0], club.tokens), clock_time(deed.claimed[1])
    sentence = _sentence(deps, deed, writer.name)
    pattern = escape(_("In an imported log, as %(who)s, %(when)s: %(said)s"))
    return pattern % {"who": writer.text, "when": at, "said": sentence}


def _sentence(deps: Dependencies, deed: AuditEntry, actor: str) -> str:
    """Entries of a tournament or a match."""
    assert deed.event is not None, "an event stands in a log"
    assert deed.stream is not None, "an event stands in a log"
    try:
        if "." in deed.stream or deed.stream.startswith("m_"):
            context = SentenceContext(actor, deps.repository.match(deed.stream).players)
        else:
            context = SentenceContext(actor, {}, deps.repository.tournament(deed.stream))
    except NotFound:  # it was not restored with its club
        context = SentenceContext(actor)
    return log_events.sentence(deed.event, context)


def _about(deps: Dependencies, club: Club, event: Event) -> list[str]:
    """The person of an event of the club, and the given or changed value."""
    member, player = getattr(event, "member", ""), getattr(event, "player", "")
    places = [*getattr(event, "places", ()), getattr(event, "place", "")]
    parts = [
        _players(deps, event.match) if isinstance(event, MatchImported) else "",
        club.people.members[member].name if member in club.people.members else "",
        club.players[player].name if player in club.players else "",
        getattr(event, "name", ""), getattr(event, "note", ""),
        *(people.place(each) for each in places if each),
        people.role(event.role) if hasattr(event, "role") else "",
    ]  # fmt: skip
    return list(dict.fromkeys(filter(None, parts)))


def _players(deps: Dependencies, match_id: str) -> str:
    try:
        return " – ".join(deps.repository.match(match_id).players.values())
    except NotFound:  # the store was away as it was brought in
        return match_id
