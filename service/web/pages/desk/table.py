"""A table at the desk: its board and facts, the legal plays of its position, and what the referee can do there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from core.errors import NotAllowed, NotFound, VersionConflict
from core.events import MendedTurnsSeen
from core.match.state import Match
from core.messages import say
from core.timestamps import rfc3339
from service import translations
from service.auth.authorization import Principal, authorize_tournament
from service.handlers.desk import lateness
from service.handlers.desk.alarms import AT_THE_BOARD, MENDED, of_table
from service.handlers.desk.desk import table
from service.handlers.desk.on_the_way import record_on_the_way
from service.handlers.match import matches
from service.handlers.match.timeline import MatchTimeline, match_timeline
from service.handlers.request import Request
from service.handlers.tournament.result_reports import ReportedResult, reports
from service.web import boards
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps, query_int
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, form_text, form_version
from service.web.i18n import labels, locale, match_events, tournament_labels
from service.web.i18n.authors import author
from service.web.pages.base import render_page
from service.web.pages.desk import actions, late_players, preview
from service.web.pages.desk.actions import Action
from service.web.pages.desk.legal_plays import disputed, legal_plays
from service.web.pages.desk.log import tokens_of
from service.web.pages.desk.page import is_part, look_page, needs_part, pages, silent_minutes
from service.web.pages.shared import card_boards, effective_result, result_rows
from service.web.pages.shared.fact_rows import listed

_LAST_FACTS = 40
_LOOK_BACK = 256
"""So many of the last facts are looked at for what the desk says of them."""
_PLAYS_SHOWN = 12
_PART = "/desk/<tournament:tournament>/tables/<match:match>"


@pages.get(_PART)
def table_page(tournament: str, match: str) -> Response:
    """A table with its facts and rulings; `?void=` is a fact that is to be taken back."""
    principal = visitor(request)
    watched = _watched(principal, tournament, match)
    template = "desk/parts/table.html" if is_part() else "desk/table.html"
    return render_page(template, **_table(principal, tournament, match, watched))


@pages.get(f"{_PART}/plays")
def plays(tournament: str, match: str) -> Response:
    """The legal plays of the position as it stands."""
    watched = _watched(visitor(request), tournament, match)
    template = "desk/parts/plays.html" if is_part() else "desk/plays.html"
    return render_page(template, tournament=tournament, match=match, **legal_plays(watched.match))


@pages.post(f"{_PART}/rulings")
def ruling(tournament: str, match: str) -> Response | WerkzeugResponse:
    """An act looked at (`step=look`), changed (`edit`, with more rows `more`), or written (`write`) as it was seen."""
    principal = visitor(request)
    watched = _watched(principal, tournament, match)
    form = request.form
    state = deps().repository.tournament(tournament)
    offered = actions.actions(watched, state, reports(deps(), state, watched.match))
    act = next((each for each in offered if each.key == form.get("act")), None)
    if act is None:
        raise NotFound("act", form.get("act", ""), tuple(each.key for each in offered))
    at = preview.RulingTarget(deps(), principal, tournament, match)
    here = url_for("desk_pages.table_page", tournament=tournament, match=match)
    if form.get("step") in ("edit", result_rows.MORE):
        context = _table(principal, tournament, match, watched, form)
        acts = [actions.filled(each, form) if each.key == act.key else each for each in context["acts"]]
        return render_page("desk/table.html", **context | {"acts": acts, "edited": act.key})
    if form.get("step") == "write":
        version, key = form_version(), form_text("key", KEY_LENGTH) or form_keys.new_key()
        seen = preview.write(at, act, form, version, key)
        if seen.written:
            if is_part():
                return render_page("desk/parts/table.html", **_again(principal, tournament, match), written=seen)
            return redirect(here, 303)
    else:
        seen = preview.preview_action(at, act, form)
    return look_page(tournament, seen, f"{here}/rulings", _hidden(act, form), here)


@pages.post(f"{_PART}/on-the-way")
def on_the_way(tournament: str, match: str) -> Response | WerkzeugResponse:
    """The referee is on the way to this table. The answer is the page `from` which they said so, or its part.

    The table says why it cannot be, if nothing waits there or another referee is on the way.
    """
    principal = visitor(request)
    try:
        preview.wait_until_judged(match, record_on_the_way(Request(deps(), principal), tournament, match))
    except NotAllowed as wrong:
        return render_page("desk/table.html", 409, **_again(principal, tournament, match), refused=wrong.message)
    return _behind(principal, tournament, match)


@pages.post(f"{_PART}/mended-seen")
def mended_seen(tournament: str, match: str) -> Response | WerkzeugResponse:
    """The referee has seen that turns were mended here. The answer is as that of `on_the_way`."""
    principal = visitor(request)
    authorize_tournament(deps(), principal, "referee", tournament)
    deps().repository.tournament(tournament).match(match)
    if table(deps(), principal, tournament, match).state.mended:  # else another referee was faster
        written = matches.record(Request(deps(), principal), match, [MendedTurnsSeen()])
        preview.wait_until_judged(match, written.last)
    return _behind(principal, tournament, match)


@pages.post(f"{_PART}/late")
def late_player(tournament: str, match: str) -> Response | WerkzeugResponse:
    """Give the opponent of a missing player what the announced rule says. The answer is as that of `on_the_way`.

    A second click on the same button writes nothing; nor does one after another ruling, of which the table tells.
    """
    principal, version, button = visitor(request), form_version(), form_text("late", ID_LENGTH)
    seat, seen = late_players.chosen(button)
    command = Request(deps(), principal, version, f"late-{version}-{button}", form_keys.fingerprint({"late": button}))
    try:
        written = lateness.rule_late(command, tournament, match, seat, seen, late_players.reason)
        preview.wait_until_judged(match, written)
    except VersionConflict:
        message = say("this match has changed meanwhile: nothing was written")
        return render_page("desk/table.html", 409, **_again(principal, tournament, match), refused=message)
    except NotAllowed as wrong:
        return render_page("desk/table.html", 409, **_again(principal, tournament, match), refused=wrong.message)
    return _behind(principal, tournament, match)


def _behind(principal: Principal | None, tournament_id: str, match_id: str) -> Response | WerkzeugResponse:
    """The page `from` which a form was sent, the table or the desk, or its part."""
    if request.form.get("from") == "table":
        if is_part():
            return render_page("desk/parts/table.html", **_again(principal, tournament_id, match_id))
        return redirect(url_for("desk_pages.table_page", tournament=tournament_id, match=match_id), 303)
    if is_part():
        return needs_part(principal, tournament_id)
    return redirect(url_for("desk_pages.desk", tournament=tournament_id), 303)


def _watched(principal: Principal | None, tournament_id: str, match_id: str) -> MatchTimeline:
    authorize_tournament(deps(), principal, "referee", tournament_id)
    deps().repository.tournament(tournament_id).match(match_id)
    return match_timeline(deps(), principal, match_id, part=lambda _, head: (head - _LOOK_BACK, head))


def _again(principal: Principal | None, tournament_id: str, match_id: str) -> dict[str, Any]:
    return _table(principal, tournament_id, match_id, _watched(principal, tournament_id, match_id))


def _hidden(act: Action, form: Any) -> dict[str, str]:
    """The form's values, to be sent again."""
    names = {field.name for field in act.fields}
    values = {
        name: value for name, value in form.items() if name in names or name.rstrip("0123456789") in result_rows.NAMES
    }
    return {"act": act.key, **values}


def _table(
    principal: Principal | None,
    tournament_id: str,
    match_id: str,
    watched: MatchTimeline,
    form: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    seen = table(deps(), principal, tournament_id, match_id)
    now, match = deps().clock(), watched.match
    at_board = effective_result.at_board(match, watched.head)
    over_board = effective_result.counts(seen.in_tournament, at_board, match.seats)
    winner = match.settled.winner if match.settled else None
    if over_board:
        winner = over_board.winner
    names = match.opened.players
    found, tokens = of_table(seen, now, silent_minutes()), tokens_of(deps(), match.opened.club)
    diagram = boards.Diagram(
        match.game.write(watched.position),
        match.seats[0],
        boards.PHONE,
        translations.catalogue(locale.current()),
        to_move=match.to_move,
        dice=match.dice or (),
        cube=match.cube,
        last=boards.LastPlay(*watched.last) if watched.last else None,
        names=names,
    )
    state = deps().repository.tournament(tournament_id)
    reported = reports(deps(), state, match)
    late = lateness.late(deps(), state, [seen], now)
    acts = actions.actions(watched, state, reported, query_int("void"))
    games = form if "kind" in form else next(act.sent for act in acts if act.key == "decide")
    return {
        "tournament": tournament_id,
        "match": match_id,
        "place": tournament_labels.place(seen),
        "round": seen.round,
        "names": names,
        "seats": match.seats,
        "score": (over_board and over_board.score) or match.score,
        "counts": over_board,
        "winner": winner,
        "clocks": {} if seen.over else card_boards.clocks(seen.state, now),
        "to_move": None if over_board else match.to_move,
        "state": tournament_labels.state_of(seen, found),
        "phase": match_events.phase(match),
        "length": labels.length(match.opened.length),
        "board": boards.draw(match.game.key, diagram),
        "numbered": names.get(boards.numbered_for(match.game.key, diagram), ""),
        "description": boards.describe(match.game.key, diagram),
        "alarms": [
            {
                "cls": tournament_labels.state_of(seen, [each]).cls,
                "icon": tournament_labels.icon(each.kind),
                "word": tournament_labels.alarm(each.kind),
                "who": tournament_labels.explained(each, names),
                "rule": each.rule,
                "said": tournament_labels.alarm_detail(each),
            }
            for each in found
        ],
        "sets_out": any(each.kind in AT_THE_BOARD and not each.set_out for each in found),
        "to_tick": any(each.kind == MENDED for each in found),
        "coming": next(
            (coming for each in found if (coming := tournament_labels.on_the_way_sentence(each, tokens))), ""
        ),
        "late": late_players.rulings(seen, late[match_id]) if match_id in late else [],
        "disputed": disputed(watched),
        "plays_shown": _PLAYS_SHOWN,
        "lines": [listed(line, watched) for line in reversed(watched.lines[-_LAST_FACTS:])],
        "more": max(0, watched.head - _LAST_FACTS),
        "version": watched.head,
        "since": rfc3339(seen.since),
        "ago": tournament_labels.lasted(now - seen.since),
        "reports": [_report(each, match) for each in reported],
        "acts": acts,
        "void": query_int("void"),
        "rows": result_rows.rows(games, match),
        "edited": None,
    }


def _report(report: ReportedResult, match: Match) -> dict[str, Any]:
    """A reported result, as it stands beside another report."""
    tokens = tokens_of(deps(), match.opened.club)
    return {
        "who": author(report.by, tokens).text,
        "score": report.points,
        "games": [result_rows.line(match, each) for each in report.games],
    }
