"""Dice of the service: a match's hash before its first roll, the seed at its end. Counts of all dice."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice

from redis import Redis

from core.dice.proof import AUTHOR
from core.dice.statistics import count_dice, has_dice
from core.errors import VersionConflict
from core.events import Recorded
from core.match.dice.rules import due
from core.match.state import REFUSED, Match
from schemas.match_states import read_verdict
from service.bootstrap import Dependencies
from service.handlers.match.service_dice import seed_of
from service.store import bulk_read
from service.store.read_models import states
from service.store.read_models.club import dice_counts
from service.store.read_models.club.dice_counts import MatchDice, SeatDice
from workers.projections import Json
from workers.rule_checks import SettlementChange


def record_due_dice(deps: Dependencies, match: Match, at: int) -> None:
    """Append the fact that the service owes a match, once: a newer fact in its log leads here again."""
    if match.service_dice is None:
        return
    if event := due(match, seed_of(deps, match.id)):
        with suppress(VersionConflict):
            deps.log.append(match.id, [event], by=AUTHOR, at=at, expected=match.version)


def dice_of(changes: Sequence[SettlementChange], log: Iterable[Recorded], refused: Iterable[int]) -> MatchDice | None:
    """The dice of a match as of its last settlement; `None` if these changes settle nothing.

    `log` has its events from the opening on. Those that were `refused` or voided do not count.
    """
    settled = [settlement_change for settlement_change in changes if settlement_change.settlement is not None]
    if not settled:
        return None
    change = settled[-1]
    opened = change.match.opened
    left_out = set(refused).union(*(range(first, last + 1) for first, last in change.match.voided))
    counted = islice(log, change.version + 1)
    rows = [
        SeatDice(opened.player_ids.get(seat, ""), opened.players[seat], by_service, count)
        for (seat, by_service), count in sorted(count_dice(counted, left_out).items())
        if seat in opened.players
    ]
    return MatchDice(change.at, rows)


def refused_versions(verdicts: Iterable[Json]) -> set[int]:
    """The versions of the facts that these verdicts refuse."""
    return {
        stored_verdict.version for stored_verdict in map(read_verdict, verdicts) if stored_verdict.verdict == REFUSED
    }


def keep_counts(client: Redis, stream: str, changes: Sequence[SettlementChange], new: Iterable[Json]) -> None:
    """Count the dice of a settled match for its club. A match that is reopened keeps the counts that it had.

    `new` are the verdicts that are not stored yet. A match that was read from its stored state knows no others.
    """
    if not any(change.settlement for change in changes):
        return
    log = list(bulk_read.tail(client, stream))
    if not has_dice(log):
        return
    _, stored = states.load_with_verdicts(client, stream)
    match_dice = dice_of(changes, log, refused_versions([*stored.values(), *new]))
    if match_dice is not None:
        dice_counts.keep(client, changes[-1].match.opened.club, stream, match_dice)
