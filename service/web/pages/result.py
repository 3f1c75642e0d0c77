"""A match's whole result: reported in a form that works without a script, looked at first, and confirmed."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, current_app, request
from flask_babel import gettext as _
from markupsafe import Markup

from core import match as rules
from core.errors import Malformed, Refused, Unknown
from core.events import GameResult, Recorded, ResultReported
from core.sheet import Match
from core.tournament.boards import REPORTED
from service.access import acting_at
from service.bootstrap import House
from service.handlers import matches, replays, reporting
from service.web.http.form_fields import KEY_LENGTH, form_text
from service.web.pages import result_rows, spoken, telling, terms
from service.web.pages.desk_ruling import fingerprint
from service.web.pages.door import go
from service.web.pages.foundation import Pages, page
from service.web.reporting import PATIENCE, until_judged
from service.web.visitor import visitor

pages = Pages("result_pages", __name__)

_KEY = "result"


class Looked(NamedTuple):
    """What was filled in: the games, what they make of the match, and what is wrong, of a row or of the whole."""

    results: tuple[GameResult, ...] = ()
    lines: tuple[str, ...] = ()
    settled: str = ""
    wrong: str = ""
    wrong_rows: Mapping[int, str] = {}


class At(NamedTuple):
    """A match before whoever reports its result: before its first fact, and as it is now."""

    house: House
    tournament: str
    opened: Match
    now: Match
    standing: reporting.Standing


@pages.get("/matches/<match:match>/result")
def ask(match: str) -> Response:
    """The games of the match, to be filled in."""
    at = _at(match)
    if not at.standing.report:
        return _closed(at)
    return _form(at, {}, Looked())


@pages.post("/matches/<match:match>/result")
def report(match: str) -> Response:
    """What was filled in: with more rows (`step=more`), looked at (`look`), changed (`edit`), or written (`write`)."""
    at, form = _at(match), request.form
    if form.get("step") == result_rows.MORE and at.standing.report:
        return _form(at, form, Looked())
    looked = _look(at, form)
    if looked.wrong or looked.wrong_rows:
        return _form(at, form, looked, 422)
    if form.get("step") == "write" and form.get("key"):
        return _write(at, form, looked)
    if not at.standing.report:
        return _closed(at)
    if form.get("step") == "edit":
        return _form(at, form, Looked())
    note = ""
    if at.standing.status == REPORTED:
        same = looked.results == at.now.results
        note = _("The same was reported before: this confirms it.") if same else _(
            "Something else was reported before: both are kept, and a referee decides."
        )  # fmt: skip
    return _page(at, looked=looked, note=note, hidden=_kept(form), key=f"{_KEY}-{at.house.new_id('r')}")


@pages.post("/matches/<match:match>/confirmation")
def confirm(match: str) -> Response:
    """The reported result is right, as it was shown."""
    at = _at(match)
    until_judged(at.house, match)
    if form_text("version") != str(at.now.version):
        return _closed(at, _("Somebody wrote meanwhile: nothing was confirmed. Look again at what is reported now."))
    key = form_text("key", KEY_LENGTH) or None
    try:
        reporting.confirm(
            at.house, visitor(request), at.tournament, match, expected=None, key=key,
            fingerprint=fingerprint({"confirms": match}),
        )  # fmt: skip
    except Refused as wrong:
        return _closed(at, spoken.told(str(wrong)))
    return go(f"/matches/{match}?said=confirmed")


# ── looking and writing ──────────────────────────────────────────────────────────────────────────────────────────────
def _at(match: str) -> At:
    """Raises `Unknown`, `Unauthenticated`, `Forbidden` for whoever reports nothing there."""
    house, who = current_app.extensions["brade"].house, visitor(request)
    opening = matches.may_read(house, who, match)
    if opening.tournament is None:
        raise Unknown("result", match)
    acting_at(house, who, "scorer", opening.tournament, match)
    standing = reporting.standing(house, who, match)
    if standing is None:
        raise Unknown("result", match)
    now = replays.state_at(house, match)
    return At(house, opening.tournament, rules.opened(match, opening), now, standing)


def _look(at: At, form: Mapping[str, str]) -> Looked:
    match = at.opened
    rows = result_rows.said(form, result_rows.count_of(match), result_rows.placed(match))
    if wrong := result_rows.missing(rows, match):
        return Looked(wrong=_("Something is missing. What you filled in is still here."), wrong_rows=wrong)
    if wrong := result_rows.not_whole(rows, match):
        return Looked(wrong=next(iter(wrong.values())), wrong_rows=wrong)
    results = result_rows.games(rows)
    recorded = Recorded(1, ResultReported(results), at.house.clock(), "", "")
    after, verdict = rules.judge(match, recorded, lambda: ())
    if after.settled is None:
        return Looked(wrong=spoken.told(verdict.explanation))
    lines = tuple(result_rows.line(match, each) for each in results)
    return Looked(results, lines, telling.settled(after))


def _write(at: At, form: Mapping[str, str], looked: Looked) -> Response:
    match = at.opened.id
    until_judged(at.house, match)
    body = {"match": match, "results": [list(each) for each in looked.results]}
    try:
        words = reporting.report(
            at.house, visitor(request), at.tournament, match, looked.results, key=form_text("key", KEY_LENGTH),
            fingerprint=fingerprint(body),
        )  # fmt: skip
    except (Malformed, Refused) as wrong:
        return _form(at, form, Looked(wrong=Markup(" ").join(spoken.wrong(wrong))), 409)
    until_judged(at.house, match, PATIENCE)
    return go(f"/matches/{match}?said={words['status']}")


# ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _form(at: At, form: Mapping[str, str], looked: Looked, status: int = 200) -> Response:
    match, rows = at.opened, result_rows.rows(form, at.opened)
    return _page(
        at, status, looked=looked, rows=rows, filling=True, placed=result_rows.placed(match),
        score=result_rows.score(result_rows.said(form, rows["count"]), match),
    )  # fmt: skip


def _closed(at: At, why: str = "") -> Response:
    why = why or _("Nothing can be reported of this match now: it has a result, or its play is recorded.")
    return _page(at, 409, looked=Looked(wrong=why))


def _kept(form: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in form.items() if name.rstrip("0123456789") in result_rows.NAMES}


def _page(at: At, status: int = 200, **more: Any) -> Response:
    match = at.opened
    names = " – ".join(match.opened.players[seat] for seat in match.seats)
    return page("pages/result.html", status, **{
        "id": match.id, "names": names, "game": terms.game_name(match.game), "length": telling.length(match),
        "confirmed": at.house.shelf.tournament(at.tournament).created.confirm, "filling": False, **more,
    })  # fmt: skip
