"""The look of a club on its pages: the addresses of its logo and of the style with its colour."""

from typing import NamedTuple

from core.club.club import Club

LIGHT, DARK = "#f7f2e8", "#171411"
"""The grounds of pages (`--paper` of `brade.css`)."""


class LookAddresses(NamedTuple):
    """The addresses of a club's logo and of the style with its colour; each is empty where it has none."""

    logo: str = ""
    style: str = ""
    club: str = ""
    """The name of the club, for those who do not see its logo."""


def shown_look(club: Club) -> LookAddresses:
    """The look of a club as its pages show it. The addresses change with it, since browsers keep what they have."""
    base, version = f"/clubs/{club.slug}", f"v={club.look.version}"
    return LookAddresses(
        f"{base}/logo.png?{version}" if club.look.logo else "",
        f"{base}/look.css?{version}" if club.look.colour else "",
        club.name,
    )
