"""Dice of the service: a match's hash before its first roll, the seed at its end. Counts of all dice."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from redis import Redis

from core.dice.proof import AUTHOR
from core.dice.statistics import count_dice
from core.errors import VersionConflict
from core.events import Recorded
from core.match.dice.rules import due
from core.match.state import Match
from service.bootstrap import Dependencies
from service.handlers.match.service_dice import seed_of
from service.store.read_models import dice_counts
from service.store.read_models.dice_counts import SeatDice
from workers.rule_checks import SettlementChange


def record_due_dice(deps: Dependencies, match: Match, at: int) -> None:
    """Append the fact that the service owes a match, once: a newer fact in its log leads here again."""
    if match.service_dice is None:
        return
    if event := due(match, seed_of(deps, match.id)):
        with suppress(VersionConflict):
            deps.log.append(match.id, [event], by=AUTHOR, at=at, expected=match.version)


def keep_counts(client: Redis, changes: Sequence[SettlementChange], log: Callable[[], Iterable[Recorded]]) -> None:
    """Count the dice of a match that was settled, for its club. `log` reads its facts.

    Refused and voided rolls do not count. A match that is reopened keeps its counts until it is settled again.
    """
    if not changes or changes[-1].settlement is None:
        return
    match, at = changes[-1].match, changes[-1].at
    left_out = {*match.refused, *(each for first, last in match.voided for each in range(first, last + 1))}
    opened = match.opened
    rows = [
        SeatDice(opened.player_ids.get(seat, ""), opened.players[seat], by_service, count)
        for (seat, by_service), count in sorted(count_dice(log(), left_out).items())
        if seat in opened.players
    ]
    dice_counts.keep(client, opened.club, match.id, at, rows)
