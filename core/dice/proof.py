"""The proof of a match's rolls from its log: the commitment, the salts, each roll, and the seed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.dice.stream import commitment_of, roll
from core.events import (
    DiceCommitted,
    DiceRolled,
    DiceSalted,
    DiceSeedRevealed,
    Event,
    MatchOpened,
    OpeningRolled,
    Recorded,
)
from core.messages import say

AUTHOR = "dice"
"""The author of what the service records of its dice; of a roll `dice:` and the name of the caller who asked for it."""


def is_service(by: str) -> bool:
    """True if this author of a roll is the service."""
    return by.startswith(f"{AUTHOR}:")


def dice_of(event: Event) -> tuple[int, ...] | None:
    """The dice of a roll in their order; of an opening by the seats. `None` for another event."""
    if isinstance(event, DiceRolled):
        return event.dice
    return tuple(event.rolls.values()) if isinstance(event, OpeningRolled) else None


class DiceProof(NamedTuple):
    """A proof of a match's dice: the rolls by the service, and those by people.

    `problem` says what does not fit, as a sentence with the version of the event. It is "" for a match whose rolls are
    all proved. `seed` is `None` where it is not revealed yet.
    """

    commitment: str | None
    seed: str | None
    rolls: int
    others: int
    problem: str = ""


def wrong_roll(match_id: str, seed: str, salts: Sequence[str], log: Iterable[Recorded]) -> int | None:
    """The version of the first roll by the service that is not the next of the stream; `None` if all are."""
    number = 0
    for recorded in log:
        dice = dice_of(recorded.event)
        if dice is None or not is_service(recorded.by):
            continue
        number += 1
        if dice != roll(seed, match_id, salts, number, len(dice)):
            return recorded.version
    return None


def prove(match_id: str, log: Sequence[Recorded]) -> DiceProof:
    """Prove the dice of a match from its whole log, which begins with `MatchOpened`. Judges nothing else.

    The commitment must come before the salts, the salts before the rolls. The chain of the log is not proved here.
    """
    seats: tuple[str, ...] = ()
    commitment, seed, problem, others = None, None, "", 0
    salts: dict[str, str] = {}
    rolls: list[Recorded] = []
    for recorded in log:
        event, version = recorded.event, recorded.version
        if isinstance(event, MatchOpened):
            seats = tuple(seat for seat in OpeningRolled.__match_args__ if seat in event.players)
        elif isinstance(event, DiceCommitted):
            if commitment is None and (salts or rolls):
                problem = problem or say("the commitment (event {version}) comes too late", version=version)
            commitment = commitment or event.commitment
        elif isinstance(event, DiceSalted):
            if commitment is not None and not rolls:
                salts.setdefault(event.by, event.salt)
        elif isinstance(event, DiceSeedRevealed):
            seed = seed or event.seed
        elif dice_of(event) is not None:
            if not is_service(recorded.by):
                others += 1
                continue
            rolls.append(recorded)
            if commitment is None or salts.keys() != set(seats):
                problem = problem or say("roll {version} comes before the commitment and the salts", version=version)
    if not problem:
        problem = _unproved(match_id, commitment, seed, [salts.get(seat, "") for seat in seats], rolls)
    return DiceProof(commitment, seed, len(rolls), others, problem)


def _unproved(
    match_id: str, commitment: str | None, seed: str | None, salts: Sequence[str], rolls: Sequence[Recorded]
) -> str:
    if commitment is None:
        return say("the service did not roll the dice of this match")
    if seed is None:
        return say("the seed is not revealed yet: it comes at the end of the match")
    if commitment_of(seed) != commitment:
        return say("the seed is not the one of the commitment")
    if (version := wrong_roll(match_id, seed, salts, rolls)) is not None:
        return say("roll {version} is not the next of the stream", version=version)
    return ""
