"""A table at the desk: its board and facts, the legal plays of its position, and what the referee can do there."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response, request, url_for
from markupsafe import Markup

from core.errors import NotFound
from core.events import MendedTurnsSeen
from core.match.positions import position_set
from core.match.state import REFUSED, Match
from core.messages import say
from core.timestamps import rfc3339
from schemas.facts.facts import FACT
from service import translations
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.authors import Authors
from service.handlers.desk import lateness
from service.handlers.desk.alarms import AT_THE_BOARD, MENDED, Alarm, of_table
from service.handlers.desk.desk import MatchCard, table
from service.handlers.desk.on_the_way import record_on_the_way
from service.handlers.match import matches
from service.handlers.match.timeline import MatchTimeline, match_timeline
from service.handlers.tournament.result_reports import ReportedResult, reports
from service.web import boards
from service.web.http.authentication import visitor
from service.web.http.context import deps, query_int
from service.web.http.form_fields import ID_LENGTH, form_text, form_version
from service.web.i18n import core_messages, labels, locale, match_events, tournament_labels
from service.web.i18n.authors import author
from service.web.pages.base import render_page
from service.web.pages.desk import actions, late_players, preview
from service.web.pages.desk.actions import Action
from service.web.pages.desk.legal_plays import disputed, legal_plays
from service.web.pages.desk.page import is_part, look_page, needs_part, pages, silent_minutes
from service.web.pages.forms import FormCall, Refusal, page_form
from service.web.pages.shared import card_boards, effective_result, result_rows
from service.web.pages.shared.fact_rows import FactRow, fact_row
from service.web.pages.shared.tournament_head import DESK, head_at

_LAST_FACTS = 40
_LOOK_BACK = 256
"""So many of the last facts are looked at for what the desk says of them."""
_PART = "/desk/<tournament:tournament>/tables/<match:match>"


@pages.get(_PART)
def table_page(tournament: str, match: str) -> Response:
    """A table with its facts and rulings; `?void=` is a fact that is to be taken back."""
    principal = visitor(request)
    watched = _watched(principal, tournament, match)
    template = "desk/parts/table.html" if is_part() else "desk/table.html"
    view = _table(principal, tournament, match, watched)
    return render_page(template, page_head=None if is_part() else head_at(tournament, DESK), table=view)


@pages.get(f"{_PART}/plays")
def plays(tournament: str, match: str) -> Response:
    """The legal plays of the position as it stands."""
    watched = _watched(visitor(request), tournament, match)
    template = "desk/parts/plays.html" if is_part() else "desk/plays.html"
    head = None if is_part() else head_at(tournament, DESK)
    return render_page(template, page_head=head, tournament=tournament, match=match, **legal_plays(watched.match))


def _act(tournament_id: str, watched: MatchTimeline) -> Action:
    """The act that the form names. Raises `NotFound` for one that is not possible now."""
    state, name = deps().repository.tournament(tournament_id), form_text("act")
    offered = actions.actions(watched, state, reports(deps(), state, watched.match))
    act = next((action for action in offered if action.key == name), None)
    if act is None:
        raise NotFound("act", name, tuple(action.key for action in offered))
    return act


def _ruling_again(tournament: str, match: str, refused: Refusal) -> Response:
    """The look at an act that was not written, or the table where the act is not possible any more."""
    principal = visitor(request)
    try:
        act = _act(tournament, _watched(principal, tournament, match))
    except NotFound:
        return _table_again(tournament, match, refused)
    at = preview.RulingTarget(deps(), principal, tournament, match)
    return _ruling_page(at, act, preview.refused_action(at, act, request.form, refused), refused.status)


def _ruling_page(at: preview.RulingTarget, act: Action, seen: preview.Preview, status: int = 200) -> Response:
    here = _address(at.tournament, at.match)
    return look_page(at.tournament, seen, f"{here}/rulings", _hidden(act, request.form), here, status)


@page_form(pages, f"{_PART}/rulings", "referee", _ruling_again, versioned=True)
def ruling(call: FormCall, tournament: str, match: str) -> str | Response:
    """An act looked at (`step=look`), changed (`edit`), or written (`write`) as it was seen."""
    principal, form, step = call.principal, request.form, form_text("step")
    if step == "write" and any(call.request.previous_result(stream) for stream in (match, tournament)):
        return _after_ruling(principal, tournament, match)
    watched = _watched(principal, tournament, match)
    act = _act(tournament, watched)
    at = preview.RulingTarget(deps(), principal, tournament, match)
    if step == "edit":
        view = _table(principal, tournament, match, watched)
        acts = [actions.filled(offer, form) if offer.key == act.key else offer for offer in view.rulings.acts]
        rulings = view.rulings._replace(acts=acts, edited=act.key)
        return render_page("desk/table.html", page_head=head_at(tournament, DESK), table=view._replace(rulings=rulings))
    if step == "write":
        return _after_ruling(principal, tournament, match, written=preview.write(at, act, form, call.request))
    return _ruling_page(at, act, preview.preview_action(at, act, form))


def _after_ruling(principal: Principal | None, tournament_id: str, match_id: str, **more: Any) -> str | Response:
    if is_part():
        return render_page("desk/parts/table.html", table=_again(principal, tournament_id, match_id), **more)
    return _address(tournament_id, match_id)


def _table_again(tournament: str, match: str, refused: Refusal) -> Response:
    """The table with the reason why nothing was written."""
    why = refused.alarm
    if refused.conflict:
        why = core_messages.sentence(say("this match has changed meanwhile: nothing was written"))
    view = _again(visitor(request), tournament, match)
    return render_page("desk/table.html", refused.status, page_head=head_at(tournament, DESK), table=view, refused=why)


@page_form(pages, f"{_PART}/on-the-way", "referee", _table_again)
def on_the_way(call: FormCall, tournament: str, match: str) -> str | Response:
    """The referee is on the way to this table. The answer is the page `from` which they said so, or its part.

    The table says why it cannot be, if nothing waits there or another referee is on the way.
    """
    preview.wait_until_judged(match, record_on_the_way(call.request, tournament, match))
    return _behind(call.principal, tournament, match)


@page_form(pages, f"{_PART}/mended-seen", "referee", _table_again)
def mended_seen(call: FormCall, tournament: str, match: str) -> str | Response:
    """The referee has seen that turns were mended here. The answer is as that of `on_the_way`."""
    deps().repository.tournament(tournament).match(match)
    if table(deps(), call.principal, tournament, match).state.mended:  # else another referee was faster
        written = matches.record(call.request, match, [MendedTurnsSeen()])
        preview.wait_until_judged(match, written.last)
    return _behind(call.principal, tournament, match)


@page_form(pages, f"{_PART}/late", "referee", _table_again, versioned=True)
def late_player(call: FormCall, tournament: str, match: str) -> str | Response:
    """Give the opponent of a missing player what the announced rule says. The answer is as that of `on_the_way`.

    A second click on the same button writes nothing; nor does one after another ruling, of which the table tells.
    """
    button = form_text("late", ID_LENGTH)
    seat, seen = late_players.chosen(button)
    command = call.part(button, expected=form_version())
    preview.wait_until_judged(match, lateness.rule_late(command, tournament, match, seat, seen, late_players.reason))
    return _behind(call.principal, tournament, match)


def _behind(principal: Principal | None, tournament_id: str, match_id: str) -> str | Response:
    """The page `from` which a form was sent, the table or the desk, or its part."""
    if request.form.get("from") == "table":
        return _after_ruling(principal, tournament_id, match_id)
    if is_part():
        return needs_part(principal, tournament_id)
    return url_for("desk_pages.desk", tournament=tournament_id)


def _address(tournament_id: str, match_id: str) -> str:
    return url_for("desk_pages.table_page", tournament=tournament_id, match=match_id)


def _watched(principal: Principal | None, tournament_id: str, match_id: str) -> MatchTimeline:
    authorize_tournament(deps(), principal, "referee", tournament_id)
    deps().repository.tournament(tournament_id).match(match_id)
    return match_timeline(deps(), principal, match_id, part=lambda _, head: (head - _LOOK_BACK, head))


def _again(principal: Principal | None, tournament_id: str, match_id: str) -> "TableView":
    return _table(principal, tournament_id, match_id, _watched(principal, tournament_id, match_id))


def _hidden(act: Action, form: Any) -> dict[str, str]:
    """The form's values, to be sent again."""
    names = {field.name for field in act.fields}
    return {"act": act.key, **{name: value for name, value in form.items() if name in names}}


# ── what the templates are given ─────────────────────────────────────────────────────────────────────────────────────
class Players(NamedTuple):
    """Players of a table by their seats, in order, and how they stand."""

    seats: Sequence[str]
    names: Mapping[str, str]
    score: Mapping[str, int]
    winner: str | None
    to_move: str | None
    """The seat to play. `None` where the tournament's word counts over the board's."""
    clocks: Mapping[str, Mapping[str, Any]]


class Board(NamedTuple):
    """Board of a table, as it stands or as it was laid out."""

    drawn: Markup
    numbered: str
    """The player as whom the numbers at the rim count. Empty for none."""
    in_words: Sequence[str]
    phase: str


class AlarmRow(NamedTuple):
    """An alarm of a table: its sign and word, the people it is about, and the rule and sentence that explain it."""

    cls: str
    icon: str
    word: str
    people: str
    rule: str | None
    detail: str


class Report(NamedTuple):
    """A reported result, as it stands beside another report."""

    author: str
    score: str
    games: Sequence[str]


class Facts(NamedTuple):
    """The last facts of a match, the newest first, and the number of those before them."""

    lines: Sequence[FactRow]
    earlier: int


class Rulings(NamedTuple):
    """Acts of the referee."""

    acts: Sequence[Action]
    void: int | None
    """The fact that is to be taken back."""
    edited: str | None = None
    """The key of the act whose form is filled in again."""


class TableView(NamedTuple):
    """A table as its page and its part in the drawer show it."""

    tournament: str
    match: str
    version: int
    place: str
    round_title: str
    length: str
    since: str
    """The time of the last fact, for the page's module; `ago` is the same in words."""
    ago: str
    state: tournament_labels.Badge
    counts: effective_result.EffectiveResult | None
    """The tournament's word, which counts over that of the board."""
    players: Players
    board: Board
    alarms: Sequence[AlarmRow]
    sets_out: bool
    """A referee may say that they are on the way."""
    to_tick: bool
    """A referee is asked to say that they have seen mended turns."""
    coming: str
    """A sentence on the referee who is on the way. Empty for none."""
    late: Sequence[late_players.LateRuling]
    reports: Sequence[Report]
    has_result: bool
    """A result counts, which can be corrected."""
    disputed: Sequence[Mapping[str, Any]]
    """Positions before disputed plays, with their legal plays."""
    laid_out: Board | None
    """The board that waits to be confirmed."""
    facts: Facts
    rulings: Rulings


def _table(principal: Principal | None, tournament_id: str, match_id: str, watched: MatchTimeline) -> TableView:
    seen = table(deps(), principal, tournament_id, match_id)
    now, match = deps().clock(), watched.match
    counts = effective_result.counts(seen.in_tournament, effective_result.at_board(match, watched.head), match.seats)
    alarms, authors = of_table(seen, now, silent_minutes()), Authors(deps().repository, match.opened.club)
    state = deps().repository.tournament(tournament_id)
    reported = reports(deps(), state, match)
    late = lateness.late(deps(), state, [seen], now)
    acts = actions.actions(watched, state, reported, query_int("void"))
    on_the_way = (tournament_labels.on_the_way_sentence(alarm, authors) for alarm in alarms)
    return TableView(
        tournament=tournament_id,
        match=match_id,
        version=watched.head,
        place=tournament_labels.place(seen),
        round_title=tournament_labels.short_round(state, seen.round),
        length=labels.length_and_start(match.opened.length, match.opened.start, match.opened.players),
        since=rfc3339(seen.since),
        ago=tournament_labels.lasted(now - seen.since),
        state=tournament_labels.state_of(seen, alarms),
        counts=counts,
        players=_players(seen, match, counts, now),
        board=_board(match, watched.position, boards.LastPlay(*watched.last) if watched.last else None),
        alarms=[_alarm(seen, alarm, match.opened.players) for alarm in alarms],
        sets_out=any(alarm.kind in AT_THE_BOARD and not alarm.set_out for alarm in alarms),
        to_tick=any(alarm.kind == MENDED for alarm in alarms),
        coming=next(filter(None, on_the_way), ""),
        late=late_players.rulings(seen, late[match_id]) if match_id in late else [],
        reports=[_report(report, match, authors) for report in reported],
        has_result=match_id in state.results,
        disputed=disputed(watched),
        laid_out=_laid_out(match),
        facts=Facts(
            [fact_row(line, watched) for line in reversed(watched.lines[-_LAST_FACTS:])],
            max(0, watched.head - _LAST_FACTS),
        ),
        rulings=Rulings(acts, query_int("void")),
    )


def _players(seen: MatchCard, match: Match, counts: effective_result.EffectiveResult | None, now: int) -> Players:
    return Players(
        match.seats,
        match.opened.players,
        (counts and counts.score) or match.score,
        counts.winner if counts else match.settled.winner if match.settled else None,
        None if counts else match.to_move,
        {} if seen.over else card_boards.clocks(seen.state, now),
    )


def _laid_out(match: Match) -> Board | None:
    """The match as it would stand on the board that waits to be confirmed. None where that would be refused."""
    if (body := actions.board_to_confirm(match)) is None:
        return None
    after, verdict = position_set(match, FACT.load(body), match.version + 1)
    return None if verdict.verdict == REFUSED else _board(after, after.position)


def _board(match: Match, position: Any, last: boards.LastPlay | None = None) -> Board:
    diagram = boards.Diagram(
        match.game.write(position),
        match.seats[0],
        boards.PHONE,
        translations.catalogue(locale.current()),
        to_move=match.to_move,
        dice=match.dice or (),
        cube=match.cube,
        last=last,
        names=match.opened.players,
    )
    return Board(
        boards.draw(match.game.key, diagram),
        match.opened.players.get(boards.numbered_for(match.game.key, diagram), ""),
        boards.describe(match.game.key, diagram),
        match_events.phase(match),
    )


def _alarm(seen: MatchCard, alarm: Alarm, names: Mapping[str, str]) -> AlarmRow:
    return AlarmRow(
        tournament_labels.state_of(seen, [alarm]).cls,
        tournament_labels.icon(alarm.kind),
        tournament_labels.alarm(alarm.kind),
        tournament_labels.explained(alarm, names),
        alarm.rule,
        tournament_labels.alarm_detail(alarm),
    )


def _report(report: ReportedResult, match: Match, authors: Authors) -> Report:
    games = [result_rows.line(match, game) for game in report.games]
    return Report(author(report.by, authors).text, report.points, games)
