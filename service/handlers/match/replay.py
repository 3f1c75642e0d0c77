"""Match states and judged facts at any version, folded from the checkpoint before them instead of from the opening."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, takewhile
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from core.events import MatchOpened, NewerEvent, Recorded
from core.match import checkpoint, judging
from core.match.rulings import Earlier
from core.match.state import ACCEPTED, Match, Verdict
from core.names.in_texts import Mask
from core.tournament.model.shown_names import TYPED_IN_MATCHES, with_masked_texts
from service.bootstrap import Dependencies
from service.store import bulk_read
from service.store.read_models import match_checkpoints, states
from service.store.read_models.match_checkpoints import Checkpoint

_LOOKED_BACK = 64


class JudgedFact(NamedTuple):
    """A fact, the match before and after it, and the verdict on it."""

    recorded: Recorded
    before: Match
    after: Match
    verdict: Verdict


def state_at(deps: Dependencies, match_id: str, version: int | None = None) -> Match:
    """A match as it stood after the fact `version`, of those that there are; without one, after the last of its log."""
    if version is None:
        version = head_of(deps, match_id)
    state, newest = _nearest(deps, match_id, version)
    for fact in _following(deps, state, newest, version):
        state = fact.after
    return state


def judged_facts(deps: Dependencies, match_id: str, first: int, last: int) -> Iterator[JudgedFact]:
    """The facts of a match from one version to another, as far as there are any."""
    state, newest = _nearest(deps, match_id, max(first, 1) - 1)
    return (fact for fact in _following(deps, state, newest, last) if fact.recorded.version >= first)


def settlements(deps: Dependencies, match_id: str) -> Iterator[JudgedFact]:
    """The facts that settled a match, settled it differently or reopened it, in order."""
    head = head_of(deps, match_id)
    yield from _settlements(deps, state_at(deps, match_id, 0), state_at(deps, match_id, head))


def _settlements(deps: Dependencies, before: Match, after: Match) -> Iterator[JudgedFact]:
    """The settlements between two states. Only a voiding reopens a match, and a state counts how many were tried."""
    if before.voidings == after.voidings and not judging.resettled(before, after):
        return
    middle = (before.version + after.version) // 2 // checkpoint.EVERY * checkpoint.EVERY
    if middle <= before.version:
        facts = judged_facts(deps, before.id, before.version + 1, after.version)
        yield from (fact for fact in facts if judging.resettled(fact.before, fact.after))
        return
    between = state_at(deps, before.id, middle)
    yield from _settlements(deps, before, between)
    yield from _settlements(deps, between, after)


def head_of(deps: Dependencies, match_id: str) -> int:
    """The version of the last fact of a match's log."""
    head = deps.log.head(match_id)
    return head.version if head else 0


def version_then(deps: Dependencies, match_id: str, until: int) -> int:
    """The version of the last fact that was recorded at that time (Unix ms) or before, as far as it is judged.

    Facts are read from the end, some at a time.
    """
    version = max(0, min(states.judged_version(deps.client, match_id), head_of(deps, match_id)))
    while version > 0:
        first = max(0, version - _LOOKED_BACK)
        found = [
            recorded.version for recorded in deps.log.read(match_id, first, version - first) if recorded.at <= until
        ]
        if found:
            return found[-1]
        version = first
    return 0


def earlier(client: Redis, match_id: str, version: int) -> Earlier:
    """A reader of a match's log from its opening up to the fact before `version`: only a ruling needs it."""
    return lambda: takewhile(lambda recorded: recorded.version < version, bulk_read.tail(client, match_id))


def known(
    client: Redis, match_id: str, opened: MatchOpened, first: int, last: int, mask: Mask | None = None
) -> judging.Known:
    """The known facts of a match from one version to another, with the names that a mask leaves."""

    def voided(version: int) -> Match | None:
        checkpoint, _ = match_checkpoints.before(client, match_id, version)
        return (
            read_checkpoint(match_id, opened, checkpoint.text, mask)
            if checkpoint and checkpoint.version == version
            else None
        )

    return judging.Known(
        states.refusals(client, match_id, first, last), voided, states.judged_version(client, match_id)
    )


def _nearest(deps: Dependencies, match_id: str, version: int) -> tuple[Match, int]:
    """The last known state that is not after a version, and the version of the newest checkpoint."""
    opened = deps.repository.match(match_id)
    if version <= 0:  # no state is kept before the first fact
        return judging.opened(match_id, opened), 0
    checkpoint, newest = match_checkpoints.before(deps.client, match_id, version)
    if checkpoint is None:
        return judging.opened(match_id, opened), newest
    return read_checkpoint(
        match_id, opened, checkpoint.text, deps.repository.mask(opened.club, opened.tournament)
    ), newest


def read_checkpoint(match_id: str, opened: MatchOpened, text: str, mask: Mask | None) -> Match:
    """The state of a checkpoint, which is kept with all names, with those that a mask leaves in its reasons."""
    state = checkpoint.read(match_id, opened, text)
    return state if mask is None else with_masked_texts(state, mask, TYPED_IN_MATCHES)


def _following(deps: Dependencies, state: Match, newest: int, last: int) -> Iterator[JudgedFact]:
    """The facts after a state up to the version `last`. Checkpoints on the way beyond the newest one are kept.

    For a reader who does not see some names none is kept: reasons in it would lack them. From the first fact of a newer
    version of brade on the state stays as it is: none of them is judged.
    """
    if last <= state.version:
        return
    client, opened = deps.client, state.opened
    mask = deps.repository.mask(opened.club, opened.tournament)
    match, count, missing, stops = state.id, last - state.version, list[Checkpoint](), False
    recorded_facts = bulk_read.tail(client, match, state.version, max(1, min(count, bulk_read.PAGE)))
    facts = deps.repository.shown_events(opened.club, opened.tournament, recorded_facts)
    believed = known(client, match, state.opened, state.version + 1, last, mask)
    try:
        for recorded in islice(facts, max(count, 0)):
            before = state
            if stops := stops or isinstance(recorded.event, NewerEvent):
                yield JudgedFact(recorded, before, before, Verdict(recorded.version, ACCEPTED))
                continue
            read = earlier(client, match, recorded.version)
            state, verdict = judging.judge_or_believe(before, recorded, read, believed)
            if (
                mask is None
                and recorded.version > newest
                and checkpoint.is_due(state)
                and (text := checkpoint.write(state))
            ):
                missing.append(Checkpoint(recorded.version, text))
            yield JudgedFact(recorded, before, state, verdict)
    finally:
        with suppress(RedisError):  # the next reader makes them again
            match_checkpoints.keep(client, match, missing)
