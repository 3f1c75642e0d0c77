"""Byes on request: the rounds that players sit out because they asked for it."""

from typing import NamedTuple

from core.tournament.model.state import Tournament
from core.tournament.model.values import FULL, HALF, ZERO, Round

BYE_KINDS = {HALF: "half_bye", FULL: "full_bye"}
"""The kind of a bye that counts points, by its worth: a key of the tournament's `scoring`."""


def requested(tournament: Tournament, number: int) -> dict[str, str]:
    """The players who have asked to sit out the round of that number, and what it is worth to each.

    In the last round a bye is worth nothing, unless the format's rule allows more. After it there is none. Late players
    have byes for the rounds that they missed: not for one that was taken back and is paired again.
    """
    missed = any(round_.number == number for round_ in tournament.rounds)
    found = {
        entry.player: bye.worth
        for entry in tournament.entries
        for bye in entry.byes
        if bye.round == number and (missed or entry.late is None or number > entry.late)
    }
    rule = tournament.format.byes(tournament) if found else None
    if rule is None or (rule.ends and number > rule.ends[-1]):
        return {}
    return found if rule.pays(number) else dict.fromkeys(found, ZERO)


def sat_out(tournament: Tournament, round_: Round) -> dict[str, str]:
    """The players who sat out a paired round on request, and what it is worth; who was paired anyway did not."""
    there = {player for pairing in round_.pairings for player in (pairing.white, pairing.black)} | {round_.bye}
    return {player: worth for player, worth in requested(tournament, round_.number).items() if player not in there}


class Resting(NamedTuple):
    """A player who sits out a round, and the kind of it: `bye`, or `zero_bye`, `half_bye`, `full_bye` on request."""

    player: str
    kind: str


def resting(tournament: Tournament, round_: Round) -> tuple[Resting, ...]:
    """Everybody who sits out a paired round: the player with the bye first, then those who asked for it."""
    on_request = tuple(Resting(player, f"{worth}_bye") for player, worth in sat_out(tournament, round_).items())
    return (Resting(round_.bye, "bye"), *on_request) if round_.bye else on_request
