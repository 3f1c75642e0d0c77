"""The referee's desk: every table of a tournament on one screen, what needs the referee first, standings, the log.

Each part of the page has an address of its own, at which its module asks for it again.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from core.errors import Unknown
from service.access import OPERATOR, Principal, Unauthenticated, acting
from service.bootstrap import House
from service.handlers import undone
from service.handlers.desk import Hall, hall, table
from service.web.http.form_fields import ID_LENGTH, KEY_LENGTH, form_text, whole_number
from service.web.pages import desk_log, desk_needs, desk_parts, desk_rounds, desk_words, terms
from service.web.pages.desk_ruling import Look, new_key
from service.web.pages.foundation import Pages, error_page, finished, page, sign_in_address
from service.web.pages.winners import winners
from service.web.visitor import SAFE, visitor

pages = Pages("desk_pages", __name__)

_PARTS = ("needs", "cards", "rounds", "aside", "log", "round")
_ASKED_BY_MODULES = ("desk_pages.part", "desk_pages.card")
_COOKIE, _USUAL = "silent", 10
_YEAR = 365 * 24 * 3600


def house() -> House:
    """The house of this process."""
    found: House = current_app.extensions["brade"].house
    return found


@pages.errorhandler(Unauthenticated)
def sign_in_first(error: Unauthenticated) -> Response:
    """Somebody with a browser signs in and comes back here; its modules, and programs with a token, are told why."""
    asked_by_module = is_part() or request.endpoint in _ASKED_BY_MODULES
    if request.method not in SAFE or "Authorization" in request.headers or asked_by_module:
        return error_page(error)
    return finished(Response(status=303, headers={"Location": sign_in_address()}))


@pages.get("/desk/<tournament:tournament>")
def desk(tournament: str) -> Response:
    """The whole desk; `?round=` shows a round, `?silent=` says after how many minutes a table is silent."""
    who = visitor(request)
    found = hall(house(), who, tournament, asked_number("round"))
    context = {name: value for part in _PARTS for name, value in _context(part, found, who).items()}
    response = page("pages/desk.html", **about(found), **context, me=who, role=_role(who))
    if (said := request.args.get("silent", "")) in map(str, desk_parts.SILENT_MINUTES):
        response.set_cookie(_COOKIE, said, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


@pages.get("/desk/<tournament:tournament>/parts/<part>")
def part(tournament: str, part: str) -> Response:
    """A part of the desk as it is now."""
    if part not in _PARTS:
        raise Unknown("part", part, _PARTS)
    who = visitor(request)
    found = hall(house(), who, tournament, asked_number("round"))
    return page(f"parts/desk/{part}.html", **about(found), **_context(part, found, who))


@pages.get("/desk/<tournament:tournament>/cards/<match:match>")
def card(tournament: str, match: str) -> Response:
    """One card as it is now."""
    found = table(house(), visitor(request), tournament, match)
    words = desk_parts.one_card(found, house().clock(), silent_minutes())
    return page("parts/desk/card.html", tournament=tournament, card=words)


@pages.post("/desk/<tournament:tournament>/again")
def again(tournament: str) -> Response | WerkzeugResponse:
    """Have work done again that failed: a `job`, or the judging of a `stream`."""
    who, asked = visitor(request), True
    if stream := form_text("stream", ID_LENGTH):
        undone.judge_again(house(), who, tournament, stream)
    else:
        asked = undone.job_again(house(), who, tournament, form_text("job", ID_LENGTH))
    if not is_part():
        return redirect(url_for("desk_pages.desk", tournament=tournament), 303)
    found = hall(house(), who, tournament, asked_number("round"))
    return page("parts/desk/needs.html", **about(found), **_context("needs", found, who), asked=asked)


def about(found: Hall) -> dict[str, Any]:
    """What every part of the desk is told of its tournament."""
    state = found.tournament
    return {
        "tournament": state.id, "name": state.created.name, "club": state.created.club,
        "running": state.status == "running",
        "format": desk_words.format_name(state), "players": len(state.field), "shown_round": found.number,
        "version": state.version, "now": found.now,
    }  # fmt: skip


def _context(part: str, found: Hall, who: Principal | None) -> dict[str, Any]:
    state = found.tournament
    if part == "needs":
        silent = silent_minutes()
        failed = undone.undone(house(), state.id)
        return {
            "needs": desk_needs.needs(found, silent, failed), "silent": silent, "minutes": desk_parts.SILENT_MINUTES,
        }  # fmt: skip
    if part == "cards":
        return {"cards": desk_parts.cards(found, silent_minutes())}
    if part == "rounds":
        shown = [(each.number, desk_words.stage(state, each)) for each in state.rounds if not each.draft]
        wall = found.number or (found.current.number if found.current else None)
        return {"rounds": shown, "round_address": _round_address(state.id), "wall": wall}
    if part == "aside":
        drafts = desk_parts.drafts(state)
        return {
            "tables": desk_parts.tables_beside(state), "waits": desk_parts.waits(state), "drafts": drafts,
            "pairs": state.format.on_command and state.status == "running" and not drafts,
            "to_play": len(state.to_play), "organises": who is not None and who.role in ("organiser", OPERATOR),
            "started": state.seed is not None,
        }  # fmt: skip
    if part == "round":
        return {"progress": desk_parts.progress(state), "over": winners(state)}
    return {"log": desk_log.log(house(), found)}


def _round_address(tournament: str) -> Callable[[int | None], str]:
    """Where the desk shows a round, or, without one, what is played now; the rest of the query stays."""
    kept = {name: said for name, said in request.args.items() if name != "round"}

    def address(number: int | None) -> str:
        query = urlencode(kept if number is None else {**kept, "round": str(number)})
        return url_for("desk_pages.desk", tournament=tournament) + (f"?{query}" if query else "")

    return address


def _role(who: Principal | None) -> str:
    return desk_words.role(who.role) if who else ""


def silent_minutes() -> int:
    """After how many minutes without a fact this referee calls a table silent."""
    said = request.args.get("silent") or request.cookies.get(_COOKIE, "")
    return int(said) if said in map(str, desk_parts.SILENT_MINUTES) else _USUAL


def asked_number(name: str) -> int | None:
    """A number of the query. Raises `Unknown` for what is none."""
    said = request.args.get(name)
    if said is None:
        return None
    if (number := whole_number(said)) is None:
        raise Unknown(name, said)
    return number


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.post("/desk/<tournament:tournament>/rounds")
def rounds(tournament: str) -> Response | WerkzeugResponse:
    """The next round looked at, or paired; a draft looked at, or published."""
    who = visitor(request)
    acting(house(), who, "organiser", tournament)
    number = form_text("number", ID_LENGTH)
    which = whole_number(number)
    if form_text("step") == "write":
        at, key = whole_number(form_text("version")) or 0, form_text("key", KEY_LENGTH) or new_key()
        seen = desk_rounds.write_round(house(), who, tournament, which, at, key)
        if seen.written:
            if is_part():
                return page("parts/desk/written.html", look=seen)
            return redirect(url_for("desk_pages.desk", tournament=tournament), 303)
    else:
        seen = desk_rounds.look_at_round(house(), who, tournament, which)
    return look_page(tournament, seen, url_for("desk_pages.rounds", tournament=tournament), {"number": number})


def is_part() -> bool:
    """Whether the module of the desk asks, which puts the answer into its page."""
    return bool(request.values.get("part"))


def look_page(tournament: str, look: Look, action: str, hidden: dict[str, str], back: str | None = None) -> Response:
    """What would be written, to be written or left."""
    template = "parts/desk/look.html" if is_part() else "pages/desk_look.html"
    back = back or url_for("desk_pages.desk", tournament=tournament)
    return page(
        template, tournament=tournament, look=look, action=action, hidden=hidden, key=new_key(), back=back,
        kind_word=terms.kind_word, part=is_part(),
    )  # fmt: skip
