"""Match states and judged facts at any version, folded from the checkpoint before them instead of from the opening."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, takewhile
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from core import checkpoint
from core import match as rules
from core.events import MatchOpened, Recorded
from core.rulings import Earlier
from core.sheet import Match, Verdict
from service.bootstrap import House
from service.store import checkpoints, pages, views
from service.store.checkpoints import Checkpoint


class Step(NamedTuple):
    """A fact, the match before and after it, and the verdict on it."""

    recorded: Recorded
    before: Match
    after: Match
    verdict: Verdict


def state_at(house: House, match: str, version: int | None = None) -> Match:
    """A match as it stood after the fact `version`, of those that there are; without one, after the last of its log."""
    if version is None:
        version = head_of(house, match)
    state, newest = _nearest(house, match, version)
    for step in _following(house.client, state, newest, version):
        state = step.after
    return state


def steps(house: House, match: str, first: int, last: int) -> Iterator[Step]:
    """The facts of a match from one version to another, as far as there are any."""
    state, newest = _nearest(house, match, max(first, 1) - 1)
    return (step for step in _following(house.client, state, newest, last) if step.recorded.version >= first)


def head_of(house: House, match: str) -> int:
    """The version of the last fact of a match's log."""
    head = house.log.head(match)
    return head.version if head else 0


def earlier(client: Redis, match: str, version: int) -> Earlier:
    """A reader of a match's log from its opening up to the fact before `version`: only a ruling needs it."""
    return lambda: takewhile(lambda each: each.version < version, pages.tail(client, match))


def known(client: Redis, match: str, opened: MatchOpened, first: int, last: int) -> rules.Known:
    """What is known of a match's facts from one version to another."""

    def voided(version: int) -> Match | None:
        found, _ = checkpoints.before(client, match, version)
        return checkpoint.read(match, opened, found.text) if found and found.version == version else None

    return rules.Known(views.refusals(client, match, first, last), voided)


def _nearest(house: House, match: str, version: int) -> tuple[Match, int]:
    """The last known state that is not after a version, and the version of the newest checkpoint."""
    opened = house.shelf.match(match)
    found, newest = checkpoints.before(house.client, match, version)
    return checkpoint.read(match, opened, found.text) if found else rules.opened(match, opened), newest


def _following(client: Redis, state: Match, newest: int, last: int) -> Iterator[Step]:
    """The facts after a state up to the version `last`. Checkpoints on the way beyond the newest one are kept."""
    match, count, missing = state.id, last - state.version, []
    facts = pages.tail(client, match, state.version, max(1, min(count, pages.PAGE)))
    believed = known(client, match, state.opened, state.version + 1, last)
    try:
        for recorded in islice(facts, max(count, 0)):
            before = state
            read = earlier(client, match, recorded.version)
            state, verdict = rules.judge_or_believe(before, recorded, read, believed)
            if recorded.version > newest and checkpoint.is_due(state) and (text := checkpoint.write(state)):
                missing.append(Checkpoint(recorded.version, text))
            yield Step(recorded, before, state, verdict)
    finally:
        with suppress(RedisError):  # the next reader makes them again
            checkpoints.keep(client, match, missing)
