"""Who is kept apart from whom: for good, or if it can be helped."""

from collections.abc import Iterable, Sequence

from core.errors import Malformed, Refused
from core.events import Event, PairsAllowed, PairsAvoided
from core.tournament import Tournament
from core.tournament.state import FINISHED

Pair = tuple[str, str]


def avoid(tournament: Tournament, pairs: Sequence[Pair], reason: str = "", *, hard: bool) -> list[Event]:
    """These players are not paired any more: never if `hard`, else not if it can be helped.

    Pairs that are kept apart so already are left out. Raises `Malformed` for a pair that is none, `Refused` once the
    tournament is over.
    """
    _still_runs(tournament)
    ordered = _pairs(pairs)
    new = tuple(pair for pair in ordered if tournament.avoided.get(pair) is not hard)
    return [PairsAvoided(new, hard, reason)] if new else []


def allow(tournament: Tournament, pairs: Sequence[Pair], reason: str = "") -> list[Event]:
    """These players may be paired again. Raises `Malformed` for those that nothing keeps apart, `Refused`."""
    _still_runs(tournament)
    ordered = _pairs(pairs)
    if free := {f"pairs.{place}": ["are not kept apart"] for place, pair in enumerate(ordered)
                if pair not in tournament.avoided}:  # fmt: skip
        raise Malformed(free)
    return [PairsAllowed(tuple(ordered), reason)]


def _pairs(pairs: Iterable[Pair]) -> list[Pair]:
    ordered: list[Pair] = []
    problems = {}
    for place, (one, other) in enumerate(pairs):
        pair = (min(one, other), max(one, other))
        if one == other:
            problems[f"pairs.{place}"] = ["nobody meets himself: name two players"]
        elif pair in ordered:
            problems[f"pairs.{place}"] = ["stands in the list before"]
        ordered.append(pair)
    if problems:
        raise Malformed(problems)
    return ordered


def _still_runs(tournament: Tournament) -> None:
    if tournament.status == FINISHED:
        raise Refused(f"{tournament.created.name} is over: nobody is paired any more")
