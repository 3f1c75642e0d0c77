"""The look of a club on its pages: the addresses of its logo and of the style with its colour."""

from typing import NamedTuple

from core.club.club import Club
from service.handlers.club import looks

LIGHT, DARK = "#f7f2e8", "#171411"
"""The grounds of pages (`--paper` of `brade.css`)."""


class LookAddresses(NamedTuple):
    """The addresses of a club's logo and of the style with its colour; each is empty where it has none."""

    logo: str = ""
    style: str = ""
    club: str = ""
    """The name of the club, for those who do not see its logo."""


def shown_look(club: Club) -> LookAddresses:
    """The look of a club as its pages show it."""
    _colour, logo, style = looks.shown(club.slug, club.look)
    return LookAddresses(logo or "", style or "", club.name)
