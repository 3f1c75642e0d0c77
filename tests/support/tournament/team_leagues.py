"""Team leagues for tests: started, and looked at board by board."""

from core.events import PlayerEntered
from core.tournament import Pairing, Tournament
from tests.support.tournament.scenario import announced, begun

KEY = "team_league"
FOUR = "abcd"


def team(number: int, members: str = FOUR) -> PlayerEntered:
    """Team `t01` with the members `t01a`, `t01b`, …"""
    name = f"t{number:02}"
    people = tuple((f"{name}{member}", f"{member.upper()} of {number}") for member in members)
    return PlayerEntered(name, f"Team {number}", members=people)


def league(number: int, boards: int = 2, legs: int = 1, members: str = FOUR, **more) -> Tournament:
    """A started league of so many teams of four; `t01` is the first in the table of pairings."""
    tournament = announced(KEY, {"boards": boards, "legs": legs}, **more)
    return begun(tournament, [team(each, members) for each in range(1, number + 1)])


def at(tournament: Tournament, slot: str) -> Pairing:
    """The match of a board."""
    return next(match for match in tournament.matches if match.slot == slot)


def shown(tournament: Tournament, number: int) -> dict[str, tuple[str, str]]:
    """The pairings on each board of a round."""
    return {pairing.slot: (pairing.white, pairing.black) for pairing in tournament.round(number).pairings}
