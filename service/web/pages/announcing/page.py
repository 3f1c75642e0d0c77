"""New tournament: five questions with defaults, what fits beside them, a look at it all, and then it is announced."""

import re
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.club.templates import LONGEST_NAME
from core.errors import Invalid, NotFound
from core.tournament import Tournament
from core.tournament.formats import FORMATS
from core.tournament.planning.plan import example
from core.tournament.terms import stages_of
from schemas.requests.tournaments import TournamentAnnouncing
from schemas.visible_text import visible_line
from service.auth.authorization import authorize
from service.exports import paper
from service.exports.svg.bracket import bracket_svg
from service.handlers.series import decisions as series
from service.handlers.tournament import copies, templates, tournaments
from service.translations.export_words import Language
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text
from service.web.http.url_converters import TemplateId, TournamentId
from service.web.i18n import core_messages, locale
from service.web.i18n.times import zones
from service.web.pages.announcing import as_before, form, of_final, options, summary
from service.web.pages.announcing.plan_part import lengths, plan_part, rounds_that_fit
from service.web.pages.announcing.templates import rows
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.forms import FormCall, NotWritten, Refusal, page_form

pages = PageBlueprint("announcing_pages", __name__)

_NEW = "/clubs/<club:club>/tournaments/new"
_USUAL, _FEWEST = 16, 4
_FINALISTS = 2000
"""Characters of the ids of the players of a final."""


@pages.get(_NEW)
def ask(club: str) -> Response:
    """The five questions with their defaults, or filled in: `?as=` a tournament of the club, `?final=` of a series."""
    authorize(visitor(request), "organiser", club)
    if again := query_text("as"):
        return _form(club, as_before.values(_source(club, again)))
    if template := query_text("template"):
        return _form(
            club, as_before.values(_template(club, template)) | {"template": template, "players": str(_expected(club))}
        )
    if of := query_text("final"):
        return _form(club, of_final.values(club, of, query_text("finalists", _FINALISTS)))
    values = form.blank(_("Club tournament"), _expected(club), form.next_saturday(deps().clock()))
    with heavy_reads.place():
        rounds = rounds_that_fit(values, club)
    return _form(club, values | {"swiss.rounds": rounds})


def _expected(club: str) -> int:
    """The number of players that is proposed: those of the club's list, or a usual number."""
    players = len(deps().repository.club(club).players)
    return min(players, 64) if players >= _FEWEST else _USUAL


@page_form(pages, f"{_NEW}/plan", "organiser")
def plan(_call: FormCall, club: str) -> Response:
    """The planner's answer alone, for the script of the page."""
    return render_page("announcing/parts/plan.html", plan=plan_part(form.sent(), club))


@page_form(pages, f"{_NEW}/drawing", "organiser")
def draw(_call: FormCall, club: str) -> Response:  # noqa: ARG001 - its organisers alone ask
    """The brackets of the settings as they are filled in, for the script of the page; why there are none, if known."""
    drawn: Markup | None = None
    with suppress(ValidationError, ValueError, LookupError):
        drawn = drawing(form.sent())
    return finish_response(Response(drawn or "", mimetype="text/html"))


def _again(club: str, refused: Refusal) -> Response:
    """The form as it was filled in, with what is wrong."""
    values = form.sent()
    wrong = form.wrong_fields(values)
    if not wrong and isinstance(refused.error, Invalid | ValidationError):
        wrong = form.by_field(values, refused.error)
    return _form(club, values, refused.status, wrong or {"": list(refused.problems)})


@page_form(pages, _NEW, "organiser", _again)
def announce(call: FormCall, club: str) -> str | Response:
    """The filled-in form: what fits (`step=plan`), looked at (`look`), changed again (`edit`), or written (`write`)."""
    values, step = form.sent(), form_text("step")
    if step in ("plan", "edit"):
        return _form(club, values)
    if form.wrong_fields(values):
        raise NotWritten
    if step not in ("write", "keep"):
        return _look(club, values)
    source, command, tables = _typed(club, values)
    if step == "keep":
        return _keep(call, club, source, command, tables)
    if values["final"]:
        factor = of_final.checked(club, values)
        created = tournaments.create(call.request, club, command, tables)
        of_final.enter(call, club, created, values, factor)
        return f"/tournaments/{created.id}"
    if source is None:
        created = tournaments.create(call.request, club, command, tables)
        return f"/tournaments/{created.id}"
    created = copies.announce(call.request, source, command, tables, players=bool(values["players_too"]))
    if values["series"]:
        counting = call.part("series", created.id)
        series.add(counting, club, values["series"], [created.id], Fraction(1), dry_run=False)
    return f"/tournaments/{created.id}"


def _typed(club: str, values: form.Values) -> tuple[Tournament | None, dict[str, Any], list[tuple[str, str]]]:
    """The tournament that the form was filled in by, if there is one; the announcement as it was typed; its tables."""
    source, tables = _announced_before(club, values), [(name, "") for name in form.tables(values)]
    if source is None:
        return None, TournamentAnnouncing().load(form.command(values)), tables
    if len(tables) == len(source.tables):
        tables = list(source.tables)
    return source, TournamentAnnouncing().load(as_before.command(source, values)), tables


def _keep(
    call: FormCall, club: str, source: Tournament | None, command: dict[str, Any], tables: list[tuple[str, str]]
) -> str:
    """Keep what was typed, with the fees and prizes of the source, as the template of a name."""
    name = visible_line(form_text("template_name", LONGEST_NAME))
    if not name:
        raise NotWritten(_("Give the template a name."))
    templates.keep_typed(call.request, club, name, command, tables, source.money.plan if source else None)
    return f"/clubs/{club}/templates"


def _announced_before(club: str, values: form.Values) -> Tournament | None:
    """The tournament or the template that the form was filled in by; `None` of an empty form."""
    if values["as"]:
        return _source(club, values["as"])
    return _template(club, values["template"]) if values["template"] else None


def _template(club: str, template_id: str) -> Tournament:
    """A tournament as a template of the club says. Raises `NotFound`."""
    if not re.fullmatch(TemplateId.regex, template_id):
        raise NotFound("template", template_id)
    return templates.example(deps(), visitor(request), club, template_id)


def _source(club: str, tournament_id: str) -> Tournament:
    """The tournament of the club that is announced again. Raises `NotFound`."""
    if not re.fullmatch(TournamentId.regex, tournament_id):
        raise NotFound("tournament", tournament_id)
    tournament = copies.source(deps(), visitor(request), tournament_id)
    if tournament.created.club != club:
        raise NotFound("tournament", tournament_id)
    return tournament


def lengths_of(values: form.Values) -> list[tuple[str, str]]:
    """The lengths that can be chosen: none of an unknown game."""
    return lengths(values["game"]) if values["game"] in dict(form.games()) else lengths("swedish")


def form_context(values: form.Values, club: str) -> dict[str, Any]:
    """Everything that the form of a club shows."""
    return {
        "values": values,
        "games": form.games(),
        "formats": form.formats(),
        "lengths": lengths_of(values),
        "zones": zones(),
        "parts": options.parts(),
        "stages": {format_.key: stages_of(format_) for format_ in FORMATS},
        "way_of": options.way_of,
        "drawing_action": f"/clubs/{club}/tournaments/new/drawing",
        "plan": plan_part(values, club),
    }


def _form(club: str, values: form.Values, status: int = 200, wrong: form.Wrong | None = None) -> Response:
    return render_page(
        "announcing/new_tournament.html",
        status,
        club=deps().repository.club(club),
        wrong=wrong or {},
        amending=None,
        action=f"/clubs/{club}/tournaments/new",
        **as_before.shown(club, _source(club, values["as"]) if values["as"] else None),
        templates=rows(deps().repository.club(club)),
        **of_final.shown(club, values),
        **form_context(values, club),
    )


def _look(club: str, values: form.Values) -> Response:
    return render_page(
        "announcing/announcement.html",
        club=deps().repository.club(club),
        values=values,
        drawing=drawing(values),
        rows=[*summary.rows(values), *of_final.lines(club, values)],
        past=form.is_past(values, deps().clock()),
        action=f"/clubs/{club}/tournaments/new",
        amending=None,
        fitting=summary.fitting(values, club),
        participants=form.participants(values),
        template_name=_name_of_template(club, values),
    )


def _name_of_template(club: str, values: form.Values) -> str:
    """The name that is proposed for a template: that of the one that the form was filled in by."""
    template = deps().repository.club(club).templates.get(values["template"])
    return template.name if template is not None else ""


def drawing(values: form.Values) -> Markup | None:
    """The bracket, groups or rounds that come of the settings for so many players; `None` if there are too many.

    Of settings that do not fit so many, a sentence says why.
    """
    asked = form.plan_question(values)
    if asked is None or asked.players > summary.MOST_DRAWN:
        return None
    with heavy_reads.place():
        try:
            tournament = example(values["format"], form.settings(values), asked.players)
        except Invalid as error:
            why = "; ".join(core_messages.words(text) for texts in error.problems.values() for text in texts)
            return Markup('<p class="notice">{}</p>').format(_("It cannot be drawn: %(why)s.", why=why))
        return None if tournament is None else _drawn(tournament, values["name"])


def _drawn(found: Tournament, name: str) -> Markup:
    """The drawing under the name that was typed, without the line that tells of which event it is."""
    found = found._replace(id="", created=replace(found.created, name=name))
    text = bracket_svg(found, paper(found, lambda: (), drafts=False).brackets, Language(locale.current()))
    return Markup(text.partition("?>\n")[2])  # noqa: S704 - our own drawing, escaped where it was made
