"""Head of every page of a club. Its tabs are few: what is rarely needed is inside of one of them."""

from typing import NamedTuple

from flask import request
from flask_babel import gettext as _

from core.club.club import Club
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.club_look import shown_look
from service.web.pages.head import Head, HeadLink, NextStep, reaches, role_here

_TOURNAMENTS, _PLAYERS, _SERIES, _PEOPLE, _HALL, _DATA = "tournaments", "players", "series", "people", "hall", "data"


class ClubPage(NamedTuple):
    """A page of a club: its path below the club's, its word, its tab, and the lowest role for it; "" is everybody's."""

    path: str
    word: str
    tab: str
    role: str


TABS = {
    "": _TOURNAMENTS,
    "tournaments": _TOURNAMENTS,
    "matches": _TOURNAMENTS,
    "templates": _TOURNAMENTS,
    "players": _PLAYERS,
    "ratings": _PLAYERS,
    "dice": _PLAYERS,
    "series": _SERIES,
    "people": _PEOPLE,
    "audit": _PEOPLE,
    "privacy": _PEOPLE,
    "hall": _HALL,
    "timetable": _HALL,
    "tables": _HALL,
    "wall": _HALL,
    "backup": _DATA,
    "restore": _DATA,
    "embedding": _DATA,
    "look": _TOURNAMENTS,
    "keys": _DATA,
    "webhooks": _DATA,
    "closing": _DATA,
}
"""The tab of each page by the first part of its path below the club's."""


def club_head_here(status: int) -> Head | None:
    """The head of the club whose page is asked for; `None` for pages of no club.

    A page that refuses a caller who has no role in the club has none: the club may not exist for them.
    """
    slug = (request.view_args or {}).get("club")
    if not slug or not request.path.startswith(f"/clubs/{slug}"):
        return None
    if status != 200 and not role_here(visitor(request), slug):
        return None
    part = request.path.removeprefix(f"/clubs/{slug}").strip("/").partition("/")[0]
    return club_head(deps().repository.club(slug), part)


def club_head(club: Club, part: str) -> Head:
    """The head of a page of a club; `part` is the first part of its path below the club's."""
    role, tab = role_here(visitor(request), club.slug), TABS[part]
    base = f"/clubs/{club.slug}"
    pages = [page for page in _pages(club) if reaches(role, page.role)]
    inside = [page for page in pages if page.tab == tab]
    firsts = list({page.tab: page for page in reversed(pages)}.values())[::-1]
    return Head(
        name=club.name,
        address=base,
        tabs=[HeadLink(_word(first), f"{base}/{first.path}".rstrip("/"), first.tab == tab) for first in firsts],
        label=_("Pages of the club"),
        step=_announce(base) if reaches(role, "organiser") and not part else None,
        inside=[
            HeadLink(club_page.word, f"{base}/{club_page.path}".rstrip("/"), club_page.path == part)
            for club_page in inside
            if len(inside) > 1
        ],
        inside_label=_word(inside[0]) if inside else "",
        titled=not part,
        look=shown_look(club),
    )


def _announce(base: str) -> NextStep:
    return NextStep(_("New tournament"), f"{base}/tournaments/new")


def _word(page: ClubPage) -> str:
    """The word of the tab that a page is the first of."""
    words = {_HALL: _("The hall"), _DATA: _("Data"), _PEOPLE: _("People")}
    return words.get(page.tab, page.word)


def _pages(club: Club) -> list[ClubPage]:
    """All pages of a club in their order; lists of ratings and series are everybody's if one is public."""
    rated = "" if any(rating_rule.public for rating_rule in club.rating_rules.values()) else "viewer"
    season = "" if any(series.announcement.public for series in club.series.values()) else "viewer"
    return [
        ClubPage("", _("Tournaments"), _TOURNAMENTS, ""),
        ClubPage("templates", _("Templates"), _TOURNAMENTS, "organiser"),
        ClubPage("look", _("Logo and colour"), _TOURNAMENTS, "organiser"),
        ClubPage("players", _("Players"), _PLAYERS, "viewer"),
        ClubPage("ratings", _("Ratings"), _PLAYERS, rated),
        ClubPage("dice", _("Dice"), _PLAYERS, "viewer"),
        ClubPage("series", _("Series"), _SERIES, season),
        ClubPage("people", _("People"), _PEOPLE, "organiser"),
        ClubPage("audit", _("Who did what"), _PEOPLE, "organiser"),
        ClubPage("privacy", _("Data about people"), _PEOPLE, "organiser"),
        ClubPage("hall", _("Phones in the hall"), _HALL, "organiser"),
        ClubPage("timetable", _("Timetable of the hall"), _HALL, "viewer"),
        ClubPage("tables", _("Tables of the hall"), _HALL, "referee"),
        ClubPage("wall", _("On a projector"), _HALL, ""),
        ClubPage("backup", _("Backup"), _DATA, "organiser"),
        ClubPage("restore", _("Bring a backup back"), _DATA, "organiser"),
        ClubPage("embedding", _("On other websites"), _DATA, "organiser"),
        ClubPage("keys", _("Keys and links"), _DATA, "organiser"),
        ClubPage("webhooks", _("News to other programs"), _DATA, "organiser"),
        ClubPage("closing", _("Close the club"), _DATA, "organiser"),
    ]
