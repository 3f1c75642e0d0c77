"""Pairs that are kept apart: always, or if possible."""

from collections.abc import Iterable, Sequence

from core.errors import Invalid, NotAllowed
from core.events import Event, PairsAllowed, PairsAvoided
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.state import FINISHED

Pair = tuple[str, str]


def avoid(tournament: Tournament, pairs: Sequence[Pair], reason: str = "", *, hard: bool) -> list[Event]:
    """These players are not paired any more: never if `hard`, else not if it can be helped.

    Pairs that are kept apart so already are left out. Raises `Invalid` for a pair that is none, `NotAllowed` once the
    tournament is over.
    """
    _still_runs(tournament)
    ordered = _pairs(pairs)
    new = tuple(pair for pair in ordered if tournament.avoided.get(pair) is not hard)
    return [PairsAvoided(new, hard, reason)] if new else []


def allow(tournament: Tournament, pairs: Sequence[Pair], reason: str = "") -> list[Event]:
    """These players may be paired again. Raises `Invalid` for those that nothing keeps apart, `NotAllowed`."""
    _still_runs(tournament)
    ordered = _pairs(pairs)
    if free := {
        f"pairs.{place}": [say("are not kept apart")]
        for place, pair in enumerate(ordered)
        if pair not in tournament.avoided
    }:
        raise Invalid(free)
    return [PairsAllowed(tuple(ordered), reason)]


def _pairs(pairs: Iterable[Pair]) -> list[Pair]:
    ordered: list[Pair] = []
    problems = {}
    for place, (one, other) in enumerate(pairs):
        pair = (min(one, other), max(one, other))
        if one == other:
            problems[f"pairs.{place}"] = [say("a player never meets themselves: name two players")]
        elif pair in ordered:
            problems[f"pairs.{place}"] = [say("stands in the list before")]
        ordered.append(pair)
    if problems:
        raise Invalid(problems)
    return ordered


def _still_runs(tournament: Tournament) -> None:
    if tournament.status == FINISHED:
        raise NotAllowed(
            say("{created_name} is over: no player is paired any more", created_name=tournament.created.name)
        )
