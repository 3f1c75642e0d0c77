"""A match's new facts, one by one: the verdict on each and the next state, by the rules in `core`."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from core.errors import UnknownEvent
from core.events import MatchOpened, Recorded, RulingMade, TurnsVoided
from core.match import checkpoint
from core.match.game_times import NO_TIMES, GameTimes, timed
from core.match.judging import NOTHING, RULES, Known, judge, judge_or_believe, opened, resettled
from core.match.results.settlement import Settlement
from core.match.state import ACCEPTED, Match, Verdict, with_refused
from core.messages import say
from service.store.match_files import sheet_parts

Earlier = Callable[[], Iterable[Recorded]]


class JudgedMatch(NamedTuple):
    """A match, how many times it has been settled, settled anew or reopened so far, and the lengths of its games.

    `rules` is the number of the oldest rules by which any of it was judged.
    """

    match: Match
    changes: int
    rules: int = RULES
    times: GameTimes = NO_TIMES

    @property
    def version(self) -> int:
        """The last fact that was judged."""
        return self.match.version


class SettlementChange(NamedTuple):
    """The settlement of a match changed with the fact `version`: the `number`-th time. `None`: it was taken back.

    `at` is the time of that fact (Unix ms). `seconds` are the known lengths of the match's games.
    """

    version: int
    number: int
    match: Match
    at: int = 0
    seconds: tuple[int, ...] = ()

    @property
    def settlement(self) -> Settlement | None:
        """The settlement of the match; `None` if a ruling reopened it."""
        return self.match.settled


def open_sheet(stream: str, recorded: Recorded) -> tuple[JudgedMatch, Verdict, SettlementChange | None]:
    """The sheet of a match before its first fact. Raises `UnknownEvent`, and `NotFound` for an unknown game."""
    if not isinstance(recorded.event, MatchOpened):
        raise UnknownEvent(say("{stream} does not begin with MatchOpened", stream=stream))
    return JudgedMatch(opened(stream, recorded.event), 0), Verdict(0, ACCEPTED), None


def write(sheet: JudgedMatch) -> str:
    """A sheet as text: judging goes on from it after a restart. Which facts were refused stands in their verdicts."""
    text = checkpoint.write_unproved(sheet.match._replace(refused=()))
    times = json.dumps(sheet.times, separators=(",", ":"))
    return f'{{"changes":{sheet.changes},"rules":{sheet.rules},"times":{times},"match":{text}}}'


def read(stream: str, event: MatchOpened, text: str, refused: Iterable[int]) -> JudgedMatch:
    """The sheet of a text, of a match that was opened so, with the versions of its refused facts.

    Raises `ValueError`, `LookupError`, `TypeError`.
    """
    data = json.loads(text)
    match = checkpoint.read(stream, event, json.dumps(data["match"]))
    match = match._replace(refused=with_refused((), *refused))
    return JudgedMatch(match, int(data["changes"]), int(data["rules"]), _times(match, data.get("times")))


def _times(match: Match, stored: list[Any] | None) -> GameTimes:
    """Lengths of games as they were kept. Earlier versions of brade kept none: those of earlier games are unknown."""
    if stored is None:
        return GameTimes((0,) * len(match.results), known=False)
    seconds, *playing = stored
    return GameTimes(tuple(seconds), *playing)


def check(
    sheet: JudgedMatch, recorded: Recorded, earlier: Earlier, known: Known = NOTHING
) -> tuple[JudgedMatch, Verdict, SettlementChange | None]:
    """The sheet after one more fact, the verdict on it, and what it changed in the settlement.

    `earlier` reads the match's log from its opening up to this fact; only a ruling asks for it. What is `known` is
    believed.
    """
    before, changes, rules, times = sheet
    if known is NOTHING:
        after, verdict = judge(before, recorded, earlier)
    else:
        after, verdict = judge_or_believe(before, recorded, earlier, known)
    times = timed(times, before, after, recorded, verdict)
    if not resettled(before, after):
        return tuple.__new__(JudgedMatch, (after, changes, rules, times)), verdict, None
    change = settlement_change(changes + 1, after, recorded, times)
    return JudgedMatch(after, change.number, rules, times), verdict, change


def settlement_change(number: int, match: Match, recorded: Recorded, times: GameTimes) -> SettlementChange:
    """The `number`-th change of a match's settlement, by a fact after which the match is this one."""
    return SettlementChange(recorded.version, number, match, recorded.at, times.lengths)


def finishes_part(model: Any, before: int, ruled: Iterable[Recorded]) -> bool:
    """True if facts after the version `before` finished a part of a long match's sheet, or a ruling changed one."""
    if not isinstance(model, JudgedMatch) or not sheet_parts.is_long(model.version):
        return False
    is_one_more = before // sheet_parts.PART != model.version // sheet_parts.PART
    return is_one_more or any(isinstance(recorded.event, RulingMade | TurnsVoided) for recorded in ruled)
