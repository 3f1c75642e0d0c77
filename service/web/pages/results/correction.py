"""A match of a round beside its plain result: walkover, no-show, adjudicated, corrected; and its table.

What follows is shown first. If the next round is published and not begun, a referee decides if it stands.
"""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
from core.tournament import Tournament
from core.tournament.decisions.corrections import Decision
from core.tournament.decisions.seating import playing
from core.tournament.model.reasons import LATE
from core.tournament.views.diff import changes
from schemas.requests.matches import REASON
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.request import Request
from service.handlers.tournament import round_results, seating
from service.handlers.tournament.preview import DecisionPreview
from service.handlers.tournament.round_results import Correction
from service.translations.isolation import beside
from service.web.http import idempotency
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, NAME_LENGTH, form_text, form_version
from service.web.i18n import core_messages, labels, locale, tournament_labels
from service.web.pages.base import redirect_to, render_page
from service.web.pages.results import typed_games
from service.web.pages.results.lines import at_table, endings_of, number_of
from service.web.pages.results.page import PAGE, organises, pages
from service.web.pages.shared.conflict_sentences import conflict_sentences
from service.web.pages.shared.consequences import consequence_sentences

_MATCH = f"{PAGE}/<match:match>"
_REFUSALS = (Invalid, NotAllowed, NotFound, KeyReused)
_LATE, _UNDONE = "late", "undone"
"""Choices of the page that are no kinds of decisions: adjudicated for coming late; the decision taken back."""
_FIELDS = ("kind", "winner", "games", "reason")


@pages.get(_MATCH)
def other_result(tournament: str, number: str, match: str) -> Response:
    """Every other way in which the match may have ended, and the tables."""
    return _page(tournament, int(number), match)


@pages.post(_MATCH)
def correct(tournament: str, number: str, match: str) -> Response:
    """The filled-in form, looked at (`step=look`), or written (`write`) as it was looked at."""
    state, version = _state(tournament, match), form_version()
    wanted, wrong = _wanted(state, match)
    if wanted is None or form_text("step") != "write":
        return _page(tournament, int(number), match, 422 if wrong else 200, wanted, (wrong,) if wrong else ())
    body = {name: form_text(name) for name in (*_FIELDS, "anew")}
    order = Request(
        deps(), visitor(request), version, form_text("key", KEY_LENGTH) or None, idempotency.fingerprint(body)
    )
    try:
        round_results.correct(order, tournament, int(number), wanted)
    except VersionConflict:
        return _page(tournament, int(number), match, 409, wanted, version=version)
    except _REFUSALS as refused:
        return _page(tournament, int(number), match, 409, wanted, core_messages.wrong(refused))
    return redirect_to(f"/tournaments/{tournament}/rounds/{number}/results#after-{number_of(match)}")


@pages.post(f"{_MATCH}/table")
def move(tournament: str, number: str, match: str) -> Response:
    """Move a match to another table; the match that is played there takes its place."""
    state, version, table = _state(tournament, match), form_version(), form_text("table", ID_LENGTH)
    seats = [{"match": match, "table": table}]
    there = next((each.match for each in playing(state) if state.seated.get(each.match) == table), None)
    if there not in (None, match) and (own := state.seated.get(match)):
        seats.append({"match": str(there), "table": own})
    key = form_text("key", KEY_LENGTH) or None
    order = Request(deps(), visitor(request), version, key, idempotency.fingerprint({match: table}))
    try:
        seating.seat(order, tournament, seats)
    except VersionConflict:
        return _page(tournament, int(number), match, 409, version=version)
    except _REFUSALS as refused:
        return _page(tournament, int(number), match, 409, wrong=core_messages.wrong(refused))
    return redirect_to(f"/tournaments/{tournament}/rounds/{number}/results#after-{number_of(match)}")


def _state(tournament_id: str, match_id: str) -> Tournament:
    """Raises `NotFound` for a match of another tournament, to referees alone."""
    authorize_tournament(deps(), visitor(request), "referee", tournament_id)
    state = deps().repository.tournament(tournament_id)
    state.match(match_id)
    return state


def _wanted(state: Tournament, match_id: str) -> tuple[Correction | None, str]:
    """The filled-in correction, or why it is none."""
    kind, anew = form_text("kind", NAME_LENGTH), form_text("anew") == "1"
    reason = visible_line(form_text("reason", REASON))
    if kind == _UNDONE:
        decisions = state.decisions.get(match_id)
        if not decisions:
            return None, _("There is no decision on this match any more.")
        return Correction(match_id, reason, undone=decisions[-1][0], anew=anew), ""
    if kind not in dict(_kinds(True)):
        return None, _("Choose what happened.")
    games, match = form_text("games", typed_games.MOST_TYPED), at_table(deps(), match_id)
    winner = form_text("winner", ID_LENGTH) or None
    if kind == "played":
        read = typed_games.read(games, match)
        if read.wrong:
            return None, read.wrong
        decision = Decision(match_id, kind, reason, None, read.games)
    else:
        if kind != "double_no_show" and winner not in match.seats:
            return None, _("Say who won.")
        seat = None if kind == "double_no_show" else winner
        if kind == _LATE:
            kind, reason = "adjudicated", reason or str(LATE)
        decision = Decision(match_id, kind, reason, seat)
    return Correction(match_id, decision.reason, decision, anew=anew), ""


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
    tournament_id: str,
    number: int,
    match_id: str,
    status: int = 200,
    wanted: Correction | None = None,
    wrong: tuple[str | Markup, ...] = (),
    version: int | None = None,
) -> Response:
    found = round_results.round_results(deps(), visitor(request), tournament_id, number)
    state, match = found.tournament, at_table(deps(), match_id)
    line = next((each for each in found.lines if each.pairing.match == match_id), None)
    if line is None:
        raise NotFound("match", match_id)
    look: dict[str, Any] = {}
    if wanted is not None:
        try:
            look = _look(number, state.id, wanted)
        except _REFUSALS as refused:
            status, wrong = max(status, 409), wrong or core_messages.wrong(refused)
    typed = {name: form_text(name) for name in _FIELDS}
    if line.result and request.method == "GET":
        typed |= {
            "games": typed_games.text_of(line.result.games, match, locale.current()),
            "winner": line.result.winner or "",
        }
        typed["kind"] = line.result.kind if line.result.kind in dict(_kinds(False)) else ""
    at = {state.seated[each.match]: each for each in playing(state) if each.match in state.seated}
    names = {name: beside(state.name_of(player) for player in (each.white, each.black)) for name, each in at.items()}
    return render_page(
        "results/correction.html",
        status,
        state=state,
        number=number,
        match=match_id,
        typed=typed,
        back=f"/tournaments/{tournament_id}/rounds/{number}/results",
        line=line,
        wrong=wrong,
        look=look,
        seats=list(zip(match.seats, map(state.name_of, line.pairing[1:3]), strict=False)),
        place=tournament_labels.place_of(line.table or None, match_id),
        conflict=version is not None,
        kinds=_kinds(bool(state.decisions.get(match_id))),
        endings=endings_of(match),
        kind_word=labels.kind_word,
        section_word=tournament_labels.labels().section,
        meanwhile=conflict_sentences(deps(), state, version),
        version=state.version,
        key=idempotency.new_key(),
        tables=[(name, names.get(name, "")) for name, _group in state.tables if name != line.table]
        if line.pairing in playing(state)
        else [],
        organises=organises(tournament_id),
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
