"""New facts of many streams → verdicts, states and consequences, committed stream by stream.

A crash between two passes is harmless. The next judge writes the same values again.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from rq.timeouts import BaseTimeoutException

from core.errors import BradeError
from core.eventlog.log import NEW
from core.events import (
    REFEREES_FACTS,
    DecisionUndone,
    MatchReopened,
    MatchSettled,
    PenaltiesReported,
    PlayerWithdrew,
    Recorded,
    ResultConfirmed,
    ResultDecided,
    RoundPaired,
    RoundPublished,
)
from core.match import checkpoint
from core.match.judging import NOTHING, Known
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.state import FINISHED
from core.tournament.views.news import NewsItem
from service import tracing
from service.handlers.match import replay
from service.handlers.tournament.calling_off import unlist
from service.lru_cache import LruCache
from service.store import bulk_read
from service.store.connect import STORE_AWAY
from service.store.read_models import match_checkpoints, states
from service.store.read_models.club import club_index
from service.store.read_models.states import Commit, CommitRequest
from workers import rule_checks
from workers.context import WorkerContext
from workers.dice import keep_counts, record_due_dice
from workers.projections import (
    Json,
    Model,
    apply_fact,
    index_entry,
    news_of,
    note_end_of_entries,
    record_news,
    start_model,
    to_json,
)
from workers.rule_checks import Earlier, JudgedMatch, SettlementChange
from workers.settlement import PenaltyChange, Settlements, keep_lengths, open_round, pair_next, penalty_changes

FACTS_A_COMMIT = 1000
SECONDS_A_COMMIT = 0.25
"""The number of facts judged before a commit gives other streams their turn."""

_RENEW_SECONDS = 0.005
_SEATINGS = 1000
"""Tournaments of which the judge knows which version gave all free tables."""
NO_TRACES: Mapping[str, Mapping[str, str]] = {}


class StateAhead(BradeError):
    """A stream's state is beyond the end of its log: one of the two was changed by hand, or brought back from afar."""

    code = "state-ahead"


class Interrupted(Exception):
    """The judge was asked to stop, or may not go on; nothing of this pass is lost, all of it stays unjudged."""


_RESULTS = MatchSettled, ResultConfirmed
_CORRECTIONS = MatchReopened, PenaltiesReported, PlayerWithdrew, ResultDecided, DecisionUndone


@dataclass
class JudgedStream:
    """Result of judging one stream, from the version after `expected` on; `error` is what ended it early.

    `whole`: its log was read to the end; otherwise the time was up, and `model` may be behind `expected`. `before` is
    the model before the first new fact. `rounds` are those that a tournament's new facts paired, `results` says that
    matches ended, `corrected` that its table changed otherwise, `ruled` are the facts of referees. `news` are what
    readers are told of the new facts.
    """

    stream: str
    expected: int
    model: Model | None = None
    before: Model | None = None
    verdicts: list[Json] = field(default_factory=list)
    changes: list[SettlementChange] = field(default_factory=list)
    penalties: list[PenaltyChange] = field(default_factory=list)
    checkpoints: list[match_checkpoints.Checkpoint] = field(default_factory=list)
    news: list[NewsItem] = field(default_factory=list)
    opening: Recorded | None = None
    ruled: list[Recorded] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    results: bool = False
    corrected: bool = False
    whole: bool = False
    state: Json = field(default_factory=dict)
    stored: str = ""
    error: Exception | None = None

    def add(self, recorded: Recorded, verdict: Json | None, change: SettlementChange | None) -> None:
        """One more fact was judged."""
        self.verdicts.append(verdict or states.accepted(recorded.version))
        if change:
            self.changes.append(change)
        match recorded.event:
            case RoundPaired(number) | RoundPublished(number):
                self.rounds.append(number)
            case _ if isinstance(recorded.event, _RESULTS):
                self.results = True
            case _ if isinstance(recorded.event, _CORRECTIONS):
                self.corrected = True
            case _ if type(recorded.event) in REFEREES_FACTS:
                self.ruled.append(recorded)
        if recorded.version == 0:
            self.opening = recorded

    def keep(self) -> None:
        """Note the state of a match after a fact, where one is due."""
        if not isinstance(self.model, JudgedMatch) or not checkpoint.is_due(self.model.match):
            return
        if text := checkpoint.write(self.model.match):
            self.checkpoints.append(match_checkpoints.Checkpoint(self.model.version, text))


class Judge:
    """Judges streams under the leases of `token`. It calls `renew_leases` every few milliseconds to keep them."""

    def __init__(self, worker_context: WorkerContext, token: str, renew_leases: Callable[[], None]) -> None:
        self._deps, self._models, self._jobs = worker_context.deps, worker_context.models, worker_context.jobs
        self._begun = worker_context.begun
        self._settlements = Settlements(worker_context.deps.log)
        self._seated = LruCache[str, int | None](_SEATINGS)
        self._token, self._renew_leases = token, renew_leases

    def judge(
        self,
        due: Mapping[str, Sequence[str]],
        seconds: float = SECONDS_A_COMMIT,
        traces: Mapping[str, Mapping[str, str]] = NO_TRACES,
    ) -> list[tuple[JudgedStream, Commit]]:
        """Judge what is new of each stream, and commit it with the ids of the feed entries that it settles.

        One stream may take so many seconds, and after `SECONDS_A_COMMIT` none is begun: those that were not are left
        out of the answer. What was raised is the `error` of its stream, whose facts before it are committed.
        `traces` are the contexts of requests, by stream and feed entry.
        Raises `STORE_AWAY`.
        """
        client = self._deps.client
        models = {stream: self._models.get(stream) for stream in due}
        unknown = [stream for stream, model in models.items() if model is None]
        stored = dict(zip(unknown, states.wholes(client, unknown), strict=True)) if unknown else {}
        expected = {stream: judged for stream, (judged, _) in stored.items()}
        for stream, (judged, whole) in stored.items():
            begun = self._begun.get(stream)
            begun = begun if begun and begun.version <= judged else None
            models[stream] = begun or self._as_kept(stream, judged, whole)
        expected = {stream: model.version for stream, model in models.items() if model is not None} | expected
        tails = bulk_read.tails(
            client, {each: NEW if model is None else model.version for each, model in models.items()}
        )
        found, until = list[JudgedStream](), time.monotonic() + SECONDS_A_COMMIT
        contexts: dict[str, str] = {}
        for stream in due:
            now = time.monotonic()
            if now > until:
                break
            trace = contexts[stream] = tracing.waited(traces.get(stream, {}))
            with tracing.continued("judge", trace):
                findings = self._judge_stream(stream, models[stream], expected[stream], tails[stream], now + seconds)
                if findings.error:
                    tracing.note_error(findings.error)
            found.append(findings)
            with tracing.continued("settle", trace, {"brade.facts": len(findings.verdicts)}):
                self._append_consequences(findings)
        committing = time.time_ns()
        outcomes = states.commit_each(
            client,
            self._token,
            [
                CommitRequest(
                    judged_stream.stream,
                    judged_stream.expected,
                    judged_stream.expected + len(judged_stream.verdicts),
                    judged_stream.state,
                    judged_stream.verdicts,
                    tuple(due[judged_stream.stream]) if judged_stream.whole else (),
                    judged_stream.stored,
                )
                for judged_stream in found
            ],
        )
        for each, commit in zip(found, outcomes, strict=True):
            with tracing.continued("commit", contexts[each.stream], began_ns=committing):
                self._after_commit(each, commit)
        return list(zip(found, outcomes, strict=True))

    def _as_kept(self, stream: str, judged: int, whole: str) -> Model | None:
        """A match as it was left, so that no fact is judged twice; `None` where that is not known."""
        head = self._deps.log.head(stream) if whole else None
        if head is None or head.version < judged:
            return None
        try:
            refused = states.refusals(self._deps.client, stream, 1, judged)
            sheet = rule_checks.read(stream, self._deps.repository.match(stream), whole, refused)
        except (BradeError, ValueError, LookupError, TypeError):
            return None
        return sheet if sheet.version == judged else None  # else an earlier version of brade judged on

    def _known(self, stream: str, model: Model | None, expected: int) -> Known:
        """The judged state of a match up to the version `expected`: rules that changed since do not judge it again."""
        if not isinstance(model, JudgedMatch) or model.version >= expected:
            return NOTHING
        return replay.known(self._deps.client, stream, model.match.opened, model.version + 1, expected)

    def _judge_stream(
        self, stream: str, model: Model | None, expected: int, facts: Iterator[Recorded], until: float
    ) -> JudgedStream:
        judged, renewed, is_enough = JudgedStream(stream, expected, model), time.monotonic(), False
        try:
            known = self._known(stream, model, expected)
            for recorded in facts:
                if is_enough:
                    return judged
                earlier = self._earlier(stream, recorded.version)
                is_first, before = model is None, model
                followed = (
                    start_model(stream, recorded) if model is None else apply_fact(model, recorded, earlier, known)
                )
                model, verdict, change = followed
                if recorded.version > expected:
                    judged.before = judged.before or before
                    judged.penalties += penalty_changes(judged.model, model)
                judged.model = model
                if is_first:
                    known = self._known(stream, model, expected)
                if recorded.version > expected:
                    judged.add(recorded, verdict, change)
                    judged.news += news_of(self._deps.repository, before, recorded, model)
                    judged.keep()
                now = time.monotonic()
                if now - renewed > _RENEW_SECONDS:
                    renewed = now
                    self._renew_leases()
                # One fact may be a ruling for which the whole match is judged again: the clock is looked at after each.
                is_enough = now > until or len(judged.verdicts) >= FACTS_A_COMMIT
            if (last := NEW if model is None else model.version) < expected:
                raise StateAhead(
                    say("it is judged up to {expected}, and its log ends at {last}", expected=expected, last=last)
                )
            judged.whole = True
        except (*STORE_AWAY, BaseTimeoutException, Interrupted):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this stream's alone, and shown
            judged.error = error
        return judged

    def _earlier(self, stream: str, version: int) -> Earlier:
        return lambda: takewhile(lambda recorded: recorded.version < version, bulk_read.tail(self._deps.client, stream))

    def _append_consequences(self, judged: JudgedStream) -> None:
        """Append the consequences before the commit. A repetition has the same result."""
        deps, at = self._deps, self._deps.clock()
        if not judged.verdicts or judged.model is None:
            return
        try:
            if judged.opening and (entry := index_entry(judged.opening.event)):
                club_index.add(deps.client, *entry, judged.stream, judged.opening.at)
            if judged.ruled and isinstance(judged.model, JudgedMatch):
                club, ruled = (
                    judged.model.match.opened.club,
                    [(recorded.version, recorded.at) for recorded in judged.ruled],
                )
                club_index.add_ruled(deps.client, club, judged.stream, judged.expected + 1, ruled)
            match_checkpoints.keep(deps.client, judged.stream, judged.checkpoints)
            self._settlements.notify_of_all(judged.changes, judged.penalties, at)
            record_news(deps, judged.model, judged.news, at)
            keep_lengths(deps.client, judged.changes)
            keep_counts(deps.client, judged.stream, judged.changes, judged.verdicts)
            if isinstance(judged.model, Tournament):
                note_end_of_entries(deps, judged.before, judged.model, at)
                if judged.model.deleted:
                    unlist(deps, judged.model.created.club, judged.stream)
                for number in judged.rounds:
                    open_round(deps.log, judged.model, number, at)
                    self._renew_leases()
                if judged.whole and not self._is_own_seating(judged):
                    self._seated.put(judged.stream, pair_next(deps, judged.model, at))
            if isinstance(judged.model, JudgedMatch) and judged.whole:
                record_due_dice(deps, judged.model.match, at)
            judged.state = to_json(judged.model)
            if isinstance(judged.model, JudgedMatch):
                judged.stored = rule_checks.write(judged.model)
        except (*STORE_AWAY, BaseTimeoutException, Interrupted):
            raise
        except Exception as error:  # noqa: BLE001 - as above; nothing of this stream is committed
            judged.error, judged.whole = error, False
            judged.verdicts.clear()

    def _is_own_seating(self, judged: JudgedStream) -> bool:
        """True if the only new fact is that this judge gave all free tables, after it had paired all before it."""
        return len(judged.verdicts) == 1 and self._seated.get(judged.stream) == judged.expected + 1

    def _after_commit(self, judged: JudgedStream, commit: Commit) -> None:
        """After the commit: keep the model where it is what is stored, and ask for the files that follow from it."""
        if commit is Commit.MOVED or judged.model is None:
            self._models.drop(judged.stream)
            self._begun.drop(judged.stream)
            return
        if commit is Commit.LEASE_LOST or (judged.error and not judged.verdicts):
            return
        if judged.model.version < judged.expected:
            self._begun.put(judged.stream, judged.model)
            return
        self._begun.drop(judged.stream)
        self._models.put(judged.stream, judged.model)
        name = f"{judged.stream}:{judged.model.version}"
        if judged.changes and judged.changes[-1].settlement and not _is_of_tournament(judged.model):
            self._jobs.ask("export_match", judged.stream, name=name)
        if rule_checks.finishes_part(judged.model, judged.expected, judged.ruled):
            self._jobs.ask("keep_sheet", judged.stream, name=name)
        if judged.corrected or (judged.results and _is_a_round_further(judged.model)):
            self._jobs.ask("export_standings", judged.stream, name=name)

    def forget(self) -> None:
        """Forget everything: the store may not be the same as before."""
        self._models.clear()
        self._begun.clear()
        self._settlements = Settlements(self._deps.log)
        self._seated.clear()


def _is_of_tournament(model: Model) -> bool:
    """True for a match whose record is written with the table of its tournament.

    A job for each match of a tournament would cost more than judging its result.
    """
    return isinstance(model, JudgedMatch) and model.match.opened.tournament is not None


def _is_a_round_further(model: Model) -> bool:
    """True if a tournament's table is worth a file: after about as many results as a round has, and at its end.

    A file for every result would take a big tournament longer than its play.
    """
    if not isinstance(model, Tournament):
        return False
    tables = max(1, len(model.field) // 2)
    return len(model.results) % tables == 0 or model.status == FINISHED
