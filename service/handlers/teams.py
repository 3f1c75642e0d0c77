"""Use cases of teams: entering one, and who plays for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Malformed, Unknown
from core.events import Event
from core.tournament import Tournament, decisions
from service.access import Principal
from service.bootstrap import House
from service.handlers import entries
from service.handlers.deciding import decide, organiser
from service.handlers.people import entered, of_club

Json = dict[str, Any]


def enter(
    house: House, principal: Principal | None, tournament: str, team: Mapping[str, Any], *, register: bool = False,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Enter a team under its name. Raises as `service.handlers.entries.enter`, but for this one team."""
    row = {"player": team["name"], **{name: said for name, said in team.items() if name != "name"}}
    try:
        return entries.enter(
            house, principal, tournament, [row], register=register, expected=expected, key=key, fingerprint=fingerprint
        )
    except Malformed as wrong:
        raise Malformed({path.removeprefix("0."): said for path, said in wrong.problems.items()}) from None


def line_up(
    house: House, principal: Principal | None, tournament: str, team: str, number: int, members: Sequence[str],
    reason: str, *, expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Let these play for a team from a round on; boards without a result are paired anew, and their matches opened.

    Raises `Unknown`, `Malformed` naming everybody who is not on the club's list or plays elsewhere, `Refused`.
    """
    by = organiser(house, principal, tournament)
    club = house.shelf.club(house.shelf.tournament_opening(tournament).club)
    found = of_club(club, {f"members.{place}": who for place, who in enumerate(members)})
    rows = [(player.player, player.name) for player in found.values()]

    def lining_up(state: Tournament) -> list[Event]:
        try:
            who = entered(state, {"team": team})["team"]
        except Malformed as wrong:
            if "several" in wrong.problems["team"][0]:
                raise
            raise Unknown("team", team) from None
        return decisions.line_up(state, who, number, rows, reason)

    return decide(
        house, tournament, lining_up, by, expected=expected, key=key, fingerprint=fingerprint
    ).words  # fmt: skip
