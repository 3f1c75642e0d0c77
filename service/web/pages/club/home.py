"""The page of a club: its home for the people who work for it, its published tournaments for all others."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.club.club import ROLES, Club
from core.tournament.model.state import FINISHED, OPEN, RUNNING
from service.auth.authorization import OPERATOR, Principal, can_see_drafts
from service.hall.addresses import is_own
from service.handlers.club import hall as switching
from service.handlers.tournament import lists
from service.web.hall_address import hall_addresses, phone_page
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.public.front_page import listed
from service.web.pages.shared.qr import qr

pages = PageBlueprint("home", __name__)

_PAST = 12
"""Tournaments that are over and shown at first; the others are folded."""


class FirstStep(NamedTuple):
    """A step of a club's first evening: a page, what is done there, and if it was done."""

    path: str
    title: str
    hint: str
    done: bool


def _steps(club: Club) -> list[FirstStep]:
    """The first is all that an evening needs; the others can wait."""
    invited = len(club.people.members) > 1
    return [
        FirstStep(
            "tournaments/new",
            _("Announce a tournament"),
            _("What is played, and how. Then you enter the players."),
            done=False,
        ),
        FirstStep(
            "people",
            _("Invite people"),
            _("Referees and others who help. You can do everything alone, too."),
            invited,
        ),
        FirstStep(
            "players",
            _("Players"),
            _("A list to choose from. It can wait: a tournament takes new names, too."),
            bool(club.players),
        ),
    ]


@pages.get("/clubs/<club:club>")
def home(club: str) -> Response:
    """A club's home, or what everybody may see of it."""
    principal = visitor(request)
    name, found = lists.of_club(deps(), principal, club)
    tournaments = _by_status(found)
    if principal is None or principal.scope is not None or principal.club not in (club, None):
        return render_page(
            "club/tournaments.html",
            name=name,
            copied=deps().repository.club(club).copied,
            **tournaments,
            slug=club,
        )
    known, organises = deps().repository.club(club), _reaches(principal, "organiser")
    steps = _steps(known) if organises and not found else []
    return render_page(
        "club/home.html",
        club=known,
        copied=known.copied,
        desk=can_see_drafts(principal, club),
        organises=organises,
        steps=steps,
        **tournaments,
        scores=_reaches(principal, "scorer"),
        **about_hall(),
        turns=organises and switching.may_turn(deps(), principal, club),
    )


def _by_status(found: Sequence[lists.Listed]) -> dict[str, list[dict[str, Any]]]:
    """The tournaments that are played, those to come by their dates, and those that are over, the oldest apart."""
    rows: dict[str, list[lists.Listed]] = {RUNNING: [], OPEN: [], FINISHED: []}
    for each in found:
        rows[lists.phase(deps(), each.tournament)].append(each)
    coming = sorted(rows[OPEN], key=lambda each: str((each.tournament.created.details or {}).get("starts", "9999")))
    over = rows[FINISHED]
    parts = {"running": rows[RUNNING], "coming": coming, "over": over[:_PAST], "older": over[_PAST:]}
    return {name: [listed(each) for each in part] for name, part in parts.items()}


def about_hall() -> dict[str, Any]:
    """Data of `club/parts/reach.html`: at which address phones reach the service, and who changes that.

    `closed_by_command`: the command that started the service keeps it to this machine, and another one would not.
    """
    addresses, settings, opens = hall_addresses(), deps().settings, deps().hall is not None
    bound = is_own(settings.host)
    return {
        "addresses": addresses,
        "opens": opens,
        "bound": bound,
        "closed_by_command": bound and not opens and not settings.proxies,
        "port": settings.port,
        "picture": qr(addresses[0], _("The address as a QR code")) if addresses else "",
        "phones": phone_page(),
    }


def _reaches(principal: Principal, role: str) -> bool:
    return principal.role == OPERATOR or ROLES.index(principal.role) >= ROLES.index(role)
