"""A round that cannot be paired, and the end before the last round: each shown first with what follows."""

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from core.tournament.details import prizes_of
from core.tournament.model.impasse import WAYS
from core.tournament.model.state import impasse
from core.tournament.standings.standings import standings
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.request import Request
from service.handlers.tournament import impasse as impasses
from service.handlers.tournament import preview, rounds
from service.translations.isolation import beside
from service.web.http import idempotency
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import KEY_LENGTH, NAME_LENGTH, form_text, form_version
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.shared.conflict_sentences import conflict_sentences
from service.web.pages.shared.consequences import consequence_sentences

pages = PageBlueprint("ending_pages", __name__)

_END = "/tournaments/<tournament:tournament>/end"
_WAYS = "/tournaments/<tournament:tournament>/impasse"
_REFUSALS = (Invalid, NotAllowed, NotFound, KeyReused)
_REASON = 500


@pages.get(_END)
def look_at_end(tournament: str) -> Response:
    """The effect of ending the tournament now: matches that are left out, and the places as they would be."""
    return _end(tournament)


@pages.post(_END)
def end(tournament: str) -> Response:
    """End the tournament as it was looked at."""
    reason, version = visible_line(form_text("reason", _REASON)), form_version()
    order = _order({"reason": reason}, version)
    try:
        rounds.end(order, tournament, reason)
    except VersionConflict:
        return _end(tournament, 409, version)
    except _REFUSALS as refused:
        return _end(tournament, 409, None, core_messages.wrong(refused))
    return redirect_to(f"/tournaments/{tournament}")


def _end(
    tournament_id: str, status: int = 200, version: int | None = None, problems: tuple[Markup, ...] = ()
) -> Response:
    state, places, sentences = _own(tournament_id), list[tuple[int, list[str], tuple[str, ...]]](), list[str]()
    try:
        found = preview.ended(deps(), visitor(request), tournament_id)
        sentences = [*_left_out(found), *consequence_sentences(found)]
        lines = standings(found.after)
        for rank in sorted({each.rank for each in lines}):
            there = [each for each in lines if each.rank == rank]
            prizes = prizes_of(state.created.details, rank, there[0].places)
            places.append((rank, [each.name for each in there], prizes))
    except _REFUSALS as refused:
        problems = problems or core_messages.wrong(refused)
    return render_page(
        "results/end_early.html",
        status,
        state=state,
        sentences=sentences,
        places=places,
        problems=problems,
        meanwhile=conflict_sentences(deps(), state, version),
        conflict=version is not None,
        version=state.version,
        key=idempotency.new_key(),
    )


def _left_out(found: preview.DecisionPreview) -> list[str]:
    count = len(found.before.to_play)
    if not count:
        return []
    return [
        ngettext(
            "%(num)s match that is not played is left out", "%(num)s matches that are not played are left out", count
        )
    ]


@pages.get(_WAYS)
def ways(tournament: str) -> Response:
    """The reason why the next round cannot be paired, and the ways out."""
    return _impasse(tournament)


@pages.post(_WAYS)
def resolve(tournament: str) -> Response:
    """Go one of the ways out that were shown."""
    way, version = form_text("way", NAME_LENGTH), form_version()
    try:
        impasses.resolve(_order({"way": way}, version), tournament, way, _("chosen on the page of the round"))
    except VersionConflict:
        return _impasse(tournament, 409, version)
    except _REFUSALS as refused:
        return _impasse(tournament, 409, None, core_messages.wrong(refused))
    state = deps().repository.tournament(tournament)
    last = state.rounds[-1].number if state.rounds else 1
    return redirect_to(f"/tournaments/{tournament}/rounds/{last}/results")


def _impasse(
    tournament_id: str, status: int = 200, version: int | None = None, problems: tuple[Markup, ...] = ()
) -> Response:
    state = _own(tournament_id)
    found = impasse(state)
    names = [beside(map(state.name_of, pair)) for pair in (found.again if found else ())]
    return render_page(
        "results/impasse.html",
        status,
        state=state,
        found=found,
        problems=problems,
        again=names,
        ways=[(way, _way_title(way), WAYS[way]) for way in (found.ways if found else ())],
        meanwhile=conflict_sentences(deps(), state, version),
        conflict=version is not None,
        version=state.version,
        key=idempotency.new_key(),
    )


def _way_title(way: str) -> str:
    titles = {
        "look_ahead": _("Pair the round before anew"),
        "rematch": _("Let players meet again"),
        "byes_back": _("Take back the byes of the round"),
        "end": _("End the tournament here"),
    }
    return titles.get(way, way)


def _own(tournament_id: str) -> Tournament:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    return deps().repository.tournament(tournament_id)


def _order(body: dict[str, str], version: int) -> Request:
    key = form_text("key", KEY_LENGTH) or None
    return Request(deps(), visitor(request), version, key, idempotency.fingerprint(body))
