"""Templates of a club by pages: listed, kept of a tournament or of what was typed, renamed, deleted."""

import re
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.club.club import Club
from core.club.templates import LONGEST_NAME, MOST, Template
from core.games import game_of
from core.messages import term
from core.tournament.formats import format_of
from schemas.visible_text import visible_line
from service.handlers.tournament import copies, templates
from service.translations import translated
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, form_text, query_text
from service.web.http.url_converters import TournamentId
from service.web.i18n import locale
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form

pages = PageBlueprint("template_pages", __name__)

ALL = "/clubs/<club:club>/templates"
_ONE = f"{ALL}/<template:template>"


class Row(NamedTuple):
    """A template as lists show it, with its game and format in words."""

    id: str
    name: str
    about: str


def rows(club: Club) -> list[Row]:
    """The templates of a club, in the order in which they were kept."""
    return [_row(template) for template in club.templates.values()]


def _row(template: Template) -> Row:
    announced = template.announced
    words = (game_of(str(announced["game"])).name, format_of(str(announced["format"])).name)
    return Row(template.id, template.name, " · ".join(translated(term(word), locale.current()) for word in words))


@pages.get(ALL)
def every(club: str) -> Response:
    """The templates of a club, and the form to keep another one."""
    return _page(club)


def _page(club: str, refused: Refusal = ACCEPTED, **_one: str) -> Response:
    found = templates.every(deps(), visitor(request), club)
    lately, of = copies.lately(deps(), visitor(request), club), query_text("of") or form_text("tournament", ID_LENGTH)
    if of and re.fullmatch(TournamentId.regex, of) and all(tournament.id != of for tournament in lately):
        lately = [copies.source(deps(), visitor(request), of), *lately]
    return render_page(
        "announcing/templates.html",
        refused.status,
        club=deps().repository.club(club),
        rows=[_row(template) for template in found],
        lately=[tournament for tournament in lately if tournament.created.club == club],
        of=of,
        name=visible_line(form_text("name", LONGEST_NAME)),
        full=len(found) >= MOST,
        most=MOST,
        longest=LONGEST_NAME,
        alarm=refused.alarm,
    )


@page_form(pages, ALL, "organiser", _page)
def keep(call: FormCall, club: str) -> str:
    """Keep what a `tournament` of the club announced under a `name`."""
    tournament_id = form_text("tournament", ID_LENGTH)
    if not tournament_id:
        raise NotWritten(_("Choose a tournament."))
    templates.keep(call.request, club, _name(), tournament_id)
    return f"/clubs/{club}/templates"


@page_form(pages, f"{_ONE}/name", "organiser", _page)
def rename(call: FormCall, club: str, template: str) -> str:
    """Give a template another `name`."""
    templates.change(call.request, club, template, _name(), None)
    return f"/clubs/{club}/templates"


@page_form(pages, f"{_ONE}/removal", "organiser", _page)
def remove(call: FormCall, club: str, template: str) -> str:
    """Delete a template. A form that comes twice finds it deleted."""
    if call.request.previous_result(f"c_{club}") is None:
        templates.remove(call.request, club, template)
    return f"/clubs/{club}/templates"


def _name() -> str:
    name = visible_line(form_text("name", LONGEST_NAME))
    if not name:
        raise NotWritten(_("Give the template a name."))
    return name
