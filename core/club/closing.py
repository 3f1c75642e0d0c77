"""A club that is no longer wanted: closed, so that it can be read and takes nothing, and opened again."""

from core.club.club import Club
from core.errors import NotAllowed
from core.events import (
    ClubClosed,
    ClubReopened,
    Event,
    PasswordRehashed,
    PasswordSet,
    SignedOutEverywhere,
    WebhookStopped,
)
from core.messages import say

ALTHOUGH_CLOSED = (ClubReopened, PasswordSet, PasswordRehashed, SignedOutEverywhere, WebhookStopped)
"""Events that a closed club takes: it is opened again, its people keep their accounts safe, a webhook fails."""


def ensure_open(club: Club) -> None:
    """Raises `NotAllowed` for a club that is closed."""
    if club.closed is None:
        return
    reason = say(" ({reason})", reason=club.closed) if club.closed else ""
    raise NotAllowed(
        say("{club} is closed{reason}: everything can be read, nothing is written", club=club.name, reason=reason)
    )


def close(club: Club, reason: str) -> list[Event]:
    """Close the club. Raises `NotAllowed` if it is closed already."""
    ensure_open(club)
    return [ClubClosed(reason)]


def reopen(club: Club) -> list[Event]:
    """Open the club again. Raises `NotAllowed` if it is open."""
    if club.closed is None:
        raise NotAllowed(say("{club} is not closed", club=club.name))
    return [ClubReopened()]
