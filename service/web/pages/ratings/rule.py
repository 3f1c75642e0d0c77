"""The page of the rule of a rating list: which matches count, and where players begin."""

from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from marshmallow import ValidationError

from core.errors import BradeError, Invalid, NotAllowed
from core.games import game_of
from core.ratings.rule import Rule
from schemas.ratings.requests import LAST_RATING, LONGEST, MOST_PROVISIONAL, RatingRuleSetting
from service.auth.authorization import authorize
from service.handlers.ratings import rules
from service.handlers.ratings.rules import CountedTournament
from service.handlers.request import Request
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, whole_number
from service.web.i18n import core_messages, labels
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.shared.keyed_form import once

pages = PageBlueprint("rating_rule_pages", __name__)

_RULE = "/clubs/<club:club>/ratings/<game:game>/rule"
_SWITCHES = ("tournaments", "teams", "friendly", "awarded", "from_list", "ramp", "public")
_NUMBERS = ("shortest", "start", "provisional")


def organises(slug: str) -> bool:
    """True if the caller is an organiser of the club."""
    try:
        authorize(visitor(request), "organiser", slug)
    except BradeError:
        return False
    return True


@pages.get(_RULE)
def rule(club: str, game: str) -> Response:
    """The form of the rule; of a game without a list, with the usual values."""
    authorize(visitor(request), "organiser", club)
    key = game_of(game).key
    return _page(club, key, deps().repository.club(club).rating_rules.get(key, Rule()))


@pages.post(_RULE)
def keep(club: str, game: str) -> Response:
    """Keep a rating list by this rule."""
    authorize(visitor(request), "organiser", club)
    key = game_of(game).key
    asked: dict[str, Any] = {name: bool(form_text(name)) for name in _SWITCHES}
    asked |= {name: _number(name) for name in _NUMBERS}
    asked["left_out"] = request.form.getlist("left_out")
    try:
        loaded = RatingRuleSetting().load(asked)
        once(lambda command: rules.keep(command, club, key, loaded))
    except (Invalid, ValidationError) as error:
        return _page(club, key, _typed(asked), 422, _wrong(error))
    return redirect_to(f"/clubs/{club}/ratings/{key}?saved=1")


@pages.post(f"{_RULE}/removal")
def end(club: str, game: str) -> Response:
    """Keep no rating list of the game any more."""
    rules.end(Request(deps(), visitor(request)), club, game)
    return redirect_to(f"/clubs/{club}/ratings?ended=1")


def _number(name: str) -> object:
    """The number of a field, or what is typed there in place of one: the schema refuses it."""
    typed = form_text(name).strip()
    number = whole_number(typed)
    return typed if number is None else number


def _typed(asked: dict[str, Any]) -> dict[str, Any]:
    """The values of the form as they were typed."""
    return {**asked, "left_out": tuple(asked["left_out"])}


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
        messages["left_out"] = core_messages.wrong(error)[-1]
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
