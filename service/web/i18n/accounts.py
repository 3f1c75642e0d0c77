"""Words about people who sign in or open a link: roles, names, places, and what is wrong with what they typed."""

from flask_babel import gettext as _

from core.club.members import A_NAME, LONG, REPEATING, SHORT, TAKEN, UsedToken
from core.errors import BradeError, Invalid
from service import translations
from service.auth.authorization import LinkScope, Principal
from service.auth.link_tokens import LinkHolder
from service.handlers.club.sign_in import WRONG_PASSWORD, NotAnOrganisers
from service.web import boards
from service.web.i18n import core_messages, locale


def role(key: str) -> str:
    """A role's name."""
    return {
        "viewer": _("viewer"),
        "scorer": _("scorer"),
        "referee": _("referee"),
        "organiser": _("organiser"),
        "operator": _("operator"),
    }.get(key, key)


def roles() -> list[tuple[str, str, str]]:
    """Every role with its name and what it may do, the highest first."""
    return [
        ("organiser", role("organiser"), _("people, players, tournaments, and all below")),
        ("referee", role("referee"), _("rulings, tables, links to tables, and all below")),
        ("scorer", role("scorer"), _("records play and reports results")),
        ("viewer", role("viewer"), _("reads what is not published")),
    ]


def role_of(principal: Principal) -> str:
    """The role of a person."""
    return role(principal.role)


def name(principal: Principal) -> str:
    """The name of a person on pages."""
    if principal.scope is not None:
        return at(principal.scope)
    return principal.person or principal.name


def place(text: str) -> str:
    """The place that a link leads to."""
    kind, _colon, rest = text.partition(":")
    if kind == "table":
        return _("table %(name)s", name=rest)
    return _("match %(name)s", name=rest.partition(".")[2] or rest)  # its number in the tournament


def at(scope: LinkScope | LinkHolder) -> str:
    """The place and, if the link is for one, the seat."""
    where = place(scope.place)
    return _("%(place)s, %(seat)s", place=where, seat=seat(scope.seat)) if scope.seat else where


def seat(key: str) -> str:
    """A seat."""
    return boards.seat_word(key, translations.catalogue(locale.current()))


def wrong_key(error: BradeError) -> str:
    """The reason why an invitation or token is refused."""
    if isinstance(error, UsedToken):
        return _("This token has been used to sign in. Sign in with your password, or ask for an invitation.")
    if isinstance(error, NotAnOrganisers):
        return _("This token is not an organiser's. Ask an organiser of the club for an invitation.")
    return _("This opens nothing: it is mistyped, was used before, or its time is over. Ask for a new one.")


def problems(error: Invalid) -> dict[str, str]:
    """Errors, by field."""
    return {field: _translated(messages[0]) for field, messages in error.problems.items()}


def _translated(message: str) -> str:
    known = {
        SHORT: _("Take at least 10 characters: a few words together are good."),
        LONG: _("Take at most 200 characters."),
        REPEATING: _("Take more than the same few characters."),
        A_NAME: _("Take something that is not the name of you or the club."),
        WRONG_PASSWORD: _("This is not your password."),
        TAKEN: _("Another member of the club has this name: add a letter."),
    }
    return known.get(message) or core_messages.translate(message)
