"""The page that opens a friendly match of a club, from the start of its game or from a position that is laid out."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.errors import Invalid
from core.games import GAMES, game_of
from core.rules.game import Game
from schemas.problems import paths_of
from schemas.requests.matches import MatchOpening
from service.auth.authorization import authorize
from service.handlers.match import matches
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, whole_number
from service.web.i18n import core_messages, labels
from service.web.pages.announcing.plan_part import lengths
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form

pages = PageBlueprint("friendly_match", __name__)

_NEW = "/clubs/<club:club>/matches/new"
_FIELDS = ("game", "length", "first", "second", "others", "check", "begins")
_POSITION = "position"
"""The value of `begins` for a match that begins from a position."""


@pages.get(_NEW)
def ask(club: str) -> Response:
    """The form: which game, who plays, how long, and where it begins."""
    authorize(visitor(request), "scorer", club)
    return _page(club)


@page_form(pages, _NEW, "scorer", lambda club, refused: _page(club, refused))
def open_match(call: FormCall, club: str) -> str:
    """Open the match, and go on to its scorer's page, or to the board that is laid out first."""
    opened = matches.open_match(call.request, MatchOpening().load(_command(club)))
    return f"/matches/{opened['id']}/{'lay-out' if form_text('begins') == _POSITION else 'score'}"


def _command(club: str) -> dict[str, Any]:
    kind, _dot, count = form_text("length").partition(".")
    found: dict[str, list[str]] = {}
    for player, each in deps().repository.club(club).players.items():
        found.setdefault(each.name, []).append(player)
    players = [found[name][0] if len(found.get(name, ())) == 1 else name for name in _names()]
    extra = [
        f"seat{place}" for place in range(len(_seats()) + 1, len(players) + 1)
    ]  # refused: the game has no such seat
    return {
        "club": club,
        "game": form_text("game"),
        "length": {kind: whole_number(count)},
        "players": dict(zip([*_seats(), *extra], players, strict=False)),
        "check": form_text("check") or "strict",
    }


def _names() -> list[str]:
    others = [" ".join(line.split()) for line in form_text("others").splitlines() if line.strip()]
    return [" ".join(form_text(name).split()) for name in ("first", "second")] + others


def _wrong(refused: Refusal) -> dict[str, str]:
    """The messages by the field of the form that they are about."""
    error = refused.error
    if not isinstance(error, ValidationError | Invalid):
        return {}
    found = paths_of(error) if isinstance(error, ValidationError) else error.problems
    wrong: dict[str, str] = {}
    for path, messages in found.items():
        name = _field(path)
        words = _("Write a name.") if name in ("first", "second") and not form_text(name).strip() else None
        wrong[name] = words or " ".join(map(core_messages.sentence, messages))
    return wrong


def _field(path: str) -> str:
    first, _dot, rest = path.partition(".")
    if first != "players":
        return first
    seats = _seats()
    return ("first", "second")[seats.index(rest)] if rest in seats[:2] else "others"


def _seats() -> tuple[str, ...]:
    return next((game.seats for game in GAMES if game.key == form_text("game")), GAMES[0].seats)


def _page(club: str, refused: Refusal = ACCEPTED) -> Response:
    values = {name: form_text(name) for name in _FIELDS}
    values = values if refused.error else values | {"game": GAMES[0].key, "length": "games.3", "check": "strict"}
    return render_page(
        "club/friendly_match.html",
        refused.status,
        club=deps().repository.club(club),
        values=values,
        wrong=_wrong(refused),
        alarm=refused.alarm,
        games=[(game.key, labels.game_name(game)) for game in GAMES],
        lengths=_lengths(),
        known=sorted(player.name for player in deps().repository.club(club).players.values()),
    )


def _lengths() -> list[tuple[str, str]]:
    """All lengths that a match of any game can have; the service says if one does not fit the chosen game."""
    every: list[Game] = [game_of("swedish"), next(game for game in GAMES if game.cube)]
    return list(dict.fromkeys(pair for game in every for pair in lengths(game.key)))
