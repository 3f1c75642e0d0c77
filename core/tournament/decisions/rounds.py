"""A round on the director's command: exactly once, however often and by however many it is asked for."""

from core.errors import Refused
from core.events import Event
from core.tournament import Tournament
from core.tournament.decisions.pairing import pair
from core.tournament.state import FINISHED, Pairing, Round

_NAMED = 10
"""Matches that a refusal names at most."""


def pair_round(tournament: Tournament, number: int | None = None) -> list[Event]:
    """Pair the next round, which must be `number` if that is given; no event if it is there already and unplayed.

    Raises `Refused` before the start, after the end, naming the matches that are waited for, and where a format pairs
    by itself or has no way to pair any further.
    """
    created, form = tournament.created, tournament.format
    if tournament.seed is None:
        raise Refused(f"{created.name} has not started: close its entries first")
    rounds = {each.number for each in tournament.rounds}
    if number in rounds:
        return []
    following = pair(tournament)
    if following and not form.on_command:
        return following
    if tournament.status == FINISHED:
        raise Refused(f"{created.name} is over: there is no round left to pair")
    if not form.on_command:
        raise Refused(f"{form.name} {_by_itself(tournament)}")
    upcoming = len(rounds) + 1
    last = tournament.rounds[-1] if tournament.rounds else None
    waiting = tournament.to_play
    if number is not None and number != upcoming:
        raise Refused(f"round {number} cannot be paired now: round {upcoming} is next")
    if last is not None and waiting:
        if number is None and is_unplayed(tournament, last):
            return []
        raise Refused(f"round {upcoming} waits for {named(tournament, waiting)}")
    paired = form.next_round(tournament, tournament.seed)
    if paired is None:
        raise Refused(f"{form.name} has no way to pair round {upcoming}")
    return [paired]


def is_unplayed(tournament: Tournament, round_: Round) -> bool:
    """Nothing of this round was played or decided; byes are not counted."""
    return not any(each.match in tournament.results and not each.is_bye for each in round_.pairings)


def named(tournament: Tournament, pairings: tuple[Pairing, ...]) -> str:
    """Matches in words: `t_cup.1 (Anna – Bo, reported and not confirmed), t_cup.2 (Cilla – Dag)`."""
    said = []
    for each in pairings[:_NAMED]:
        players = " – ".join(tournament.entry(player).name for player in (each.white, each.black) if player)
        state = ", reported and not confirmed" if each.match in tournament.reported else ""
        said.append(f"{each.match} ({players}{state})")
    more = f" and {len(pairings) - _NAMED} more" if len(pairings) > _NAMED else ""
    return f"{', '.join(said)}{more}"


def _by_itself(tournament: Tournament) -> str:
    if tournament.format.plan is None:
        return "pairs all its rounds at the start: there is none left to pair"
    return f"pairs by itself, as soon as it can: it waits for {named(tournament, tournament.to_play)}"
