"""A tournament's page for its organiser: the next steps, a line each; the announcement changed; shown or hidden."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext
from marshmallow import ValidationError

from core.errors import Invalid
from core.tournament import Tournament
from core.tournament.model.state import FINISHED, OPEN
from schemas.requests.tournaments import TournamentAmending
from service.auth.authorization import authorize_tournament
from service.handlers.desk.desk import current
from service.handlers.tournament import rounds, tournaments
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import tournament_details
from service.web.pages.announcing import form, form_values
from service.web.pages.announcing.page import form_context
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
from service.web.pages.shared.following import following
from service.web.pages.shared.winners import winners

pages = PageBlueprint("organising_pages", __name__)

_HOME = "/tournaments/<tournament:tournament>/organise"
_CHANGE = "/tournaments/<tournament:tournament>/announcement"
_FEWEST = 2
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
    *form.LATENESS,
)


class OrganisingStep(NamedTuple):
    """A line of the page: what is to be done, how far it is, and the page on which it is done.

    `enough` says that the next step may be taken, though more can be done here. `act` is the word of its large button,
    the title if it is empty.
    """

    title: str
    hint: str
    path: str
    done: bool = False
    enough: bool = False
    act: str = ""


# ── the next steps ───────────────────────────────────────────────────────────────────────────────────────────────────
def _announcement(state: Tournament) -> OrganisingStep:
    when = tournament_details.when(state.created.details) or _("No date is told yet.")
    return OrganisingStep(
        _("Announcement"), when, f"/tournaments/{state.id}/announcement", bool(state.created.details), enough=True
    )


def _entries(state: Tournament) -> OrganisingStep:
    count = len(state.field)
    hint = (
        ngettext("%(num)s has entered.", "%(num)s have entered.", count)
        if count
        else _("Enter the players, or paste a list.")
    )
    path, act = f"/tournaments/{state.id}/entries", _("Enter the players")
    return OrganisingStep(_("Entries"), hint, path, state.status != OPEN, count >= _FEWEST, act)


def _tables(state: Tournament) -> OrganisingStep:
    names = ", ".join(name for name, _group in state.tables)
    hint = names or _("No tables are named yet.")
    return OrganisingStep(
        _("Tables of the hall"), hint, f"/tournaments/{state.id}/tables", bool(state.tables), enough=True
    )


def _check_in(state: Tournament) -> OrganisingStep:
    here, count = sum(each.checked_in for each in state.field), len(state.field)
    hint = _("%(here)s of %(all)s here", here=here, all=count) if count else _("No player has entered yet.")
    if count and not here and state.status != OPEN:  # it was not used
        hint = ngettext("%(num)s player takes part", "%(num)s players take part", count)
    enough = not state.created.check_in
    return OrganisingStep(_("Check-in"), hint, f"/tournaments/{state.id}/check-in", state.status != OPEN, enough)


def _seeding(state: Tournament) -> OrganisingStep:
    shown = any(not each.draft for each in state.rounds)
    hint = _("Round 1 is published.") if shown else _("Order the players, draw round 1, look at it, publish it.")
    return OrganisingStep(_("Order and round 1"), hint, f"/tournaments/{state.id}/seeding", shown)


def _slips(state: Tournament) -> OrganisingStep:
    hint = _("A code for each table, by which phones record.")
    return OrganisingStep(_("Slips for the tables"), hint, f"/tournaments/{state.id}/links", enough=True)


def _desk(state: Tournament) -> OrganisingStep:
    hint = _("Pair rounds, see every table, decide results.")
    return OrganisingStep(_("The desk"), hint, f"/desk/{state.id}", state.status == FINISHED)


def _files(state: Tournament) -> OrganisingStep:
    hint = _("To hang up, for a spreadsheet, for the newspaper.")
    return OrganisingStep(_("Files and prints"), hint, f"/tournaments/{state.id}/files")


def _results(state: Tournament) -> OrganisingStep | None:
    now = current(state)
    if now is None:
        return None
    played = [each for each in now.pairings if not each.is_bye]
    count = sum(each.match in state.results for each in played)
    hint = _("Round %(number)s: %(count)s of %(all)s results are in", number=now.number, count=count, all=len(played))
    path = f"/tournaments/{state.id}/rounds/{now.number}/results"
    return OrganisingStep(_("Rounds and results"), hint, path, state.status == FINISHED)


STEPS: tuple[Callable[[Tournament], OrganisingStep | None], ...] = (
    _announcement,
    _entries,
    _tables,
    _slips,
    _check_in,
    _seeding,
    _results,
    _desk,
    _files,
)
"""The steps in the order in which they are taken: a new page of an organiser is a function here."""


@pages.get(_HOME)
def organise(tournament: str) -> Response:
    """List what is to be done for a tournament; the next step has the largest button."""
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
    steps = [step for each in STEPS if (step := each(state))]
    now = current(state)
    return render_page(
        "announcing/organise.html",
        refused.status,
        state=state,
        problems=refused.problems,
        steps=steps,
        next_step=_next_step(state, steps),
        club=deps().repository.club(state.created.club),
        over=winners(state),
        organises=True,
        version=state.version,
        following=following(state, now.number if now else 0),
    )


def _next_step(state: Tournament, steps: Sequence[OrganisingStep]) -> OrganisingStep | None:
    """The step that is taken next; `None` where a round is to be drawn, published or got out of, and after the end."""
    now = current(state)
    last = now is None or now.number == max(each.number for each in state.rounds)
    waits = {each.match for each in state.to_play if not each.is_bye}
    if state.status == FINISHED or (now and last and state.format.on_command and not waits):
        return None
    if now and not waits and any(each.draft for each in state.rounds):
        return None
    return next((each for each in steps if not each.done and not each.enough), None)


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
def change(call: FormCall, tournament: str) -> str | Response:
    """Change the announcement, unless another organiser changed it meanwhile. After the start only the details."""
    state = _own(tournament)
    values = _values(state)
    if form_text("step") == "plan":
        return _form(state, values)
    command = TournamentAmending().load(_changes(state, values))
    tables = form.tables(values) if form_values.has_numbered_tables(state) else []
    tournaments.amend(call.request, tournament, command, tables)
    return f"/tournaments/{tournament}/organise"


def _changes(state: Tournament, values: form.Values) -> form.Json:
    details = {name: text or None for name, text in form.details(values).items()}
    if state.status != OPEN:
        return {"details": details}
    command = form.command(values)
    if not form_values.keeps_all(state):
        command = {name: text for name, text in command.items() if name not in ("terms", "tie_breaks")}
    return {
        **{name: text for name, text in command.items() if name not in ("game", "format", "published", "options")},
        "details": details,
    }


def _form(state: Tournament, values: form.Values, status: int = 200, wrong: form.Wrong | None = None) -> Response:
    return render_page(
        "announcing/new_tournament.html",
        status,
        club=deps().repository.club(state.created.club),
        wrong=wrong or {},
        amending=state,
        details_only=state.status != OPEN,
        action=f"/tournaments/{state.id}/announcement",
        **form_context(values, state.created.club),
    )
