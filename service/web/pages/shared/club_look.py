"""The look of a club on its pages: the addresses of its logo and of the style with its colour."""

from typing import NamedTuple

from core.club.look import Look

LIGHT, DARK = "#f7f2e8", "#171411"
"""The grounds of pages (`--paper` of `brade.css`)."""


class LookAddresses(NamedTuple):
    """The addresses of a club's logo and of the style with its colour; each is empty where it has none."""

    logo: str
    style: str


def shown_look(slug: str, look: Look) -> LookAddresses:
    """The look of a club as its pages show it. The addresses change with it, since browsers keep what they have."""
    base, version = f"/clubs/{slug}", f"v={look.version}"
    return LookAddresses(
        f"{base}/logo.png?{version}" if look.logo else "", f"{base}/look.css?{version}" if look.colour else ""
    )
