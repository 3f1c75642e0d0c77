"""The overlay of a match, or of a table's match, for streaming programs, and the page that explains it.

With an announced delay the overlay is made of the log as it was then. It joins no stream, since a stream tells at once.
"""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Response, render_template, request

from core.errors import NotFound
from core.events import CheckersMoved, TurnPassed
from core.match.state import REFUSED
from core.match.voiding import Gone
from core.tournament import Tournament
from core.tournament.model.locations import at_table, matches_at, tables_of
from core.tournament.model.match_status import DECIDED
from schemas.requests.details import LONGEST_DELAY
from service.auth.authorization import Principal
from service.handlers.match.replay import version_then
from service.handlers.match.timeline import MatchTimeline, match_timeline, until_shown
from service.handlers.match_status import board, decision_then
from service.handlers.tournament.tournaments import may_read
from service.store.read_models import states
from service.web import boards
from service.web.hall_address import shared_base
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import ID_LENGTH, query_text
from service.web.i18n import locale, match_events
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.match import extras
from service.web.pages.match.picture import diagram_of
from service.web.pages.shared import effective_result
from service.web.pages.shared.effective_result import EffectiveResult
from service.web.pages.shared.tournament_head import FILES, tournament_head

pages = PageBlueprint("overlay_pages", __name__)

_PAGE = "/tournaments/<tournament:tournament>/overlay"
_LISTED = 60
"""Matches that the page which explains it lists."""
_PLAYS = CheckersMoved | TurnPassed


class Filmed(NamedTuple):
    """A table with the address of the overlay that goes on from match to match there."""

    table: str
    address: str


class Listed(NamedTuple):
    """A match that may be shown, with the address of its overlay."""

    match: str
    names: tuple[str, str]
    table: str
    address: str


@pages.get(_PAGE)
def overlay(tournament: str) -> Response:
    """The match `?match=`, or that of `?table=`, on a transparent page; with `&board=1` its board, too.

    Without either it is the page that says how to add it.
    """
    state = may_read(deps(), visitor(request), tournament)
    match_id, table = query_text("match", ID_LENGTH), query_text("table")
    if not match_id and not table:
        return _explained(state)
    delay = _delay(state)
    asked = {"match": match_id} if match_id else {"table": table}
    if _with_board():
        asked["board"] = "1"
    return finish_response(
        Response(
            render_template(
                "overlay/overlay.html",
                part=f"/tournaments/{tournament}/overlay/now?{urlencode({**asked, 'lang': locale.current()})}",
                now=_now(state, _match_shown(state, delay), delay).decode(),
            ),
            mimetype="text/html",
        )
    )


@pages.get(f"{_PAGE}/now")
def now(tournament: str) -> Response:
    """The part of the overlay that changes, as late as it is announced."""
    state = may_read(deps(), visitor(request), tournament)
    delay = _delay(state)
    return finish_response(Response(_now(state, _match_shown(state, delay), delay), mimetype="text/html"))


def _match_shown(state: Tournament, delay: int) -> str | None:
    """The match `?match=`, or the one at `?table=` as late as it is announced; `None` before the first one there."""
    match_id, table = query_text("match", ID_LENGTH), query_text("table")
    if match_id or not table:
        return match_id
    if table not in tables_of(state):
        raise NotFound("table", table)

    def at_that_table() -> bytes:
        then = deps().repository.tournament_then(state.id, deps().clock() - delay) if delay else state
        found = matches_at(then, at_table(table)) if then else ()
        paired = [each for each in found if each in state.paired and not state.paired[each].is_bye]
        return (paired[-1] if paired else "").encode()

    key = ("overlay table", state.id, state.version, table, delay, deps().clock() // 1000)
    return heavy_reads.cached(deps().answers, key, at_that_table).decode() or None


def _delay(state: Tournament) -> int:
    """The milliseconds by which the overlay is behind what is recorded."""
    details = state.created.details or {}
    return 1000 * min(int(details.get("overlay_delay") or 0), LONGEST_DELAY)


def _now(state: Tournament, match_id: str | None, delay: int) -> bytes:
    """The changing part, empty without a match. For strangers it is made once a second, however many ask."""
    if match_id is None:
        return b""
    if not any(match.match == match_id and not match.is_bye for match in state.matches):
        raise NotFound("match", match_id)
    principal, with_board = visitor(request), _with_board()
    if principal is not None:
        with heavy_reads.place():
            return _made(principal, match_id, delay, with_board=with_board)
    head, judged = deps().log.head(match_id), states.judged_version(deps().client, match_id)
    key = (
        "overlay",
        match_id,
        head,
        judged,
        state.version,
        delay,
        with_board,
        deps().clock() // 1000,
        locale.current(),
    )
    return heavy_reads.cached(deps().answers, key, lambda: _made(None, match_id, delay, with_board=with_board))


def _made(principal: Principal | None, match_id: str, delay: int, *, with_board: bool) -> bytes:
    until = deps().clock() - delay
    version = version_then(deps(), match_id, until) if delay else None
    watched = match_timeline(deps(), principal, match_id, version, until_shown)
    match = watched.match
    counts = _counts(principal, watched, match_id, until if delay else None)
    over = counts is not None or match.settled is not None
    score = counts.score if counts and counts.score else match.score
    winner = counts.winner if counts else match.settled.winner if match.settled else None
    clocks = {} if counts else _clocks(watched, until, delay)
    return render_template(
        "overlay/parts/now.html",
        version=watched.version,
        match=match_id,
        stream="" if delay else f"/v1/matches/{match_id}/stream",
        clocks=clocks,
        now_at=deps().clock() if any(clock["since"] for clock in clocks.values()) else None,
        phase=match_events.phase(match),
        play=_last_play(watched),
        dice=match.dice or (),
        cube=match.cube,
        over=counts.sentence if counts else match_events.phase(match) if over else "",
        sides=[
            {
                "seat": seat,
                "name": match.opened.players[seat],
                "score": score[seat],
                "turn": seat == match.to_move and not over,
                "won": seat == winner,
            }
            for seat in match.seats
        ],
        games=list(extras.results(watched)) if score == match.score else [],
        board=boards.draw(match.game.key, diagram_of(watched, match.seats[0])) if with_board else "",
    ).encode()


def _counts(
    principal: Principal | None, watched: MatchTimeline, match_id: str, until: int | None
) -> EffectiveResult | None:
    """The tournament's statement on the match, without a reason, which is long; a decision as it was at `until`."""
    opened = watched.match.opened
    in_tournament = board(deps(), principal, opened, match_id)
    if in_tournament and in_tournament.result and in_tournament.status == DECIDED and opened.tournament:
        state = deps().repository.tournament(opened.tournament)
        result = in_tournament.result if until is None else decision_then(deps(), state, match_id, until)
        in_tournament = in_tournament._replace(result=result._replace(reason="") if result else None)
    return effective_result.counts(
        in_tournament, effective_result.at_board(watched.match, watched.version), watched.match.seats
    )


def _clocks(watched: MatchTimeline, until: int, delay: int) -> dict[str, dict[str, Any]]:
    """The display of each seat's clock at that time; one that runs goes on, as late as the overlay is."""
    clock = watched.match.conduct.clock
    if clock is None:
        return {}
    return {
        seat: {
            "said": match_events.clock(left),
            "left": clock.remaining[seat],
            "delay": max(0, clock.delay - clock.used),
            "since": clock.since + delay if clock.since is not None and seat == clock.running else None,
        }
        for seat, left in clock.stopped(until).remaining.items()
    }


def _last_play(watched: MatchTimeline) -> str:
    """The last play that counted then, in a sentence; empty before the first.

    What a referee took back later is told as late as all else.
    """
    gone = Gone(watched.match.voided)
    shown = (
        line
        for line in reversed(watched.lines)
        if line.recorded.version <= watched.version and isinstance(line.recorded.event, _PLAYS)
        if line.verdict.verdict != REFUSED and line.recorded.version not in gone
    )
    return next((match_events.fact(line) for line in shown), "")


def _with_board() -> bool:
    return query_text("board", 1) == "1"


# ── how it is added ──────────────────────────────────────────────────────────────────────────────────────────────────
def _explained(state: Tournament) -> Response:
    """The page that says how the overlay is added to a streaming program, with the addresses of open matches."""
    here = f"{shared_base()}tournaments/{state.id}/overlay?"
    open_ = [pairing for pairing in state.to_play if not pairing.is_bye]
    return render_page(
        "overlay/explained.html",
        page_head=tournament_head(state, FILES),
        name=state.created.name,
        public=state.created.published,
        tables=[
            Filmed(table, f"{here}{urlencode({'table': table})}&lang={locale.current()}")
            for table in tables_of(state)[:_LISTED]
        ],
        delay=_delay(state) // 1000,
        more=len(open_) > _LISTED,
        matches=[
            Listed(
                pairing.match,
                (state.label_of(pairing.white), state.label_of(pairing.black)),
                state.seated.get(pairing.match, ""),
                f"{here}match={pairing.match}&lang={locale.current()}",
            )
            for pairing in open_[:_LISTED]
        ],
    )
