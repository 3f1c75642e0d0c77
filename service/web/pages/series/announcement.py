"""The form of a series: its name and period, what a result is worth, and what counts."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.club.club import Club, names_of
from core.errors import Invalid
from core.games import GAMES, game_of
from core.series.announcement import TIES, Announcement, stored_announcement
from core.series.following import Moved
from core.tournament.details import prize_lines
from schemas.series.requests import SeriesAnnouncing
from service.auth.authorization import authorize
from service.handlers.series import decisions
from service.handlers.series.tables import readable
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import labels
from service.web.i18n.core_messages import exact_number
from service.web.pages.announcing.form import prizes
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, field_lines, page_form
from service.web.pages.series.lists import ALL, ONE
from service.web.pages.series.rule_lines import tie_word

pages = PageBlueprint("series_announcement_pages", __name__)

Values = dict[str, Any]
_LINES = 20_000
"""Characters of a field of several lines."""
_TEXTS = ("name", "begins", "ends", "named", "participation", "own", "best", "without", "least", "final")
_SWITCHES = ("public", "walkovers", "move_up")
_CHOICES = ("places", "shared", "withdrawn", "no_shows")
_FORMULA = ("first", "per_player", "step", "least")
_BRACKETS = ("any", "main", "consolation", "last_chance", "lower", "groups")
"""The brackets that have a field; points for others stay as programs announced them."""
_ENDINGS = tuple(outcome.key for outcome in game_of("swedish").outcomes)


@pages.get(f"{ALL}/new")
def new(club: str) -> Response:
    """The form of a new series."""
    authorize(visitor(request), "organiser", club)
    return new_page(club)


def new_page(club: str, refused: Refusal = ACCEPTED) -> Response:
    """The form of a new series, with what was typed if it was refused."""
    known = deps().repository.club(club)
    usual = _values(known, Announcement(""))
    return _page(known, None, _typed() if refused.error else usual, refused)


@page_form(pages, ALL, "organiser", new_page)
def announce(call: FormCall, club: str) -> str:
    """Announce a series; its tournaments come next."""
    known = deps().repository.club(club)
    made = decisions.announce(call.request, club, _read(known, {}))
    return f"/clubs/{club}/series/{made.id}/tournaments"


@pages.get(f"{ONE}/rule")
def rule(club: str, series: str) -> Response:
    """The form of the announcement."""
    authorize(visitor(request), "organiser", club)
    return rule_page(club, series)


def rule_page(club: str, series: str, refused: Refusal = ACCEPTED, *, moved: Iterable[Moved] | None = None) -> Response:
    """The form of the announcement, with what was typed if it was refused, or with what would follow."""
    known, found, _inside = readable(deps(), visitor(request), club, series)
    typed = refused.error is not None or moved is not None
    values = _typed() if typed else _values(known, found.announcement)
    return _page(known, found.id, values, refused, moved)


@page_form(pages, f"{ONE}/rule", "organiser", rule_page)
def change(call: FormCall, club: str, series: str) -> str | Response:
    """Give a series another announcement, or look at what would follow."""
    known, found, _inside = readable(deps(), visitor(request), club, series)
    announcement = _read(known, stored_announcement(found.announcement))
    looks = bool(form_text("look"))
    changed = decisions.change(call.request, club, series, announcement, dry_run=looks)
    return rule_page(club, series, moved=changed.moved) if looks else f"/clubs/{club}/series/{series}?done=saved"


def _page(
    club: Club, series: str | None, values: Values, refused: Refusal, moved: Iterable[Moved] | None = None
) -> Response:
    groups = sorted({*club.groups.values(), *values["members"]}, key=str.casefold)
    return render_page(
        "series/announcement.html",
        refused.status,
        club=club,
        series=series,
        value=values,
        problems=refused.problems,
        moved=None if moved is None else list(moved),
        shown=exact_number,
        groups=groups,
        games=[(game.key, labels.game_name(game)) for game in GAMES],
        brackets=[(bracket, _bracket_word(bracket)) for bracket in _BRACKETS],
        endings=[(ending, labels.ending(ending)) for ending in _ENDINGS],
        ties=[(tie, tie_word(tie)) for tie in TIES],
        tie_fields=range(len(TIES)),
    )


def _bracket_word(key: str) -> str:
    return {
        "any": _("Every match"),
        "main": _("In the main bracket"),
        "consolation": _("In the consolation"),
        "last_chance": _("In the last chance"),
        "lower": _("In the lower bracket"),
        "groups": _("In groups"),
    }[key]


# ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────────
def _values(club: Club, announcement: Announcement) -> Values:
    """The values of the fields for an announcement."""
    stored = stored_announcement(announcement)
    values: Values = {name: "" if stored[name] is None else str(stored[name]) for name in (*_TEXTS, *_CHOICES)}
    values |= {name: stored[name] for name in _SWITCHES}
    values |= {f"formula.{name}": stored["formula"][name] for name in _FORMULA}
    values |= {f"matches.{bracket}": stored["matches"].get(bracket, "") for bracket in _BRACKETS}
    values |= {f"bonuses.{ending}": stored["bonuses"].get(ending, "") for ending in _ENDINGS}
    values |= {f"ties.{place}": tie for place, tie in enumerate(stored["ties"])}
    known = club.players
    guests = [known[present].name for guest in stored["guests"] if (present := club.present_id(guest)) in known]
    return values | {
        "games_won": stored["games_won"].get("any", ""),
        "tables": "\n".join(_line(table) for table in stored["tables"]),
        "members": stored["members"],
        "games": stored["games"],
        "prizes": "\n".join(prize_lines(stored)),
        "guests": "\n".join(guests),
    }


def _line(table: Mapping[str, Any]) -> str:
    points = ", ".join(table["points"])
    return points if table["players"] == 1 else f"{table['players']}: {points}"


def _typed() -> Values:
    """The values of the fields as they were typed."""
    fields = [f"formula.{each}" for each in _FORMULA]
    fields += [f"matches.{bracket}" for bracket in _BRACKETS]
    fields += [f"bonuses.{ending}" for ending in _ENDINGS]
    fields += [f"ties.{place}" for place in range(len(TIES))]
    values: Values = {name: form_text(name).strip() for name in (*_TEXTS, *_CHOICES, *fields, "games_won")}
    values |= {name: bool(form_text(name)) for name in _SWITCHES}
    values |= {name: form_text(name, _LINES) for name in ("tables", "guests", "prizes")}
    return values | {name: request.form.getlist(name) for name in ("members", "games")}


# ── what is read ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _read(club: Club, present: Mapping[str, Any]) -> Announcement:
    """The announcement of the form. What it has no field for stays as it is. Raises `NotWritten`."""
    typed = _typed()
    asked: dict[str, Any] = {name: typed[name] for name in ("name", "named", *_CHOICES, *_SWITCHES)}
    asked |= {name: typed[name] or None for name in ("begins", "ends")}
    asked |= {name: _number(typed[name]) for name in ("participation", "own")}
    asked |= {name: _whole(typed[name] or "0") for name in ("without", "least")}
    asked |= {name: _whole(typed[name]) if typed[name] else None for name in ("best", "final")}
    asked["prizes"] = prizes(typed["prizes"])
    asked["tables"] = [_table(line) for line in typed["tables"].splitlines() if line.strip()]
    asked["formula"] = {name: _number(typed[f"formula.{name}"]) for name in _FORMULA}
    asked["matches"] = _points(present.get("matches", {}), _BRACKETS, typed, "matches")
    asked["bonuses"] = _points(present.get("bonuses", {}), _ENDINGS, typed, "bonuses")
    others = {key: each for key, each in present.get("games_won", {}).items() if key != "any"}
    asked["games_won"] = others | ({"any": _number(typed["games_won"])} if typed["games_won"] else {})
    asked["games"] = typed["games"]
    asked["members"] = typed["members"]
    asked["ties"] = [typed[f"ties.{place}"] for place in range(len(TIES)) if typed[f"ties.{place}"]]
    asked["guests"] = _guests(club, typed["guests"])
    try:
        read: Announcement = SeriesAnnouncing().load(asked)
    except (ValidationError, Invalid) as error:
        raise NotWritten(*field_lines(error, _field_names())) from None
    return read


def _points(present: Mapping[str, str], keys: Iterable[str], typed: Values, name: str) -> dict[str, str]:
    kept = {key: each for key, each in present.items() if key not in set(keys)}
    return kept | {key: _number(typed[f"{name}.{key}"]) for key in keys if typed[f"{name}.{key}"]}


def _number(text: str) -> str:
    """A number as people write it, with a comma or a point; empty is 0."""
    return text.replace(",", ".").replace(" ", "") or "0"


def _whole(text: str) -> object:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else text


def _table(line: str) -> dict[str, Any]:
    """A table of a line such as `8: 15 12 9`: from 8 players on. Numbers are apart by blanks, or by a comma and one."""
    players, colon, points = line.rpartition(":")
    numbers = [part.rstrip(",;").replace(",", ".") for part in points.replace(";", " ").replace(", ", " ").split()]
    return {"players": _whole(players.strip()) if colon else 1, "points": numbers}


def _guests(club: Club, lines: str) -> list[str]:
    """The ids of the players with these names. Raises `NotWritten` for names that are not on the list."""
    names = [line.strip() for line in lines.splitlines() if line.strip()]
    index = names_of(club)
    found = [(name, index.meant(name)) for name in names]
    if unknown := [name for name, players in found if not players]:
        raise NotWritten(_("Guests who are not on the list of players: %(names)s", names=", ".join(unknown)))
    return list(dict.fromkeys(players[0] for _name, players in found))


def _field_names() -> dict[str, str]:
    return {
        "name": _("Name"),
        "begins": _("From"),
        "ends": _("Until"),
        "games": _("Games"),
        "tables": _("Points of the places"),
        "formula": _("Points by a formula"),
        "participation": _("For taking part"),
        "matches": _("For matches won"),
        "games_won": _("For each game won"),
        "own": _("For each point of the evening"),
        "bonuses": _("For endings of games"),
        "best": _("Best results that count"),
        "without": _("Worst evenings left out"),
        "least": _("Evenings for a place in the table"),
        "ties": _("Players with the same points"),
        "final": _("Players of the final"),
        "prizes": _("Prizes of the year"),
    }
