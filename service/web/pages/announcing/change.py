"""A tournament changed after its start: what may still be another one, looked at in a table, then written."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.errors import Invalid, NotAllowed
from core.tournament import Tournament
from core.tournament.decisions.changes import changeable_settings, order_is_fixed, rounds_to_come
from schemas.requests.tournaments import TournamentAmending
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import amendments, tournaments
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.pages.announcing import form, form_values, options
from service.web.pages.announcing.options import ORDER, Option
from service.web.pages.announcing.plan_part import lengths
from service.web.pages.announcing.summary import value_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.before_after import ChangedPart, ChangedRow, changed_parts
from service.web.pages.shared.tournament_head import SETTINGS, tournament_head

pages = PageBlueprint("change_pages", __name__)

_CHANGE = "/tournaments/<tournament:tournament>/change"
_REASON = 500


@pages.get(_CHANGE)
def look(tournament: str) -> Response:
    """The form with all that may still be another one."""
    return _page(tournament)


def _page(tournament: str, refused: Refusal = ACCEPTED, looked: list[ChangedPart] | None = None) -> Response:
    state = _own(tournament)
    sent = request.method == "POST"
    values = _values(state) if sent else form_values.of_tournament(state)
    wrong = form.by_field(values, refused.error) if isinstance(refused.error, Invalid | NotAllowed) else {}
    if "preset" in wrong:
        wrong[ORDER[0]] = wrong.pop("preset")
    return render_page(
        "announcing/change.html",
        refused.status,
        page_head=tournament_head(state, SETTINGS),
        state=state,
        fields=fields_of(state),
        way_of=options.way_of,
        values=values,
        typed={name: values[name] for name in _names(state)},
        wrong=wrong,
        looked=looked,
        reason=visible_line(form_text("reason", _REASON)),
        version=state.version,
        **refused.shown(state) | ({"problems": ()} if wrong else {}),
    )


@page_form(pages, _CHANGE, "organiser", _page, versioned=True)
def change(call: FormCall, tournament: str) -> str | Response:
    """Look at what would follow of the change, or write it."""
    state = _own(tournament)
    if form_text("step") == "write" and call.request.previous_result(tournament):
        return f"/tournaments/{tournament}/organise?done=changed"
    command = _command(state)
    if not command:
        raise NotWritten(_("Nothing is changed."))
    if form_text("step") != "write":
        decision_preview = amendments.changed(deps(), visitor(request), tournament, command)
        own = ChangedPart(_("Announcement"), _rows(state))
        return _page(tournament, looked=[own, *changed_parts(decision_preview.before, decision_preview.after)])
    command = TournamentAmending().load({**command, "reason": visible_line(form_text("reason", _REASON))})
    tournaments.amend(call.request, tournament, command)
    return f"/tournaments/{tournament}/organise?done=changed"


def _own(tournament_id: str) -> Tournament:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    return deps().repository.tournament(tournament_id)


def fields_of(state: Tournament) -> list[Option]:
    """The fields that may be another one now, as the announcement has them."""
    if state.seed is None:
        return []
    names = {f"{state.format.key}.{changeable_setting}" for changeable_setting in changeable_settings(state)}
    known = [option for part in options.parts() for option in part.options]
    fields = [option for option in known if option.name in names]
    if rounds_to_come(state):
        sentence = _("Matches of the rounds to come. Those that are published stay as they are.")
        offered = dict(lengths(state.created.game))
        now = form_values.of_tournament(state)["length"]
        choices = tuple({now: now.rpartition(".")[2], **offered}.items())
        fields.insert(0, Option("length", options.CHOICE, _("How long is a match?"), sentence, "", choices))
    if order_is_fixed(state) is None:
        fields += [option for option in known if option.name in ORDER]
    return fields


def _names(state: Tournament) -> list[str]:
    return [field.name for field in fields_of(state)]


def _values(state: Tournament) -> form.Values:
    """The announcement as it is with what was typed in the fields that may be another one."""
    sent = form.sent()
    return form_values.of_tournament(state) | {name: sent[name] for name in _names(state)}


def _command(state: Tournament) -> dict[str, Any]:
    """The fields that are typed otherwise than they are, as the API takes them."""
    before, values = form_values.of_tournament(state), _values(state)
    different = [name for name in _names(state) if values[name] != before[name]]
    whole = form.command(values)
    command: dict[str, Any] = {}
    if any(name.startswith(f"{state.format.key}.") for name in different):
        prefix = f"{state.format.key}."
        command["settings"] = {
            name.removeprefix(prefix): whole["settings"][name.removeprefix(prefix)]
            for name in different
            if name.startswith(prefix)
        }
    if "length" in different:
        command["length"] = whole["length"]
    if any(name in ORDER for name in different):
        command["tie_breaks"] = [values[name] for name in ORDER if values[name]]
    return command


def _rows(state: Tournament) -> list[ChangedRow]:
    """The changed fields as they are and as they would be, in the words of the form."""
    before, values = form_values.of_tournament(state), _values(state)
    return [
        ChangedRow(field.label, value_text(field, before[field.name]), value_text(field, values[field.name]))
        for field in fields_of(state)
        if values[field.name] != before[field.name]
    ]
