"""The page on which a match's result is corrected or decided, and the match moved to another table.

Desk, list of a round, match page and public page lead here, and the page leads back. What follows is shown first. If
the next round is published and not begun, the referee is asked if it stands.
"""

from contextlib import suppress
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.match.state import Match
from core.tournament import Tournament
from core.tournament.decisions.corrections import WITH_GAMES, Correction, Decision, published_next
from core.tournament.decisions.seating import playing
from core.tournament.model.match_status import DRAFT, status_of
from core.tournament.model.reasons import LATE, own_reason
from core.tournament.model.values import HALF_EACH, Result, Round
from schemas.requests.matches import REASON
from schemas.visible_text import visible_line
from service.auth.authorization import authorize_tournament
from service.handlers.authors import Authors
from service.handlers.match.published_next_round import unbegun_next
from service.handlers.tournament import corrections, preview, result_reports, seating
from service.handlers.tournament.result_reports import ReportedResult
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, NAME_LENGTH, form_text, query_text, whole_number
from service.web.i18n import labels, locale, tournament_labels
from service.web.i18n.authors import author
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, REFUSALS, FormCall, NotWritten, Refusal, page_form
from service.web.pages.results import typed_games
from service.web.pages.results.lines import at_table, endings_of, number_of
from service.web.pages.shared.before_after import ChangedPart, changed_parts
from service.web.pages.shared.rights import organises_tournament
from service.web.pages.shared.tournament_head import ROUNDS, tournament_head

pages = PageBlueprint("correction_pages", __name__)

_PAGE = "/matches/<match:match>/correction"
_LATE, _UNDONE = "late", "undone"
"""Choices of the page that are no kinds of decisions: adjudicated for coming late; the decision taken back."""
_WITHOUT_WINNER = ("double_no_show", HALF_EACH)
_ANEW = {"0": False, "1": True}
_FIELDS = ("kind", "winner", "games", "reason")


@pages.get(_PAGE)
def ask(match: str) -> Response:
    """Every way in which the match may have ended, and the tables.

    `?from=` is the page that led here: `desk`, `match`, `public`, or else the list of the round. `?report=` is the
    number of a reported result with which the form is filled in.
    """
    return _page(match)


def _filled_in(match: str, refused: Refusal = ACCEPTED) -> Response:
    """The filled-in form with what follows from it, or with what is wrong."""
    wanted = None
    with suppress(NotWritten):
        wanted = _wanted(_state(match), match)
    return _page(match, refused, wanted)


@page_form(pages, _PAGE, "referee", _filled_in, versioned=True)
def correct(call: FormCall, match: str) -> str | Response:
    """The filled-in form, looked at (`step=look`), or written (`write`) as it was looked at."""
    state = _state(match)
    wanted = _wanted(state, match)
    if form_text("step") != "write":
        return _page(match, wanted=wanted)
    anew = published_next(state, match) if wanted.pair_anew else None
    corrections.correct(call.request, state.id, wanted, dry_run=False)
    if anew is not None:
        return f"/tournaments/{state.id}/rounds/{anew.number}/results?anew={number_of(match)}"
    return _back(state, match)


def _unmoved(match: str, refused: Refusal) -> Response:
    return _page(match, refused)


@page_form(pages, f"{_PAGE}/table", "referee", _unmoved, versioned=True)
def move(call: FormCall, match: str) -> str:
    """Move a match to another table; the match that is played there takes its place."""
    state, table = _state(match), form_text("table", ID_LENGTH)
    seats = [{"match": match, "table": table}]
    there = next((pairing.match for pairing in playing(state) if state.seated.get(pairing.match) == table), None)
    if there not in (None, match) and (own := state.seated.get(match)):
        seats.append({"match": str(there), "table": own})
    seating.seat(call.request, state.id, seats)
    return _back(state, match)


def _state(match_id: str) -> Tournament:
    """The tournament of a match, for its referees. Raises `NotFound` also for a match that is not paired there."""
    tournament_id = match_id.rpartition(".")[0]
    authorize_tournament(deps(), visitor(request), "referee", tournament_id)
    state = deps().repository.tournament(tournament_id)
    state.match(match_id)
    return state


def _round(state: Tournament, match_id: str) -> Round:
    pairing = state.match(match_id)
    return next(round_ for round_ in state.rounds if pairing in round_.pairings)


def _back(state: Tournament, match_id: str) -> str:
    """The address of the page that led here."""
    number = _round(state, match_id).number
    addresses = {
        "desk": f"/desk/{state.id}/tables/{match_id}",
        "match": f"/matches/{match_id}",
        "public": f"/tournaments/{state.id}/rounds",
    }
    return addresses.get(_from(), f"/tournaments/{state.id}/rounds/{number}/results#after-{number_of(match_id)}")


def _from() -> str:
    return form_text("from", NAME_LENGTH) or query_text("from")


def _wanted(state: Tournament, match_id: str) -> Correction:
    """The filled-in correction. Raises `NotWritten` where it is none."""
    kind, anew = form_text("kind", NAME_LENGTH), _ANEW.get(form_text("anew"))
    reason = visible_line(form_text("reason", REASON))
    if kind == _UNDONE:
        decisions = state.decisions.get(match_id)
        if not decisions:
            raise NotWritten(_("There is no decision on this match any more."))
        return Correction(undone=decisions[-1][0], reason=reason, pair_anew=anew)
    if kind not in dict(_kinds(decided=True, halves=True)):
        raise NotWritten(_("Choose what happened."))
    match, winner = at_table(deps(), match_id), form_text("winner", ID_LENGTH) or None
    read = typed_games.TypedGames()
    if kind in WITH_GAMES:
        read = typed_games.read(form_text("games", typed_games.MOST_TYPED), match, whole=kind == "played")
    if read.wrong:
        raise NotWritten(read.wrong)
    if kind == "played":
        return Correction(Decision(match_id, kind, reason, None, read.games), pair_anew=anew)
    if kind not in _WITHOUT_WINNER and winner not in match.seats:
        raise NotWritten(_("Say who won."))
    seat, cause = None if kind in _WITHOUT_WINNER else winner, None
    if kind == _LATE:
        kind = "adjudicated"
        reason, cause = (reason, None) if reason else own_reason(LATE)
    return Correction(Decision(match_id, kind, reason, seat, read.games, cause), pair_anew=anew)


def _kinds(*, decided: bool, halves: bool) -> list[tuple[str, str]]:
    kinds = [
        ("played", _("It was played, with this result")),
        ("no_show", _("One did not come")),
        (_LATE, _("One came too late")),
        ("double_no_show", _("Neither came")),
        ("walkover", _("One withdrew before the match (walkover)")),
        ("forfeit", _("One gave up after the start")),
        ("adjudicated", _("The referee decides who won")),
    ]
    if halves:
        kinds.append((HALF_EACH, _("The time was up: half each")))
    return [*kinds, (_UNDONE, _("Take the decision back"))] if decided else kinds


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
class Look(NamedTuple):
    """Consequences of a correction, before it is written."""

    parts: list[ChangedPart]
    following: int | None = None
    """The number of the published next round, of which nothing was played."""
    begun: int | None = None
    """The number of the published next round that has begun."""
    anew: list[ChangedPart] = []
    """Differences if that round were paired anew."""
    impossible: str = ""
    """The reason why it cannot be paired anew."""


class ReportLine(NamedTuple):
    """A reported result: its number on the page, its author and its score."""

    number: int
    author: str
    score: str


def _page(match_id: str, refused: Refusal = ACCEPTED, wanted: Correction | None = None) -> Response:
    state, played = _state(match_id), at_table(deps(), match_id)
    round_, pairing = _round(state, match_id), state.match(match_id)
    look = None
    if wanted is not None:
        try:
            look = _look(state.id, match_id, wanted)
        except REFUSALS as wrong:
            refused = refused if refused.error else Refusal(wrong)
    reported = result_reports.reports(deps(), state, played)
    decisions = state.decisions.get(match_id)
    table = state.seated.get(match_id)
    return render_page(
        "results/correction.html",
        refused.status,
        page_head=tournament_head(state, ROUNDS, "results", number=round_.number),
        state=state,
        round_name=tournament_labels.rounds(state, [round_]),
        match=match_id,
        came_from=_from(),
        back=_back(state, match_id),
        typed=_typed(state, played, reported),
        draft=status_of(state, match_id) == DRAFT,
        now=_now(state, match_id, played),
        look=look,
        seats=list(zip(played.seats, map(state.label_of, pairing[1:3]), strict=False)),
        place=tournament_labels.place_of(table, match_id),
        reported=_report_lines(state, reported),
        kinds=_kinds(decided=bool(decisions), halves=state.created.time_up == HALF_EACH),
        with_games=WITH_GAMES,
        endings=endings_of(played),
        version=state.version,
        tables=_tables(state, table) if pairing in playing(state) else [],
        organises=organises_tournament(state.id),
        **refused.shown(state),
    )


def _typed(state: Tournament, played: Match, reported: tuple[ReportedResult, ...]) -> dict[str, str]:
    """The fields as they were filled in; on a page that is asked for, by the result that counts or was reported."""
    if request.method != "GET":
        return {name: form_text(name) for name in _FIELDS}
    language = locale.current()
    report = dict(enumerate(reported, 1)).get(whole_number(query_text("report")) or 0)
    if report is not None:
        return {"kind": "played", "winner": "", "games": typed_games.text_of(report.games, played, language)}
    result = state.results.get(played.id) or state.reported.get(played.id)
    if result is None:
        return dict.fromkeys(_FIELDS, "")
    games = typed_games.text_of(result.games, played, language)
    return {"kind": result.kind, "winner": result.winner or "", "games": games, "reason": ""}


def _now(state: Tournament, match_id: str, played: Match) -> str:
    """The result that counts now, in words; empty without one."""
    result: Result | None = state.results.get(match_id)
    if result is None:
        return ""
    kind = labels.kind_word(result.kind)
    score = "–".join(str(result.score.get(seat, 0)) for seat in played.seats) if result.score else ""
    return f"{score} ({kind})" if score and result.kind != "played" else score or kind


def _report_lines(state: Tournament, reported: tuple[ReportedResult, ...]) -> list[ReportLine]:
    authors = Authors(deps().repository, state.created.club)
    return [
        ReportLine(number, author(reported_result.by, authors).text, reported_result.points)
        for number, reported_result in enumerate(reported, 1)
    ]


def _tables(state: Tournament, own: str | None) -> list[tuple[str, str]]:
    """The other tables, each with the players who sit there."""
    at = {state.seated[pairing.match]: pairing for pairing in playing(state) if pairing.match in state.seated}
    names = {
        name: beside(state.label_of(player) for player in (pairing.white, pairing.black))
        for name, pairing in at.items()
    }
    return [(name, names.get(name, "")) for name, _group in state.tables if name != own]


def _look(tournament_id: str, match_id: str, wanted: Correction) -> Look:
    """The consequences; and, where the next round is published and not begun, those of pairing it anew."""
    stands = preview.corrected_result(deps(), visitor(request), tournament_id, wanted._replace(pair_anew=False))
    look = Look(changed_parts(stands.before, stands.after))
    published = published_next(stands.after, match_id)
    if published is None:
        return look
    if unbegun_next(deps(), stands.after, match_id) is None:
        return look._replace(begun=published.number)
    look = look._replace(following=published.number)
    try:
        anew = preview.corrected_result(deps(), visitor(request), tournament_id, wanted._replace(pair_anew=True))
    except REFUSALS as wrong:
        return look._replace(impossible=Refusal(wrong).alarm)
    return look._replace(anew=changed_parts(stands.after, anew.after))
