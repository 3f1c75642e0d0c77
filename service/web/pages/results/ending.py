"""A round that cannot be paired, and the end before the last round: each shown first with what follows."""

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Tournament
from core.tournament.details import prizes_of
from core.tournament.model.impasse import WAYS
from core.tournament.model.state import impasse
from core.tournament.standings.standings import standings
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import impasse as impasses
from service.handlers.tournament import preview, rounds
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import NAME_LENGTH, form_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, REFUSALS, FormCall, Refusal, page_form, problems_of
from service.web.pages.shared.consequences import consequence_sentences
from service.web.pages.shared.tournament_head import ROUNDS, SETTINGS, tournament_head

pages = PageBlueprint("ending_pages", __name__)

_END = "/tournaments/<tournament:tournament>/end"
_WAYS = "/tournaments/<tournament:tournament>/impasse"
_REASON = 500


@pages.get(_END)
def look_at_end(tournament: str) -> Response:
    """The effect of ending the tournament now: matches that are left out, and the places as they would be."""
    return _end(tournament)


def _end(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    state, places, sentences = _own(tournament), list[tuple[int, list[str], tuple[str, ...]]](), list[str]()
    shown = refused.shown(state)
    try:
        decision_preview = preview.ended(deps(), visitor(request), tournament)
        sentences = [*_left_out(decision_preview), *consequence_sentences(decision_preview)]
        lines = standings(decision_preview.after)
        for rank in sorted({line.rank for line in lines}):
            there = [line for line in lines if line.rank == rank]
            prizes = prizes_of(state.created.details, rank, there[0].places)
            places.append((rank, [standing.name for standing in there], prizes))
    except REFUSALS as wrong:
        shown["problems"] = shown["problems"] or problems_of(wrong)
    return render_page(
        "results/end_early.html",
        refused.status,
        page_head=tournament_head(state, SETTINGS),
        state=state,
        sentences=sentences,
        places=places,
        version=state.version,
        **shown,
    )


@page_form(pages, _END, "organiser", _end, versioned=True)
def end(call: FormCall, tournament: str) -> str:
    """End the tournament as it was looked at."""
    rounds.end(call.request, tournament, visible_line(form_text("reason", _REASON)))
    return f"/tournaments/{tournament}"


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


def _impasse(tournament: str, refused: Refusal = ACCEPTED) -> Response:
    state = _own(tournament)
    found = impasse(state)
    names = [beside(map(state.label_of, pair)) for pair in (found.again if found else ())]
    return render_page(
        "results/impasse.html",
        refused.status,
        page_head=tournament_head(state, ROUNDS),
        state=state,
        found=found,
        again=names,
        ways=[(way, _way_title(way), WAYS[way]) for way in (found.ways if found else ())],
        version=state.version,
        **refused.shown(state),
    )


@page_form(pages, _WAYS, "organiser", _impasse, versioned=True)
def resolve(call: FormCall, tournament: str) -> str:
    """Go one of the ways out that were shown."""
    impasses.resolve(call.request, tournament, form_text("way", NAME_LENGTH), _("chosen on the page of the round"))
    state = deps().repository.tournament(tournament)
    last = state.rounds[-1].number if state.rounds else 1
    return f"/tournaments/{tournament}/rounds/{last}/results"


def _way_title(way: str) -> str:
    titles = {
        "look_ahead": _("Pair the round before anew"),
        "rematch": _("Let players meet again"),
        "byes_back": _("Take back the byes of the round"),
        "no_match": _("A round without a match"),
        "end": _("End the tournament here"),
    }
    return titles.get(way, way)


def _own(tournament_id: str) -> Tournament:
    authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    return deps().repository.tournament(tournament_id)
