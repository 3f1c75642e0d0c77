"""What people did, as the page of the audit tells it."""

from typing import Any

from flask_babel import gettext as _
from markupsafe import escape

from core.club import Club
from core.errors import Unknown
from core.events import Event, MatchImported
from service.bootstrap import House
from service.handlers.auditing import Deed
from service.web.pages import log_words, people_words
from service.web.pages.authors import author
from service.web.pages.log_words import Scene
from service.web.pages.times import clock_time

Json = dict[str, Any]


def told(house: House, club: Club, deed: Deed) -> Json:
    """A deed: when, who, what in a sentence, and where it is written down."""
    who, of_club = author(deed.by, club.tokens), deed.stream in (None, f"c_{club.slug}")
    return {
        "when": deed.at, "stream": deed.stream, "version": deed.version, "address": deed.address,
        "who": who.text if deed.stream else deed.by,
        "told": people_words.deed(deed.what) if of_club else _told(house, club, deed, who.name),
        "about": _about(house, club, deed.event) if of_club and deed.event else [],
    }  # fmt: skip


def _told(house: House, club: Club, deed: Deed, who: str) -> str:
    """What was done in a tournament or a match; of an imported log, what it says of whom."""
    if deed.claimed is None:
        return _sentence(house, deed, who)
    writer, at = author(deed.claimed[0], club.tokens), clock_time(deed.claimed[1])
    said = _sentence(house, deed, writer.name)
    pattern = escape(_("In an imported log, as %(who)s, %(when)s: %(said)s"))
    return pattern % {"who": writer.text, "when": at, "said": said}


def _sentence(house: House, deed: Deed, who: str) -> str:
    """What was done in a tournament or a match."""
    assert deed.event is not None, "an event stands in a log"
    assert deed.stream is not None, "an event stands in a log"
    try:
        if "." in deed.stream or deed.stream.startswith("m_"):
            scene = Scene(who, house.shelf.match(deed.stream).players)
        else:
            scene = Scene(who, {}, house.shelf.tournament(deed.stream))
    except Unknown:  # it was not restored with its club
        scene = Scene(who)
    return log_words.told(deed.event, scene)


def _about(house: House, club: Club, event: Event) -> list[str]:
    """Whom an event of the club is about, and what was given or changed."""
    member, player = getattr(event, "member", ""), getattr(event, "player", "")
    places = [*getattr(event, "places", ()), getattr(event, "place", "")]
    said = [
        _players(house, event.match) if isinstance(event, MatchImported) else "",
        club.people.members[member].name if member in club.people.members else "",
        club.players[player].name if player in club.players else "",
        getattr(event, "name", ""), getattr(event, "note", ""),
        *(people_words.place(each) for each in places if each),
        people_words.role(event.role) if hasattr(event, "role") else "",
    ]  # fmt: skip
    return list(dict.fromkeys(filter(None, said)))


def _players(house: House, match: str) -> str:
    try:
        return " – ".join(house.shelf.match(match).players.values())
    except Unknown:  # the store was away as it was brought in
        return match
