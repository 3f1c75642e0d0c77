"""Late entries at the door: what would follow is shown first, then it is written."""

from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from core.tournament.decisions import Entrant
from core.tournament.model.state import OPEN
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.registration import entry_list
from service.handlers.registration.entry_list import CHOOSE, ENTERED, WRITTEN, WRONG, EntryLine, LineOutcome
from service.handlers.tournament import preview
from service.handlers.tournament.entries import entries
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, form_text
from service.web.i18n import core_messages
from service.web.pages.base import render_page
from service.web.pages.check_in.page import about, known_names, pages
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form, problems_of
from service.web.pages.shared.consequences import consequence_sentences

_PAGE = "/tournaments/<tournament:tournament>/check-in"
_NEW = "p_new"
_REFUSALS = (Invalid, NotAllowed, NotFound)


class Way(NamedTuple):
    """A way in which a late player can be entered: if at once, what follows, or why it is not possible."""

    into_bye: bool
    title: str
    sentences: tuple[str, ...] = ()
    problems: tuple[Markup, ...] = ()


@page_form(pages, f"{_PAGE}/late", "organiser")
def look_at_late_entry(_call: FormCall, tournament: str) -> Response:
    """Show what would follow if this player were entered now. Nothing is written."""
    return _arriving(tournament)


def _arriving(tournament: str, refused: Refusal = ACCEPTED, status: int = 200) -> Response:
    caller, state = _organiser(tournament)
    outcome = entry_list.look(deps(), caller, tournament, [_typed()], widely=True)[0]
    shown = refused.shown(state)
    problems = (*shown.pop("problems"), *map(core_messages.sentence, outcome.wrong))
    if outcome.state == ENTERED:
        problems += (Markup.escape(_("%(name)s had entered already.", name=_name(outcome))),)
    ready = outcome.state in WRITTEN
    return render_page(
        "check_in/arriving.html",
        max(status, refused.status),
        **about(state),
        line=outcome.line,
        outcome=outcome,
        comer=_name(outcome),
        ways=_ways(caller, state, outcome) if ready else [],
        problems=problems,
        choose=outcome.state == CHOOSE or (outcome.state == WRONG and bool(outcome.choices)),
        open=state.status == OPEN,
        known=known_names(state),
        version=state.version,
        **shown,
    )


@page_form(pages, f"{_PAGE}/entry", "organiser", _arriving, versioned=True)
def enter(call: FormCall, tournament: str) -> str | Response:
    """Enter the player who was looked at, and before the start say that they are here."""
    order, state = call.request, deps().repository.tournament(tournament)
    if order.previous_result(tournament):
        return f"/tournaments/{tournament}/check-in"
    outcome = entry_list.look(deps(), call.principal, tournament, [_typed()], widely=True)[0]
    if outcome.state not in WRITTEN:
        return _arriving(tournament, status=422)
    if order.expected != state.version:  # before the player is put on the club's list
        raise VersionConflict(tournament, order.expected or 0, state.version)
    entry_list.enter(order, tournament, [outcome], into_bye=form_text("into_bye") == "1")
    if state.status == OPEN:
        here = order.for_other_stream(order.key and f"{order.key}-here")
        entries.check_in(here, tournament, [_name(outcome)], present=True)
    return f"/tournaments/{tournament}/check-in"


def _typed() -> EntryLine:
    name = " ".join(form_text("name").split())
    return EntryLine(1, name, form_text("rating").strip(), choice=form_text("choice", ID_LENGTH))


def _name(outcome: LineOutcome) -> str:
    return outcome.player.name if outcome.player else outcome.line.name


def _ways(caller: Principal | None, state: Tournament, outcome: LineOutcome) -> list[Way]:
    """The ways in which the player can come in; the first that is possible is the usual one."""
    if state.status == OPEN:
        return [Way(False, _("Enter, and is here"), (_("They come last in the order of the entries."),))]
    if not state.format.on_command:
        return [_way(caller, state, outcome, Way(False, _("Enter")))]
    number = len(state.rounds) + 1
    at_once = Way(True, _("Plays at once, against the one who sits out"))
    later = Way(False, _("Plays from round %(number)s on", number=number))
    return [_way(caller, state, outcome, way) for way in (at_once, later)]


def _way(caller: Principal | None, state: Tournament, outcome: LineOutcome, way: Way) -> Way:
    entrant = Entrant(outcome.player.player if outcome.player else _NEW, _name(outcome))
    try:
        decision_preview = preview.entered(deps(), caller, state.id, entrant, into_bye=way.into_bye)
    except _REFUSALS as wrong:
        return way._replace(problems=problems_of(wrong))
    sentences = consequence_sentences(decision_preview)
    return way._replace(sentences=tuple(sentences or [_("What is paired stays as it is.")]))


def _organiser(tournament_id: str) -> tuple[Principal | None, Tournament]:
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament_id)
    return caller, deps().repository.tournament(tournament_id)
