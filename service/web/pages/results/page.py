"""The results of a round on one page: whole results typed line by line, taken back at once, confirmed all together."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import Invalid, KeyReused, NotAllowed, NotFound, VersionConflict
from core.tournament.model.byes import resting
from core.tournament.model.match_status import DRAFT, ENDED, REPORTED
from core.tournament.views.stages import taken_back_with
from service.auth.authorization import Forbidden, authorize_tournament
from service.handlers.request import Request
from service.handlers.tournament import result_reports, round_results, rounds
from service.handlers.tournament.round_results import UNJUDGED, RoundResults
from service.web.http import idempotency
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, form_text, form_version, query_text, whole_number
from service.web.http.verdict_wait import PATIENCE, wait_until_judged
from service.web.i18n import core_messages, labels, tournament_labels
from service.web.i18n.authors import author
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.results import times, typed_games
from service.web.pages.results.following import following
from service.web.pages.results.lines import at_table, endings_of, lines_of, number_of
from service.web.pages.results.typed_games import MOST_TYPED
from service.web.pages.shared.conflict_sentences import conflict_sentences
from service.web.pages.shared.expected_ends import round_clock

pages = PageBlueprint("round_pages", __name__)

PAGE = "/tournaments/<tournament:tournament>/rounds/<round:number>/results"
_NOT_AWAITED = (DRAFT, ENDED, UNJUDGED)
"""Status of matches whose result is not awaited: not published, not played out, or counted in a moment."""
_REFUSALS = (Invalid, NotAllowed, NotFound, KeyReused)
Texts = dict[str, str]


@pages.get(PAGE)
def show(tournament: str, number: str) -> Response:
    """Every match of the round, with a field for its games while it is open; `?table=` is the one to begin with."""
    return _page(_found(tournament, number), at=query_text("table"))


@pages.post(PAGE)
def change(tournament: str, number: str) -> Response:
    """Write the results that were typed (`save` one match, else all), take one back (`undo`), or go on typing."""
    found = _found(tournament, number)
    typed = {
        number_of(each.pairing.match): text
        for each in found.lines
        if (text := form_text(f"games-{number_of(each.pairing.match)}", MOST_TYPED).strip())
    }
    if undone := form_text("undo", ID_LENGTH):
        return _undo(found, undone, typed)
    if pressed := form_text("add", ID_LENGTH):
        at, _colon, winner = pressed.partition(":")
        typed[at] = typed.get(at, "") + winner[:1] + form_text(f"ending-{at}", 10)
        return _page(found, typed=typed, at=at)
    if pressed := form_text("drop", ID_LENGTH):
        typed[pressed] = typed_games.without_last(typed.get(pressed, ""))
        return _page(found, typed=typed, at=pressed)
    if line := form_text("line", MOST_TYPED).strip():
        return _of_line(found, line, typed)
    only = form_text("save", ID_LENGTH)
    return _save(found, [only] if only else list(typed), typed)


@pages.post(f"{PAGE}/confirmations")
def confirm_all(tournament: str, number: str) -> Response:
    """Confirm every result that was shown as reported, unless another person wrote meanwhile."""
    found, version = _found(tournament, number), form_version()
    waiting = {each.pairing.match for each in found.lines if each.status == REPORTED}
    matches = [each for each in request.form.getlist("match") if each in waiting]
    order = _order(form_text("key", KEY_LENGTH), {"confirms": request.form.getlist("match")}, version)
    try:
        round_results.confirm_all(order, tournament, matches)
    except VersionConflict:
        alarm = _("Another person wrote meanwhile, and nothing of yours was written:")
        return _page(_found(tournament, number), 409, alarm=alarm, version=version)
    except _REFUSALS as wrong:
        return _page(found, 409, alarm=Markup(" ").join(core_messages.wrong(wrong)))
    return redirect_to(_address(found))


@pages.post(f"{PAGE}/time")
def set_time(tournament: str, number: str) -> Response:
    """Set the time of the round, make it longer (`more`), or take it away (`step=none`)."""
    found, version = _found(tournament, number), form_version()
    key = form_text("key", KEY_LENGTH)
    try:
        times.change(found.tournament, found.round.number, lambda body: _order(key, body, version))
    except VersionConflict:
        alarm = _("Another person wrote meanwhile, and nothing of yours was written:")
        return _page(_found(tournament, number), 409, alarm=alarm, version=version)
    except ValidationError as wrong:
        return _page(found, 422, alarm=Markup(" ").join(core_messages.wrong(wrong)))
    except _REFUSALS as wrong:
        return _page(found, 409, alarm=Markup(" ").join(core_messages.wrong(wrong)))
    return redirect_to(f"{_address(found)}#time")


@pages.post(f"{PAGE}/cut-taken-back")
def take_cut_back(tournament: str, number: str) -> Response:
    """Take the stage back that began with this round, or the cut, while nothing of it has been played."""
    found, version = _found(tournament, number), form_version()
    order = _order(form_text("key", KEY_LENGTH), {"takes_back": number}, version)
    try:
        rounds.unpair(order, found.tournament.id, found.round.number, "")
    except VersionConflict:
        alarm = _("Another person wrote meanwhile, and nothing of yours was written:")
        return _page(_found(tournament, number), 409, alarm=alarm, version=version)
    except _REFUSALS as wrong:
        return _page(found, 409, alarm=Markup(" ").join(core_messages.wrong(wrong)))
    before = max(each.number for each in found.tournament.rounds if each.number < found.round.number)
    return redirect_to(f"/tournaments/{found.tournament.id}/rounds/{before}/results")


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _of_line(found: RoundResults, line: str, typed: Texts) -> Response:
    """A line such as `3 121`: the table, a space, and the games."""
    named, _space, games = line.partition(" ")
    for each in found.lines:
        number = number_of(each.pairing.match)
        if (each.table or number).casefold() == named.casefold():
            if not games.strip():
                return _page(found, typed=typed, at=number)
            typed[number] = games.strip()
            return _save(found, [number], typed, line)
    alarm = _("There is no table %(name)s in this round.", name=named)
    return _page(found, 422, typed=typed, line=line, line_wrong=alarm)


def _save(found: RoundResults, numbers: list[str], typed: Texts, line: str = "") -> Response:
    tournament, key = found.tournament.id, form_text("key", KEY_LENGTH) or idempotency.new_key()
    wrong: Texts = {}
    status, written = 422, list[str]()
    for number in numbers:
        match_id = f"{tournament}.{number}"
        if all(each.pairing.match != match_id for each in found.lines):
            raise NotFound("match", match_id)
        read = typed_games.read(typed.get(number, ""), at_table(deps(), match_id))
        if read.wrong:
            wrong[number] = read.wrong
            continue
        order = _order(key, {"match": match_id, "games": [list(each) for each in read.games]})
        try:
            round_results.enter(order, tournament, match_id, read.games)
            written.append(match_id)
            typed.pop(number, None)
        except (VersionConflict, KeyReused):
            status, wrong[number] = 409, _meanwhile(match_id)
        except _REFUSALS as refused:
            status, wrong[number] = 409, Markup(" ").join(core_messages.wrong(refused))
    _count(tournament, written, key)
    if not wrong and not typed:
        return redirect_to(f"{_address(found)}#after-{number_of(written[-1])}" if written else _address(found))
    found = _found(tournament, str(found.round.number))
    beside = " ".join(wrong.values()) if line else ""
    return _page(
        found,
        status if wrong else 200,
        typed=typed,
        wrong=wrong,
        line=line,
        line_wrong=beside,
        at=next(iter(wrong), ""),
    )


def _count(tournament_id: str, written: list[str], key: str) -> None:
    """Wait a moment until results have reached the tournament, and confirm them where that is asked for."""
    confirms = deps().repository.tournament(tournament_id).created.confirm
    for match_id in written:
        head = deps().log.head(match_id)
        if head is None or not wait_until_judged(deps(), match_id, head.version, PATIENCE):
            return
        if confirms:
            order = _order(f"{key}-{number_of(match_id)}", {"confirms": match_id})
            round_results.confirm_entered(order, tournament_id, match_id)


def _undo(found: RoundResults, undone: str, typed: Texts) -> Response:
    number, _colon, version = undone.partition(":")
    tournament, match_id = found.tournament.id, f"{found.tournament.id}.{number}"
    key = f"{form_text('key', KEY_LENGTH)}-undo"
    order = _order(key, {"undo": undone}, whole_number(version) or 0)
    try:
        round_results.take_back(order, tournament, found.round.number, match_id, _("taken back"))
    except (VersionConflict, KeyReused):
        alarm = _("This result was changed meanwhile, or something follows from it. Nothing was written: look again.")
        return _page(_found(tournament, str(found.round.number)), 409, typed=typed, alarm=alarm)
    except _REFUSALS as wrong:
        return _page(found, 409, typed=typed, alarm=Markup(" ").join(core_messages.wrong(wrong)))
    if head := deps().log.head(match_id):
        wait_until_judged(deps(), match_id, head.version, PATIENCE)
    found = _found(tournament, str(found.round.number))
    return _page(found, typed=typed, at=number) if typed else redirect_to(f"{_address(found)}?table={number}")


def _order(key: str, body: dict[str, Any], version: int | None = None) -> Request:
    return Request(deps(), visitor(request), version, key or None, idempotency.fingerprint(body))


def _meanwhile(match_id: str) -> str:
    club = deps().repository.match(match_id).club
    by = result_reports.reporter(deps(), match_id)
    if by is None:
        return _("This match was recorded in meanwhile. Nothing of yours was written.")
    writer = author(by, deps().repository.club(club, fresh=False).tokens).name
    return _("%(who)s wrote a result meanwhile. Nothing of yours was written.", who=writer)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _found(tournament_id: str, number: str) -> RoundResults:
    return round_results.round_results(deps(), visitor(request), tournament_id, int(number))


def _address(found: RoundResults) -> str:
    return f"/tournaments/{found.tournament.id}/rounds/{found.round.number}/results"


def _page(
    found: RoundResults,
    status: int = 200,
    *,
    typed: Texts | None = None,
    wrong: Texts | None = None,
    at: str = "",
    line: str = "",
    line_wrong: str = "",
    alarm: str = "",
    version: int | None = None,
) -> Response:
    state, lines = found.tournament, lines_of(deps(), found, typed or {}, wrong or {})
    shown = [each for each in lines if each.open]
    named = next((each.number for each in shown if at and at in (each.number, each.table)), "")
    return render_page(
        "results/results.html",
        status,
        found=found,
        state=state,
        lines=lines,
        base=_address(found),
        at=named,
        line=line,
        line_wrong=line_wrong,
        alarm=alarm,
        meanwhile=conflict_sentences(deps(), state, version),
        version=state.version,
        key=idempotency.new_key(),
        title=tournament_labels.rounds(state, [found.round]),
        endings=endings_of(at_table(deps(), lines[0].match)) if lines else [],
        cube=bool(lines) and at_table(deps(), lines[0].match).game.cube,
        resting=[(state.name_of(each), labels.resting_word(kind)) for each, kind in resting(state, found.round)],
        waiting=[each for each in lines if each.waits],
        organises=organises(state.id),
        clock=round_clock(state, found.round.number),
        time=times.fields(state, found.round.number),
        now=deps().clock(),
        takes_back=taken_back_with(state, found.round.number),
        undecided=sum(
            each.pairing.match not in state.results and each.status not in _NOT_AWAITED for each in found.lines
        ),
        all_in=bool(found.lines) and all(each.pairing.match in state.results for each in found.lines),
        **following(state, found.round.number),
    )


def organises(tournament_id: str) -> bool:
    """True if the caller is an organiser, who may also pair rounds."""
    try:
        authorize_tournament(deps(), visitor(request), "organiser", tournament_id)
    except Forbidden:
        return False
    return True
