"""Rows of the tables of brackets-model. Ids are numbers from 0 within their table.

Source: brackets-model 1.6 (its storage types, and the statuses of its matches).
"""

from collections.abc import Sequence
from typing import NamedTuple

ROUND_ROBIN, SINGLE, DOUBLE = "round_robin", "single_elimination", "double_elimination"
STAGE_TYPES = (ROUND_ROBIN, SINGLE, DOUBLE)
FINALS = ("none", "simple", "double")
"""No match between the winners of both brackets; one; one that is played again if the lower bracket's winner wins."""
LOCKED, WAITING_FOR_ONE, CAN_START, COMPLETED = 0, 1, 2, 4
WIN, LOSS = "win", "loss"


class Participant(NamedTuple):
    """A player, with the player id of the tournament."""

    id: int
    tournament_id: str
    name: str
    player_id: str


class Settings(NamedTuple):
    """Settings of a stage: players and byes, groups, the final (`FINALS`), and if there is a match for third place."""

    size: int
    groups: int
    final: str
    third_place: bool


class Stage(NamedTuple):
    """A stage. `type` is one of `STAGE_TYPES`."""

    id: int
    tournament_id: str
    name: str
    type: str
    number: int
    settings: Settings


class Group(NamedTuple):
    """A part of a stage: a group, or a bracket."""

    id: int
    stage_id: int
    number: int


class Round(NamedTuple):
    """A round of a group."""

    id: int
    stage_id: int
    group_id: int
    number: int


class Opponent(NamedTuple):
    """A side of a match. `id` is `None` until the player is known; a side that stays empty is no opponent at all.

    `position` is the seed, or the number of the match whose loser comes here. `score` are the points of the match.
    """

    id: int | None
    position: int | None = None
    score: int | None = None
    result: str | None = None
    forfeit: bool | None = None


class Match(NamedTuple):
    """A match, or the place of one. `match_id` is empty until it is paired.

    `child_count` is the announced number of games; 0 in a match to points, of which no number is known.
    """

    id: int
    stage_id: int
    group_id: int
    round_id: int
    number: int
    child_count: int
    status: int
    opponent1: Opponent | None
    opponent2: Opponent | None
    match_id: str


class MatchGame(NamedTuple):
    """A game that was played, of the match `parent_id`."""

    id: int
    stage_id: int
    parent_id: int
    number: int
    status: int
    opponent1: Opponent
    opponent2: Opponent


class BracketsModel(NamedTuple):
    """The six tables."""

    participant: Sequence[Participant]
    stage: Sequence[Stage]
    group: Sequence[Group]
    round: Sequence[Round]
    match: Sequence[Match]
    match_game: Sequence[MatchGame]
