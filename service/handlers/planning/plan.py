"""Plans of a tournament before it is announced: every format and length of match, and when it would end."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.games import game_of
from core.rules.game import Game
from core.tournament import Format
from core.tournament.formats import FORMATS
from core.tournament.planning.game_lengths import MINUTES_BESIDE, SECONDS_A_TURN, GameLengths, shipped
from core.tournament.planning.plan import plan
from core.tournament.terms import Rule

Json = dict[str, Any]
YES, PERHAPS, NO = "yes", "perhaps", "no"
FITS = (YES, PERHAPS, NO)
"""Nine of ten such evenings end in time; half of them or more; fewer."""
OVER_GAMES: tuple[Json, ...] = ({"games": 3}, {"games": 5}, {"games": 7})
TO_POINTS: tuple[Json, ...] = ({"games": 3}, {"points": 3}, {"points": 5}, {"points": 7})


class Question(NamedTuple):
    """A question to the planner: the minutes are those from the first match to the end of the evening.

    `round_minutes` are the announced minutes of a round, if it has any.
    """

    game: str
    players: int
    tables: int
    minutes: int
    stop: str = "all_games"
    round_minutes: int | None = None


def lengths_of(game: Game) -> tuple[Json, ...]:
    """The lengths of matches for which plans are made."""
    return TO_POINTS if game.cube else OVER_GAMES


class Counted(NamedTuple):
    """The fewest and the most."""

    fewest: int
    most: int


class End(NamedTuple):
    """Whole minutes from the first match on: the expected end, and the two points between which 80 % of all are."""

    expected: int
    early: int
    late: int


class FormatPlan(NamedTuple):
    """A format with a length of match. What cannot be started has no rounds, matches and end.

    `fits` and `minutes_late` are known once the minutes are (see `within`).
    """

    format: str
    length: Json
    rounds: Counted | None = None
    matches: Counted | None = None
    end: End | None = None
    fits: str | None = None
    minutes_late: int | None = None

    @property
    def possible(self) -> bool:
        """True if the tournament can be started."""
        return self.end is not None


class Basis(NamedTuple):
    """The lengths of games that plans rest on, in rounded means. `seconds_a_turn` is set where turns were counted."""

    measured: int
    seconds_a_turn: int | None
    minutes_a_game: int
    minutes_beside: int


class Plans(NamedTuple):
    """The answer to a question."""

    question: Question
    lengths: Basis
    plans: tuple[FormatPlan, ...]


def plans(question: Question) -> Plans:
    """The plans of every format and length of match. Raises `NotFound` for an unknown game."""
    lengths = shipped(game_of(question.game).key)
    return within(question, lengths, simulated(question, lengths))


def simulated(question: Question, lengths: GameLengths) -> tuple[FormatPlan, ...]:
    """The plans without a word about the minutes, which change nothing of them."""
    every_length = lengths_of(game_of(question.game))
    return tuple(_simulated(question, form, {}, length, lengths) for form in FORMATS for length in every_length)


def within(question: Question, lengths: GameLengths, found: Iterable[FormatPlan]) -> Plans:
    """Simulated plans, and if each of them ends within the question's minutes."""
    return Plans(question, _basis(lengths), tuple(_within(format_plan, question.minutes) for format_plan in found))


def planned(
    question: Question,
    form: Format,
    settings: Mapping[str, Any],
    length: Mapping[str, int],
    lengths: GameLengths,
    terms: Sequence[Rule] = (),
) -> FormatPlan:
    """The plan of one format, with these settings and rules of other lengths; one for a stage that it has not fits no
    match."""
    return _within(_simulated(question, form, settings, length, lengths, terms), question.minutes)


def _simulated(
    question: Question,
    form: Format,
    settings: Mapping[str, Any],
    length: Mapping[str, int],
    lengths: GameLengths,
    terms: Sequence[Rule] = (),
) -> FormatPlan:
    found = plan(
        form,
        settings,
        question.game,
        length,
        question.stop,
        question.players,
        question.tables,
        lengths,
        terms,
        question.round_minutes,
    )
    if found is None:
        return FormatPlan(form.key, dict(length))
    end = End(*(round(each) for each in found.end))
    return FormatPlan(form.key, dict(length), Counted(*found.rounds), Counted(*found.matches), end)


def _within(row: FormatPlan, minutes: int) -> FormatPlan:
    if row.end is None:
        return row
    fits = YES if row.end.late <= minutes else PERHAPS if row.end.expected <= minutes else NO
    return row._replace(fits=fits, minutes_late=max(0, row.end.expected - minutes))


def _basis(lengths: GameLengths) -> Basis:
    seconds = None if lengths.measured else SECONDS_A_TURN
    return Basis(lengths.measured, seconds, round(sum(lengths.minutes) / len(lengths.minutes)), MINUTES_BESIDE)


def to_bytes(found: Iterable[FormatPlan]) -> bytes:
    """Simulated plans as they are cached: a list of each plan's values."""
    return json.dumps(tuple(found)).encode()


def from_bytes(data: bytes) -> Iterator[FormatPlan]:
    """Simulated plans that were cached."""
    for key, length, rounds, matches, end, *_later in json.loads(data):
        if end is None:
            yield FormatPlan(key, length)
        else:
            yield FormatPlan(key, length, Counted(*rounds), Counted(*matches), End(*end))
