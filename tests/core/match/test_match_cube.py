"""Doubling, matches to a number of points, the Crawford game (M7)."""

import pytest

from core.events import (
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameResigned,
    GameResult,
    MatchOpened,
    OpeningRolled,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.games import GAMES
from core.match import judging
from schemas.dump import dumper
from schemas.match_states import match_json
from schemas.views.matches import Settlement, Verdict
from tests.support.matches.match_logs import fact, numbered

# White starts with 6-2; Black is about to roll.
FIRST = [
    OpeningRolled(6, 2),
    fact({"type": "CheckersMoved", "by": "white", "moves": [{"from": 24, "to": 18}, {"from": 13, "to": 11}]}),
]
DOUBLED = [*FIRST, DoubleOffered("black"), DoubleTaken("white")]
SECOND = [
    DiceRolled("black", (3, 1)),
    fact({"type": "CheckersMoved", "by": "black", "moves": [{"from": 8, "to": 5}, {"from": 6, "to": 5}]}),
]
SIX_TWO = OpeningRolled(6, 2)


def opening(**fields):
    words = {"game": "backgammon", "length": {"games": 3}, "players": {"white": "A", "black": "B"}}
    return MatchOpened("vasa", **words | fields)


def judged(facts, **fields):
    states = list(judging.fold("m_test", numbered(opening(**fields), facts)))
    return states[-1][0], [verdict for _, verdict in states[1:]]


def said(facts, **fields):
    return [each.verdict if each.rule is None else f"{each.verdict} {each.rule}" for each in judged(facts, **fields)[1]]


def lost(by, outcome="single"):
    """A game that is given up right after its opening."""
    return [SIX_TWO, GameResigned(by, outcome)]


def test_the_higher_die_starts_and_plays_both():
    match, _ = judged([OpeningRolled(4, 4), OpeningRolled(2, 6)])
    assert (match.phase, match.to_move, match.dice) == ("move", "black", (6, 2))


def test_the_opening_is_rolled_again_for_every_game():
    match, _ = judged(lost("black"))
    assert (match.phase, match.to_move, match.dice) == ("opening", None, None)
    assert said([*lost("black"), DiceRolled("black", (6, 2))])[-1] == "refused M2"


def test_a_game_begins_with_the_cube_in_the_middle():
    assert match_json(judged([])[0])["cube"] == {"value": 1, "owner": None, "crawford": False}


def test_m7_a_double_waits_for_the_opponents_answer_before_anything_else():
    match, _ = judged([*FIRST, DoubleOffered("black")])
    assert (match.phase, match.to_move, match.cube.value) == ("double_offered", "white", 1)
    assert said(
        [
            *FIRST,
            DoubleOffered("black"),
            DiceRolled("black", (3, 1)),
            DiceRolled("white", (3, 1)),
            TurnPassed("white"),
            DoubleTaken("black"),
            DoubleOffered("white"),
            DoubleTaken("white"),
        ]
    )[-6:] == [
        "refused M3",
        "refused M4",
        "refused M4",
        "refused M3",
        "refused M4",
        "accepted",
    ]


def test_m7_a_taken_double_doubles_the_stake_and_the_cube_is_the_takers():
    match, _ = judged(DOUBLED)
    assert (match.phase, match.to_move) == ("roll", "black")
    assert match_json(match)["cube"] == {"value": 2, "owner": "white", "crawford": False}
    assert said([*DOUBLED, DoubleOffered("black")])[-1] == "refused M7"
    assert said([*DOUBLED, *SECOND, DoubleOffered("white"), DoubleTaken("black")])[-2:] == ["accepted", "accepted"]


def test_m7_a_dropped_double_loses_the_game_at_the_value_before_the_offer():
    match, verdicts = judged([*FIRST, DoubleOffered("black"), DoubleDropped("white")])
    assert verdicts[-1].game_finished.result == GameResult("black", "single")
    match, verdicts = judged([*DOUBLED, *SECOND, DoubleOffered("white"), DoubleDropped("black")])
    assert dumper(Verdict)(verdicts[-1])["game_finished"] == {
        "winner": "white",
        "outcome": "single",
        "cube": 2,
        "points": 2,
    }
    assert (match.phase, match.score) == ("opening", {"white": 2, "black": 0})
    assert match_json(match)["cube"] == {"value": 1, "owner": None, "crawford": False}


def test_m7_no_player_doubles_in_the_first_turn_or_after_their_roll():
    assert said([SIX_TWO, DoubleOffered("white")])[-1] == "refused M4"
    assert said([*FIRST, DiceRolled("black", (3, 1)), DoubleOffered("black")])[-1] == "refused M4"
    assert said([DoubleOffered("white")]) == ["refused M2"]
    assert said([*FIRST, DoubleOffered("white")])[-1] == "refused M3"


def test_m7_nothing_is_answered_that_was_not_offered():
    assert said([*FIRST, DoubleTaken("white"), DoubleDropped("white")])[-2:] == ["refused M7", "refused M7"]


def test_m7_the_cube_stops_at_64():
    facts, offerer, taker = list(FIRST), "black", "white"
    for _ in range(6):
        facts += [DoubleOffered(offerer), DoubleTaken(taker), DiceRolled(offerer, (6, 6)), RulingMade("note", "-")]
        facts += [fact({"type": "TurnPassed", "by": offerer})]
        offerer, taker = taker, offerer
    match, _ = judged(facts, check="advisory")
    assert match.cube.value == 64
    assert said([*facts, DoubleOffered(match.to_move)], check="advisory")[-1] == "refused M7"


def test_a_resigned_and_an_awarded_game_count_times_the_cube():
    match, _ = judged([*DOUBLED, GameResigned("black", "gammon")])
    assert match.score == {"white": 4, "black": 0}
    match, _ = judged([*DOUBLED, RulingMade("award_game", "left", winner="black", outcome="backgammon")])
    assert match_json(match)["games"] == [{"winner": "black", "outcome": "backgammon", "cube": 2, "points": 6}]
    offered = [*FIRST, DoubleOffered("black"), GameResigned("white", "single")]
    assert judged(offered)[0].score == {"white": 0, "black": 1}


def test_ranks_count_times_the_cube_in_the_tie_break():
    facts = [*DOUBLED, GameResigned("black", "single"), *lost("white"), *lost("white")]
    settled = judged(facts)[0].settled
    assert (settled.score, settled.winner, settled.decided_by) == ({"white": 2, "black": 2}, "white", "highest_game")
    assert dumper(Settlement)(settled)["comparison"] == [
        {"white": {"game": 1, "outcome": "single", "rank": 2}, "black": {"game": 2, "outcome": "single", "rank": 1}}
    ]


# ── to a number of points ────────────────────────────────────────────────────────────────────────────────────────────
def test_a_match_to_points_is_over_once_a_player_has_them_and_the_last_game_counts_in_full():
    match, verdicts = judged([*lost("black"), *lost("black", "backgammon")], length={"points": 3})
    assert (match.settled.winner, match.settled.score) == ("white", {"white": 4, "black": 0})
    assert (match.settled.decided_by, match.settled.clinched, match.phase) == ("points", False, "settled")
    assert verdicts[-1].match_settled == match.settled
    assert judged([*lost("black"), *lost("black")], length={"points": 3})[0].settled is None


def test_m7_the_one_game_after_a_player_first_stands_one_point_short_is_played_without_the_cube():
    length = {"points": 3}
    short = [*lost("black"), *lost("black")]
    assert [judged(short[:count], length=length)[0].cube.crawford for count in (0, 2, 4)] == [False, False, True]
    assert said([*short, *FIRST, DoubleOffered("black")], length=length)[-1] == "refused M7"
    after = [*short, *lost("white")]
    assert not judged(after, length=length)[0].cube.crawford
    assert said([*after, *FIRST, DoubleOffered("black")], length=length)[-1] == "accepted"
    # The other one comes one point short as well: the Crawford game has been.
    assert not judged([*after, *lost("white")], length=length)[0].cube.crawford


def test_m7_a_match_to_one_point_is_a_crawford_game():
    assert judged([], length={"points": 1})[0].cube.crawford


def test_m7_the_crawford_game_can_be_agreed_away_and_is_none_in_a_match_over_games():
    short = [*lost("black"), *lost("black")]
    assert not judged(short, length={"points": 3}, options={"crawford": False})[0].cube.crawford
    assert not judged(short)[0].cube.crawford


def test_m6_a_whole_result_to_points_is_complete_and_may_tell_the_cube():
    length, won = {"points": 5}, GameResult("white", "gammon", 2)
    match = judged([ResultReported((GameResult("black", "single"), won, won))], length=length)[0]
    assert (match.settled.winner, match.settled.score) == ("white", {"white": 8, "black": 1})
    assert [result["points"] for result in match_json(match)["games"]] == [1, 4, 4]
    for results, why in [
        ((won,), "4 points of 5"),
        ((won, won, won), "over after 2 games"),
        ((GameResult("white", "single", 3),) * 5, "3 is not one of 1, 2, 4"),
        ((GameResult("seat1", "single"),) * 5, "has the seats white, black"),
        ((GameResult("white", "jan"),) * 5, "ends as one of"),
    ]:
        [verdict] = judged([ResultReported(results)], length=length)[1]
        assert (verdict.verdict, verdict.rule) == ("refused", "M6")
        assert why in verdict.explanation


@pytest.mark.parametrize("game", [game for game in GAMES if not game.cube], ids=lambda game: game.key)
def test_m7_a_game_without_a_cube_has_no_doubles(game):
    seats = game.seats[:2]
    players = {seat: seat.title() for seat in seats}
    match = judging.opened("m_test", opening(game=game.key, players=players))
    assert match_json(match)["cube"] is None
    ready = match._replace(phase="roll", to_move=seats[0])
    recorded = numbered(match.opened, [DoubleOffered(seats[0])])[1]
    after, verdict = judging.judge(ready, recorded, list)
    assert (verdict.verdict, verdict.rule, after.phase) == ("refused", "M7", "roll")
