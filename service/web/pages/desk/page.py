"""The referee's desk: every table of a tournament on one screen, what needs the referee first, standings, the log.

Each part of the page has an address of its own, at which its module asks for it again.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Response, request, url_for

from core.errors import NotFound
from service.auth.authorization import OPERATOR, Principal, Unauthenticated
from service.handlers.authors import Authors
from service.handlers.desk import failed_work
from service.handlers.desk.clashes import clashes
from service.handlers.desk.desk import DeskView, desk_view, table
from service.handlers.desk.lateness import late
from service.handlers.desk.pace import behind
from service.web.http.authentication import SAFE, visitor
from service.web.http.context import deps, query_int
from service.web.http.form_fields import ID_LENGTH, form_text, whole_number
from service.web.i18n import accounts, tournament_labels
from service.web.pages.base import PageBlueprint, error_page, finish_response, render_page, sign_in_address
from service.web.pages.desk import density, log, needs, parts
from service.web.pages.desk import rounds as desk_rounds
from service.web.pages.desk.preview import Preview, conflict_message
from service.web.pages.forms import FormCall, Refusal, page_form
from service.web.pages.shared import standings_table
from service.web.pages.shared.expected_ends import expected_ends, round_clocks
from service.web.pages.shared.reachability import reach
from service.web.pages.shared.time_up import time_up
from service.web.pages.shared.tournament_head import DESK, head_at, tournament_head
from service.web.pages.shared.winners import winners

pages = PageBlueprint("desk_pages", __name__)

_PARTS = ("step", "next", "needs", "cards", "rounds", "standings", "log", "progress")
_ASKED_BY_MODULES = ("desk_pages.part", "desk_pages.card")
_COOKIE, _USUAL = "silent", 10
_YEAR = 365 * 24 * 3600


@pages.errorhandler(Unauthenticated)
def sign_in_first(error: Unauthenticated) -> Response:
    """A person with a browser signs in and comes back here; its modules, and programs with a token, get the reason."""
    asked_by_module = is_part() or request.endpoint in _ASKED_BY_MODULES
    if request.method not in SAFE or "Authorization" in request.headers or asked_by_module:
        return error_page(error)
    return finish_response(Response(status=303, headers={"Location": sign_in_address()}))


@pages.get("/desk/<tournament:tournament>")
def desk(tournament: str) -> Response:
    """The whole desk; `?round=` shows a round, `?silent=` says after how many minutes a table is silent."""
    principal = visitor(request)
    view = desk_view(deps(), principal, tournament, query_int("round"))
    context = {
        name: value for part in _PARTS if part != "step" for name, value in _context(part, view, principal).items()
    }
    state = view.tournament
    response = render_page(
        "desk/desk.html",
        state_part="desk/parts/progress.html",
        page_head=tournament_head(state, DESK, titled=True),
        **about(view),
        **context,
        **reach(),
        me=principal,
        role=_role(principal),
    )
    density.keep(response)
    if (minutes := request.args.get("silent", "")) in map(str, parts.SILENT_MINUTES):
        response.set_cookie(_COOKIE, minutes, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


@pages.get("/desk/<tournament:tournament>/parts/<part>")
def part(tournament: str, part: str) -> Response:
    """A part of the desk as it is now."""
    if part not in _PARTS:
        raise NotFound("part", part, _PARTS)
    principal = visitor(request)
    view = desk_view(deps(), principal, tournament, query_int("round"))
    template = "shared/parts/next_step.html" if part == "step" else f"desk/parts/{part}.html"
    return render_page(template, **about(view), **_context(part, view, principal))


@pages.get("/desk/<tournament:tournament>/cards/<match:match>")
def card(tournament: str, match: str) -> Response:
    """One card as it is now."""
    match_card = table(deps(), visitor(request), tournament, match)
    view = density.chosen()  # the page says in `?view=` how it shows the others
    card_data = parts.one_card(match_card, deps().clock(), silent_minutes(), view)
    return render_page("desk/parts/card.html", tournament=tournament, card=card_data)


@page_form(pages, "/desk/<tournament:tournament>/again", "referee")
def again(call: FormCall, tournament: str) -> str | Response:
    """Have work done again that failed: a `job`, or the judging of a `stream`."""
    principal, asked = call.principal, True
    if stream := form_text("stream", ID_LENGTH):
        failed_work.judge_again(deps(), principal, tournament, stream)
    else:
        asked = failed_work.retry_job(deps(), principal, tournament, form_text("job", ID_LENGTH))
    if not is_part():
        return url_for("desk_pages.desk", tournament=tournament)
    return needs_part(principal, tournament, asked=asked)


def needs_part(principal: Principal | None, tournament_id: str, **more: Any) -> Response:
    """The list of what needs the referee, after something that they did there."""
    view = desk_view(deps(), principal, tournament_id, query_int("round"))
    return render_page("desk/parts/needs.html", **about(view), **_context("needs", view, principal), **more)


def about(found: DeskView) -> dict[str, Any]:
    """Common data of every part of the desk."""
    state = found.tournament
    return {
        "tournament": state.id,
        "name": state.created.name,
        "running": state.status == "running",
        "called_off": state.called_off,
        "format": tournament_labels.format_name(state),
        "entered": tournament_labels.entered(state),
        "players": len(state.field),
        "shown_round": found.number,
        "round_title": partial(tournament_labels.short_round, state),
        "version": state.version,
        "now": found.now,
    }


def _context(part: str, found: DeskView, principal: Principal | None) -> dict[str, Any]:
    state = found.tournament
    if part == "needs":
        silent = silent_minutes()
        failed, authors = failed_work.failed_work(deps(), state.id), Authors(deps().repository, state.created.club)
        return {
            "needs": needs.needs(
                found,
                silent,
                failed,
                behind(deps(), found),
                late(deps(), state, found.tables, found.now),
                clashes(deps(), found),
                authors,
            ),
            "roomy": needs.ROOMY,
            "time_up_rounds": time_up(state),
            "silent": silent,
            "minutes": parts.SILENT_MINUTES,
        }
    if part == "cards":
        cards, shown = parts.cards(found, silent_minutes())
        return {"cards": cards, "density": shown}
    if part == "rounds":
        published = [
            (round_.number, tournament_labels.stage(state, round_)) for round_ in state.rounds if not round_.draft
        ]
        return {
            "rounds": published,
            "address": _address(state.id),
            "densities": density.choices(),
            "chosen": density.chosen(),
        }
    if part == "step":
        return {"page_head": tournament_head(state, DESK)}
    if part == "next":
        return parts.next_round(state, principal is not None and principal.role in ("organiser", OPERATOR))
    if part == "standings":
        return {"tables": parts.tables_beside(state)}
    if part == "progress":
        return {
            "progress": standings_table.progress(state),
            "over": winners(state),
            "ends": expected_ends(state),
            "clocks": round_clocks(state),
        }
    return {"log": log.log(deps(), found)}


def _address(tournament_id: str) -> Callable[..., str]:
    """The desk's address with other values; what it does not name stays as the reader asked for it."""

    def address(**values: Any) -> str:
        kept = {name: value for name, value in request.args.items() if name not in values}
        query = urlencode(kept | {name: value for name, value in values.items() if value is not None})
        return url_for("desk_pages.desk", tournament=tournament_id) + (f"?{query}" if query else "")

    return address


def _role(principal: Principal | None) -> str:
    return accounts.role(principal.role) if principal else ""


def silent_minutes() -> int:
    """After how many minutes without a fact this referee calls a table silent."""
    minutes = request.args.get("silent") or request.cookies.get(_COOKIE, "")
    return int(minutes) if minutes in map(str, parts.SILENT_MINUTES) else _USUAL


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def _round_again(tournament: str, refused: Refusal) -> Response:
    """The look at a round that was not written."""
    principal, number = visitor(request), whole_number(form_text("number", ID_LENGTH))
    seen = desk_rounds.look_at_round(deps(), principal, tournament, number)
    if refused.conflict:
        return _round_page(tournament, seen._replace(warning=conflict_message()), refused.status)
    return _round_page(tournament, seen._replace(problems=refused.problems), refused.status)


def _round_page(tournament_id: str, seen: Preview, status: int = 200) -> Response:
    number, listed = form_text("number", ID_LENGTH), whole_number(form_text("list", ID_LENGTH))
    hidden = {"number": number} | ({"list": str(listed)} if listed else {})
    action = url_for("desk_pages.rounds", tournament=tournament_id)
    return look_page(tournament_id, seen, action, hidden, _behind(tournament_id, listed), status)


@page_form(pages, "/desk/<tournament:tournament>/rounds", "organiser", _round_again, versioned=True)
def rounds(call: FormCall, tournament: str) -> str | Response:
    """The next round looked at, or paired; a draft looked at, or published.

    With `list` the form comes from the list of results of a round, and the answer leads back to such a list.
    """
    which = whole_number(form_text("number", ID_LENGTH))
    if form_text("step") != "write":
        return _round_page(tournament, desk_rounds.look_at_round(deps(), call.principal, tournament, which))
    desk_rounds.write_round(call.request, tournament, which)
    listed = whole_number(form_text("list", ID_LENGTH))
    return _behind(tournament, listed and (which or listed + 1))


def _behind(tournament_id: str, listed: int | None) -> str:
    """The page behind a look at a round: the list of results of the round `listed`, else the desk."""
    if not listed:
        return url_for("desk_pages.desk", tournament=tournament_id)
    return f"/tournaments/{tournament_id}/rounds/{listed}/results"


def is_part() -> bool:
    """True if the desk's module asks, which puts the answer into its page."""
    return bool(request.values.get("part"))


def look_page(
    tournament_id: str,
    look: Preview,
    action: str,
    hidden: dict[str, str],
    back: str | None = None,
    status: int = 200,
) -> Response:
    """A preview, to be written or left."""
    template = "desk/parts/preview.html" if is_part() else "desk/preview.html"
    back = back or url_for("desk_pages.desk", tournament=tournament_id)
    return render_page(
        template,
        status,
        page_head=None if is_part() else head_at(tournament_id, DESK),
        tournament=tournament_id,
        look=look,
        action=action,
        hidden=hidden,
        back=back,
        part=is_part(),
    )
