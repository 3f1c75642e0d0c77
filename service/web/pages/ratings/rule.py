"""The page of the rule of a rating list: which matches count, and where players begin."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.errors import Invalid, NotAllowed, NotFound
from core.games import game_of
from core.ratings.rule import Rule
from schemas.ratings.requests import LAST_RATING, LONGEST, MOST_PROVISIONAL, RatingRuleSetting
from service.auth.authorization import authorize
from service.handlers.ratings import rules
from service.handlers.ratings.rules import CountedTournament
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, whole_number
from service.web.i18n import labels
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import FormCall, Refusal, page_form, problems_of

pages = PageBlueprint("rating_rule_pages", __name__)

_RULE = "/clubs/<club:club>/ratings/<game:game>/rule"
_SWITCHES = ("tournaments", "teams", "friendly", "awarded", "from_list", "ramp", "public")
_NUMBERS = ("shortest", "start", "provisional")


@pages.get(_RULE)
def rule(club: str, game: str) -> Response:
    """The form of the rule; of a game without a list, with the usual values."""
    authorize(visitor(request), "organiser", club)
    key = game_of(game).key
    return _page(club, key, deps().repository.club(club).rating_rules.get(key, Rule()))


def _again(club: str, game: str, refused: Refusal) -> Response:
    """The form as it was filled in, with what is wrong."""
    if not isinstance(refused.error, Invalid | ValidationError):
        raise refused.error or NotFound("game", game)
    asked = _asked() | {"left_out": tuple(request.form.getlist("left_out"))}
    return _page(club, game_of(game).key, asked, refused.status, _wrong(refused.error))


@page_form(pages, _RULE, "organiser", _again)
def keep(call: FormCall, club: str, game: str) -> str:
    """Keep a rating list by this rule."""
    key = game_of(game).key
    rules.keep(call.request, club, key, RatingRuleSetting().load(_asked()))
    return f"/clubs/{club}/ratings/{key}?saved=1"


@page_form(pages, f"{_RULE}/removal", "organiser")
def end(call: FormCall, club: str, game: str) -> str:
    """Keep no rating list of the game any more."""
    rules.end(call.request, club, game)
    return f"/clubs/{club}/ratings?ended=1"


def _asked() -> dict[str, Any]:
    """The filled-in form as the API takes it."""
    asked: dict[str, Any] = {name: bool(form_text(name)) for name in _SWITCHES}
    asked |= {name: _number(name) for name in _NUMBERS}
    return asked | {"left_out": request.form.getlist("left_out")}


def _number(name: str) -> object:
    """The number of a field, or what is typed there in place of one: the schema refuses it."""
    typed = form_text(name).strip()
    number = whole_number(typed)
    return typed if number is None else number


def _wrong(error: Invalid | ValidationError) -> dict[str, Any]:
    """Messages by field; of the tournaments the first."""
    problems: dict[str, Any] = error.problems if isinstance(error, Invalid) else dict(error.messages_dict)
    bounds = {"shortest": (1, LONGEST), "start": (0, LAST_RATING), "provisional": (0, MOST_PROVISIONAL)}
    messages = {
        name: _("Write a whole number from %(low)s to %(high)s.", low=bounds[name][0], high=bounds[name][1])
        for name in problems
        if name in bounds
    }
    if len(messages) < len(problems):
        messages["left_out"] = problems_of(error)[-1]
    return messages


def _page(
    slug: str, game: str, rule: Rule | dict[str, Any], status: int = 200, wrong: dict[str, Any] | None = None
) -> Response:
    try:
        tournaments: list[CountedTournament] = rules.tournaments(deps(), visitor(request), slug, game)
    except NotAllowed:  # many are still to be read: the rule can be set without them
        tournaments = []
    club = deps().repository.club(slug)
    return render_page(
        "ratings/rule.html",
        status,
        club=club,
        game=game,
        game_name=labels.game_name(game_of(game)),
        rule=rule,
        kept=game in club.rating_rules,
        wrong=wrong or {},
        tournaments=tournaments,
        most={"shortest": LONGEST, "start": LAST_RATING, "provisional": MOST_PROVISIONAL},
    )
