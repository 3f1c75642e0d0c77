"""Plans of a tournament before it is announced: every format and length of match, and when it would end."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.games import game_of
from core.rules.game import Game
from core.tournament import Format
from core.tournament.formats import FORMATS
from core.tournament.planning.game_lengths import MINUTES_BESIDE, SECONDS_A_TURN, GameLengths, shipped
from core.tournament.planning.plan import Planned, plan

Json = dict[str, Any]
YES, PERHAPS, NO = "yes", "perhaps", "no"
FITS = (YES, PERHAPS, NO)
"""Nine of ten such evenings end in time; half of them or more; fewer."""
OVER_GAMES: tuple[Json, ...] = ({"games": 3}, {"games": 5}, {"games": 7})
TO_POINTS: tuple[Json, ...] = ({"games": 3}, {"points": 3}, {"points": 5}, {"points": 7})


class Question(NamedTuple):
    """A question to the planner: the minutes are those from the first match to the end of the evening."""

    game: str
    players: int
    tables: int
    minutes: int
    stop: str = "all_games"


def lengths_of(game: Game) -> tuple[Json, ...]:
    """The lengths of matches for which plans are made."""
    return TO_POINTS if game.cube else OVER_GAMES


def plans(question: Question) -> Json:
    """The plans of every format and length of match. Raises `NotFound` for an unknown game."""
    return within(simulated(question, shipped(game_of(question.game).key)), question.minutes)


def simulated(question: Question, lengths: GameLengths) -> Json:
    """The plans without a word about the minutes, which change nothing of them."""
    game = game_of(question.game)
    rows = [
        _simulated(question, form, {}, length, lengths)
        for form in FORMATS
        for length in lengths_of(game)
    ]  # fmt: skip
    return {**question._asdict(), "lengths": _lengths_json(lengths), "plans": rows}


def within(found: Json, minutes: int) -> Json:
    """Simulated plans, and if each of them ends within so many minutes."""
    return {**found, "minutes": minutes, "plans": [_within(each, minutes) for each in found["plans"]]}


def planned(
    question: Question, form: Format, settings: Mapping[str, Any], length: Mapping[str, int], lengths: GameLengths
) -> Json:
    """The plan of one format, with these settings. What cannot be started has no rounds, matches and end."""
    return _within(_simulated(question, form, settings, length, lengths), question.minutes)


def _simulated(
    question: Question, form: Format, settings: Mapping[str, Any], length: Mapping[str, int], lengths: GameLengths
) -> Json:
    found = plan(
        form, settings, question.game, length, question.stop, question.players, question.tables, lengths
    )  # fmt: skip
    value: Json = {"format": form.key, "length": dict(length)}
    return value | ({"possible": False} if found is None else {"possible": True, **_plan_json(found)})


def _plan_json(found: Planned) -> Json:
    return {
        "rounds": dict(zip(("fewest", "most"), found.rounds, strict=True)),
        "matches": dict(zip(("fewest", "most"), found.matches, strict=True)),
        "end": {name: round(value) for name, value in found.end._asdict().items()},
    }  # fmt: skip


def _within(row: Json, minutes: int) -> Json:
    if not row["possible"]:
        return row
    end = row["end"]
    fits = YES if end["late"] <= minutes else PERHAPS if end["expected"] <= minutes else NO
    return {**row, "fits": fits, "minutes_late": max(0, end["expected"] - minutes)}


def _lengths_json(lengths: GameLengths) -> Json:
    return {
        "measured": lengths.measured, "seconds_a_turn": None if lengths.measured else SECONDS_A_TURN,
        "minutes_a_game": round(sum(lengths.minutes) / len(lengths.minutes)), "minutes_beside": MINUTES_BESIDE,
    }  # fmt: skip
