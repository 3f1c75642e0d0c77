"""Points of an evening: what the result of a tournament is worth to each of its players, and why."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from core.messages import say, sentences, term
from core.series.announcement import (
    ANY,
    AVERAGE,
    FORMULA,
    NO_PLACES,
    NOTHING,
    PARTICIPATION,
    POOL,
    Announcement,
    table_for,
)
from core.series.exact import shown
from core.series.result import MatchResult, PlayerResult, TournamentResult, without

PLACE, MATCH, GAME, OWN, BONUS = "place", "match", "game", "own", "bonus"
KINDS = (PLACE, PARTICIPATION, MATCH, GAME, OWN, BONUS)
"""The kinds of parts of which the points of an evening are made."""


BRACKETS: Mapping[str, str] = {
    "main": say("main bracket"),
    "bronze": say("bronze match"),
    "consolation": say("consolation"),
    "last_chance": say("last chance"),
    "lower": say("lower bracket"),
    "final": say("final"),
    "placement": say("matches for places"),
    "groups": say("groups"),
    "swiss": say("Swiss"),
    "play_off": say("play-off"),
    "stage_1": say("first stage"),
    "stage_2": say("second stage"),
    "stage_3": say("third stage"),
}
"""The names of brackets and stages in sentences."""


class Part(NamedTuple):
    """A part of a player's points of an evening, before the factor: `number` times `each`.

    `key` is the bracket of matches and games, and the ending of a bonus.
    """

    kind: str
    key: str
    number: int
    each: Fraction

    @property
    def points(self) -> Fraction:
        """The points of the part."""
        return self.number * self.each


class Score(NamedTuple):
    """The points of a player of an evening. They are `factor` times the sum of the parts.

    `rank` is the place among those who count, which `sharing` players have, and `places` are those that they take
    together. `players` is the size of the field. `wins` are the matches won. `left` is the rule that held for a player
    who withdrew or did not come, if it took something.
    """

    player: str
    name: str
    rank: int
    sharing: int
    places: int
    players: int
    wins: int
    parts: tuple[Part, ...]
    factor: Fraction
    left: str = ""

    @property
    def points(self) -> Fraction:
        """The points, exact."""
        return self.factor * sum((part.points for part in self.parts), Fraction(0))


def scores(
    announcement: Announcement,
    result: TournamentResult,
    factor: Fraction,
    counts: Callable[[str], bool],
    present: Callable[[str], str],
) -> list[Score]:
    """The points of each player who counts, in the order of the standings.

    `present` gives the id that an id means now. A player for whom leaving counts as nothing has no score.
    """
    players = [player._replace(player=present(player.player)) for player in result.players]
    guests = {player.player for player in players if not counts(player.player)}
    counted = (
        without(players, guests)
        if announcement.move_up
        else [player for player in players if player.player not in guests]
    )
    size = len(counted) if announcement.move_up else len(players)
    ranks = Counter(player.rank for player in (counted if announcement.move_up else players))
    won = _won(announcement, result.matches, present)
    worth: dict[int, Fraction] = {}
    for each in counted:
        if each.rank not in worth:
            worth[each.rank] = place_points(announcement, each.rank, each.places, ranks[each.rank], size)
    found = []
    for each in counted:
        left = _left(announcement, each)
        if left == NOTHING:
            continue
        parts = tuple(
            part
            for part in _parts(announcement, each, worth[each.rank], won.get(each.player, _Won()))
            if part.number and part.each and (not left or part.kind == PARTICIPATION)
        )
        wins = sum(won[each.player].matches.values()) if each.player in won else 0
        found.append(
            Score(each.player, each.name, each.rank, ranks[each.rank], each.places, size, wins, parts, factor, left)
        )
    return found


def place_points(announcement: Announcement, rank: int, places: int, sharing: int, players: int) -> Fraction:
    """The points of players who share a rank: the average of the places that they take together, or the highest."""
    values = [place_worth(announcement, place, players) for place in range(rank, rank + places)]
    return sum(values, Fraction(0)) / sharing if announcement.shared == AVERAGE else values[0]


def place_worth(announcement: Announcement, place: int, players: int) -> Fraction:
    """The points of one place in a field of so many players."""
    if announcement.places == NO_PLACES:
        return Fraction(0)
    if announcement.places == FORMULA:
        return announcement.formula.points(place, players)
    table = table_for(announcement, players)
    worth = table[place - 1] if place <= len(table) else Fraction(0)
    if announcement.places == POOL:
        given = _given(tuple(table), players)
        return players * worth / given if given else Fraction(0)
    return worth


@lru_cache(1000)
def _given(parts: tuple[Fraction, ...], players: int) -> Fraction:
    """The parts of all places of a field of so many players together."""
    return sum(parts[:players], Fraction(0))


class _Won(NamedTuple):
    """The matches and games that a player won, by bracket and by ending."""

    matches: Mapping[str, int] = {}
    games: Mapping[str, int] = {}
    endings: Mapping[str, int] = {}


def _won(announcement: Announcement, matches: Sequence[MatchResult], present: Callable[[str], str]) -> dict[str, _Won]:
    found: dict[str, tuple[Counter[str], Counter[str], Counter[str]]] = {}
    for match in matches:
        for place, player in enumerate(match.players):
            won, games, endings = found.setdefault(present(player), (Counter(), Counter(), Counter()))
            if match.winner == place and (match.played or announcement.walkovers):
                won[match.bracket] += 1
            games[match.bracket] += match.games[place]
            endings.update(ending for winner, ending in match.endings if winner == place)
    return {player: _Won(*counters) for player, counters in found.items()}


def _left(announcement: Announcement, player: PlayerResult) -> str:
    """The strictest rule that holds for a player who left; empty if it takes nothing."""
    rules = {announcement.withdrawn if player.withdrawn else "", announcement.no_shows if player.no_show else ""}
    return next((each for each in (NOTHING, PARTICIPATION) if each in rules), "")


def _parts(announcement: Announcement, player: PlayerResult, worth: Fraction, won: _Won) -> Iterator[Part]:
    if announcement.places != NO_PLACES:
        yield Part(PLACE, "", 1, worth)
    yield Part(PARTICIPATION, "", 1, announcement.participation)
    for kind, each, numbers in ((MATCH, announcement.matches, won.matches), (GAME, announcement.games_won, won.games)):
        for key, number in _by_bracket(each, numbers):
            yield Part(kind, key, number, dict(each)[key])
    yield Part(OWN, "", player.points, announcement.own)
    for ending, points in announcement.bonuses:
        yield Part(BONUS, ending, won.endings.get(ending, 0), points)


def _by_bracket(worth: Sequence[tuple[str, Fraction]], numbers: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """The numbers by the key of the announcement that holds for their bracket."""
    named = {key for key, _points in worth}
    for key, _points in worth:
        if key == ANY:
            yield ANY, sum(number for bracket, number in numbers.items() if bracket not in named)
        else:
            yield key, numbers.get(key, 0)


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
def score_sentence(announcement: Announcement, score: Score) -> str:
    """The reason of a player's points of an evening."""
    reasons = [_place_sentence(score)]
    reasons += [part_sentence(announcement, score, part) for part in score.parts]
    if score.left:
        reasons.append(say("Withdrawn, or a match to which neither player came: participation alone counts."))
    if score.factor != 1:
        reasons.append(say("The evening counts {factor} times.", factor=shown(score.factor)))
    reason: str = sentences(reasons)
    return reason


def part_sentence(announcement: Announcement, score: Score, part: Part) -> str:
    """The sentence of one part of a player's points."""
    points, each = shown(part.points), shown(part.each)
    if part.kind == PLACE and score.sharing > 1 and announcement.shared == AVERAGE:
        last = score.rank + score.places - 1
        return say("Average of the places {first} to {last}: {points}.", first=score.rank, last=last, points=points)
    if part.kind == PLACE:
        return say("For the place: {points}.", points=points)
    if part.kind == PARTICIPATION:
        return say("For taking part: {points}.", points=points)
    values = {"number": part.number, "each": each, "points": points}
    if part.kind == OWN:
        return say("Points of the evening: {number} × {each} = {points}.", **values)
    if part.kind == BONUS:
        return say("Games won by {ending}: {number} × {each} = {points}.", ending=term(part.key), **values)
    bracket = BRACKETS.get(part.key, part.key)
    if part.kind == MATCH and part.key == ANY:
        return say("Matches won: {number} × {each} = {points}.", **values)
    if part.kind == MATCH:
        return say("Matches won ({bracket}): {number} × {each} = {points}.", bracket=bracket, **values)
    if part.key == ANY:
        return say("Games won: {number} × {each} = {points}.", **values)
    return say("Games won ({bracket}): {number} × {each} = {points}.", bracket=bracket, **values)


def _place_sentence(score: Score) -> str:
    values = {"rank": score.rank, "players": score.players}
    if score.sharing > 1:
        return say("Place {rank} of {players}, shared by {sharing}.", sharing=score.sharing, **values)
    return say("Place {rank} of {players}.", **values)
