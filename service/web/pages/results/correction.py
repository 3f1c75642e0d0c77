"""A match of a round beside its plain result: walkover, no-show, adjudicated, corrected; and its table.

What follows is shown first. If the next round is published and not begun, a referee decides if it stands.
"""

from contextlib import suppress
from typing import Any

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.decisions.corrections import Decision
from core.tournament.decisions.seating import playing
from core.tournament.model.reasons import LATE, own_reason
from core.tournament.views.diff import changes
from schemas.requests.matches import REASON
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.tournament import round_results, seating
from service.handlers.tournament.preview import DecisionPreview
from service.handlers.tournament.round_results import Correction
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, NAME_LENGTH, form_text
from service.web.i18n import labels, locale, tournament_labels
from service.web.pages.base import render_page
from service.web.pages.forms import ACCEPTED, REFUSALS, FormCall, NotWritten, Refusal, page_form
from service.web.pages.results import typed_games
from service.web.pages.results.lines import at_table, endings_of, number_of
from service.web.pages.results.page import PAGE, organises, pages
from service.web.pages.shared.consequences import consequence_sentences

_MATCH = f"{PAGE}/<match:match>"
_LATE, _UNDONE = "late", "undone"
"""Choices of the page that are no kinds of decisions: adjudicated for coming late; the decision taken back."""
_FIELDS = ("kind", "winner", "games", "reason")


@pages.get(_MATCH)
def other_result(tournament: str, number: str, match: str) -> Response:
    """Every other way in which the match may have ended, and the tables."""
    return _page(tournament, number, match)


def _result_page(tournament: str, number: str, match: str, refused: Refusal = ACCEPTED) -> Response:
    """The filled-in form with what follows from it, or with what is wrong."""
    wanted = None
    with suppress(NotWritten):
        wanted = _wanted(_state(tournament, match), match)
    return _page(tournament, number, match, refused, wanted)


@page_form(pages, _MATCH, "referee", _result_page, versioned=True)
def correct(call: FormCall, tournament: str, number: str, match: str) -> str | Response:
    """The filled-in form, looked at (`step=look`), or written (`write`) as it was looked at."""
    wanted = _wanted(_state(tournament, match), match)
    if form_text("step") != "write":
        return _page(tournament, number, match, wanted=wanted)
    round_results.correct(call.request, tournament, int(number), wanted)
    return f"/tournaments/{tournament}/rounds/{number}/results#after-{number_of(match)}"


def _table_page(tournament: str, number: str, match: str, refused: Refusal) -> Response:
    return _page(tournament, number, match, refused)


@page_form(pages, f"{_MATCH}/table", "referee", _table_page, versioned=True)
def move(call: FormCall, tournament: str, number: str, match: str) -> str:
    """Move a match to another table; the match that is played there takes its place."""
    state, table = _state(tournament, match), form_text("table", ID_LENGTH)
    seats = [{"match": match, "table": table}]
    there = next((each.match for each in playing(state) if state.seated.get(each.match) == table), None)
    if there not in (None, match) and (own := state.seated.get(match)):
        seats.append({"match": str(there), "table": own})
    seating.seat(call.request, tournament, seats)
    return f"/tournaments/{tournament}/rounds/{number}/results#after-{number_of(match)}"


def _state(tournament_id: str, match_id: str) -> Tournament:
    """Raises `NotFound` for a match of another tournament, to referees alone."""
    authorize_tournament(deps(), visitor(request), "referee", tournament_id)
    state = deps().repository.tournament(tournament_id)
    state.match(match_id)
    return state


def _wanted(state: Tournament, match_id: str) -> Correction:
    """The filled-in correction. Raises `NotWritten` where it is none."""
    kind, anew = form_text("kind", NAME_LENGTH), form_text("anew") == "1"
    reason = visible_line(form_text("reason", REASON))
    if kind == _UNDONE:
        decisions = state.decisions.get(match_id)
        if not decisions:
            raise NotWritten(_("There is no decision on this match any more."))
        return Correction(match_id, reason, undone=decisions[-1][0], anew=anew)
    if kind not in dict(_kinds(True)):
        raise NotWritten(_("Choose what happened."))
    games, match = form_text("games", typed_games.MOST_TYPED), at_table(deps(), match_id)
    winner = form_text("winner", ID_LENGTH) or None
    if kind == "played":
        read = typed_games.read(games, match)
        if read.wrong:
            raise NotWritten(read.wrong)
        decision = Decision(match_id, kind, reason, None, read.games)
    else:
        if kind != "double_no_show" and winner not in match.seats:
            raise NotWritten(_("Say who won."))
        seat = None if kind == "double_no_show" else winner
        decision = Decision(match_id, kind, reason, seat)
        if kind == _LATE:
            reason, cause = (reason, None) if reason else own_reason(LATE)
            decision = Decision(match_id, "adjudicated", reason, seat, cause=cause)
    return Correction(match_id, decision.reason, decision, anew=anew)


def _kinds(decided: bool) -> list[tuple[str, str]]:
    kinds = [
        ("no_show", _("One did not come")),
        (_LATE, _("One came too late")),
        ("double_no_show", _("Neither came")),
        ("walkover", _("One withdrew before the match (walkover)")),
        ("forfeit", _("One gave up after the start")),
        ("adjudicated", _("The referee decides who won")),
        ("played", _("It was played, with this result")),
    ]
    return [*kinds, (_UNDONE, _("Take the decision back"))] if decided else kinds


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _page(
    tournament: str, number: str, match: str, refused: Refusal = ACCEPTED, wanted: Correction | None = None
) -> Response:
    found = round_results.round_results(deps(), visitor(request), tournament, int(number))
    state, played = found.tournament, at_table(deps(), match)
    line = next((each for each in found.lines if each.pairing.match == match), None)
    if line is None:
        raise NotFound("match", match)
    look: dict[str, Any] = {}
    if wanted is not None:
        try:
            look = _look(int(number), state.id, wanted)
        except REFUSALS as wrong:
            refused = refused if refused.error else Refusal(wrong)
    typed = {name: form_text(name) for name in _FIELDS}
    if line.result and request.method == "GET":
        typed |= {
            "games": typed_games.text_of(line.result.games, played, locale.current()),
            "winner": line.result.winner or "",
        }
        typed["kind"] = line.result.kind if line.result.kind in dict(_kinds(False)) else ""
    at = {state.seated[each.match]: each for each in playing(state) if each.match in state.seated}
    names = {name: beside(state.label_of(player) for player in (each.white, each.black)) for name, each in at.items()}
    return render_page(
        "results/correction.html",
        refused.status,
        state=state,
        number=int(number),
        match=match,
        typed=typed,
        back=f"/tournaments/{tournament}/rounds/{number}/results",
        line=line,
        look=look,
        seats=list(zip(played.seats, map(state.label_of, line.pairing[1:3]), strict=False)),
        place=tournament_labels.place_of(line.table or None, match),
        kinds=_kinds(bool(state.decisions.get(match))),
        endings=endings_of(played),
        kind_word=labels.kind_word,
        section_word=tournament_labels.labels().section,
        version=state.version,
        tables=[(name, names.get(name, "")) for name, _group in state.tables if name != line.table]
        if line.pairing in playing(state)
        else [],
        organises=organises(tournament),
        **refused.shown(state),
    )


def _look(number: int, tournament_id: str, wanted: Correction) -> dict[str, Any]:
    """The consequences; and, where a published round would be another one, those of pairing it anew."""
    stands = _preview(tournament_id, number, wanted._replace(anew=False))
    following = round_results.next_unplayed(stands.after, number)
    sentences: list[str] = []
    if following is not None:
        anew = _preview(tournament_id, number, wanted._replace(anew=True))
        sentences = consequence_sentences(DecisionPreview(stands.after, (), anew.after))
    return {
        "changes": changes(stands.before, stands.after),
        "following": following if sentences else None,
        "sentences": sentences,
    }


def _preview(tournament_id: str, number: int, wanted: Correction) -> DecisionPreview:
    return round_results.preview_correction(deps(), visitor(request), tournament_id, number, wanted)
