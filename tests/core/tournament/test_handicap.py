"""Handicap: the start of a match by the announced rule, the match that it changes, the table and ratings (H1–H8)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed
from core.events import GameResult, MatchSettled, PlayerEntered
from core.games import GAMES, game_of
from core.match.judging import opened as opened_match
from core.match.results.settlement import settle
from core.match.turns import fresh_cube
from core.ratings.decided_match import decided_matches
from core.ratings.formula import win_probability
from core.ratings.rating_list import rating_list
from core.ratings.rule import Rule
from core.tournament import Tournament
from core.tournament.decisions.money import set_classes
from core.tournament.formats import FORMATS, format_of
from core.tournament.handicap import ALLOWED_FOR, AS_PLAYED, PLAYED, checked_handicap, most_start, start_score
from core.tournament.match_opening import opening
from core.tournament.standings.meetings import meetings
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun
from tests.support.tournament.written_results import after

SWEDISH = game_of("swedish")
TABLE: dict[str, Any] = {"by": "rating", "table": [{"difference": 100, "start": 1}, {"difference": 150, "start": 2}]}
STEP: dict[str, Any] = {"by": "rating", "step": 50, "start": 1, "most": 4}
CLASSES: dict[str, Any] = {"by": "class", "classes": [{"name": "junior", "start": 2}, {"name": "beginner", "start": 3}]}
POINTS = {ending.key: ending.points for ending in SWEDISH.endings}
RANKS = {ending.key: ending.rank for ending in SWEDISH.endings}


def two(
    rule: Mapping[str, Any] | None, ratings: Sequence[int | None], classes: Sequence[Sequence[str]] = ()
) -> Tournament:
    """A match of these two, Anna and Bo, whose classes are set before the start."""
    tournament = announced("round_robin", {}, handicap=rule)
    entered = [PlayerEntered(name, name.title(), rating) for name, rating in zip(("anna", "bo"), ratings, strict=True)]
    if not classes:
        return begun(tournament, entered)
    tournament = after(tournament, entered)
    for name, own in zip(("anna", "bo"), classes, strict=True):
        tournament = after(tournament, set_classes(tournament, name, own))
    return begun(tournament, [])


def start(tournament: Tournament, **length: int) -> dict[str, int]:
    """The start of its match by player."""
    pairing = tournament.rounds[0].pairings[0]
    found = start_score(tournament, pairing, length or {"games": 5}) or {}
    return {getattr(pairing, seat): points for seat, points in found.items()}


@pytest.mark.parametrize(
    ("rule", "ratings", "begins"),
    [
        (TABLE, (1800, 1701), {}),
        (TABLE, (1800, 1700), {"bo": 1}),
        (TABLE, (1800, 1650), {"bo": 2}),
        (TABLE, (1000, 1800), {"anna": 2}),
        (TABLE, (1800, None), {}),
        (STEP, (1800, 1751), {}),
        (STEP, (1800, 1690), {"bo": 2}),
        (STEP, (1800, 1000), {"bo": 4}),
        (None, (1800, 1000), {}),
        ({}, (1800, 1000), {}),
    ],
)
def test_the_weaker_player_begins_with_the_points_of_the_announced_rule(rule, ratings, begins):
    assert start(two(rule, ratings)) == begins


@pytest.mark.parametrize(
    ("classes", "begins"),
    [
        (([], []), {}),
        ((["junior"], []), {"anna": 2}),
        ((["junior"], ["beginner", "junior"]), {"bo": 1}),
        ((["junior"], ["junior"]), {}),
        ((["other"], []), {}),
    ],
)
def test_by_class_the_difference_of_the_two_classes_is_given(classes, begins):
    assert start(two(CLASSES, (None, None), classes)) == begins


def test_classes_stay_once_a_player_has_a_match_where_they_give_a_start():
    tournament = two(CLASSES, (None, None), (["junior"], []))
    assert set_classes(tournament, "anna", ["junior"]) == []
    with pytest.raises(NotAllowed, match="its start goes by their classes"):
        set_classes(tournament, "anna", [])
    assert set_classes(two(TABLE, (1800, 1000)), "anna", ["junior"])


def test_a_start_never_decides_a_match_before_its_first_game():
    rule = {"by": "rating", "step": 1, "start": 9}
    assert start(two(rule, (1800, 1000)), games=3) == {"bo": 17}
    assert start(two(rule, (1800, 1000)), games=5) == {"bo": 29}
    backgammon = game_of("backgammon")
    assert most_start(backgammon, {"points": 7}) == 6
    for game in GAMES:
        if game.placings is None:
            for games in (3, 5, 7):
                given_points = {game.seats[0]: most_start(game, {"games": games})}
                assert settle(game, {"games": games}, [], game.seats[:2], given_points).winner is None
                course = [GameResult(game.seats[1], max(game.endings, key=lambda ending: ending.points).key)] * games
                assert settle(game, {"games": games}, course, game.seats[:2], given_points).winner == game.seats[1]


def test_the_terms_of_a_match_have_its_start_and_those_without_are_as_before():
    tournament = two(TABLE, (1800, 1650))
    round_ = tournament.rounds[0]
    found = opening(tournament, round_, round_.pairings[0])
    assert found.start is not None
    assert sum(found.start.values()) == 2
    plain = two(None, (1800, 1650))
    round_ = plain.rounds[0]
    assert opening(plain, round_, round_.pairings[0]).start is None
    match = opened_match("t_cup.1", found)
    assert match.score == {seat: found.start.get(seat, 0) for seat in ("white", "black")}


def test_the_two_examples_of_the_page():
    bo = {"black": 2}
    plain, crown = GameResult("white", "bearing_off"), GameResult("white", "single_crown")
    won = GameResult("black", "bearing_off")
    fewer = settle(SWEDISH, {"games": 5}, [plain, won, plain, won, plain], start=bo)
    assert (fewer.winner, fewer.score, fewer.decided_by) == ("black", {"white": 3, "black": 4}, "points")
    equal = settle(SWEDISH, {"games": 5}, [plain, won, plain, won, crown], start=bo)
    assert (equal.winner, equal.score, equal.decided_by) == ("white", {"white": 4, "black": 4}, "highest_game")
    assert [row["black"].outcome for row in equal.comparison if row["black"]][:1] == ["bearing_off"]


def by_hand(games: int, results: Sequence[GameResult], begins: Mapping[str, int]) -> str | None:
    """The winner of a whole match, counted by other means: a sum and a sorted list for each side."""
    worth = {}
    for seat in ("white", "black"):
        own = [result.outcome for result in results if result.winner == seat]
        ranks = sorted((RANKS[each] for each in own), reverse=True) + [-1] * games
        worth[seat] = (begins.get(seat, 0) + sum(POINTS[each] for each in own), ranks[:games])
    return max(worth, key=worth.__getitem__) if len(results) == games else None


ONE = st.tuples(st.sampled_from(("white", "black")), st.sampled_from(sorted(POINTS))).map(lambda row: GameResult(*row))


@settings(max_examples=examples(5000), deadline=None)
@given(st.sampled_from((3, 5, 7)), st.data())
def test_the_winner_is_the_one_who_is_found_by_other_means_whatever_the_start(games, data):
    results = data.draw(st.lists(ONE, min_size=games, max_size=games))
    seat = data.draw(st.sampled_from(("white", "black")))
    begins = {seat: data.draw(st.integers(0, most_start(SWEDISH, {"games": games})))}
    found = settle(SWEDISH, {"games": games}, results, ("white", "black"), begins)
    assert found.winner == by_hand(games, results, begins)
    assert found.winner is not None
    none = settle(SWEDISH, {"games": games}, results, ("white", "black"))
    assert none == settle(SWEDISH, {"games": games}, results, ("white", "black"), {seat: 0})


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(ONE, min_size=1, max_size=2), st.integers(0, 17), st.sampled_from(("white", "black")))
def test_a_match_with_a_start_is_clinched_only_if_no_course_of_the_games_left_changes_its_winner(played, points, seat):
    found = settle(SWEDISH, {"games": 3}, played, ("white", "black"), {seat: points})
    endings = [GameResult(who, outcome) for who in ("white", "black") for outcome in POINTS]
    courses = product(endings, repeat=3 - len(played))
    winners = {by_hand(3, [*played, *course], {seat: points}) for course in courses}
    assert (found.winner is not None) == (len(winners) == 1)
    assert found.winner in (None, *winners)


def test_the_cube_rests_in_the_first_game_of_a_match_in_which_a_player_begins_one_point_short():
    tournament = two({"by": "rating", "step": 1}, (1800, 1000))
    created = replace(tournament.created, game="backgammon", length={"points": 5})
    tournament = tournament._replace(created=created)
    round_ = tournament.rounds[0]
    found = opening(tournament, round_, round_.pairings[0])
    assert max((found.start or {}).values()) == 4
    cube = fresh_cube(opened_match("t_cup.1", found))
    assert cube is not None
    assert cube.crawford
    plain = fresh_cube(opened_match("t_cup.1", replace(found, start=None)))
    assert plain is not None
    assert not plain.crawford


# ── what follows of it ───────────────────────────────────────────────────────────────────────────────────────────────
def settled(rule: Mapping[str, Any]) -> Tournament:
    """Bo, who began with two points, has won by 4 to 3, with two games to three."""
    tournament = two(rule, (1800, 1650))
    pairing = tournament.rounds[0].pairings[0]
    bo, anna = ("white", "black") if pairing.white == "bo" else ("black", "white")
    games = [GameResult(each, "bearing_off") for each in (anna, bo, anna, bo, anna)]
    found = settle(SWEDISH, {"games": 5}, games, ("white", "black"), {bo: 2})
    assert (found.winner, found.decided_by) == (bo, "points")
    return after(tournament, [MatchSettled(pairing.match, bo, found.score, "points", tuple(games))])


@pytest.mark.parametrize(("counted", "points"), [("with_start", (4, 3)), (PLAYED, (2, 3))])
def test_the_table_counts_the_points_with_the_start_or_those_that_were_played_for(counted, points):
    met = meetings(settled({**TABLE, "counted": counted}))["bo"][0]
    assert met.won
    assert (met.points_won, met.points_lost) == points
    assert (met.games_won, met.games_lost) == (2, 3)


@pytest.mark.parametrize(("rated", "difference"), [("no", None), (AS_PLAYED, 150), (ALLOWED_FOR, 0)])
def test_ratings_leave_such_a_match_out_or_take_it_as_it_was_or_allow_for_the_start(rated, difference):
    tournament = settled({**TABLE, "rated": rated})
    rule = Rule(from_list=True)
    found = rating_list(rule, decided_matches(tournament, {}), listed={"anna": 1800, "bo": 1650})
    (judged,) = found.matches
    if difference is None:
        assert (judged.why_not, found.players) == ("it was played with a handicap", {})
        return
    chance = dict(zip(judged.players, (judged.chance, 1 - judged.chance), strict=True))
    assert chance["bo"] == pytest.approx(win_probability(1500, 1500 + difference, 2))
    assert found.players["bo"].rating > 1650


def test_what_a_format_or_a_game_cannot_follow_is_refused_by_its_field():
    swiss = format_of("swiss")
    for rule, field in (
        ({"by": "rating"}, "handicap"),
        ({**TABLE, "step": 50}, "handicap"),
        ({"by": "class"}, "handicap.classes"),
        ({**CLASSES, "rated": ALLOWED_FOR}, "handicap.rated"),
        ({"by": "rating", "table": [{"difference": 9, "start": 1}, {"difference": 9, "start": 2}]}, "handicap.table"),
    ):
        with pytest.raises(Invalid) as wrong:
            checked_handicap(SWEDISH, swiss, rule)
        assert field in wrong.value.problems
    refused = {format_.key for format_ in FORMATS if format_.teams}
    for form in FORMATS:
        try:
            checked_handicap(SWEDISH, form, TABLE)
        except Invalid:
            refused.discard(form.key)
    assert not refused
    with pytest.raises(Invalid):
        checked_handicap(next(game for game in GAMES if game.placings is not None), swiss, TABLE)
