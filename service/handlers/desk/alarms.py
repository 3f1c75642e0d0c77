"""Alarms for the referee, the most urgent first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from core.events import ResultReported
from core.match.conduct import OPEN, SetOut
from core.match.judging import PLAY_FACTS
from core.tournament.model.match_status import DISPUTED, REPORTED
from core.tournament.model.state import Tournament
from service.handlers.desk.clashes import Clash
from service.handlers.desk.desk import DeskView, MatchCard
from service.handlers.desk.failed_work import FailedWork
from service.handlers.other_tournaments import Elsewhere
from service.jobs import Failed
from service.store.server.free_space import Room

MINUTE = 60_000
FULL, LOST, CALLED, FLAG, DISPUTE, APPEAL, ILLEGAL, REFUSED, UNJUDGED, FILLING, JOB, QUEUE, SILENT, MISSING, SLOW = (
    "full",
    "lost",
    "called",
    "flag",
    "disputed",
    "appeal",
    "illegal",
    "refused",
    "failed",
    "filling",
    "job",
    "queue",
    "silent",
    "missing",
    "slow",
)
COPY, BEHIND, WEBHOOK, LATE, CLASH, HELD = "copy", "behind", "webhook", "late", "clash", "held"
UNCOPIED, REFUSING, ALTERED = "uncopied", "refusing", "altered"
UNCONFIRMED, MENDED = "reported", "mended"
URGENCY = (
    FULL,
    REFUSING,
    LOST,
    ALTERED,
    CALLED,
    FLAG,
    DISPUTE,
    APPEAL,
    ILLEGAL,
    REFUSED,
    UNJUDGED,
    FILLING,
    UNCOPIED,
    COPY,
    JOB,
    QUEUE,
    CLASH,
    LATE,
    BEHIND,
    SILENT,
    MISSING,
    SLOW,
    HELD,
    UNCONFIRMED,
    MENDED,
    WEBHOOK,
)
"""Kinds of alarms, the most urgent first."""

AT_THE_BOARD = (CALLED, FLAG, APPEAL, ILLEGAL)
"""Alarms that a referee goes to a table for, and says so."""
SOFT = (
    FILLING,
    UNCOPIED,
    COPY,
    JOB,
    QUEUE,
    CLASH,
    LATE,
    BEHIND,
    SILENT,
    MISSING,
    SLOW,
    HELD,
    UNCONFIRMED,
    MENDED,
    WEBHOOK,
)
"""Alarms that ask for a look rather than a ruling."""
_OF_TIME = (BEHIND, SILENT, MISSING, SLOW)
_NOTHING = FailedWork({}, (), away=False)


class Alarm(NamedTuple):
    """An alarm for the referee: the kind, the match (`""` for the tournament itself), since when (Unix ms).

    `seat` is the seat concerned, `said` the reason or explanation that was given, `rule` the clause; `stream` is the
    unjudged stream, `job` the failed job; `minutes` is the time until action is needed, or by which a match is
    behind or late. `turns` is the number of turns that were mended. `elsewhere` is the table of another tournament.
    `set_out` is the referee who is on the way to it. `cause` is that of a call, and
    `board` is true if a board waits there to be confirmed.
    """

    kind: str
    match: str
    since: int
    seat: str | None = None
    detail: str = ""
    rule: str | None = None
    stream: str = ""
    job: Failed | None = None
    minutes: int = 0
    set_out: SetOut | None = None
    elsewhere: Elsewhere | None = None
    cause: str | None = None
    turns: int = 0
    board: bool = False

    @property
    def urgency(self) -> tuple[float, int]:
        """The place in the list: what a referee is on the way to comes behind all that waits for one.

        Of the matches that are behind time the one that needs the most comes first.
        """
        place = URGENCY.index(FILLING) - 0.5 if self.set_out else URGENCY.index(self.kind)
        return place, -self.minutes if self.kind == BEHIND else self.since


def alarms(
    view: DeskView,
    silent: int,
    undone: FailedWork = _NOTHING,
    behind: Mapping[str, int] = MappingProxyType({}),
    late: Mapping[str, int] = MappingProxyType({}),
    clashing: Mapping[str, Clash] = MappingProxyType({}),
) -> list[Alarm]:
    """All alarms; a table is silent after so many minutes without a fact.

    `behind` are the minutes by which matches end after the time of their round. `late` are the times (Unix ms) since
    which matches could have begun, of those where a penalty for lateness is due: it is all that is said of their time.
    `clashing` are the matches with a player who is called to a table of another tournament.
    """
    found = [alarm for table in view.tables for alarm in of_table(table, view.now, silent)]
    here = {table.match for table in view.tables}
    found += [
        Alarm(UNJUDGED, "", why.since, detail=why.reason, stream=stream)
        for stream, why in undone.streams.items()
        if stream not in here
    ]
    found += [Alarm(JOB, "", job.since, detail=job.error, job=job) for job in undone.jobs]
    found += [Alarm(QUEUE, "", view.now)] if undone.away else []
    found += [Alarm(LOST, "", view.now, detail=which, stream=stream) for stream, which in undone.lost.items()]
    found += [Alarm(ALTERED, "", view.now, detail=which, stream=stream) for stream, which in undone.altered.items()]
    found += _of_disk(undone.room, view.now)
    found += [Alarm(REFUSING if undone.refuses else UNCOPIED, "", view.now)] if undone.uncopied else []
    found += [Alarm(COPY, "", view.now, detail=f"{folder}: {error}") for folder, error in undone.copies.items()]
    found += [
        Alarm(WEBHOOK, "", webhook.stopped_at or view.now, detail=webhook.note or webhook.url)
        for webhook in undone.webhooks
    ]
    found += _missing(view, silent)
    found += _slow(view, found)
    found += [
        Alarm(BEHIND, table.match, table.since, minutes=behind[table.match])
        for table in view.tables
        if table.match in behind
    ]
    found = [alarm for alarm in found if alarm.match not in late or alarm.kind not in _OF_TIME]
    found += [
        Alarm(LATE, table.match, late[table.match], minutes=(view.now - late[table.match]) // MINUTE)
        for table in view.tables
        if table.match in late
    ]
    found += [
        Alarm(HELD if clash.waits else CLASH, table.match, table.since, clash.seat, elsewhere=clash.elsewhere)
        for table in view.tables
        if (clash := clashing.get(table.match))
    ]
    return sorted(found, key=lambda alarm: alarm.urgency)


def _of_disk(room: Room | None, now: int) -> list[Alarm]:
    """That nothing new can be written down, or will not be within the hour."""
    if room is None or (room.minutes is None and not room.is_full):
        return []
    return [Alarm(FULL, "", now) if room.minutes is None else Alarm(FILLING, "", now, minutes=room.minutes)]


def of_table(table: MatchCard, now: int, silent: int) -> list[Alarm]:
    """The alarms of one table."""
    state, match, set_out = table.state, table.match, table.state.set_out
    found = [
        Alarm(CALLED, match, call.at, call.by, call.reason, set_out=set_out, cause=call.cause, board=bool(call.board))
        for call in state.calls
        if call.came is None
    ]
    found += [
        Alarm(FLAG, match, flag.at, flag.by, rule="M9", set_out=set_out) for flag in state.flags if flag.status == OPEN
    ]
    if table.status == DISPUTED:
        found.append(Alarm(DISPUTE, match, table.since))
    found += [
        Alarm(APPEAL, match, table.at(appeal.version), appeal.by, appeal.reason, "M11", set_out=set_out)
        for appeal in state.appeals
        if appeal.status == OPEN
    ]
    found += [
        Alarm(ILLEGAL, match, table.at(fault.version), fault.by, fault.explanation, fault.rule, set_out=set_out)
        for fault in state.faults
        if fault.status == OPEN
    ]
    if (refused := table.refused) and not table.over:
        fact = next(fact for fact in table.last if fact.version == refused.version)
        if isinstance(fact.event, PLAY_FACTS):
            seat = getattr(fact.event, "by", None)
            found.append(Alarm(REFUSED, match, fact.at, seat, refused.explanation, refused.rule))
    if table.failed:
        found.append(Alarm(UNJUDGED, match, table.failed.since, detail=table.failed.reason, stream=match))
    if not found and _is_silent(table, now, silent):
        found.append(Alarm(SILENT, match, table.since))
    if table.status == REPORTED:
        found.append(Alarm(UNCONFIRMED, match, table.since))
    if mended := state.mended:
        found.append(Alarm(MENDED, match, mended.at, turns=mended.turns))
    return found


def _is_silent(table: MatchCard, now: int, silent: int) -> bool:
    """A match that has begun, goes on, and is not interrupted."""
    resting = table.state.suspended or table.state.on_break
    return not table.over and table.head > 0 and not resting and _waits(table, now, silent)


def _missing(view: DeskView, silent: int) -> list[Alarm]:
    """Matches that have not begun so many minutes after they could, while most at other tables of their round have.

    Without recorded moves no match begins before its result, and none is missing.
    """
    found = []
    for number in dict.fromkeys(table.round for table in view.tables):
        tables = [table for table in view.tables if table.round == number]
        late = [table for table in tables if table.head == 0 and not table.over]
        begun = [table for table in tables if _is_played(table)]
        if len(begun) > len(late):
            found += [
                Alarm(MISSING, match_card.match, match_card.since)
                for match_card in late
                if _waits(match_card, view.now, silent)
            ]
    return found


def _is_played(table: MatchCard) -> bool:
    """True if rolls and moves are recorded there."""
    return table.head > 0 and not any(isinstance(fact.event, ResultReported) for fact in table.last)


def _waits(table: MatchCard, now: int, minutes: int) -> bool:
    return now - table.since >= minutes * MINUTE


def _slow(view: DeskView, found: list[Alarm]) -> list[Alarm]:
    """The match for which alone the others of its round wait, if nothing else is said of it."""
    round_ = view.current
    if round_ is None or view.tournament.stopped:
        return []
    here = {table.match: table for table in view.tables}
    played = [pairing.match for pairing in round_.pairings if not pairing.is_bye]
    late = [match for match in played if match in _waited_for(view.tournament)]
    if len(late) != 1 or len(played) < 3 or late[0] not in here or any(alarm.match == late[0] for alarm in found):
        return []
    return [Alarm(SLOW, late[0], here[late[0]].since)]


def _waited_for(tournament: Tournament) -> set[str]:
    return {pairing.match for pairing in tournament.to_play}
