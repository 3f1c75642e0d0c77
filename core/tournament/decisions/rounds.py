"""Rounds on the director's command: paired exactly once, however often it is asked for, shown, and taken back."""

from core.errors import Refused
from core.events import Event, PairingsVoided, RoundPublished
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.impasse import impasse, in_words
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
        stuck = impasse(tournament)
        raise Refused(in_words(stuck) if stuck else f"{form.name} has no way to pair round {upcoming}")
    return [paired, *pair(after(tournament, [paired]))]


def publish_round(tournament: Tournament, number: int) -> list[Event]:
    """Show a drafted round to everybody, so that it is played; no event if it was shown before.

    Raises `Unknown` for a round that is not there, `Refused` before the start.
    """
    if tournament.seed is None:
        raise Refused(f"{tournament.created.name} has not started: there is no round to publish")
    if not tournament.round(number).draft:
        return []
    shown = RoundPublished(number)
    return [shown, *pair(after(tournament, [shown]))]


def unpair(tournament: Tournament, number: int, reason: str) -> list[Event]:
    """Take the last round back, which nobody has begun, so that it is paired anew.

    Raises `Unknown` for a round that is not there, `Refused` for one that is begun or not the last, and in a format
    that would pair it again by itself.
    """
    round_ = unbegun(tournament, number, "taken back")
    if number != tournament.rounds[-1].number:
        raise Refused(f"round {number} is not the last: take round {tournament.rounds[-1].number} back first")
    matches = tuple(pairing.match for pairing in round_.pairings)
    return [PairingsVoided(number, matches, reason, bye=round_.bye is not None)]


def unbegun(tournament: Tournament, number: int, to_be: str) -> Round:
    """A round that nobody has begun, of a format that pairs on command. Raises `Unknown`, `Refused`."""
    form, round_ = tournament.format, tournament.round(number)
    if not form.on_command:
        raise Refused(f"{form.name} pairs by itself, from its seeds and results: no round of it can be {to_be} by hand")
    if tournament.ended:
        raise Refused(f"{tournament.created.name} was ended: no round of it can be {to_be}")
    played = {**tournament.reported, **tournament.results}
    begun = tuple(each for each in round_.pairings if each.match in played and not each.is_bye)
    if begun:
        raise Refused(f"round {number} cannot be {to_be}: there are results of {named(tournament, begun, plain=True)}")
    return round_


def is_unplayed(tournament: Tournament, round_: Round) -> bool:
    """Nothing of this round was played or decided, nor reported and waits to be confirmed; byes are not counted."""
    said = tournament.results.keys() | tournament.reported.keys()
    return not any(each.match in said and not each.is_bye for each in round_.pairings)


def named(tournament: Tournament, pairings: tuple[Pairing, ...], *, plain: bool = False) -> str:
    """Matches in words: `t_cup.1 (Anna – Bo, reported and not confirmed), t_cup.2 (Cilla – Dag)`."""
    said = []
    for each in pairings[:_NAMED]:
        players = " – ".join(tournament.name_of(player) for player in (each.white, each.black) if player)
        state = ", reported and not confirmed" if each.match in tournament.reported and not plain else ""
        said.append(f"{each.match} ({players}{state})")
    more = f" and {len(pairings) - _NAMED} more" if len(pairings) > _NAMED else ""
    return f"{', '.join(said)}{more}"


def _by_itself(tournament: Tournament) -> str:
    if tournament.format.plan is None:
        return "pairs all its rounds at the start: there is none left to pair"
    return f"pairs by itself, as soon as it can: it waits for {named(tournament, tournament.to_play)}"
