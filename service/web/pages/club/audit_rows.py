"""Audit entries, as the page of the audit shows them."""

from typing import Any

from flask_babel import gettext as _
from markupsafe import escape

from core.club import event_text
from core.club.club import Club
from core.errors import NotFound
from core.events import Event, MatchImported, NewerEvent
from core.messages import say
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.club.audit import AuditEntry
from service.translations.isolation import beside
from service.web.i18n import accounts, core_messages, log_events
from service.web.i18n.authors import author
from service.web.i18n.times import clock_time

Json = dict[str, Any]
_STEPS = {
    "SignedIn": say("signed in"),
    "SignInFailed": say("could not sign in"),
    "LinkOpened": say("opened a link"),
    "PasswordChanged": say("changed the password"),
    "PasswordChangeFailed": say("could not change the password"),
}
"""The steps of the log of people who sign in (`service.store.access.sign_in_log`)."""


def row(deps: Dependencies, club: Club, entry: AuditEntry) -> Json:
    """An audit entry: when, who, what in a sentence, and where it is written down."""
    author_of, of_club = author(entry.by, Authors(deps.repository, club.slug)), entry.stream in (None, f"c_{club.slug}")
    return {
        "when": entry.at,
        "stream": entry.stream,
        "version": entry.version,
        "address": entry.address,
        "who": author_of.text if entry.stream or ":" in entry.by else entry.by,
        "where": "" if of_club else _where(deps, entry),
        "told": _action(entry) if of_club else _what_happened(deps, club, entry, author_of.name),
        "about": _about(deps, club, entry.event) if of_club and entry.event else [],
    }


def _action(entry: AuditEntry) -> str:
    """An event of the club's log, or a step of a person who signs in."""
    if entry.event is None:
        return core_messages.words(_STEPS.get(entry.what, entry.what))
    if isinstance(entry.event, NewerEvent):
        return entry.event.type
    return core_messages.words(event_text.action(entry.event))


def _where(deps: Dependencies, entry: AuditEntry) -> str:
    """The tournament by its name, with the number of the match; "" for what is in none."""
    tournament_id, _dot, number = (entry.stream or "").partition(".")
    try:
        name = deps.repository.tournament(tournament_id, fresh=False).created.name
    except NotFound:
        return ""
    return f"{name}, {_('Match %(number)s', number=number)}" if number else name


def _what_happened(deps: Dependencies, club: Club, entry: AuditEntry, actor: str) -> str:
    """Entries of a tournament or a match; of an imported log, the statements of the file."""
    if entry.claimed is None:
        return _sentence(deps, entry, actor)
    writer, at = author(entry.claimed[0], Authors(deps.repository, club.slug)), clock_time(entry.claimed[1])
    sentence = _sentence(deps, entry, writer.name)
    pattern = escape(_("In an imported log, as %(who)s, %(when)s: %(said)s"))
    return pattern % {"who": writer.text, "when": at, "said": sentence}


def _sentence(deps: Dependencies, entry: AuditEntry, actor: str) -> str:
    """Entries of a tournament or a match."""
    assert entry.event is not None, "an event stands in a log"
    assert entry.stream is not None, "an event stands in a log"
    try:
        if "." in entry.stream or entry.stream.startswith("m_"):
            context = log_events.context(actor, deps.repository.match(entry.stream).players)
        else:
            context = log_events.context(actor, {}, deps.repository.tournament(entry.stream))
    except NotFound:  # it was not restored with its club
        context = log_events.context(actor)
    return log_events.sentence(entry.event, context)


def _about(deps: Dependencies, club: Club, event: Event) -> list[str]:
    """The person of an event of the club, and the given or changed value."""
    member, player = getattr(event, "member", ""), getattr(event, "player", "")
    places = [*getattr(event, "places", ()), getattr(event, "place", "")]
    parts = [
        _players(deps, event.match) if isinstance(event, MatchImported) else "",
        club.people.names.get(member, ""),
        club.players[player].name if player in club.players else "",
        getattr(event, "name", ""),
        getattr(event, "note", ""),
        *(accounts.place(place) for place in places if place),
        accounts.role(event.role) if hasattr(event, "role") else "",
    ]
    return list(dict.fromkeys(filter(None, parts)))


def _players(deps: Dependencies, match_id: str) -> str:
    try:
        return beside(deps.repository.match(match_id).players.values())
    except NotFound:  # the store was away as it was brought in
        return match_id
