"""Turns that people send as text, spelled out against the position that each of them meets."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from core.errors import Invalid
from core.eventlog.hash_chain import ZERO_HASH
from core.events import CheckersMoved, Event, Recorded, TurnPassed
from core.match.judging import judge
from core.match.rulings import Earlier
from core.match.state import Match
from core.notation import turn_text


@dataclass(frozen=True, slots=True)
class TurnWritten(Event):
    """A turn as text. No log holds it: it becomes `CheckersMoved`, or `TurnPassed`, before it is recorded."""

    by: str
    moves: str


class Spelled(NamedTuple):
    """Facts without `TurnWritten`, and the canonical text of each that moves men (`None` for the others)."""

    facts: list[Event]
    texts: list[str | None]


def spelled(match: Match, facts: Sequence[Event], at: int, earlier: Earlier) -> Spelled:
    """Spell out the facts that are to follow a match's last one, each against the match as it will be judged before it.

    `earlier` reads the match's log, which only a ruling needs. A turn that is not due is read as it stands: that it is
    refused is for the judges to say. Raises `Invalid`, which names the fact by its place and says what was not
    understood.
    """
    found, added = Spelled([], []), list[Recorded]()
    for place, fact in enumerate(facts):
        try:
            event = _read(match, fact) if isinstance(fact, TurnWritten) else fact
        except Invalid as wrong:
            faults = [message for messages in wrong.problems.values() for message in messages]
            raise Invalid({f"{place}.moves": faults}) from None
        found.facts.append(event)
        found.texts.append(text_of(match, event))
        recorded = Recorded(match.version + 1, event, at, "", ZERO_HASH)
        match, _ = judge(match, recorded, lambda: chain(earlier(), added))
        added.append(recorded)
    return found


def _read(match: Match, fact: TurnWritten) -> Event:
    if match.phase == "move" and match.to_move == fact.by and match.dice:
        moves = turn_text.read(match.game, fact.moves, match.position, fact.by, match.dice, match.options)
    else:
        moves = turn_text.parse(match.game, fact.moves).landings
    return CheckersMoved(fact.by, moves) if moves else TurnPassed(fact.by)


def text_of(match: Match, event: Event) -> str | None:
    """The canonical text of a fact that moves men, in the match before it; `None` for another."""
    if not isinstance(event, CheckersMoved) or event.by not in match.seats:
        return None
    return turn_text.canonical(match.game, event.moves, match.position, event.by, match.options)
