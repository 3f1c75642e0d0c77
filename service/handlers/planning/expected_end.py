"""Expected end of the round and of the evening while a tournament is played, in a bounded number of reads."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.tournament import Tournament
from core.tournament.decisions.seating import playing
from core.tournament.model.state import RUNNING
from core.tournament.planning.plan import MOST_TABLES, still_to_play
from service.bootstrap import Dependencies
from service.handlers.planning.lengths import lengths_for
from service.store.archive.reader import Range, ranges

STEP = 5 * 60_000
"""Milliseconds for which an answer is kept: so long the clock stands still for it."""
_MINUTE = 60_000


class ExpectedEnd(NamedTuple):
    """Times (Unix ms): when the round is over, and all, and the two between which four of five evenings end.

    `measured` are the games of the club whose lengths were used; 0 for the shipped lengths. `starts` are the times at
    which matches that wait are expected to start, by match id, else by slot of a bracket. `spans` are the starts and
    ends of all paired matches without a result, and `rounds` of rounds by number.
    """

    round: int
    all: int
    early: int
    late: int
    measured: int
    starts: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]
    rounds: Mapping[int, tuple[int, int]]


def step_of(deps: Dependencies) -> int:
    """The number of the step in which the clock is: a part of the key of everything that shows an expected end."""
    return deps.step_of_time(STEP)


def expected_end(deps: Dependencies, state: Tournament) -> ExpectedEnd | None:
    """The expected end of a tournament as this reader sees it; `None` if it is not played."""
    if state.status != RUNNING:
        return None
    now = step_of(deps) * STEP
    key = ("expected end", state.id, state.version, len(state.rounds), now)
    found = json.loads(deps.answers.get(key, lambda: json.dumps(_expected(deps, state, now)).encode()))
    if found is None:
        return None
    *most, spans, rounds = found
    matches = {match: tuple(span) for match, span in spans.items()}
    return ExpectedEnd(*[*most, matches, {int(number): tuple(round_) for number, round_ in rounds.items()}])


def _expected(deps: Dependencies, state: Tournament, now: int) -> list[Any] | None:
    people = sum(max(1, len(entry.members)) for entry in state.field if not entry.withdrawn)
    tables = len(state.tables) or max(1, min(people // 2, MOST_TABLES))
    lengths = lengths_for(deps, state.created.club, state.created.game)
    left = still_to_play(state, tables, lengths, _since(deps, state, now, tables))
    if left is None:
        return None
    minutes = (left.round.expected, left.all.expected, left.all.early, left.all.late)

    def time(minute: float) -> int:
        return now + round(minute) * _MINUTE

    starts = {each: time(start) for each, start in left.starts.items()}
    spans = {match: [*map(time, span)] for match, span in left.spans.items()}
    rounds = {number: [*map(time, round_)] for number, round_ in left.rounds.items()}
    return [*map(time, minutes), lengths.measured, starts, spans, rounds]


def _since(deps: Dependencies, state: Tournament, now: int, tables: int) -> dict[str, float]:
    """Minutes for which matches have been played: since their first fact.

    A match without facts is played since it was paired, if it was not paired long before: at the start, or by a format
    that pairs as it goes. Of others no time is known.
    """
    open_matches = [pairing for pairing in playing(state) if not state.tables or pairing.match in state.seated][:tables]
    begun = ranges(deps.client, [Range(open_match.match, most=2) for open_match in open_matches])
    rounds = {pairing.match: round_.number for round_ in state.rounds for pairing in round_.pairings}
    ahead = state.format.planned(len(state.starters), state.format.read_settings(state.created.settings)) > 0
    since: dict[str, float] = {}
    for pairing, entries in zip(open_matches, begun, strict=True):
        if len(entries) > 1 or (entries and (not ahead or rounds[pairing.match] == 1)):
            since[pairing.match] = max(0.0, (now - int(entries[-1][1][b"at"])) / _MINUTE)
    return since
