"""A tournament's settings for its organiser, a line each; the announcement changed; shown or hidden."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.errors import Invalid
from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN, RUNNING
from schemas.requests.tournaments import TournamentAmending
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import rounds, tournaments
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text
from service.web.i18n import tournament_details
from service.web.pages.announcing import change, form, form_values
from service.web.pages.announcing.page import form_context
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
from service.web.pages.shared.tournament_head import SETTINGS, tournament_head

pages = PageBlueprint("organising_pages", __name__)

_HOME = "/tournaments/<tournament:tournament>/organise"
_CHANGE = "/tournaments/<tournament:tournament>/announcement"
_DETAILS = (
    "name",
    "zone",
    "date",
    "last_day",
    "from",
    "until",
    "place",
    "description",
    "contact",
    "fee",
    "fee_again",
    "agreed_positions",
    "prizes",
    "schedule",
    "round_minutes",
    "overlay_delay",
    *form.LATENESS,
)


class Setting(NamedTuple):
    """A line of the page: what is set there, how it is now, and the page on which it is changed."""

    title: str
    hint: str
    path: str


# ── the settings ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _announcement(state: Tournament) -> Setting:
    when = tournament_details.when(state.created.details) or _("No date is told yet.")
    return Setting(_("Announcement"), when, f"/tournaments/{state.id}/announcement")


def _tables(state: Tournament) -> Setting:
    names = ", ".join(name for name, _group in state.tables)
    return Setting(_("Tables of the hall"), names or _("No tables are named yet."), f"/tournaments/{state.id}/tables")


def _money(state: Tournament) -> Setting:
    hint = _("Who has paid, prizes as sums, side pools. It is switched off.")
    if state.money.plan is not None:
        hint = _("Fees, prizes and side pools: what is planned, and all sums.")
    return Setting(_("Fees and prizes"), hint, f"/tournaments/{state.id}/money")


def _slips(state: Tournament) -> Setting:
    hint = _("A code for each table, by which phones record.")
    return Setting(_("Slips for the tables"), hint, f"/tournaments/{state.id}/links")


def _overlay(state: Tournament) -> Setting:
    hint = _("A match on a transparent page, for the program that you stream with.")
    return Setting(_("Stream overlay"), hint, f"/tournaments/{state.id}/overlay")


def _import(state: Tournament) -> Setting | None:
    if state.format.teams:
        return None
    hint = _("Players, with their ratings and clubs.") if state.seed is None else _("Results of the rounds.")
    return Setting(_("From a file of another program"), hint, f"/tournaments/{state.id}/import")


def _change(state: Tournament) -> Setting | None:
    if state.seed is None or state.ended or state.status == CALLED_OFF or not change.fields_of(state):
        return None
    hint = _("Rounds, lengths, tie-breaks, as far as they have not begun. You see first what follows.")
    return Setting(_("Change it while it runs"), hint, f"/tournaments/{state.id}/change")


def _end(state: Tournament) -> Setting | None:
    if state.status != RUNNING:
        return None
    hint = _("Before all rounds are played. You see the places first.")
    return Setting(_("End the tournament early"), hint, f"/tournaments/{state.id}/end")


def _call_off(state: Tournament) -> Setting | None:
    path = f"/tournaments/{state.id}/call-off"
    if state.status == CALLED_OFF:
        return Setting(_("It takes place after all…"), state.called_off or "", path)
    if state.status == FINISHED:
        return None
    return Setting(_("Call off or delete"), _("It does not take place. You see first what follows."), path)


def _copy(state: Tournament) -> Setting:
    hint = _("The same settings, tables, texts, fees and prizes, on the next date.")
    return Setting(
        _("Announce another one as this…"), hint, f"/clubs/{state.created.club}/tournaments/new?as={state.id}"
    )


def _template(state: Tournament) -> Setting:
    hint = _("Its settings, tables, texts, fees and prizes are kept under a name.")
    return Setting(_("Keep it as a template…"), hint, f"/clubs/{state.created.club}/templates?of={state.id}#keeping")


SETTINGS_OF: tuple[Callable[[Tournament], Setting | None], ...] = (
    _announcement,
    _tables,
    _money,
    _slips,
    _overlay,
    _import,
    _copy,
    _template,
    _change,
    _end,
    _call_off,
)
"""The settings in their order: a new page of an organiser is a function here."""


@pages.get(_HOME)
def organise(tournament: str) -> Response:
    """Everything that an organiser sets for a tournament, a line each."""
    return _home(_own(tournament))


def _home_again(tournament: str, refused: Refusal) -> Response:
    return _home(_own(tournament), refused)


@page_form(pages, f"{_HOME}/publication", "organiser", _home_again)
def publish(call: FormCall, tournament: str) -> str:
    """Show the tournament to everybody, or to the club alone."""
    rounds.show_to(call.request, tournament, published=form_text("published") == "1")
    return f"/tournaments/{tournament}/organise"


def _own(tournament_id: str) -> Tournament:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    return deps().repository.tournament(tournament_id)


def _home(state: Tournament, refused: Refusal = ACCEPTED) -> Response:
    notices = {
        "changed": _("It is changed. All who follow the tournament are told."),
        "announced": _("The announcement is changed."),
    }
    return render_page(
        "announcing/organise.html",
        refused.status,
        page_head=tournament_head(state, SETTINGS),
        state=state,
        problems=refused.problems,
        notice=notices.get(query_text("done"), ""),
        settings=[setting for each in SETTINGS_OF if (setting := each(state))],
    )


# ── the announcement changed ─────────────────────────────────────────────────────────────────────────────────────────
@pages.get(_CHANGE)
def show(tournament: str) -> Response:
    """The announcement as it is, to be changed."""
    state = _own(tournament)
    return _form(state, form_values.of_tournament(state))


def _values(state: Tournament) -> form.Values:
    """The announcement with what was typed; after the start only its details can be another one."""
    before, sent = form_values.of_tournament(state), form.sent()
    values = before | ({name: sent[name] for name in _DETAILS} if state.status != OPEN else sent)
    return values | {name: before[name] for name in ("game", "format", "service_dice")}


def _change_again(tournament: str, refused: Refusal) -> Response:
    """The form as it was filled in, with what is wrong or what another person wrote."""
    state = _own(tournament)
    values, error = _values(state), refused.error
    if isinstance(error, Invalid | ValidationError):
        return _form(state, values, refused.status, form.by_field(values, error))
    if refused.conflict:
        text = _("The tournament was changed meanwhile. Nothing is written: look at your changes and save again.")
        return _form(state, values, refused.status, {"": [text, *refused.shown(state)["meanwhile"]]})
    return _form(state, values, refused.status, {"": list(refused.problems)})


@page_form(pages, _CHANGE, "organiser", _change_again, versioned=True)
def amend(call: FormCall, tournament: str) -> str | Response:
    """Change the announcement, unless another organiser changed it meanwhile. After the start only the details."""
    state = _own(tournament)
    values = _values(state)
    if form_text("step") == "plan":
        return _form(state, values)
    command = TournamentAmending().load(_changes(state, values))
    tables = form.tables(values) if form_values.has_numbered_tables(state) else []
    tournaments.amend(call.request, tournament, command, tables)
    return f"/tournaments/{tournament}/organise?done=announced"


def _changes(state: Tournament, values: form.Values) -> form.Json:
    details = {name: text or None for name, text in form.details(values).items()}
    if state.status != OPEN:
        return {"details": details}
    command = form.command(values)
    if not form_values.keeps_all(state):
        command = {name: text for name, text in command.items() if name not in ("terms", "tie_breaks")}
    return {
        "handicap": None,
        **{name: text for name, text in command.items() if name not in ("game", "format", "published", "options")},
        "details": details,
    }


def _form(state: Tournament, values: form.Values, status: int = 200, wrong: form.Wrong | None = None) -> Response:
    return render_page(
        "announcing/new_tournament.html",
        status,
        page_head=tournament_head(state, SETTINGS),
        club=deps().repository.club(state.created.club),
        wrong=wrong or {},
        amending=state,
        details_only=state.status != OPEN,
        action=f"/tournaments/{state.id}/announcement",
        **form_context(values, state.created.club),
    )
