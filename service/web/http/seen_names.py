"""The names of players that the caller of a request sees: those that the club shows to readers of their kind.

What is decided and written has all names (`service.handlers.execute`), its answer those that its writer may see.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Flask

from core.names.shown_names import FEEDS, ON_PAPER, PUBLIC
from service.auth.authorization import visibility
from service.repository import ReadersOf, show_names_to
from service.web.http.authentication import SAFE, current_principal
from service.web.http.telemetry import current_request

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def register(app: Flask) -> None:
    """Let every answer of the app have the names that its caller may see."""
    app.before_request(_begin)


def _begin() -> None:
    show_names_to(caller_of, at_once=current_request().method in SAFE)


def caller_of(club: str) -> str:
    """The readers of a club to whom the caller belongs."""
    return visibility(current_principal(), club)


def for_everybody(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A view that has the names that everybody may see, such as a projector's wall."""
    return _read_by(view, lambda _club: PUBLIC)


def on_paper(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A view that is printed: it has the names that stand on paper."""
    return _read_by(view, lambda club: ON_PAPER[caller_of(club)])


def for_feeds(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A view that programs follow, such as a calendar: it has the names that feeds have."""
    return _read_by(view, lambda _club: FEEDS)


def _read_by(view: Callable[Given, Answer], readers_of: ReadersOf) -> Callable[Given, Answer]:
    @wraps(view)
    def answer(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        show_names_to(readers_of)
        return view(*args, **kwargs)

    return answer
