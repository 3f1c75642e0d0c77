"""The match page: the board after any fact, the list of facts to walk along, and how it stands."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from flask import Response, current_app, render_template, request
from flask_babel import gettext as _

from core.errors import NotFound
from core.match.state import Match
from core.tournament.model.match_status import DISPUTED, REPORTED, InTournament
from schemas.facts.parts import SEATS
from service import translations
from service.auth.authorization import can_see_drafts
from service.handlers.authors import Authors
from service.handlers.match import laying_out, matches
from service.handlers.match.matches import imported
from service.handlers.match.timeline import LOOK_BACK, MatchTimeline, TimelineEntry, match_timeline
from service.handlers.match_status import board
from service.handlers.tournament import result_reports
from service.store.read_models import states
from service.translations.isolation import beside
from service.web import boards
from service.web.hall_address import shared_base
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.made_answers import made_once
from service.web.i18n import labels, locale, match_events, tournament_labels
from service.web.i18n.authors import author
from service.web.i18n.tournament_labels import Badge
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.club_head import club_head
from service.web.pages.head import Head, role_here
from service.web.pages.match import extras
from service.web.pages.match.next_match import next_match
from service.web.pages.match.picture import diagram_of
from service.web.pages.match.shared_link import shared_link
from service.web.pages.shared import effective_result, rights
from service.web.pages.shared.fact_rows import fact_row
from service.web.pages.shared.tournament_head import ROUNDS, head_at

pages = PageBlueprint("match_pages", __name__)

_MOMENTS = 32
"""The number of moments that are sent at once."""
_FEW = 8
_FAULTS = 30
"""The number of faults that are listed beside the board, the last ones."""


@pages.get("/matches/<match:match>")
@made_once
def match_page(match: str) -> Response:
    """A match as it stands, or as it stood after the fact `?version=`, seen from `?seat=`.

    What strangers see of it is the same for all of them: it is made once for those who come in the same second.
    """
    version, deps = _number("version"), current_app.extensions["brade"].deps
    if visitor(request) is not None or request.args:
        with heavy_reads.place():
            return finish_response(Response(_whole(match, version), mimetype="text/html"))
    opened = matches.may_read(deps, None, match)
    tournament_version = deps.repository.tournament(opened.tournament).version if opened.tournament else None
    head, judged_version = deps.log.head(match), states.judged_version(deps.client, match)
    look, second = deps.repository.club(opened.club).look.version, deps.step_of_time(1000)
    key = ("match", head, judged_version, tournament_version, look, second, locale.current(), shared_base())
    html = heavy_reads.cached(deps.answers, key, lambda: _whole(match, version))
    return finish_response(Response(html, mimetype="text/html"))


def _whole(match_id: str, version: int | None) -> bytes:
    watched = _watched(match_id, version)
    parts = {**_of_match(watched), **_moment(watched), **_listed(watched), **_of_result(watched)}
    parts |= shared_link(watched, version, _seat(), parts) | {"page_head": _head(watched.match)}
    return render_template("match/match.html", **parts).encode()


def _head(match: Match) -> Head | None:
    """The head of the match's tournament; of a friendly match, that of its club for people of the club."""
    opened = match.opened
    if opened.tournament is None:
        ours = role_here(visitor(request), opened.club)
        return club_head(current_app.extensions["brade"].deps.repository.club(opened.club), "matches") if ours else None
    return head_at(opened.tournament, ROUNDS, number=opened.round)


@pages.get("/matches/<match:match>/moments")
@made_once
def moments(match: str) -> Response:
    """The part of the page that changes from fact to fact, for some versions in a row: `?from=` to `?to=`."""
    first = _number("from") or 0
    last = min(_number("to") or first, first + _MOMENTS - 1)
    with heavy_reads.place() if last - first >= _FEW else nullcontext():
        return _moments(match, first, last)


def _moments(match_id: str, first: int, last: int) -> Response:
    watched = _watched(match_id, first, lambda version, _: (version - LOOK_BACK, last))
    result = _of_tournament(watched.match)
    moments = (watched.at(version) for version in range(first, min(last, watched.head) + 1))
    parts = (
        (moment.version, render_template("match/parts/moment.html", **_of_match(moment, result), **_moment(moment)))
        for moment in moments
    )
    html = "".join(f'<template data-version="{version}">{part}</template>\n' for version, part in parts)
    return finish_response(Response(html, mimetype="text/html"))


@pages.get("/matches/<match:match>/facts")
@made_once
def facts(match: str) -> Response:
    """The list of facts, or what comes in it after `?after=`, or the part of it that `?version=` is in."""
    after = _number("after")
    version = _number("version")
    if after is None:
        with heavy_reads.place():
            watched = _watched(match, version)
            return render_page("match/parts/facts.html", **_of_match(watched), **_listed(watched))
    deps = current_app.extensions["brade"].deps
    matches.may_read(deps, visitor(request), match)
    head = deps.log.head(match)
    with heavy_reads.place() if head and head.version - after >= _FEW else nullcontext():
        watched = _watched(match, None, lambda _, head: (after + 1, head))
    return render_page("match/parts/facts.html", **_of_match(watched), games=_games(watched.lines, watched))


@pages.get("/matches/<match:match>/now")
@made_once
def now(match: str) -> Response:
    """The status of the result, as the match's tournament tells."""
    watched = _watched(match, None, lambda _, head: (head + 1, head))
    return render_page("match/parts/result_now.html", **_of_match(watched), **_of_result(watched))


def _watched(
    match_id: str, version: int | None, part: Callable[[int, int], tuple[int, int]] | None = None
) -> MatchTimeline:
    return match_timeline(current_app.extensions["brade"].deps, visitor(request), match_id, version, part)


def _number(name: str) -> int | None:
    """A number of the query; what is none, is of nothing that there is."""
    text = request.args.get(name)
    if text is not None and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotFound(name, text)
    return None if text is None else int(text)


_PENDING = {
    REPORTED: lambda: Badge("waiting", "◌", _("reported, to be confirmed")),
    DISPUTED: lambda: Badge("look", "▲", _("two results, a referee decides")),
}
"""Text for a result that stands at the board and does not count yet."""


# ── what the templates are given ─────────────────────────────────────────────────────────────────────────────────────
class _OfTournament(NamedTuple):
    """The tournament's statement on a match for this reader, its version, its name, and the title of the round."""

    place: InTournament | None
    version: int
    name: str
    round_title: str


def _of_tournament(match: Match) -> _OfTournament:
    principal, deps = visitor(request), current_app.extensions["brade"].deps
    opened = match.opened
    if opened.tournament is not None:
        with suppress(NotFound):  # it was brought in without its tournament
            listed = board(deps, principal, opened, match.id)
            tournament = deps.repository.tournament(opened.tournament)
            if listed is None:
                return _OfTournament(None, tournament.version, "", "")
            title = tournament_labels.short_round(tournament, listed.round)
            return _OfTournament(listed, listed.version, tournament.created.name, title)
    return _OfTournament(None, -1, "", tournament_labels.numbered(opened.round) if opened.round else "")


def _of_match(watched: MatchTimeline, in_tournament: _OfTournament | None = None) -> dict[str, Any]:
    """Data that hold for the match at any moment."""
    match = watched.match
    seat = _seat()
    listed, announced, tournament_name, round_title = in_tournament or _of_tournament(match)
    now = effective_result.at_board(match, watched.version)
    opened, tournament = match.opened, match.opened.tournament
    status = listed.status if listed else ""
    return {
        "pending": _PENDING[status]() if status in _PENDING else None,
        "told": announced,
        "counts": effective_result.counts(listed, now, match.seats),
        "tournament": tournament if listed else None,
        "tournament_name": tournament_name,
        "desk": bool(listed) and can_see_drafts(visitor(request), opened.club),
        "id": match.id,
        "seats": match.seats,
        "names": match.opened.players,
        "club": match.opened.club,
        "seat_words": {seat: boards.seat_word(seat, translations.catalogue(locale.current())) for seat in match.seats},
        "view": seat if seat in match.seats else match.seats[0],
        "game": labels.game_name(match.game),
        "length": labels.length_and_start(match.opened.length, match.opened.start, match.opened.players),
        "round_title": round_title,
        "version": watched.version,
        "head": watched.head,
        "judged": watched.judged,
        "title": beside(match.opened.players[each] for each in match.seats),
        "picture": partial(_picture, match.id),
        "walk": partial(_walk, version=watched.version if watched.version < watched.judged else None),
        "advisory": match.opened.check == "advisory",
        "imported": _imported(match),
    }


def _imported(match: Match) -> dict[str, Any] | None:
    """Author and time of the import of a match."""
    deps, opened = current_app.extensions["brade"].deps, match.opened
    came = imported(deps, opened, match.id)
    return came and {"who": author(came.by, Authors(deps.repository, opened.club)).text, "at": came.at}


def _of_result(watched: MatchTimeline) -> dict[str, Any]:
    """The status of the result, and what the reader may do about it."""
    texts = {
        "settled": _("The result is written, and counts."),
        "reported": _("The result is written."),
        "confirmed": _("The result is confirmed, and counts."),
        "disputed": _("Your result is written beside the other one: a referee decides."),
    }
    deps = current_app.extensions["brade"].deps
    principal = visitor(request)
    scores = principal is not None and rights.is_open(deps, principal, watched.match.id)
    return {
        "scores": scores,
        "lays_out": scores
        and laying_out.right(deps, principal, watched.match.opened, watched.match.id) == laying_out.REFEREE,
        "standing": result_reports.result_permissions(deps, principal, watched.match.id),
        "said_words": texts.get(request.args.get("said", ""), ""),
        "next_match": next_match(deps, principal, watched.match.opened.tournament, watched.match.id),
        "result_words": match_events.settled(watched.end),
        "result_version": watched.head,
    }


def _seat() -> str | None:
    """The seat from which the match is to be seen; what is no seat of any game is not repeated in every link."""
    seat = request.args.get("seat")
    return seat if seat in SEATS else None


def _walk(**values: Any) -> str:
    """The address of this match page with other values, whichever part of it is asked for."""
    address = request.path.removesuffix("/moments").removesuffix("/facts").removesuffix("/now")
    values = {"version": None, "seat": _seat(), **values}
    query = "&".join(f"{name}={value}" for name, value in values.items() if value is not None)
    return f"{address}?{query}" if query else address


def _picture(match_id: str, version: int) -> str:
    """The address of the picture of a position, as it is seen here."""
    return f"/matches/{match_id}/board.svg?version={version}" + (f"&seat={seat}" if (seat := _seat()) else "")


def _moment(watched: MatchTimeline) -> dict[str, Any]:
    """The state of the match after the fact that is shown."""
    match = watched.match
    view = _seat()
    diagram = diagram_of(watched, view if view in match.seats else match.seats[0])
    clock = match.conduct.clock
    runs = clock is not None and clock.running is not None and watched.version == watched.head
    return {
        "numbered": match.opened.players.get(boards.numbered_for(match.game.key, diagram), ""),
        "board": boards.draw(match.game.key, diagram),
        "description": boards.describe(match.game.key, diagram),
        "phase": match_events.phase(match),
        "now": fact_row(watched.now, watched) if watched.now else None,
        "score": match.score,
        "to_move": match.to_move,
        "pips": extras.pips(match, watched.position),
        "tie_break": extras.tie_break(match),
        "results_only": extras.results_only(watched),
        "settled": match.settled is not None,
        "settled_words": match_events.settled(match),
        "results": list(extras.results(watched)),
        "pays": match.game.placings is not None,
        "faults": match.faults[-_FAULTS:],
        "faults_in_all": len(match.faults),
        "winner": match.settled.winner if match.settled else None,
        "cube": match.cube,
        "to_play": match.dice,
        "clocks": extras.clocks(watched),
        "now_at": current_app.extensions["brade"].deps.clock() if runs else None,
    }


def _listed(watched: MatchTimeline) -> dict[str, Any]:
    """The facts of the page, and the versions that lead to those before and after them in a long match."""
    lines = watched.lines
    first, last = (lines[0].recorded.version, lines[-1].recorded.version) if lines else (1, watched.head)
    return {
        "games": _games(lines, watched),
        "earlier": first - 1 or None,
        "later": last + 1 if last < watched.head else None,
    }


def _games(lines: Sequence[TimelineEntry], watched: MatchTimeline) -> list[dict[str, Any]]:
    """The facts of each game, in order; what a ruling took back stands before what replaced it."""
    grouped = [(number, list(group)) for number, group in groupby(lines, key=lambda line: line.game_number)]
    return [
        {
            "number": number,
            "voided": all(line.voided for line in group),
            "after": group[0].before.settled is not None,
            "lines": [fact_row(line, watched) for line in group],
        }
        for number, group in grouped
    ]
