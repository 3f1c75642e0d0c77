"""A position as a picture of its own: the drawing of the match page with its colours, to be sent and printed."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256

from flask import Response, current_app, request

from schemas.facts.parts import SEATS
from service import translations
from service.handlers.match.timeline import MatchTimeline, match_timeline, until_shown
from service.web import boards
from service.web.http.authentication import visitor
from service.web.http.context import query_int
from service.web.http.made_answers import made_once
from service.web.i18n import locale
from service.web.pages.assets import assets
from service.web.pages.base import PageBlueprint, finish_response

pages = PageBlueprint("match_pictures", __name__)

_WIDTH = 1200


@pages.get("/matches/<match:match>/board.svg")
@made_once
def board_picture(match: str) -> Response:
    """The board after the fact `?version=`, seen from `?seat=`, as SVG."""
    deps, version = current_app.extensions["brade"].deps, query_int("version")
    watched = match_timeline(deps, visitor(request), match, version, until_shown)
    seat = request.args.get("seat")
    response = Response(_drawn(watched, seat if seat in SEATS else None), mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = f"default-src 'none'; style-src 'sha256-{_hash(board_style())}'"
    return finish_response(response)


def _drawn(watched: MatchTimeline, seat: str | None) -> str:
    match = watched.match
    diagram = diagram_of(watched, seat if seat in match.seats else match.seats[0])
    drawing = str(boards.draw(match.game.key, diagram))
    width, height = size_of(drawing)
    size = f'width="{_WIDTH}" height="{_WIDTH * height / width:.0f}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
    return opening + drawing.removeprefix("<svg ").replace(">", f"><style>{board_style()}</style>", 1)


def size_of(drawing: str) -> tuple[float, float]:
    """The width and height of a drawing in units of its own."""
    width, height = map(float, re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawing)[0])
    return width, height


def diagram_of(watched: MatchTimeline, view: str) -> boards.Diagram:
    """The board of a match as it stood, seen from a seat."""
    match, last = watched.match, watched.last
    ended = watched.now is not None and watched.now.counts and watched.now.verdict.game_finished is not None
    return boards.Diagram(
        match.game.write(watched.position),
        view,
        catalogue=translations.catalogue(locale.current()),
        to_move=None if ended else match.to_move,
        dice=() if ended else match.dice or (),
        cube=match.cube,
        last=boards.LastPlay(*last) if last else None,
        names=match.opened.players,
    )


@cache
def board_style() -> str:
    """The colours of a board, on paper and in light: the first tokens of all pages, and the rules of boards."""
    sheets = {name: assets()[name].content.decode() for name in ("shared/brade.css", "shared/board.css")}
    tokens = re.search(r":root \{(.*?)\}", sheets["shared/brade.css"], re.DOTALL)
    assert tokens is not None
    rules = re.sub(
        r"/\*.*?\*/|@(?:container|media)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}",
        "",
        sheets["shared/board.css"],
        flags=re.DOTALL,
    )
    values = re.sub(r"/\*.*?\*/", "", tokens[1], flags=re.DOTALL)
    return re.sub(r"\s+", " ", f"svg{{{values}}} text{{font-family:sans-serif}} {rules}").strip()


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
