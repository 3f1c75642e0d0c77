"""A match's whole result: reported in a form that works without a script, looked at first, and confirmed."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, current_app, request
from flask_babel import gettext as _

from core.errors import NotFound
from core.events import GameResult, Recorded, ResultReported
from core.match import judging
from core.match.results.game_results import smallest
from core.match.state import Match
from core.match.turns import is_between_games
from core.tournament.model.match_status import REPORTED
from service.auth.authorization import authorize_match
from service.bootstrap import Dependencies
from service.handlers.match import matches, replay
from service.handlers.tournament import result_reports
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.form_fields import form_text
from service.web.http.verdict_wait import until_judged
from service.web.i18n import core_messages, labels, match_events
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared import result_rows
from service.web.pages.shared.tournament_head import ROUNDS, head_at

pages = PageBlueprint("result_pages", __name__)


class Looked(NamedTuple):
    """The filled-in form: the games, the match result, and the errors of a row or of the whole."""

    results: tuple[GameResult, ...] = ()
    lines: tuple[str, ...] = ()
    settled: str = ""
    wrong: str = ""
    wrong_rows: Mapping[int, str] = {}


class At(NamedTuple):
    """A match for a person who reports its result: before its first fact, and as it is now."""

    deps: Dependencies
    tournament: str
    opened: Match
    now: Match
    standing: result_reports.ResultPermissions


@pages.get("/matches/<match:match>/result")
def ask(match: str) -> Response:
    """The games of the match, to be filled in."""
    at = _at(match)
    if not at.standing.report:
        return _closed(at)
    return _form(at, _ended(at.now), Looked())


def _again(match: str, refused: Refusal) -> Response:
    return _form(_at(match), request.form, Looked(wrong=refused.alarm), refused.status)


@page_form(pages, "/matches/<match:match>/result", shown=_again)
def report(call: FormCall, match: str) -> str | Response:
    """The filled-in form: with more rows (`step=more`), a preview (`look`), changed (`edit`), or written (`write`)."""
    at, form = _at(match), request.form
    if form.get("step") == result_rows.MORE and at.standing.report:
        return _form(at, form, Looked())
    looked = _look(at, form)
    if looked.wrong or looked.wrong_rows:
        return _form(at, form, looked, 422)
    if form.get("step") == "write" and call.request.key:
        until_judged(at.deps, match)
        report = result_reports.report(call.request, at.tournament, match, looked.results)
        until_judged(at.deps, match)
        return f"/matches/{match}?said={report.status}"
    if not at.standing.report:
        return _closed(at)
    if form.get("step") == "edit":
        return _form(at, form, Looked())
    note = ""
    if at.standing.status == REPORTED:
        same = looked.results == at.now.results
        note = (
            _("The same was reported before: this confirms it.")
            if same
            else _("Something else was reported before: both are kept, and a referee decides.")
        )
    return _page(at, looked=looked, note=note, hidden=_kept(form))


def _not_confirmed(match: str, refused: Refusal) -> Response:
    return _closed(_at(match), refused.alarm)


@page_form(pages, "/matches/<match:match>/confirmation", shown=_not_confirmed)
def confirm(call: FormCall, match: str) -> str:
    """The reported result is right, as it was shown."""
    at = _at(match)
    until_judged(at.deps, match)
    if form_text("version") != str(at.now.version):
        why = _("Another person wrote meanwhile: nothing was confirmed. Look again at what is reported now.")
        raise NotWritten(why, status=409)
    result_reports.confirm(call.request, at.tournament, match)
    return f"/matches/{match}?said=confirmed"


# ── looking and writing ──────────────────────────────────────────────────────────────────────────────────────────────
def _at(match_id: str) -> At:
    """Raises `NotFound`, `Unauthenticated`, `Forbidden` for a caller who may not report there."""
    deps, principal = current_app.extensions["brade"].deps, visitor(request)
    opening = matches.may_read(deps, principal, match_id)
    if opening.tournament is None:
        raise NotFound("result", match_id)
    authorize_match(deps, principal, "scorer", opening.tournament, match_id)
    standing = result_reports.result_permissions(deps, principal, match_id)
    if standing is None:
        raise NotFound("result", match_id)
    now = replay.state_at(deps, match_id)
    return At(deps, opening.tournament, judging.opened(match_id, opening), now, standing)


def _look(at: At, form: Mapping[str, str]) -> Looked:
    match = at.opened
    rows = _rows(match, form)
    if wrong := result_rows.missing(rows, match):
        return Looked(wrong=_("Something is missing. What you filled in is still here."), wrong_rows=wrong)
    if wrong := result_rows.not_whole(rows, match):
        return Looked(wrong=next(iter(wrong.values())), wrong_rows=wrong)
    results = result_rows.games(rows)
    before = at.now if at.now.settled is None and is_between_games(at.now) else match
    recorded = Recorded(before.version + 1, ResultReported(results), at.deps.clock(), "", "")
    after, verdict = judging.judge(before, recorded, lambda: ())
    if after.settled is None:
        return Looked(wrong=core_messages.sentence(verdict.explanation))
    lines = tuple(result_rows.line(match, result) for result in results)
    return Looked(results, lines, match_events.settled(after))


def _rows(match: Match, form: Mapping[str, str]) -> dict[int, dict[str, Any]]:
    """The filled-in games; one of which only the winner is said was a plain win."""
    return result_rows.results_of_form(
        form, result_rows.count_of(match), result_rows.placed(match), smallest(match.game)
    )


# ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _form(at: At, form: Mapping[str, str], looked: Looked, status: int = 200) -> Response:
    match, rows = at.opened, result_rows.rows(form, at.opened)
    return _page(
        at,
        status,
        looked=looked,
        rows=rows,
        filling=True,
        placed=result_rows.placed(match),
        score=result_rows.score(_rows(match, form), match),
    )


def _closed(at: At, why: str = "") -> Response:
    why = why or _("Nothing can be reported of this match now: it has a result, or its play is recorded.")
    return _page(at, 409, looked=Looked(wrong=why))


def _ended(match: Match) -> dict[str, str]:
    """The games that have ended, such as one given for lateness, as the first rows of the form."""
    rows = enumerate(match.results, 1)
    return {
        f"{name}{number}": str(value)
        for number, game_result in rows
        for name, value in zip(
            result_rows.NAMES, (game_result.winner, game_result.outcome, game_result.cube), strict=True
        )
    }


def _kept(form: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in form.items() if name.rstrip("0123456789") in result_rows.NAMES}


def _page(at: At, status: int = 200, **more: Any) -> Response:
    match = at.opened
    names = beside(match.opened.players[seat] for seat in match.seats)
    return render_page(
        "match/result.html",
        status,
        page_head=head_at(at.tournament, ROUNDS, number=match.opened.round),
        **{
            "id": match.id,
            "names": names,
            "game": labels.game_name(match.game),
            "length": labels.length_and_start(match.opened.length, match.opened.start, match.opened.players),
            "confirmed": at.deps.repository.tournament(at.tournament).created.confirm,
            "filling": False,
            **more,
        },
    )
