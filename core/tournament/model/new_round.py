"""A round as an event, with the ids of its matches."""

from collections.abc import Iterable

from core.events import RoundPaired
from core.tournament.model.state import Tournament


def new_round(
    tournament: Tournament,
    pairs: Iterable[tuple[str, ...]],
    bye: str | None = None,
    *,
    number: int | None = None,
    stage: str | None = None,
) -> RoundPaired:
    """A round of (white's, black's player id, and perhaps the slot): the one after the last, or that of `number`.

    Its matches are numbered on from the last of the tournament; where the same players, in the same slot and round,
    were paired before and that pairing was voided, the match that they had then is theirs again.
    """
    number = len(tournament.rounds) + 1 if number is None else number
    before = {(round_, *pairing[1:]): pairing.match for round_, pairing in tournament.voided.pairings}
    count = len(tournament.paired) + len(tournament.voided.pairings)
    rows = []
    for white, black, *slot in pairs:
        match = before.get((number, white, black, slot[0] if slot else ""))
        if match is None:
            count += 1
            match = f"{tournament.id}.{count}"
        rows.append((match, white, black, *slot))
    return RoundPaired(number, tuple(rows), bye, stage)
